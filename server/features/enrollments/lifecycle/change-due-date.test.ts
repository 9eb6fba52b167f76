import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { first_instant, openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { matchesSchema } from "../../../../test/harness/records.ts";
import { Enrollment } from "../schema.ts";

let training: TrainingOrganisation;

before(async () => {
  training = await openTraining({ courses: [{ code: "A", title: "A" }] }, 12);
});
after(() => training.close());

let people = 0;
async function assigned(due_date: string | null = "2026-02-28"): Promise<any> {
  people += 1;
  return (await training.api.post("/api/v1/enrollments", { employee_no: `P${people}`, course_code: "A", due_date })).body;
}
const patch = (id: string, body: unknown, headers = {}) => training.api.patch(`/api/v1/enrollments/${id}`, body, { headers });

test("a due date is moved and cleared, with one audit row and one event each", async () => {
  const before = await assigned();
  const events = (await training.events("enrollment.assigned")).length;
  const told = (await training.events("enrollment.updated")).length;
  const moved = await patch(before.id, { due_date: "2026-06-30" });
  assert.equal(moved.status, 200);
  matchesSchema(Enrollment, moved.body);
  assert.deepEqual({ ...moved.body, updated_at: null }, { ...before, due_date: "2026-06-30", updated_at: null });
  assert.ok(moved.body.updated_at >= before.updated_at);
  assert.equal((await patch(before.id, { due_date: null })).body.due_date, null);
  const rows = (await training.audit()).filter((row) => row.operation === "enrollment.change");
  assert.deepEqual(
    rows.map((row) => row.changes),
    [{ due_date: ["2026-02-28", "2026-06-30"] }, { due_date: ["2026-06-30", null] }],
  );
  assert.equal((await training.events("enrollment.assigned")).length, events);
  const changes = (await training.events("enrollment.updated")).slice(told);
  assert.deepEqual(
    changes.map(({ data }) => [data.enrollment.id, data.enrollment.due_date, data.changed_fields]),
    [
      [before.id, "2026-06-30", ["due_date"]],
      [before.id, null, ["due_date"]],
    ],
  );
});

test("moving the due date of an overdue enrollment brings its flag back, and time then changes it anew", async () => {
  const { id } = await assigned("2026-02-03");
  await training.at("2026-02-04T07:00:00Z");
  assert.equal((await training.api.get(`/api/v1/enrollments/${id}`)).body.compliance_status, "OVERDUE");
  const moved = await patch(id, { due_date: "2026-02-10" });
  assert.deepEqual([moved.body.compliance_status, moved.body.overdue], ["PENDING", false]);
  await training.at("2026-02-11T07:00:00Z");
  assert.equal((await training.api.get(`/api/v1/enrollments/${id}`)).body.compliance_status, "OVERDUE");
  await training.at(first_instant);
});

test("the record that was read can be written back: its other members are ignored, an unchanged date is no change", async () => {
  const before = await assigned("2026-02-02");
  await training.at("2026-02-20T07:00:00Z");
  const now = (await training.api.get(`/api/v1/enrollments/${before.id}`)).body;
  const reply = await patch(before.id, { ...now, status: "completed", score: 100, course_code: "B" });
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body, now);
  assert.deepEqual((await patch(before.id, {})).body, now);
  assert.equal(
    (await training.audit()).filter((row) => row.operation === "enrollment.change" && row.target_id === before.id).length,
    0,
  );
  await training.at(first_instant);
});

test("a date in the past, a wrong one and an unknown member are refused", async () => {
  const { id } = await assigned();
  for (const [body, pointer, code] of [
    [{ due_date: "2026-02-01" }, "#/due_date", "DATE_IN_PAST"],
    [{ due_date: "soon" }, "#/due_date", "INVALID_FORMAT"],
    [{ due_date: 5 }, "#/due_date", "INVALID_TYPE"],
    [{ due: "2026-03-01" }, "#/due", "UNKNOWN_FIELD"],
  ] as const) {
    const reply = await patch(id, body);
    assert.equal(reply.status, 422);
    assert.deepEqual([reply.body.errors[0].pointer, reply.body.errors[0].code], [pointer, code]);
  }
  assert.equal((await patch(id, { due_date: "2026-02-02" })).status, 200, "today is not past");
});

test("an enrollment that has ended keeps its due date", async () => {
  const { id } = await assigned();
  for (const state of ["completed", "cancelled", "withdrawn"]) {
    await training.database.superuser.query(
      "update enrollment set state = $2, cancelled_at = case $2 when 'cancelled' then now() end where id = $1",
      [id, state],
    );
    const reply = await patch(id, { due_date: "2026-06-30" });
    assert.deepEqual([reply.status, reply.body.code, reply.body.enrollment_status], [409, "ENROLLMENT_NOT_CHANGEABLE", state]);
  }
  await training.database.superuser.query("update enrollment set state = 'failed', cancelled_at = null where id = $1", [id]);
  assert.equal((await patch(id, { due_date: "2026-06-30" })).status, 200, "a failed one can still be resumed");
});

test("If-Match protects a change that was made meanwhile", async () => {
  const { id } = await assigned();
  const read = await training.api.get(`/api/v1/enrollments/${id}`);
  const etag = read.headers.get("etag")!;
  const first = await patch(id, { due_date: "2026-03-01" }, { "if-match": etag });
  assert.equal(first.status, 200);
  const second = await patch(id, { due_date: "2026-04-01" }, { "if-match": etag });
  assert.deepEqual([second.status, second.body.code], [412, "PRECONDITION_FAILED"]);
  assert.equal((await patch(id, { due_date: "2026-04-01" }, { "if-match": first.headers.get("etag")! })).status, 200);
  assert.equal((await patch(id, { due_date: "2026-05-01" }, { "if-match": "*" })).status, 200);
});
