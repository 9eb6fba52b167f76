import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { signInAs } from "../../../../test/harness/panel/panel.ts";
import { matchesSchema } from "../../../../test/harness/records.ts";
import { apiOf, byKey } from "../../../../test/harness/server.ts";
import { createOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { EnrollmentCancelled } from "../events.ts";
import { Enrollment } from "../schema.ts";

let training: TrainingOrganisation;

before(async () => {
  training = await openTraining(
    {
      courses: ["A", "B", "C", "D"].map((code) => ({ code, title: code })),
      licenses: [
        { name: "unstarted", courses: ["A"], seats_total: 9 },
        { name: "always", courses: ["B"], seats_total: 9, release: "always" },
        { name: "never", courses: ["C"], seats_total: 9, release: "never" },
        { name: "always, by enrollment", courses: ["D"], seats_total: 9, release: "always", seat_unit: "enrollment" },
      ],
    },
    6,
  );
});
after(() => training.close());

const assign = async (employee_no: string, course_code: string): Promise<any> =>
  (await training.api.post("/api/v1/enrollments", { employee_no, course_code })).body;
const cancel = (id: string) => training.api.post(`/api/v1/enrollments/${id}/cancel`);
const setState = (id: string, state: string) =>
  training.database.superuser.query("update enrollment set state = $2 where id = $1", [id, state]);
const eventsOf = async (id: string) =>
  (await training.events("enrollment.cancelled")).filter((event) => event.data.enrollment.id === id);

test("an enrollment that was not started is cancelled, with its event, audit row, flag and seat", async () => {
  const enrollment = await assign("P1", "A");
  await training.at("2026-02-10T09:00:00Z");
  const reply = await cancel(enrollment.id);
  assert.equal(reply.status, 200);
  matchesSchema(Enrollment, reply.body);
  assert.deepEqual(
    { ...reply.body, updated_at: enrollment.updated_at },
    {
      ...enrollment,
      status: "cancelled",
      cancelled_at: "2026-02-10T09:00:00.000Z",
      cancel_reason: "api",
      compliance_status: null,
    },
  );
  assert.equal((await training.api.get(`/api/v1/enrollments/${enrollment.id}`)).headers.get("etag"), reply.headers.get("etag"));

  const [event, ...others] = await eventsOf(enrollment.id);
  assert.deepEqual(others, []);
  matchesSchema(EnrollmentCancelled, event.data);
  const { user, course, enrollment: told, ...rest } = event.data;
  assert.deepEqual([user.employee_no, course.code, told.status, told.due_date], ["P1", "A", "cancelled", null]);
  assert.deepEqual(rest, {
    cancelled_at: "2026-02-10T09:00:00.000Z",
    cancel_reason: "api",
    cancelled_by: { type: "client", id: training.organisation.clients["HR sync"]!.client_id, name: "HR sync" },
    batch_id: null,
  });
  const rows = (await training.audit()).filter((row) => row.operation === "enrollment.cancel");
  assert.deepEqual(
    rows.map((row) => [row.target_id, row.changes.status]),
    [[enrollment.id, ["assigned", "cancelled"]]],
  );
  assert.deepEqual((await training.seats())["unstarted"], { used: 0, held: 0 });
  assert.equal((await training.database.superuser.query("select from compliance_status")).rowCount, 0);
});

test("what an administrator cancels in the panel says so", async () => {
  const { server, database, organisation } = training;
  const panel = await signInAs(server, database, organisation, "training_admin");
  const enrollment = await assign("P5", "A");
  assert.equal((await panel.post(`/enrollments/${enrollment.id}/cancel`)).status, 200);
  const [event] = await eventsOf(enrollment.id);
  assert.deepEqual([event!.data.cancel_reason, event!.data.cancelled_by.id], ["admin", panel.account.id]);
});

test("cancelling again answers alike and does nothing", async () => {
  const { id } = await assign("P2", "A");
  const first = await cancel(id);
  const second = await cancel(id);
  assert.equal(second.status, 200);
  assert.equal(second.text, first.text);
  assert.equal((await eventsOf(id)).length, 1);
  assert.equal((await training.audit()).filter((row) => row.target_id === id).length, 2, "assigned and cancelled");
});

test("a client that always sends a media type may leave the body out", async () => {
  const { id } = await assign("P2", "A");
  const headers = { "content-type": "application/json" };
  assert.equal((await training.api.post(`/api/v1/enrollments/${id}/cancel`, undefined, { headers })).status, 200);
  assert.equal((await training.api.post("/api/v1/enrollments", undefined, { headers })).status, 400);
});

test("only an assigned enrollment can be cancelled; the answer names the state", async () => {
  const { id } = await assign("P3", "A");
  for (const state of ["in_progress", "completed", "failed", "withdrawn"]) {
    await setState(id, state);
    const reply = await cancel(id);
    assert.deepEqual([reply.status, reply.body.code, reply.body.enrollment_status], [409, "ENROLLMENT_NOT_CANCELLABLE", state]);
  }
  assert.deepEqual(await eventsOf(id), []);
});

test("unknown ids, nonsense and another organisation's ids are all not found", async () => {
  const { id } = await assign("P4", "A");
  const other = await createOrganisation(training.database, {
    organisation: { code: "OTHER" },
    clients: [{ name: "theirs", scopes: ["enrollments:write"] }],
  });
  const theirs = apiOf(training.server, byKey("OTHER", other.clients["theirs"]!.secret));
  for (const [api, unknown] of [
    [training.api, "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f"],
    [training.api, "nonsense"],
    [theirs, id],
  ] as const) {
    const replies = [
      await api.get(`/api/v1/enrollments/${unknown}`),
      await api.post(`/api/v1/enrollments/${unknown}/cancel`),
      await api.patch(`/api/v1/enrollments/${unknown}`, { due_date: null }),
    ];
    for (const reply of replies)
      assert.deepEqual([reply.status, reply.body.code, reply.body.detail], [404, "NOT_FOUND", "No such enrollment."]);
  }
  assert.equal((await training.api.get(`/api/v1/enrollments/${id}`)).body.status, "assigned");
});

test("a member that means nothing is refused", async () => {
  const { id } = await assign("P5", "A");
  const reply = await training.api.post(`/api/v1/enrollments/${id}/cancel`, { reason: "moved" });
  assert.deepEqual([reply.status, reply.body.errors[0].pointer, reply.body.errors[0].code], [422, "#/reason", "UNKNOWN_FIELD"]);
  assert.equal((await training.api.post(`/api/v1/enrollments/${id}/cancel`, {})).status, 200);
});

test("deactivating a person cancels unstarted enrollments, withdraws started ones, frees seats by policy and ends every flag", async () => {
  const held = async () =>
    Object.fromEntries(
      Object.entries(await training.seats()).map(([name, { used, held }]) => (assert.equal(used, held), [name, used])),
    );
  const before = await held();
  const [a, b, c, d] = [await assign("P6", "A"), await assign("P6", "B"), await assign("P6", "C"), await assign("P6", "D")];
  await setState(a.id, "in_progress");
  await setState(b.id, "completed");
  await setState(d.id, "in_progress");
  const { status } = await training.api.patch(`/api/v1/users/${a.user_id}`, { active: false });
  assert.equal(status, 200);

  const { body } = await training.api.get("/api/v1/enrollments?employee_no=P6");
  const states = Object.fromEntries(
    body.enrollments.map((one: any) => [one.course_code, [one.status, one.cancel_reason, one.compliance_status]]),
  );
  assert.deepEqual(states, {
    A: ["withdrawn", null, null],
    B: ["completed", null, null],
    C: ["cancelled", "person_deactivated", null],
    D: ["withdrawn", null, null],
  });
  assert.deepEqual(await held(), { ...before, unstarted: before["unstarted"]! + 1, never: before["never"]! + 1 });
  const [event] = await eventsOf(c.id);
  assert.equal(event.data.cancel_reason, "person_deactivated");

  await training.api.patch(`/api/v1/users/${a.user_id}`, { active: true });
  const again = await training.api.get("/api/v1/enrollments?employee_no=P6&course_code=B");
  assert.equal(again.body.enrollments[0].compliance_status, "COMPLIANT", "what was completed counts again");
});
