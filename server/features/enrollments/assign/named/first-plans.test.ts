// What is assigned while tables fill up is looked up by its keys, whatever the planner believed of the tables when connections made their plans: told by
// the rows that indexes give out, not by a clock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { needsServer } from "../../../../../test/harness/database.ts";
import { openTraining } from "../../../../../test/harness/organisation/enrollments.ts";

const people = 400;
const courses = 20;
const at_once = 10;
/** Assignments after which connections begin anew, and make their plans by what they find. */
const planned_every = 40;
/** Rows that indexes give out for each assignment; one that is read as far as the organisation goes gives out all. */
const rows_each_max = 10;

test(
  "assignments cost the same however many there are, also by plans that were made among the first ones",
  { skip: needsServer() },
  async (t) => {
    const titles = Array.from({ length: courses }, (_, place) => ({ code: `C${place}`, title: `Course ${place}` }));
    const training = await openTraining({ courses: titles }, people, at_once);
    t.after(() => training.close());
    const { superuser } = training.database;
    // Statistics that come by themselves would make the plans anew.
    for (const table of ["enrollment", "compliance_status", "compliance_history", "compliance_person"])
      await superuser.query(`alter table ${table} set (autovacuum_enabled = false)`);
    await superuser.query("vacuum analyze enrollment, compliance_status, compliance_history");
    const assign = async (number: number) => {
      // Everybody once, in no visible order.
      const sent = { employee_no: `P${((number * 173) % people) + 1}`, course_code: `C${number % courses}` };
      const { status, text } = await training.api.post("/api/v1/enrollments", sent);
      assert.equal(status, 201, text);
    };
    // Connections tell what they have read when they end.
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
