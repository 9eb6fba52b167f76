// Decision 0072 at 100,000 people: the response times for an administrator of some departments, of a small one and of several
// that have a third of all people. It needs a machine without other load.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { largeFile, seedLarge } from "../../bench/scenarios/large-seed.ts";
import { median, percentile } from "../../bench/statistics.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type OrganisationFileInput, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { sessionOf, type Panel } from "../harness/panel/panel.ts";
import { slowness } from "../harness/patience.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { createLimited } from "./departments.ts";

const people = 100_000;
const answer_ms_max = 300 * slowness;
const rounds = 15;

let database: TestDatabase;
let server: TestServer;
let large: TestOrganisation;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  large = await createOrganisation(database, largeFile("LARGE") as OrganisationFileInput);
  await seedLarge(database.superuser, large.tenant_id, people);
  await database.superuser.query(
    `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed, created_at)
    select p.tenant_id, gen_random_uuid(), p.id, c.id, 2026, 'admin', true, now(), 3, now() - random() * interval '300 days'
    from person p cross join (select * from course where tenant_id = $1 order by code_norm limit 3) c
    where p.tenant_id = $1`,
    [large.tenant_id],
  );
  await database.superuser.query(
    `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, cycle_year, source, issued_at, valid_from, created_at)
    select p.tenant_id, i, 'C-' || i, regexp_replace(upper(right(i::text, 12)), '(....)(....)(....)', '\\1-\\2-\\3'), p.id, c.id, 2026,
      'course', now(), '2026-01-01', now() - random() * interval '300 days'
    from person p cross join (select * from course where tenant_id = $1 order by code_norm limit 1) c
    cross join lateral (select gen_random_uuid() as i where p.id is not null) g
    where p.tenant_id = $1`,
    [large.tenant_id],
  );
  await database.superuser.query("vacuum analyze");
});
after(async () => {
  await server.close();
  await database.close();
});

const paths = [
  "/people?limit=50",
  "/people?limit=50&offset=400",
  "/people?limit=50&q=kowalska",
  "/people?limit=50&q=nobody",
  "/people?limit=50&status=deactivated",
  "/enrollments?limit=50",
  "/enrollments?limit=50&status=assigned",
  "/enrollments?limit=50&status=failed",
  "/certificates?limit=50",
  "/certificates?limit=50&q=kowalska",
  "/compliance/matrix?limit=50&q=kowalska",
  "/compliance/matrix?limit=50",
  "/compliance/matrix?limit=50&compliance_flag=OVERDUE",
  "/compliance/matrix?limit=50&course_code=Q12&compliance_flag=OVERDUE",
  "/compliance/matrix/choices",
  "/departments?limit=50",
  "/departments/tree",
  "/contractors?limit=50",
  "/courses?limit=50",
];

async function measure(panel: Panel, context: string): Promise<string[]> {
  const late: string[] = [];
  for (const path of paths) {
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const began_ms = performance.now();
      const reply = await panel.get(path);
      took.push(performance.now() - began_ms);
      assert.equal(reply.status, 200, `${path}: ${reply.text}`);
    }
    const line = `${context} ${path}: p50 ${median(took).toFixed(0)}, p95 ${percentile(took, 95).toFixed(0)} ms`;
    console.log(`    ${line}`);
    if (median(took) > answer_ms_max) late.push(line);
  }
  return late;
}

for (const [context, condition] of [
  ["one department of 500", "code = 'D7'"],
  ["a third of all departments", "right(code, 1) in ('1', '4', '7')"],
] as const) {
  test(`lists and search of ${context} are answered within 300 ms`, async () => {
    const { rows } = await database.superuser.query<{ id: string }>(
      `select id from department where tenant_id = $1 and ${condition}`,
      [large.tenant_id],
    );
    const account = await createLimited(
      database,
      large,
      "training_admin",
      rows.map(({ id }) => id),
    );
    assert.deepEqual(await measure(await sessionOf(server, database, large.tenant_id, account), context), []);
  });
}
