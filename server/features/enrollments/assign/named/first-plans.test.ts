// Assignments find rows by key while the tables fill up, also with plans that were made when the tables were empty. Measured by
// the rows that indexes return, not by time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { needsServer } from "../../../../../test/harness/database.ts";
import { openTraining } from "../../../../../test/harness/organisation/enrollments.ts";

const people = 400;
const courses = 20;
const at_once = 10;
/** After this many assignments the connections are replaced, and make new plans. */
const planned_every = 40;
/** Rows that indexes may return for each assignment; an index that is read for the whole organisation would return all rows. */
const rows_each_max = 10;

test(
  "assignments cost the same however many there are, also by plans that were made among the first ones",
  { skip: needsServer() },
  async (t) => {
    const titles = Array.from({ length: courses }, (_, place) => ({ code: `C${place}`, title: `Course ${place}` }));
    const training = await openTraining({ courses: titles }, people, at_once);
    t.after(() => training.close());
    const { superuser } = training.database;
    // Autovacuum would update the statistics, and the plans would be made again.
    for (const table of ["enrollment", "compliance_status", "compliance_history", "compliance_person"])
      await superuser.query(`alter table ${table} set (autovacuum_enabled = false)`);
    await superuser.query("vacuum analyze enrollment, compliance_status, compliance_history");
    const assign = async (number: number) => {
      // Each person once, in a scattered order.
      const sent = { employee_no: `P${((number * 173) % people) + 1}`, course_code: `C${number % courses}` };
      const { status, text } = await training.api.post("/api/v1/enrollments", sent);
      assert.equal(status, 201, text);
    };
    // A connection reports its statistics at its end.
    const endConnections = () =>
      superuser.query(
        "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
    for (let first = 0; first < people; first += at_once) {
      if (first % planned_every === 0) await endConnections();
      await Promise.all(Array.from({ length: at_once }, (_, place) => assign(first + place)));
    }
    await endConnections();
    const { rows } = await superuser.query<{ name: string; read: number }>(
      `select indexrelname as name, idx_tup_read::int as read from pg_stat_user_indexes
     where relname in ('enrollment', 'compliance_history', 'compliance_status') and idx_tup_read > $1`,
      [rows_each_max * people],
    );
    assert.deepEqual(rows, []);
  },
);
