import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../test/harness/organisation/enrollments.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { EnrollmentList } from "./schema.ts";

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
