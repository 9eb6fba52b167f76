import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining } from "../../../../test/harness/organisation/enrollments.ts";
import { modelOf, openMatrix, type MatrixOrganisation } from "../../../../test/harness/organisation/matrix.ts";
import { seeded } from "../../../../test/input/seeded.ts";

let matrix: MatrixOrganisation;

before(async () => {
  matrix = await openMatrix(seeded());
  for (let step = 0; step < 20; step += 1) await matrix.act();
});
after(() => matrix.close());

async function read(filters: Record<string, string>) {
  const { status, body, text } = await matrix.api.get(`/api/v1/compliance/matrix?${new URLSearchParams(filters).toString()}`);
  assert.equal(status, 200, text);
  return body;
}

test("the whole record of a row, in its order", async () => {
  const training = await openTraining({ courses: [{ code: "FIRE", title: "Fire" }] }, 2);
  try {
    await training.api.post("/api/v1/enrollments", { employee_no: "P1", course_code: "FIRE", due_date: "2026-03-31" });
    const { body } = await training.api.get("/api/v1/compliance/matrix?limit=1");
    const { rows } = await training.database.superuser.query("select id, person_id from enrollment");
    const { rows: departments } = await training.database.superuser.query("select id from department");
    assert.deepEqual(body, {
      refreshed_at: "2026-02-02T07:00:00.000Z",
      pagination: { total: 2, limit: 1, offset: 0 },
      summary: {
        people: 2,
        counts: { OVERDUE: 0, PENDING: 1, IN_PROGRESS: 0, EXPIRING_SOON: 0, COMPLIANT: 0 },
        no_requirements: 1,
        severity_order: ["OVERDUE", "PENDING", "IN_PROGRESS", "EXPIRING_SOON", "COMPLIANT"],
      },
      rows: [
        {
          user_id: rows[0].person_id,
          employee_no: "P1",
          full_name: "Anna Number 1",
          department_id: departments[0].id,
          department_name: "Logistyka Północ",
          worker_type: "internal_payroll",
          contractor_id: null,
          status: "PENDING",
          courses: {
            FIRE: {
              status: "PENDING",
              basis: "enrollment",
              enrollment_id: rows[0].id,
              enrollment_status: "assigned",
              cycle_year: 2026,
              due_date: "2026-03-31",
              completed_at: null,
              certificate_id: null,
              valid_until: null,
              renewal_enrollment_id: null,
              in_grace: false,
              next_status: "OVERDUE",
              next_change_on: "2026-04-01",
            },
          },
        },
      ],
    });
  } finally {
    await training.close();
  }
});

test("the ETag outlives refreshed_at, and ends with the first change", async () => {
  const first = await matrix.api.get("/api/v1/compliance/matrix");
  const etag = first.headers.get("etag")!;
  assert.match(etag, /^W\/"[\w-]{22}"$/);
  await matrix.at("2026-02-21T08:00:00Z");
  const later = await matrix.api.get("/api/v1/compliance/matrix", { headers: { "if-none-match": `"other", ${etag}` } });
  assert.deepEqual([later.status, later.text], [304, ""]);
  await matrix.database.superuser.query(
    "update person set first_name = 'Zenon', full_name_norm = 'zenon' where employee_no = 'P1'",
  );
  await matrix.database.superuser.query("update person set state = 'invited' where employee_no = 'P1'");
  const changed = await matrix.api.get("/api/v1/compliance/matrix", { headers: { "if-none-match": etag } });
  assert.equal(changed.status, 200);
  assert.notEqual(changed.headers.get("etag"), etag);
});

test("while a midnight is behind, the matrix says that it is as of that midnight", async () => {
  const { tenant_id } = matrix.organisation;
  const set = (day: string) =>
    matrix.database.superuser.query(
      "insert into tenant_day values ($1, $2) on conflict (tenant_id) do update set done_through = excluded.done_through",
      [tenant_id, day],
    );
  await matrix.at("2026-03-30T10:00:00Z");
  // In Warsaw summer time began on the 29th.
  for (const [day, refreshed_at] of [
    ["2026-03-27", "2026-03-27T23:00:00.000Z"],
    ["2026-03-29", "2026-03-29T22:00:00.000Z"],
    ["2026-03-30", "2026-03-30T10:00:00.000Z"],
  ] as const) {
    await set(day);
    assert.equal((await read({})).refreshed_at, refreshed_at);
  }
});

test("filters without a match find no person; malformed ones are refused", async () => {
  const unknown = "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f";
  const none = "00000000-0000-0000-0000-000000000000";
  const no_match: Record<string, string>[] = [
    { department_id: unknown },
    { department_id: none },
    { contractor_id: unknown },
    { contractor_id: none },
    { course_code: "NOTHING" },
    { department_query: "nowhere at all" },
    { department_query: "\u0301" },
    { offset: "9007199254740991" },
  ];
  for (const query of no_match) {
    const { status, body, text } = await matrix.api.get(`/api/v1/compliance/matrix?${new URLSearchParams(query).toString()}`);
    assert.equal(status, 200, text);
    assert.deepEqual(body.rows, []);
    if (!("offset" in query)) assert.deepEqual([body.pagination.total, body.summary.people], [0, 0], JSON.stringify(query));
  }
  const wrong: [query: string, parameter: string, code: string][] = [
    ["department_id=1", "department_id", "INVALID_FORMAT"],
    ["contractor_id=1", "contractor_id", "INVALID_FORMAT"],
    [`department_query=${"x".repeat(101)}`, "department_query", "TOO_LONG"],
    [`course_code=${"x".repeat(65)}`, "course_code", "TOO_LONG"],
    ["compliance_flag=LATE", "compliance_flag", "NOT_ALLOWED_VALUE"],
    ["limit=201", "limit", "OUT_OF_RANGE"],
    ["limit=0", "limit", "OUT_OF_RANGE"],
    ["offset=-1", "offset", "OUT_OF_RANGE"],
  ];
  for (const [query, parameter, code] of wrong) {
    const { status, body } = await matrix.api.get(`/api/v1/compliance/matrix?${query}`);
    assert.equal(status, 422, query);
    assert.deepEqual([body.errors[0].parameter, body.errors[0].code], [parameter, code], query);
  }
});

test("departments are found by a part of the name, and by a similar name", async () => {
  const found = async (department_query: string) => (await read({ department_query })).summary.people;
  const { people } = modelOf(await matrix.people(), { department_query: "logistyka" });
  for (const query of ["LOGISTYKA", "logi", "  Logístyka "]) assert.equal(await found(query), people, query);
  const board = modelOf(await matrix.people(), { department_query: "zarzad" }).people;
  assert.equal(await found("Zarąd"), board, "a letter is missing");
});
