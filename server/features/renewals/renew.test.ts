import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type { OrganisationFileInput } from "../../../test/harness/organisation/organisation.ts";
import { administratorOf, operatorPoolOf } from "../../../test/harness/organisation/organisation.ts";
import { openSandbox, type Sandbox } from "../../../test/harness/organisation/sandbox.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { recordExternal } from "../certificates/record-external.ts";

const renewal = { enabled: true, lead_days: 60, basis: "expiry" } as const;
const year = { value: 12, unit: "month" } as const;
const file: OrganisationFileInput = {
  courses: [
    { code: "FORK-01", title: "Forklift", validity: year, renewal, expiring_soon_days: 60, default_due_days: 30 },
    {
      code: "HALF-01",
      title: "Twice a year",
      validity: { value: 6, unit: "month" },
      renewal: { ...renewal, lead_days: 30 },
      expiring_soon_days: 30,
    },
    { code: "SEAT-01", title: "Seated", validity: year, renewal: { ...renewal, lead_days: 30 }, default_due_days: 30 },
    { code: "PLAIN-01", title: "Not renewed", validity: year },
  ],
  licenses: [{ name: "Seats", courses: ["SEAT-01"], seats_total: 1, seat_unit: "enrollment" }],
};

let sandbox: Sandbox;
afterEach(() => sandbox.close());

/** A person who has passed a course on 1 March 2026. */
async function openWith(course_code: string, count = 1): Promise<void> {
  sandbox = await openSandbox("2026-03-01T10:00:00Z", file, count);
  const { id } = await sandbox.assign("P1", course_code);
  await sandbox.complete(id);
}

const newest = async (employee_no: string, course_code: string) => (await sandbox.enrollmentsOf(employee_no, course_code)).at(-1);

test("the renewal opens at the midnight of its lead, due on the last day of the certificate", async () => {
  await openWith("FORK-01");
  const [first] = await sandbox.enrollmentsOf("P1", "FORK-01");
  await sandbox.advance("2026-12-29T22:59:59Z");
  assert.equal((await sandbox.enrollmentsOf("P1", "FORK-01")).length, 1);
  await sandbox.advance("PT1S");
  const renewed = await newest("P1", "FORK-01");
  assert.deepEqual(
    [renewed.source, renewed.assigned_at, renewed.due_date, renewed.cycle_year, renewed.renewal_of, renewed.status],
    ["renewal", "2026-12-29T23:00:00.000Z", "2027-02-28", 2027, first.id, "assigned"],
  );
  assert.equal(await sandbox.flagOf("P1", "FORK-01"), "EXPIRING_SOON");
  const told = await sandbox.events("enrollment.assigned");
  assert.deepEqual(
    told.map(({ created_at, data }) => [created_at, data.assigned_by.name, data.compliance_status]),
    [
      ["2026-03-01T10:00:00.000Z", "HR sync", "PENDING"],
      ["2026-12-29T23:00:00.000Z", "renewal", "EXPIRING_SOON"],
    ],
  );
});

test("renewed inside the window no day is lost, and each year has one renewal", async () => {
  await openWith("FORK-01");
  for (const [now, cycle_year, valid_from, valid_until] of [
    ["2027-02-10T10:00:00Z", 2027, "2027-03-01", "2028-02-29"],
    ["2028-02-10T10:00:00Z", 2028, "2028-03-01", "2029-02-28"],
  ] as const) {
    await sandbox.advance(now);
    const { id, cycle_year: cycle } = await newest("P1", "FORK-01");
    const { certificate } = await sandbox.complete(id);
    assert.deepEqual([cycle, certificate.valid_from, certificate.valid_until], [cycle_year, valid_from, valid_until]);
    assert.equal(await sandbox.flagOf("P1", "FORK-01"), "COMPLIANT");
  }
  await sandbox.advance("2028-12-01T10:00:00Z");
  assert.equal((await sandbox.enrollmentsOf("P1", "FORK-01")).length, 3);
  assert.deepEqual(await sandbox.events("compliance.expired"), []);
});

test("a certificate that is not renewed in time ends, and a late renewal starts anew", async () => {
  await openWith("FORK-01");
  await sandbox.advance("2027-03-20T10:00:00Z");
  assert.equal(await sandbox.flagOf("P1", "FORK-01"), "OVERDUE");
  assert.equal((await sandbox.events("compliance.expired")).length, 1);
  const { certificate } = await sandbox.complete((await newest("P1", "FORK-01")).id);
  assert.deepEqual([certificate.valid_from, certificate.valid_until], ["2027-03-20", "2028-03-19"]);
  assert.equal(await sandbox.flagOf("P1", "FORK-01"), "COMPLIANT");
});

test("two renewals of one year follow each other within it", async () => {
  await openWith("HALF-01");
  await sandbox.advance("2026-08-15T10:00:00Z");
  await sandbox.complete((await newest("P1", "HALF-01")).id);
  await sandbox.advance("2027-02-15T10:00:00Z");
  await sandbox.complete((await newest("P1", "HALF-01")).id);
  await sandbox.advance("2027-08-15T10:00:00Z");
  const enrollments = await sandbox.enrollmentsOf("P1", "HALF-01");
  assert.deepEqual(
    enrollments.map(({ cycle_year, due_date, status }) => [cycle_year, due_date, status]),
    [
      [2026, null, "completed"],
      [2026, "2026-08-31", "completed"],
      [2027, "2027-02-28", "completed"],
      [2027, "2027-08-31", "assigned"],
    ],
  );
  assert.equal(await sandbox.flagOf("P1", "HALF-01"), "EXPIRING_SOON");
});

test("without a seat there is an alert and no enrollment, and the renewal comes the night after a seat came free", async () => {
  await openWith("SEAT-01", 2);
  await sandbox.database.superuser.query("update license set release = 'always'");
  await sandbox.advance("2027-01-20T10:00:00Z");
  const { rows } = await sandbox.database.superuser.query("select seats_used from license");
  assert.equal(rows[0].seats_used, 1);
  await sandbox.advance("2027-02-10T10:00:00Z");
  assert.equal((await sandbox.enrollmentsOf("P1", "SEAT-01")).length, 1);
  assert.deepEqual(await sandbox.alerts(), [{ kind: "renewal_blocked", reason: "no_seat", open: true }]);

  await sandbox.database.superuser.query("update license set seats_total = 2");
  await sandbox.advance("2027-02-10T22:59:59Z");
  assert.equal((await sandbox.enrollmentsOf("P1", "SEAT-01")).length, 1);
  await sandbox.advance("PT1S");
  const renewed = await newest("P1", "SEAT-01");
  assert.deepEqual([renewed.source, renewed.due_date], ["renewal", "2027-02-28"]);
  assert.deepEqual(await sandbox.alerts(), [{ kind: "renewal_blocked", reason: "no_seat", open: false }]);
});

test("what can only come free by time is renewed on the day on which a licence begins", async () => {
  await openWith("SEAT-01");
  await sandbox.database.superuser.query("update license set valid_until = '2026-12-31'");
  await sandbox.database.superuser.query(
    `with l as (
       insert into license (tenant_id, id, name, name_norm, model, seats_total, valid_from)
       select tenant_id, gen_random_uuid(), 'Next', 'next', 'seats', 5, '2027-02-20' from license returning tenant_id, id)
     insert into license_item select l.tenant_id, l.id, i.course_id from l join license_item i on i.tenant_id = l.tenant_id`,
  );
  await sandbox.advance("2027-06-01T10:00:00Z");
  const renewed = await newest("P1", "SEAT-01");
  assert.deepEqual([renewed.source, renewed.assigned_at], ["renewal", "2027-02-19T23:00:00.000Z"]);
  assert.deepEqual(
    (await sandbox.alerts()).map(({ reason, open }) => [reason, open]),
    [["license_expired", false]],
  );
});

test("a cancelled renewal is not made again; one that ended with the account is, after its return", async () => {
  await openWith("FORK-01", 2);
  await sandbox.complete((await sandbox.assign("P2", "FORK-01")).id);
  await sandbox.advance("2027-01-10T10:00:00Z");
  const { id } = await newest("P1", "FORK-01");
  await sandbox.api.post(`/api/v1/enrollments/${id}/cancel`);
  const { users } = (await sandbox.api.get("/api/v1/users?employee_no=P2")).body;
  const set = async (active: boolean) =>
    assert.equal((await sandbox.api.patch(`/api/v1/users/${users[0].id}`, { active })).status, 200);
  await set(false);
  await sandbox.advance("P3D");
  await set(true);
  await sandbox.advance("P3D");
  const statuses = async (employee_no: string) =>
    (await sandbox.enrollmentsOf(employee_no, "FORK-01")).map(({ status }) => status);
  assert.deepEqual(await statuses("P1"), ["completed", "cancelled"]);
  assert.deepEqual(await statuses("P2"), ["completed", "cancelled", "assigned"]);
});

test("a course without renewals, or one that is archived, is not renewed", async () => {
  await openWith("PLAIN-01");
  await sandbox.complete((await sandbox.assign("P1", "FORK-01")).id);
  await sandbox.database.superuser.query("update course set active = false where code = 'FORK-01'");
  await sandbox.advance("P2Y");
  assert.equal((await sandbox.enrollmentsOf("P1", "PLAIN-01")).length, 1);
  assert.equal((await sandbox.enrollmentsOf("P1", "FORK-01")).length, 1);
  assert.deepEqual(await sandbox.alerts(), []);
  assert.equal((await sandbox.events("compliance.expired")).length, 2);
});

test("a certificate that was not renewed for more than 90 days gets a new due date", async () => {
  await openWith("FORK-01");
  const { superuser } = sandbox.database;
  await superuser.query("update course set renewal_enabled = false where code = 'FORK-01'");
  await sandbox.advance("2027-07-01T10:00:00Z");
  await superuser.query("update course set renewal_enabled = true where code = 'FORK-01'");
  await sandbox.advance("P1D");
  const renewed = await newest("P1", "FORK-01");
  assert.deepEqual([renewed.source, renewed.due_date], ["renewal", "2027-08-01"]);
});

test("the renewal of external evidence ends with the rule that asks for the course", async () => {
  sandbox = await openSandbox("2026-03-01T10:00:00Z", {
    ...file,
    departments: [
      { name: "Logistyka Północ", code: "LN" },
      { name: "Biuro", code: "BIU" },
    ],
    rules: [{ name: "Drivers", when: { department: "LN" }, assign: ["FORK-01"] }],
  });
  const { database, organisation, api } = sandbox;
  const { rows } = await database.superuser.query(
    "select p.id as person_id, c.id as course_id from person p, course c where c.code = 'FORK-01'",
  );
  const evidence = { ...rows[0], issuer: "Elsewhere", valid_from: "2025-06-01", valid_until: "2026-05-31" };
  const context = { ...administratorOf(organisation), now: Temporal.Instant.from("2026-03-01T10:00:00Z") };
  await withTenant(operatorPoolOf(database), organisation.tenant_id, (db) => recordExternal(db, context, evidence));
  const change = async (patch: object) =>
    assert.equal((await api.patch(`/api/v1/users/${rows[0].person_id}`, patch)).status, 200);
  await change({ job_title: "Driver" });
  assert.deepEqual(await sandbox.enrollmentsOf("P1", "FORK-01"), []);

  await sandbox.advance("2026-04-10T10:00:00Z");
  const { source, status } = await newest("P1", "FORK-01");
  assert.deepEqual([source, status], ["renewal", "assigned"]);
  await change({ department_name: "Biuro" });
  const ended = await newest("P1", "FORK-01");
  assert.deepEqual([ended.status, ended.cancel_reason], ["cancelled", "department_changed"]);
  await sandbox.advance("2026-07-01T10:00:00Z");
  assert.equal((await sandbox.enrollmentsOf("P1", "FORK-01")).length, 1);
  assert.equal(await sandbox.flagOf("P1", "FORK-01"), null);
});
