import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  modelOf,
  openMatrix,
  type Filters,
  type MatrixOrganisation,
  type ModelPerson,
} from "../../../../test/harness/organisation/matrix.ts";
import { matchesSchema } from "../../../../test/harness/records.ts";
import { seeded } from "../../../../test/input/seeded.ts";
import { firstPage, planOf } from "./matrix.ts";
import { withinLimit } from "../../../platform/db/limit/limit.ts";
import { readMatrixRows, type PagePlan, type PageScope } from "./matrix-sql.ts";
import { openRows } from "./packed-rows.ts";
import { Matrix } from "../schema.ts";
import { severity_order } from "../flag/status.ts";

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
        const page = { scope, plan: { via, backward, skip, take } };
        const rows = await readMatrixRows(pool, tenant_id, page, () => openRows("[", take));
        const shown_rows = JSON.parse(rows.end("]").toString()) as { employee_no: string }[];
        const numbers = shown_rows.map(({ employee_no }) => employee_no);
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

test("a first page is read beside its counters only where an index has the people of its filter alone", () => {
  const [tenant_id, department_id, contractor_id, administrator_id] = [
    crypto.randomUUID(),
    ...["a", "b", "c"].map((digit) => `0190a1b2-0000-7000-8000-00000000000${digit}`),
  ] as [string, string, string, string];
  const page = { limit: 50, offset: 0 };
  const flag = { compliance_flag: "OVERDUE" as const };
  for (const query of [page, { ...page, department_id }, { ...page, contractor_id }, { ...page, ...flag }]) {
    assert.notEqual(firstPage(query), null, JSON.stringify(query));
    assert.equal(
      withinLimit({ tenant_id, administrator_id }, () => firstPage(query)),
      null,
      JSON.stringify(query),
    );
  }
  for (const query of [
    { ...page, department_id, contractor_id },
    { ...page, department_id, ...flag },
    { ...page, contractor_id, ...flag },
    { ...page, worker_type: "b2b_contractor" as const },
    { ...page, course_code: "A" },
    { ...page, offset: 50 },
  ])
    assert.equal(firstPage(query), null, JSON.stringify(query));
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
    // The row has the person's department of that day, with the department's present name.
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
