import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openMatrix, type MatrixOrganisation } from "../../../../test/harness/organisation/matrix.ts";
import { seeded } from "../../../../test/input/seeded.ts";
import { jsonOfRows } from "./packed-rows.ts";

let matrix: MatrixOrganisation;

before(async () => {
  matrix = await openMatrix(seeded());
  for (let step = 0; step < 20; step += 1) await matrix.act();
});
after(() => matrix.close());

/** The entries of the page in the answer, by person and course. */
async function sent(): Promise<string[]> {
  const { body } = await matrix.api.get("/api/v1/compliance/matrix?limit=50");
  const rows = body.rows as { user_id: string; courses: Record<string, unknown> }[];
  return rows.flatMap(({ user_id, courses }) =>
    Object.entries(courses).map(([code, entry]) => `${user_id} ${code} ${JSON.stringify(entry)}`),
  );
}

/** The entries of all people and courses as JSON that the database makes of its rows. */
async function kept(): Promise<string[]> {
  const { rows } = await matrix.database.superuser.query<{ person_id: string; code: string; entry: string }>(
    `select s.person_id, c.code, row_to_json(e)::text as entry
     from compliance_status s
     join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
     cross join lateral (
       select s.status, s.basis, s.enrollment_id, s.enrollment_status, s.cycle_year, s.due_date, infra.iso(s.completed_at) as completed_at,
         s.certificate_id, s.valid_until, s.renewal_enrollment_id, s.in_grace, s.next_status, s.next_change_on
     ) e`,
  );
  return rows.map(({ person_id, code, entry }) => `${person_id} ${code} ${entry}`);
}

async function agree(): Promise<void> {
  assert.deepEqual((await sent()).toSorted(), (await kept()).toSorted());
}

test("an entry has the members of its row", async () => {
  await agree();
});

const changes = [
  "completed_at = '1999-12-31T23:59:59.999999Z', due_date = '1999-12-31', valid_until = '2000-01-01'",
  "completed_at = '1931-03-04T00:00:00.0006Z', due_date = '1912-02-29', valid_until = '1900-01-01'",
  "completed_at = '2026-02-28T03:04:05.25Z', valid_until = '9999-12-31', next_change_on = '2000-02-29'",
  "enrollment_id = null, certificate_id = gen_random_uuid(), renewal_enrollment_id = gen_random_uuid()",
  "enrollment_status = null, cycle_year = null, due_date = null, completed_at = null, certificate_id = null, valid_until = null",
  "next_status = null, next_change_on = null, renewal_enrollment_id = null, in_grace = not in_grace",
];
for (const change of changes) {
  test(`an entry has the members of its row: ${change}`, async () => {
    await matrix.database.superuser.query(`update compliance_status set ${change}`);
    await agree();
  });
}

test("the day after the last one that a certificate is valid", () => {
  const words = "COMPLIANT certificate completed 9999 OVERDUE f";
  const line = `${"1".repeat(96)}${"002c95d3".repeat(2)}002c95d4${"0".repeat(16)}${words}\t000001"A":`;
  const { A: entry } = JSON.parse(jsonOfRows("", [`{"courses":{\n${line}`], "").toString()).courses;
  const { valid_until, next_change_on, next_status, completed_at } = entry;
  assert.deepEqual(
    { valid_until, next_change_on, next_status, completed_at },
    {
      valid_until: "9999-12-31",
      next_change_on: "10000-01-01",
      next_status: "OVERDUE",
      completed_at: "2000-01-01T00:00:00.000Z",
    },
  );
});

test("a row without entries and codes of any letters", () => {
  const words = "COMPLIANT exemption    f";
  const line = (place: string) => `${"0".repeat(96)}${"7fffffff".repeat(3)}7fffffffffffffff${words}\t${place}`;
  const rows = [
    `{"name":"Łucja","courses":{\n`,
    `{"name":null,"courses":{\n${line("00000a")}"B":\n${line("000009")}"Ł, \\t\\n":`,
  ];
  const parsed = JSON.parse(jsonOfRows("[", rows, "]").toString()) as { name: string | null; courses: Record<string, any> }[];
  assert.deepEqual(parsed[0], { name: "Łucja", courses: {} });
  assert.deepEqual(Object.keys(parsed[1]!.courses), ["Ł, \t\n", "B"]);
  assert.deepEqual(parsed[1]!.courses["B"], {
    status: "COMPLIANT",
    basis: "exemption",
    enrollment_id: null,
    enrollment_status: null,
    cycle_year: null,
    due_date: null,
    completed_at: null,
    certificate_id: null,
    valid_until: null,
    renewal_enrollment_id: null,
    in_grace: false,
    next_status: null,
    next_change_on: null,
  });
});
