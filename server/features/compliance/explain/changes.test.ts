import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { needsServer } from "../../../../test/harness/database.ts";
import { settled } from "../../../../test/harness/settled.ts";

let training: TrainingOrganisation;
const created: string[] = [];

before(async () => {
  training = await openTraining({ courses: ["A", "B"].map((code) => ({ code, title: code })) }, 4);
  for (const [employee_no, course_code] of [
    ["P1", "A"],
    ["P2", "A"],
    ["P1", "B"],
  ]) {
    created.push((await training.api.post("/api/v1/enrollments", { employee_no, course_code })).body.id);
  }
});
after(() => training.close());

async function list(query = "", is_settled = true) {
  if (is_settled) await settled(training.database);
  const { status, body, text } = await training.api.get(`/api/v1/compliance/changes?${query}`);
  assert.equal(status, 200, text);
  assert.equal(text, JSON.stringify(body));
  return {
    ...body,
    pairs: body.changes.map((one: any) => `${one.employee_no} ${one.course_code} ${one.previous_status}>${one.status}`),
  };
}

test("changes come in the order in which they happened, page by page, and the reader can go on later", async () => {
  const all = ["P1 A null>PENDING", "P2 A null>PENDING", "P1 B null>PENDING"];
  const whole = await list();
  assert.deepEqual(whole.pairs, all);
  assert.equal(whole.pagination.next_cursor, null);
  const first = await list("limit=2");
  assert.equal(first.pagination.next_cursor, first.pagination.resume_cursor);
  const second = await list(`limit=2&cursor=${first.pagination.next_cursor}`);
  assert.deepEqual([...first.pairs, ...second.pairs], all);
  assert.equal(second.pagination.next_cursor, null);
  await training.api.post(`/api/v1/enrollments/${created[2]}/cancel`, {});
  const later = await list(`cursor=${second.pagination.resume_cursor}`);
  assert.deepEqual(later.pairs, ["P1 B PENDING>null"]);
  const nothing = await list(`cursor=${later.pagination.resume_cursor}`);
  assert.deepEqual([nothing.pairs, nothing.pagination.resume_cursor], [[], later.pagination.resume_cursor]);
});

test("a change of evidence that leaves the flag alone is none of the feed's", async () => {
  const before = await list();
  await training.api.patch(`/api/v1/enrollments/${created[0]}`, { due_date: "2026-05-05" });
  assert.deepEqual((await list()).pairs, before.pairs);
});

test("since skips what was before it, and a cursor remembers it", async () => {
  await training.at("2026-02-03T07:00:00Z");
  await training.api.post("/api/v1/enrollments", { employee_no: "P3", course_code: "A" });
  await training.api.post("/api/v1/enrollments", { employee_no: "P3", course_code: "B" });
  const first = await list("since=2026-02-03T08:00:00%2B01:00&limit=1");
  assert.deepEqual(first.pairs, ["P3 A null>PENDING"]);
  assert.deepEqual((await list(`cursor=${first.pagination.next_cursor}`)).pairs, ["P3 B null>PENDING"]);
});

test("what commits late is not lost", { skip: needsServer() }, async () => {
  const seen = (await list()).pagination.resume_cursor;
  // A transaction that has inserted its row and stays open while another one commits.
  const slow = await training.database.superuser.connect();
  try {
    await slow.query("begin");
    await slow.query(
      `insert into compliance_history (tenant_id, person_id, course_id, changed_at, status)
       select p.tenant_id, p.id, c.id, now(), 'OVERDUE' from person p, course c where p.employee_no = 'P4' and c.code = 'B'`,
    );
    await training.api.post("/api/v1/enrollments", { employee_no: "P4", course_code: "A" });
    const meanwhile = await list(`cursor=${seen}`, false);
    assert.deepEqual(meanwhile.pairs, [], "what came after an open transaction waits for it");
    await slow.query("commit");
    const later = await list(`cursor=${meanwhile.pagination.resume_cursor}`);
    assert.deepEqual(later.pairs.toSorted(), ["P4 A null>PENDING", "P4 B null>OVERDUE"]);
  } finally {
    slow.release();
  }
});

test("what was written last is what as_of says, also where its request had begun before the one whose change it follows", async () => {
  await training.at("2026-02-05T07:00:01Z");
  const { id } = (await training.api.post("/api/v1/enrollments", { employee_no: "P2", course_code: "B" })).body;
  await training.at("2026-02-05T07:00:00Z");
  assert.equal((await training.api.post(`/api/v1/enrollments/${id}/cancel`, {})).status, 200);
  assert.equal((await training.api.post("/api/v1/enrollments", { employee_no: "P2", course_code: "B" })).status, 201);
  await training.api.post("/api/v1/enrollments", { employee_no: "P1", course_code: "B" });
  await training.at("2026-02-05T07:00:02Z");
  const shown = async (query: string) =>
    (await training.api.get(`/api/v1/compliance/matrix?course_code=B${query}`)).body.rows.map((row: any) => [
      row.employee_no,
      row.courses["B"].enrollment_id,
    ]);
  const now = await shown("");
  assert.ok(now.length >= 2);
  assert.deepEqual(await shown("&as_of=2026-02-05T07:00:02Z"), now);
});

test("parameters that cannot be read are refused with their names", async () => {
  const { resume_cursor } = (await list()).pagination;
  const forged = (members: unknown) => Buffer.from(JSON.stringify(members)).toString("base64url");
  const wrong: [query: string, parameter: string, code: string][] = [
    ["limit=501", "limit", "OUT_OF_RANGE"],
    ["since=yesterday", "since", "INVALID_FORMAT"],
    ["cursor=nonsense", "cursor", "INVALID_FORMAT"],
    [`cursor=${forged([1, "99999999999999999999", 0, null])}`, "cursor", "INVALID_FORMAT"],
    [`cursor=${forged([1, "1", -1, null])}`, "cursor", "INVALID_FORMAT"],
    [`cursor=${forged([1, "1", 1, "0000-01-01T00:00:00Z"])}`, "cursor", "INVALID_FORMAT"],
    [`cursor=${forged([1, "1", 1])}`, "cursor", "INVALID_FORMAT"],
    [`cursor=${resume_cursor}&since=2026-01-01T00:00:00Z`, "cursor", "CONFLICTING_FIELDS"],
  ];
  for (const [query, parameter, code] of wrong) {
    const { status, body } = await training.api.get(`/api/v1/compliance/changes?${query}`);
    assert.equal(status, 422, query);
    assert.deepEqual([body.errors[0].parameter, body.errors[0].code], [parameter, code], query);
  }
  assert.deepEqual((await list(`cursor=${forged([1, "9999999999999999999", 0, null])}`)).pairs, []);
});
