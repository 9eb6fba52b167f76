import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../test/harness/organisation/enrollments.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { counted, pretend } from "../../../test/harness/rows-touched.ts";
import { createLimited, departmentOf } from "../../../test/isolation/departments.ts";
import { withinLimit } from "../../platform/db/limit/limit.ts";
import type { PagePlace, PageRow } from "../../platform/db/page.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { EnrollmentList } from "./schema.ts";
import { enrollmentPage } from "./sql.ts";

let training: TrainingOrganisation;
/** Ids in the order of their creation. */
const created: string[] = [];

before(async () => {
  training = await openTraining(
    {
      courses: ["A", "B"].map((code) => ({ code, title: code })),
      learning_paths: [{ code: "PATH", title: "Path", courses: ["B"] }],
    },
    4,
  );
  for (const [employee_no, course_code] of [
    ["P1", "A"],
    ["P2", "A"],
    ["P3", "A"],
    ["P1", "B"],
    ["P2", "B"],
  ]) {
    created.push((await training.api.post("/api/v1/enrollments", { employee_no, course_code })).body.id);
  }
});
after(() => training.close());

async function list(query = ""): Promise<{ pagination: any; ids: string[] }> {
  const { status, body, text } = await training.api.get(`/api/v1/enrollments${query}`);
  assert.equal(status, 200, text);
  matchesSchema(EnrollmentList, body);
  assert.equal(text, JSON.stringify(body));
  return { pagination: body.pagination, ids: body.enrollments.map((one: any) => one.id) };
}

test("enrollments come in the order of their creation, page by page", async () => {
  const all = await list();
  assert.deepEqual(all.ids, created);
  assert.deepEqual(all.pagination, { total: 5, limit: 100, offset: 0, next_cursor: null, next_updated_since: null });
  assert.deepEqual((await list("?limit=2&offset=2")).ids, created.slice(2, 4));
  const first = await list("?limit=3");
  const second = await list(`?limit=3&cursor=${first.pagination.next_cursor}`);
  assert.deepEqual([...first.ids, ...second.ids], created);
  assert.deepEqual([second.pagination.total, second.pagination.offset, second.pagination.next_cursor], [5, 3, null]);
});

test("filters narrow the list, and find nothing where they name no person", async () => {
  const { body } = await training.api.get(`/api/v1/enrollments/${created[0]}`);
  assert.deepEqual((await list("?employee_no=p1")).ids, [created[0], created[3]]);
  assert.deepEqual((await list(`?user_id=${body.user_id}&course_code=b`)).ids, [created[3]]);
  assert.deepEqual((await list("?status=assigned&source=api")).ids, created);
  assert.deepEqual((await list("?source=rule")).ids, []);
  assert.deepEqual((await list("?employee_no=NO-ONE")).ids, []);
  assert.deepEqual((await list("?course_code=NOTHING")).ids, []);
  assert.deepEqual((await list("?user_id=019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f")).ids, []);
});

test("parameters that cannot be read are refused with their names", async () => {
  const { pagination } = await list("?limit=1");
  const wrong: [query: string, parameter: string, code: string][] = [
    ["limit=501", "limit", "OUT_OF_RANGE"],
    ["offset=-1", "offset", "OUT_OF_RANGE"],
    ["status=done", "status", "NOT_ALLOWED_VALUE"],
    ["source=magic", "source", "NOT_ALLOWED_VALUE"],
    ["user_id=P1", "user_id", "INVALID_FORMAT"],
    [`employee_no=${"x".repeat(65)}`, "employee_no", "TOO_LONG"],
    ["updated_since=yesterday", "updated_since", "INVALID_FORMAT"],
    ["cursor=nonsense", "cursor", "INVALID_FORMAT"],
    [`cursor=${pagination.next_cursor}&offset=1`, "cursor", "CONFLICTING_FIELDS"],
    [`cursor=${pagination.next_cursor}&status=assigned`, "cursor", "INVALID_FORMAT"],
  ];
  for (const [query, parameter, code] of wrong) {
    const { status, body } = await training.api.get(`/api/v1/enrollments?${query}`);
    assert.equal(status, 422, query);
    assert.deepEqual([body.errors[0].parameter, body.errors[0].code], [parameter, code]);
  }
});

test("the feed of changes brings each change after the last one that was read, and names where to go on", async () => {
  let since = (await list("?updated_since=2020-01-01T00:00:00Z")).pagination.next_updated_since;
  await training.api.patch(`/api/v1/enrollments/${created[1]}`, { due_date: "2026-05-01" });
  await training.api.post(`/api/v1/enrollments/${created[0]}/cancel`);
  const seen: string[] = [];
  let page = await list(`?updated_since=${since}&limit=1`);
  seen.push(...page.ids);
  while (page.pagination.next_cursor !== null) {
    page = await list(`?limit=1&cursor=${page.pagination.next_cursor}`);
    seen.push(...page.ids);
  }
  assert.deepEqual(seen.slice(-2), [created[1], created[0]], "the last changes come last");
  since = page.pagination.next_updated_since;
  assert.ok(since);
  const { body: path } = await training.api.post("/api/v1/enrollments", { employee_no: "P4", course_code: "PATH" });
  assert.ok((await list(`?updated_since=${since}`)).ids.includes(path.id));
});

test("a single enrollment that has not changed is not sent again", async () => {
  const first = await training.api.get(`/api/v1/enrollments/${created[2]}`);
  const again = await training.api.get(`/api/v1/enrollments/${created[2]}`, {
    headers: { "if-none-match": first.headers.get("etag")! },
  });
  assert.equal(again.status, 304);
});

const many = 12_000;
const place_of_changes: PagePlace = { order: "changes", limit: 1, offset: 0, since: null, after: null };

test("enrollments that have changed since an instant are counted exactly, whether few have not changed or many", async (t) => {
  const { database, organisation } = training;
  const { tenant_id } = organisation;
  await insertMany(organisation.tenant_id);
  // One of four people is in no department, so that an administrator of the department does not see that person's enrollments.
  await database.superuser.query("update person set department_id = null where tenant_id = $1 and employee_no = 'P1'", [
    tenant_id,
  ]);
  const department_id = await departmentOf(database, organisation, "LN");
  const { id: administrator_id } = await createLimited(database, organisation, "training_admin", [department_id]);
  const { rows } = await database.superuser.query(
    `select e.source, e.updated_at, p.department_id from enrollment e join person p on p.id = e.person_id
     where e.tenant_id = $1 order by e.updated_at, e.id`,
    [tenant_id],
  );
  const pool = database.pool("muster_app", 1);
  const sinces = [0, 0.3, 0.8, 0.95].map((share) => rows[Math.floor(rows.length * share)].updated_at.toISOString() as string);
  for (const since of [...sinces, "2099-01-01T00:00:00Z"]) {
    for (const [filters, is_limited] of [
      [{}, false],
      [{}, true],
      [{ source: "rule" }, false],
      [{ source: "rule" }, true],
    ] as const) {
      const place = { ...place_of_changes, since };
      // The statement is made within the limit, as the product makes it.
      const read = () =>
        withTenant(pool, tenant_id, (db) => db.row<PageRow>(enrollmentPage(tenant_id, place, filters, "2026-03-01")));
      const page = await (is_limited ? withinLimit({ tenant_id, administrator_id }, read) : read());
      const changed = rows.filter(
        (row) =>
          row.updated_at >= new Date(since) &&
          ("source" in filters ? row.source === filters.source : true) &&
          (!is_limited || row.department_id === department_id),
      );
      assert.equal(page!.total, changed.length, `${JSON.stringify(filters)} since ${since}, limited: ${is_limited}`);
    }
  }
  for (const statistics of ["none", "a hundred times as much"] as const) {
    await t.test(`those that have not changed are looked through up to 10,001, with statistics: ${statistics}`, async () => {
      await pretend(database, statistics, "missing");
      await pretend(database, statistics, "there");
      const statement = enrollmentPage(tenant_id, { ...place_of_changes, since: sinces[3]! }, {}, "2026-03-01");
      const { plan } = await withTenant(pool, tenant_id, async (db) => {
        const counting = counted(db);
        await counting.db.row<PageRow>(statement);
        return (await counting.touched())[0]!;
      });
      const unchanged = [...plan.matchAll(/Index Only Scan".*updated_at < .*Actual Rows: (\d+)/g)].map((found) =>
        Number(found[1]),
      );
      assert.deepEqual(unchanged, [10_001], plan);
    });
  }
});

/** Enrollments that changed one after the other, a second apart, without the effects of an assignment. */
async function insertMany(tenant_id: string): Promise<void> {
  const client = await training.database.superuser.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    await client.query(
      `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, cycle_seq, source, mandatory, assigned_at,
         attempts_allowed, updated_at)
       select $1, infra.new_id(), p.id, c.id, 2027, n, case n % 3 when 0 then 'rule' else 'import' end, false, now(), 1,
         timestamptz '2026-03-01' + n * interval '1 second'
       from generate_series(1, $2::int) n
       join (select id, row_number() over (order by employee_no) - 1 as place from person where tenant_id = $1) p on p.place = n % 4
       join course c on c.tenant_id = $1 and c.code = 'A'`,
      [tenant_id, many],
    );
    await client.query("commit");
    await client.query("vacuum enrollment");
  } finally {
    client.release();
  }
}
