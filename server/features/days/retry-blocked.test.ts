import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { openSandbox, type Sandbox } from "../../../test/harness/organisation/sandbox.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox("2026-03-02T10:00:00Z", {
    courses: [{ code: "SEAT-01", title: "Seated", default_due_days: 30 }],
    licenses: [{ name: "Seats", courses: ["SEAT-01"], seats_total: 1 }],
    rules: [{ name: "Onboarding", when: { job_title: "Driver" }, assign: ["SEAT-01"], due_days: 14 }],
  });
});
afterEach(() => sandbox.close());

const hire = async (employee_no: string) => {
  const email = `${employee_no.toLowerCase()}@new.example`;
  const person = { employee_no, first_name: "Jan", last_name: "Nowak", email, job_title: "Driver" };
  const created = await sandbox.api.post("/api/v1/users", person);
  assert.equal(created.status, 201, created.text);
  return created.body.id as string;
};
const moreSeats = () => sandbox.database.superuser.query("update license set seats_total = 5");
const assigned = async (employee_no: string) =>
  (await sandbox.enrollmentsOf(employee_no, "SEAT-01")).map(({ source, status, assigned_at }) => [source, status, assigned_at]);

test("what a rule could not assign for want of a seat is assigned at the first midnight at which there is one", async () => {
  await hire("N1");
  await hire("N2");
  assert.deepEqual(await assigned("N2"), []);
  await sandbox.advance("P3D");
  assert.deepEqual(await assigned("N2"), []);
  assert.deepEqual(await sandbox.alerts(), [{ kind: "assignment_blocked", reason: "no_seat", open: true }]);
  await moreSeats();
  await sandbox.advance("PT12H");
  assert.deepEqual(await assigned("N2"), []);
  await sandbox.advance("P10D");
  assert.deepEqual(await assigned("N2"), [["rule", "assigned", "2026-03-05T23:00:00.000Z"]]);
  assert.deepEqual(await sandbox.alerts(), [{ kind: "assignment_blocked", reason: "no_seat", open: false }]);
  assert.equal((await sandbox.events("enrollment.assigned")).length, 2);
});

test("a person who had to wait gets the usual number of days, from the day of the assignment on", async () => {
  await hire("N1");
  await hire("N2");
  await sandbox.advance("P30D");
  const { rows } = await sandbox.database.superuser.query("select jsonb_array_length(wishes) as wishes from alert");
  assert.deepEqual(rows, [{ wishes: 1 }]);
  await moreSeats();
  await sandbox.advance("P1D");
  const [waited] = await sandbox.enrollmentsOf("N2", "SEAT-01");
  assert.deepEqual([waited.assigned_at, waited.due_date], ["2026-04-01T22:00:00.000Z", "2026-04-16"]);
  assert.equal(await sandbox.flagOf("N2", "SEAT-01"), "PENDING");
});

test("an assignment that is no longer required is not tried again", async () => {
  await hire("N1");
  const id = await hire("N2");
  await sandbox.api.patch(`/api/v1/users/${id}`, { job_title: "Clerk" });
  await moreSeats();
  await sandbox.advance("P3D");
  assert.deepEqual(await assigned("N2"), []);
  assert.deepEqual(
    (await sandbox.alerts()).map(({ open }) => open),
    [false],
  );
});

test("a person who leaves while waiting has no open alert", async () => {
  await hire("N1");
  const id = await hire("N2");
  await sandbox.api.patch(`/api/v1/users/${id}`, { active: false });
  await moreSeats();
  await sandbox.advance("P3D");
  assert.deepEqual(await assigned("N2"), []);
  assert.deepEqual(
    (await sandbox.alerts()).map(({ open }) => open),
    [false],
  );
});
