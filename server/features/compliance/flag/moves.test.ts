// The first flag of a pair is one row of `compliance_delta` that also has the day of its next change. A new worst flag of a
// person is one row, too. Workers of the previous version do not know these columns and add up the others.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { foldAll } from "./fold.job.ts";

let training: TrainingOrganisation;

before(async () => {
  const course = { title: "Fire safety", default_due_days: 30, validity: { value: 24, unit: "month" as const } };
  training = await openTraining({ courses: ["FIRE", "AID"].map((code) => ({ code, ...course })) }, 3);
});
after(() => training.close());

const query = async (text: string, values: unknown[] = []) => (await training.database.superuser.query(text, values)).rows;
const assign = async (employee_no: string, course_code: string) => {
  const { status, text } = await training.api.post("/api/v1/enrollments", { employee_no, course_code });
  assert.equal(status, 201, text);
};
const fold = () => foldAll(training.database.pool("muster_worker", 1), new AbortController().signal);

/** The counters of flags and of days, with the changes that are not yet added. */
const counted = async () => ({
  people: await query(`
    select course_id = infra.no_id() as of_all, status, sum(people)::int as people
    from (
      select course_id, status, people from compliance_count
      union all select course_id, status, people from compliance_delta
      union all select course_id, before, -people from compliance_delta where before is not null
    ) k group by course_id, status having sum(people) <> 0 order by 1, 2, 3`),
  coming: await query(`
    select day::text, what, sum(entries)::int as entries
    from (
      select day, course_id, what, entries from forecast_count
      union all select day, course_id, what, entries from forecast_delta
      union all select day, course_id, what, entries from compliance_delta where day is not null
    ) k group by day, course_id, what having sum(entries) <> 0 order by 1, 2, 3`),
});

const kept = [
  { of_all: false, status: "PENDING", people: 1 },
  { of_all: false, status: "PENDING", people: 2 },
  { of_all: true, status: "NONE", people: 1 },
  { of_all: true, status: "PENDING", people: 2 },
];

test("a first assignment is two rows, from which all counters follow", async () => {
  await fold();
  await assign("P1", "FIRE");
  assert.deepEqual(
    await query("select status, before, people, day is not null as has_day, entries from compliance_delta order by id"),
    [
      { status: "PENDING", before: null, people: 1, has_day: true, entries: 1 },
      { status: "PENDING", before: "NONE", people: 1, has_day: false, entries: null },
    ],
  );
  assert.deepEqual(await query("select from forecast_delta"), []);
  await assign("P2", "FIRE");
  await assign("P2", "AID");
  const all = await counted();
  assert.deepEqual(all.people, kept);
  assert.equal(all.coming.length, 2);
  await fold();
  assert.deepEqual(await query("select from compliance_delta"), []);
  assert.deepEqual(await counted(), all);
});

test("a worker of the version before adds up what it knows, and the rest is kept", async () => {
  await assign("P3", "FIRE");
  await assign("P3", "AID");
  const all = await counted();
  const { tenant_id } = training.organisation;
  const client = await training.database.superuser.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('role', 'muster_worker', true), set_config('app.tenant', $1, true)", [tenant_id]);
    await client.query(
      `with oldest as (
         select id from compliance_delta where tenant_id = $1 order by id limit 1000 for update skip locked
       ),
       folded as (
         delete from compliance_delta d
         using oldest o
         where d.tenant_id = $1 and d.id = o.id
         returning d.course_id, d.department_id, d.worker_type, d.contractor_id, d.status, d.people
       )
       insert into compliance_count as c (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
       select $1::uuid, course_id, department_id, worker_type, contractor_id, status, sum(people)
       from folded
       group by course_id, department_id, worker_type, contractor_id, status
       on conflict (tenant_id, course_id, department_id, worker_type, contractor_id, status) do update
       set people = c.people + excluded.people`,
      [tenant_id],
    );
    await client.query("commit");
  } finally {
    client.release();
  }
  assert.deepEqual(await query("select status, people from compliance_delta"), [{ status: "NONE", people: -1 }]);
  assert.deepEqual(await counted(), all);
  await fold();
  assert.deepEqual(await counted(), all);
});
