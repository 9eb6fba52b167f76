import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining } from "../../../test/harness/enrollments.ts";
import { modelOf, openMatrix, type Filters, type MatrixOrganisation, type ModelPerson } from "../../../test/harness/matrix.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { seeded } from "../../../test/input/seeded.ts";
import { planOf } from "./matrix.ts";
import { listMatrixRows, type PagePlan, type PageScope } from "./matrix-sql.ts";
import { Matrix } from "./schema.ts";
import { severity_order } from "./status.ts";

const random = seeded();
const seed = `SEED=${random.seed}`;
let matrix: MatrixOrganisation;

before(async () => {
  matrix = await openMatrix(random);
  for (let step = 0; step < 60; step += 1) await matrix.act();
});
after(() => matrix.close());

async function read(filters: Filters, page: { limit?: number; offset?: number; as_of?: string } = {}) {
  const parameters = Object.entries({ ...filters, ...page }).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(parameters).toString();
  const reply = await matrix.api.get(`/api/v1/compliance/matrix?${query}`);
  assert.equal(reply.status, 200, `${seed} ${query}: ${reply.text}`);
  matchesSchema(Matrix, reply.body);
  assert.equal(reply.text, JSON.stringify(reply.body), "numbers and texts are printed as JSON prints them");
  return reply.body;
}

/** Every combination of filters. */
function combinations(): Filters[] {
  const choices: Filters[][] = [
    [{}, { department_id: matrix.department_ids[0]! }],
    [{}, { department_query: "logistyka" }],
    [{}, { course_code: "FIRE" }, { course_code: "UNUSED" }],
    [{}, ...severity_order.map((compliance_flag) => ({ compliance_flag }))],
    [{}, { worker_type: "b2b_contractor" }],
    [{}, { contractor_id: matrix.contractor_ids[0]! }],
  ];
  return choices.reduce<Filters[]>((all, some) => all.flatMap((one) => some.map((other) => ({ ...one, ...other }))), [{}]);
}

async function agrees(filters: Filters, page: { limit: number; offset: number }, people?: ModelPerson[]): Promise<void> {
  const expected = modelOf(people ?? (await matrix.people()), filters);
  const found = await read(filters, page);
  const context = `${seed} ${JSON.stringify({ filters, page })}`;
  assert.deepEqual(found.pagination, { total: expected.shown.length, ...page }, context);
  const { shown: _, ...summary } = expected;
  assert.deepEqual(found.summary, { ...summary, severity_order: [...severity_order] }, context);
  const rows = found.rows.map((row: any) => ({
    employee_no: row.employee_no,
    flags: Object.fromEntries(Object.entries(row.courses).map(([code, entry]: [string, any]) => [code, entry.status])),
    worst: row.status,
  }));
  assert.deepEqual(rows, expected.shown.slice(page.offset, page.offset + page.limit), context);
}

test("every filter and combination shows and counts exactly whom it must", async () => {
  const people = await matrix.people();
  for (const filters of combinations()) {
    await agrees(filters, { limit: 1 + random.below(6), offset: random.below(4) }, people);
  }
});

test("pages that are walked through show everybody once, from both ends", async () => {
  for (const filters of [
    {},
    { course_code: "FIRE" },
    { compliance_flag: "PENDING" as const },
    { department_query: "logistyka" },
  ]) {
    for (let offset = 0; offset < 18; offset += 3) await agrees(filters, { limit: 3, offset });
  }
});

test("the numbers are those of the rows after any history, added up or not", async () => {
  for (let round = 0; round < 12; round += 1) {
    await matrix.act();
    if (random.chance(0.3)) await matrix.fold();
    const filters = random.pick(combinations());
    await agrees(filters, { limit: 50, offset: 0 });
  }
  await matrix.fold();
  const { rows } = await matrix.database.superuser.query(
    `select (select count(*) from compliance_delta)::int as waiting,
       (select coalesce(sum(people), 0) from compliance_count where course_id <> infra.no_id())::int as counted,
       (select count(*) from compliance_status)::int as flags`,
  );
  assert.deepEqual(rows[0].waiting, 0);
  assert.equal(rows[0].counted, rows[0].flags, seed);
});

test("several folding at once count everything once", async () => {
  for (let step = 0; step < 5; step += 1) await matrix.act();
  await Promise.all([matrix.fold(), matrix.fold(), matrix.fold()]);
  await agrees({}, { limit: 50, offset: 0 });
});

test("every way to a page leads to the same page", async () => {
  const pool = matrix.database.pool("muster_app", 1);
  const { rows: courses } = await matrix.database.superuser.query("select id from course where code = 'FORK'");
  const { tenant_id } = matrix.organisation;
  const base: PageScope = {
    course_id: null,
    department_ids: null,
    with_course: false,
    worker_type: undefined,
    contractor_id: undefined,
    flag: undefined,
  };
  const with_course = { ...base, course_id: courses[0].id as string, with_course: true };
  const scopes: [PageScope, Filters, PagePlan["via"][]][] = [
    [base, {}, ["name"]],
    [{ ...base, flag: "PENDING" }, { compliance_flag: "PENDING" }, ["name", "worst"]],
    [
      { ...base, department_ids: [matrix.department_ids[0]!] },
      { department_id: matrix.department_ids[0]! },
      ["name", "department", "departments"],
    ],
    [{ ...base, contractor_id: matrix.contractor_ids[0] }, { contractor_id: matrix.contractor_ids[0]! }, ["name", "contractor"]],
    [with_course, { course_code: "FORK" }, ["name", "course"]],
    [{ ...with_course, flag: "PENDING" }, { course_code: "FORK", compliance_flag: "PENDING" }, ["name", "course"]],
    [
      { ...with_course, department_ids: matrix.department_ids.slice(0, 2) },
      { course_code: "FORK", department_query: "logistyka" },
      ["name", "departments", "course"],
    ],
  ];
  for (const [scope, filters, ways] of scopes) {
    const { shown } = modelOf(await matrix.people(), filters);
    const take = Math.min(2, shown.length);
    for (const via of ways) {
      for (const backward of [false, true]) {
        const start = Math.min(1, shown.length - take);
        const skip = backward ? shown.length - take - start : start;
        const text = await listMatrixRows(pool, tenant_id, scope, { via, backward, skip, take });
        const numbers = (JSON.parse(text) as { employee_no: string }[]).map(({ employee_no }) => employee_no);
        assert.deepEqual(
          numbers,
          shown.slice(start, start + take).map(({ employee_no }) => employee_no),
          `${seed} ${via} ${backward}`,
        );
      }
    }
  }
});

test("a page beyond the middle is walked to from the end, and few are looked up rather than walked to", () => {
  const scope: PageScope = {
    course_id: "c",
    department_ids: null,
    with_course: true,
    worker_type: undefined,
    contractor_id: undefined,
    flag: "OVERDUE",
  };
  const sizes = { total: 100_000, people: 100_000, everybody: 0 };
  assert.deepEqual(planOf(scope, sizes, { limit: 50, offset: 99_960 }), { via: "name", backward: true, skip: 0, take: 40 });
  assert.equal(planOf(scope, { ...sizes, total: 200 }, { limit: 50, offset: 0 }).via, "course");
  assert.equal(planOf({ ...scope, with_course: false }, sizes, { limit: 50, offset: 0 }).via, "worst");
});

test("the matrix as it stood is what it said then", async () => {
  const said: { at: string; filters: Filters; body: any }[] = [];
  let day = 3;
  for (let step = 0; step < 25; step += 1) {
    await matrix.at(`2026-02-${String(day).padStart(2, "0")}T1${step % 10}:00:00Z`);
    if (step % 10 === 9) day += 1;
    await matrix.act();
    const filters = random.pick(combinations());
    const { rows } = await matrix.database.superuser.query("select to_timestamp(infra.now_us() / 1000000.0) as now");
    const at = (rows[0].now as Date).toISOString();
    said.push({ at, filters, body: await read(filters, { limit: 50 }) });
    const { rows: midnight } = await matrix.database.superuser.query(
      "select count(*)::int as n from compliance_history where changed_at > $1",
      [at],
    );
    assert.equal(midnight[0].n, 0);
  }
  for (const { at, filters, body } of said) {
    const { refreshed_at, ...then } = await read(filters, { limit: 50, as_of: at });
    const { refreshed_at: _, ...known } = body;
    // Where a person belonged is that of then, and what the department is called that of today.
    assert.deepEqual(then, known, `${seed} ${at} ${JSON.stringify(filters)}`);
    assert.equal(refreshed_at, at);
  }
});

test("a date stands for its end, and the future is refused", async () => {
  await matrix.at("2026-02-20T08:00:00Z");
  const today = await read({}, { as_of: "2026-02-20" });
  const { refreshed_at, ...now } = await read({});
  assert.deepEqual({ ...today, refreshed_at }, { refreshed_at, ...now });
  assert.equal((await read({}, { as_of: "2026-02-19" })).refreshed_at, "2026-02-19T22:59:59.999Z");
  assert.equal((await read({}, { as_of: "1999-01-01" })).summary.people, 0);
  for (const [as_of, code] of [
    ["2026-02-21", "OUT_OF_RANGE"],
    ["2026-02-20T08:00:01Z", "OUT_OF_RANGE"],
    ["2026-02-30", "INVALID_FORMAT"],
    ["0000-01-01", "INVALID_FORMAT"],
    ["yesterday", "INVALID_FORMAT"],
    ["\u0000", "INVALID_FORMAT"],
  ] as const) {
    const { status, body } = await matrix.api.get(`/api/v1/compliance/matrix?as_of=${encodeURIComponent(as_of)}`);
    assert.equal(status, 422, as_of);
    assert.equal(body.errors[0].parameter, "as_of");
    assert.equal(body.errors[0].code, code, as_of);
  }
});

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
  // Summer time began in Warsaw on the 29th.
  for (const [day, refreshed_at] of [
    ["2026-03-27", "2026-03-27T23:00:00.000Z"],
    ["2026-03-29", "2026-03-29T22:00:00.000Z"],
    ["2026-03-30", "2026-03-30T10:00:00.000Z"],
  ] as const) {
    await set(day);
    assert.equal((await read({})).refreshed_at, refreshed_at);
  }
});

test("filters that name nobody or nothing find nobody; those that cannot be read are refused", async () => {
  const unknown = "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f";
  const none = "00000000-0000-0000-0000-000000000000";
  const nobody: Record<string, string>[] = [
    { department_id: unknown },
    { department_id: none },
    { contractor_id: unknown },
    { contractor_id: none },
    { course_code: "NOTHING" },
    { department_query: "nowhere at all" },
    { department_query: "\u0301" },
    { offset: "9007199254740991" },
  ];
  for (const query of nobody) {
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

test("departments are found by a part of the name, and by what is much like it", async () => {
  const found = async (department_query: string) => (await read({ department_query })).summary.people;
  const { people } = modelOf(await matrix.people(), { department_query: "logistyka" });
  for (const query of ["LOGISTYKA", "logi", "  Logístyka "]) assert.equal(await found(query), people, query);
  const board = modelOf(await matrix.people(), { department_query: "zarzad" }).people;
  assert.equal(await found("Zarąd"), board, "a letter is missing");
});
