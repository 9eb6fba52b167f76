// In the same way as S1: the cost of work for many people depends on these people only, whatever the planner's statistics say.
// The test counts the rows that statements read, not time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { refreshPairs } from "../../server/features/compliance/flag/refresh.ts";
import { listPairsOf } from "../../server/features/compliance/sql.ts";
import { refreshDue } from "../../server/features/days/turn-day.ts";
import { deactivatePeople } from "../../server/features/employment/deactivate.ts";
import { listNumbered, listPart } from "../../server/features/gate/shift/sql.ts";
import { listPersonRows } from "../../server/features/people/apply-sql.ts";
import { differencesOf } from "../../server/features/people/differences.ts";
import { listHolders } from "../../server/features/people/holders.ts";
import { savePeople } from "../../server/features/people/writing/writer.ts";
import { part_is } from "../../server/features/rules/batch.job.ts";
import { evaluatePeople } from "../../server/features/rules/evaluate.ts";
import { todayOf } from "../../server/platform/context.ts";
import { withTenant, type Db } from "../../server/platform/db/transaction.ts";
import { newId } from "../../server/platform/ids.ts";
import { needsServer, openDatabase } from "../harness/database.ts";
import { administratorOf, createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { counted, pretend, type Statistics, type Touched } from "../harness/rows-touched.ts";

const people = 1_000;
/** The most rows that one statement may read for each person. A plan that pairs all people with all reads a thousand. */
const rows_each_max = 100;

const file = {
  departments: [{ name: "Hall", code: "HALL" }],
  courses: [
    { code: "FIRE-01", title: "Fire safety", default_due_days: 30 },
    { code: "HEIGHT-01", title: "Work at height", default_due_days: 30 },
  ],
  licenses: [{ name: "All", courses: ["FIRE-01", "HEIGHT-01"], seats_total: 10 * people }],
  rules: [{ name: "Everybody", when: { worker_type: "internal_payroll" as const }, assign: ["FIRE-01"] }],
  groups: [{ code: "STAFF", name: "Staff", when: { worker_type: "internal_payroll" as const }, courses: ["HEIGHT-01"] }],
};

for (const statistics of ["none", "of others alone", "a hundred times as much"] satisfies Statistics[]) {
  test(`what is done for many people costs the same with statistics: ${statistics}`, { skip: needsServer() }, async (t) => {
    const database = await openDatabase();
    t.after(() => database.close());
    const { superuser } = database;
    const other = await createOrganisation(database, { ...file, organisation: { code: "OTHER" } });
    const worker = database.pool("muster_worker", 1);
    // The first people are evaluated while the tables are empty, with plans that the connection keeps.
    for (const numbers of [
      [1, 2],
      [3, people],
    ] as const) {
      const theirs = await fill(other, ...numbers);
      await withTenant(
        worker,
        other.tenant_id,
        (db) => evaluatePeople(db, administratorOf(other), theirs, { batch_id: null }),
        part_is,
      );
    }
    await pretend(database, statistics, "missing");
    const acme = await createOrganisation(database, file);
    const ours = await fill(acme);
    await pretend(database, statistics, "there");
    const context = administratorOf(acme);

    const steps: Record<string, (db: Db) => Promise<unknown>> = {
      "a rule and a group ask for courses": (db) => evaluatePeople(db, context, ours, { batch_id: newId() }),
      "nothing has changed": (db) => evaluatePeople(db, context, ours, { batch_id: newId() }),
      "flags are computed again": async (db) => refreshPairs(db, context, await listPairsOf(db, acme.tenant_id, ours)),
      "midnight looks for flags that change": (db) => refreshDue(db, context, todayOf(context), null),
      "a guard takes a list along": async (db) => {
        const { rows: courses } = await superuser.query("select id from course where tenant_id = $1", [acme.tenant_id]);
        const course_ids = courses.map(({ id }) => id as string);
        const person_ids = await listNumbered(db, acme.tenant_id, null, people);
        const listed = await listPart(db, acme.tenant_id, { person_ids, course_ids, today: todayOf(context) });
        assert.deepEqual([listed.length, listed[0]!.courses.length], [people, 2]);
        const { rows: departments } = await superuser.query("select id from department where tenant_id = $1", [acme.tenant_id]);
        assert.equal((await listNumbered(db, acme.tenant_id, departments[0]!.id, people)).length, people / 2);
      },
      "a file changes some": async (db) => {
        const numbers = Array.from({ length: people / 2 }, (_, index) => `P${index + 1}`);
        const standing = await listPersonRows(db, acme.tenant_id, numbers);
        assert.equal(standing.length, numbers.length);
        // Each person is to get the address and login of another one.
        const wanted = standing.map((person, index) => ({ ...person, employee_no: standing.at(index - 1)!.employee_no }));
        assert.equal((await listHolders(db, acme.tenant_id, wanted)).length, numbers.length);
        const saved = standing.map((stands) => {
          const after = { ...stands, job_title: "Welder" };
          return { stands, wanted: after, differences: differencesOf(stands, after)! };
        });
        await savePeople(db, context, saved, newId());
      },
      "the rule and the group end": async (db) => {
        await superuser.query("update rule set active = false where tenant_id = $1", [acme.tenant_id]);
        return evaluatePeople(db, context, ours, { batch_id: newId() });
      },
      "all leave": (db) => deactivatePeople(db, context, ours, { batch_id: newId() }),
    };
    const evaluations = new Set(["a rule and a group ask for courses", "nothing has changed", "the rule and the group end"]);
    const costly: string[] = [];
    for (const [name, act] of Object.entries(steps)) {
      const [pool, about] = evaluations.has(name) ? ([worker, part_is] as const) : ([database.pool(), "any_rows"] as const);
      const work = async (db: Db) => {
        const counting = counted(db);
        await act(counting.db);
        return counting.touched();
      };
      const touched = await withTenant(pool, acme.tenant_id, work, about);
      assert.ok(touched.length > 0, name);
      costly.push(...touched.filter(({ rows }) => rows > rows_each_max * people).map((one) => `${name}: ${shown(one)}`));
    }
    const { rows } = await superuser.query("select count(*)::int as n from enrollment where tenant_id = $1", [acme.tenant_id]);
    assert.equal(rows[0].n, 2 * people);
    assert.deepEqual(costly, []);

    async function fill({ tenant_id }: TestOrganisation, first = 1, last = people): Promise<string[]> {
      const made = await superuser.query(
        `insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, managed_by, state, worker_type,
           first_name, last_name, email, department_id)
         select $1, infra.new_id(), 'p' || n, 'p' || n, 'p' || n, 'p' || n, 'scim', 'active', 'internal_payroll',
           'Anna', 'Lis', 'p' || n || '@acme.example', case when n % 2 = 0 then (select id from department where tenant_id = $1) end
         from generate_series($2::int, $3::int) n returning id`,
        [tenant_id, first, last],
      );
      return made.rows.map(({ id }) => id as string);
    }
  });
}

function shown({ text, rows, plan }: Touched): string {
  return `${rows} rows: ${text.replace(/\s+/g, " ").trim().slice(0, 120)}\n${plan}`;
}
