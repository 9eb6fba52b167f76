import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openRuled, type Ruled } from "../../../test/harness/organisation/rules.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { joinGroup, type ManualGroup } from "../groups/join.ts";
import { listGroups } from "../groups/sql.ts";
import { deactivatePeople } from "./deactivate.ts";
import { resumePerson } from "./resume.ts";
import { suspendPerson } from "./suspend.ts";

let ruled: Ruled;
before(async () => {
  ruled = await openRuled({
    departments: [
      { name: "Operations", code: "OPS" },
      { name: "Maintenance", code: "MAINT" },
    ],
    courses: [
      { code: "FORKLIFT", title: "Forklift", validity: { value: 12, unit: "month" } },
      { code: "LOTO", title: "Lockout" },
      { code: "SAFETY", title: "Safety" },
      { code: "FIRE", title: "Fire warden" },
    ],
    licenses: [{ name: "Forklift", courses: ["FORKLIFT"], seats_total: 1000 }],
    groups: [
      { code: "LEADERS", name: "Leaders", when: { job_title: "leader" }, courses: ["SAFETY"] },
      { code: "WARDENS", name: "Wardens", courses: ["FIRE"], due_days: 5 },
      { code: "DRIVERS", name: "Drivers", when: { job_title: "driver" }, courses: ["FORKLIFT"] },
    ],
    rules: [
      { name: "Operations", when: { department: "OPS" }, assign: ["FORKLIFT"], due_days: 14 },
      { name: "Maintenance", when: { department: "MAINT" }, assign: ["LOTO"], due_days: 7 },
    ],
  });
});
after(() => ruled.close());
beforeEach(async () => {
  await ruled.at("2026-02-02T07:00:00Z");
  await ruled.told();
});

const tenant = () => ruled.organisation.tenant_id;
const usedSeats = async () => (await ruled.query("select seats_used from license"))[0].seats_used as number;
const inMatrix = async (person: { id: string }) =>
  (await ruled.query("select 1 from compliance_person where person_id = $1", [person.id])).length === 1;

test("who is deactivated loses what was not started, leaves dynamic groups and the matrix, and frees the seat", async () => {
  const seats = await usedSeats();
  const person = await ruled.hire("A1", { department_name: "Operations", job_title: "Shift leader" });
  assert.equal(await usedSeats(), seats + 1);
  await ruled.told();
  await ruled.change(person, { active: false });
  assert.deepEqual((await ruled.told()).sort(), [
    "enrollment.cancelled FORKLIFT person_deactivated HR sync",
    "enrollment.cancelled SAFETY person_deactivated HR sync",
    'group.member_left LEADERS rule_unmatched job_title contains "leader"',
  ]);
  assert.equal(await usedSeats(), seats);
  assert.equal(await inMatrix(person), false);
  const left = await ruled.query("select 1 from rule_match where person_id = $1", [person.id]);
  assert.deepEqual(left, []);
});

test("who comes back has nothing revived: rules run again, with new due dates from today", async () => {
  const person = await ruled.hire("A2", { department_name: "Operations", job_title: "Shift leader" });
  await ruled.change(person, { active: false });
  await ruled.told();
  await ruled.at("2026-05-01T07:00:00Z");
  await ruled.change(person, { active: true });
  assert.deepEqual((await ruled.told()).sort(), [
    "enrollment.assigned FORKLIFT rule Operations",
    "enrollment.assigned SAFETY group Leaders",
    'group.member_joined LEADERS rule_matched job_title contains "leader"',
  ]);
  assert.deepEqual((await ruled.has(person)).toSorted(), [
    "FORKLIFT assigned rule 2026-05-15 PENDING",
    "FORKLIFT cancelled rule 2026-02-16 PENDING",
    "SAFETY assigned group null PENDING",
    "SAFETY cancelled group null PENDING",
  ]);
});

test("a certificate that is still valid counts for who comes back, and one of a former department's does not oblige", async () => {
  const person = await ruled.hire("A3", { department_name: "Operations" });
  await certify(person, "2026-02-02", "2027-02-01");
  await ruled.change(person, { active: false });
  await ruled.change(person, { active: true });
  assert.deepEqual(await ruled.has(person), ["FORKLIFT completed rule 2026-02-16 COMPLIANT"]);
  await ruled.change(person, { active: false });
  assert.deepEqual(await ruled.has(person), ["FORKLIFT completed (lapsed) rule 2026-02-16 null"]);
  await ruled.change(person, { active: true, department_name: "Maintenance" });
  assert.deepEqual(await ruled.has(person), [
    "FORKLIFT completed (lapsed) rule 2026-02-16 COMPLIANT",
    "LOTO assigned rule 2026-02-09 PENDING",
  ]);
});

test("a certificate that has ended does not count for who comes back in its cycle: the course is assigned anew", async () => {
  const person = await ruled.hire("A5", { department_name: "Operations" });
  await certify(person, "2026-02-02", "2026-06-01");
  await ruled.change(person, { active: false });
  await ruled.at("2026-07-01T07:00:00Z");
  await ruled.told();
  await ruled.change(person, { active: true });
  assert.deepEqual(await ruled.told(), ["enrollment.assigned FORKLIFT rule Operations"]);
  assert.deepEqual(await ruled.has(person), [
    "FORKLIFT completed (lapsed) rule 2026-02-16 PENDING",
    "FORKLIFT assigned rule 2026-07-15 PENDING",
  ]);
});

test("a person who is overdue by an ended certificate stays so when another source assigns the course too", async () => {
  const person = await ruled.hire("A6", { department_name: "Operations" });
  await certify(person, "2026-02-02", "2026-06-01");
  await ruled.at("2026-07-01T07:00:00Z");
  await ruled.told();
  await ruled.change(person, { job_title: "Driver" });
  assert.deepEqual(await ruled.told(), ['group.member_joined DRIVERS rule_matched job_title contains "driver"']);
  assert.deepEqual(await ruled.has(person), ["FORKLIFT completed rule 2026-02-16 OVERDUE"]);
});

test("a member of a manual group stays one while away, and gets its courses anew on return", async () => {
  const person = await ruled.hire("A4");
  await join(person);
  assert.deepEqual(await ruled.has(person), ["FIRE assigned group 2026-02-07 PENDING"]);
  await ruled.change(person, { active: false });
  await ruled.told();
  await ruled.at("2026-03-01T07:00:00Z");
  await ruled.change(person, { active: true });
  assert.deepEqual(await ruled.told(), ["enrollment.assigned FIRE group Wardens"]);
  assert.deepEqual((await ruled.has(person)).toSorted(), [
    "FIRE assigned group 2026-03-06 PENDING",
    "FIRE cancelled group 2026-02-07 PENDING",
  ]);
});

test("while an account is suspended nothing happens to it; on return due dates have moved by the days of the pause", async () => {
  const person = await ruled.hire("B1", { department_name: "Operations" });
  await ruled.told();
  const seats = await usedSeats();
  await suspendPerson(ruled.pool, await ruled.administrator(), person.id);
  assert.equal(await inMatrix(person), false);
  assert.deepEqual(await ruled.has(person), ["FORKLIFT assigned rule 2026-02-16 null"]);
  await ruled.change(person, { department_name: "Maintenance" });
  assert.deepEqual(await ruled.has(person), ["FORKLIFT assigned rule 2026-02-16 null"]);
  assert.deepEqual(await ruled.told(), []);
  assert.equal(await usedSeats(), seats);
  await ruled.change(person, { department_name: "Operations" });

  // The suspension ends after summer time has begun: 59 calendar days, although one hour is missing.
  await ruled.at("2026-04-01T22:30:00Z");
  await resumePerson(ruled.pool, await ruled.administrator(), person.id);
  assert.equal(await inMatrix(person), true);
  assert.deepEqual(await ruled.has(person), ["FORKLIFT assigned rule 2026-04-16 PENDING"]);
  assert.deepEqual(await ruled.told(), []);
  const [row] = await ruled.query("select state, suspended_at from person where id = $1", [person.id]);
  assert.deepEqual(row, { state: "invited", suspended_at: null });
  const audited = await ruled.query(
    "select operation, changes from audit_log where target_id = $1 and actor_type = 'administrator' order by xid",
    [person.id],
  );
  assert.deepEqual(audited, [
    { operation: "person.suspend", changes: { state: ["invited", "suspended"], suspended_on: [null, "2026-02-02"] } },
    { operation: "person.resume", changes: { state: ["suspended", "invited"], paused_days: [null, 59] } },
  ]);
});

test("what has changed for a suspended person is caught up with on return", async () => {
  const person = await ruled.hire("B2", { department_name: "Operations" });
  await suspendPerson(ruled.pool, await ruled.administrator(), person.id);
  await ruled.change(person, { department_name: "Maintenance" });
  await ruled.told();
  await ruled.at("2026-02-10T07:00:00Z");
  await resumePerson(ruled.pool, await ruled.administrator(), person.id);
  assert.deepEqual((await ruled.told()).sort(), [
    "enrollment.assigned LOTO rule Maintenance",
    "enrollment.cancelled FORKLIFT department_changed Operations",
  ]);
});

test("suspending twice and resuming twice changes nothing the second time; accounts that have ended refuse both", async () => {
  const person = await ruled.hire("B3", { department_name: "Operations" });
  const admin = await ruled.administrator();
  await suspendPerson(ruled.pool, admin, person.id);
  await suspendPerson(ruled.pool, admin, person.id);
  await resumePerson(ruled.pool, admin, person.id);
  await resumePerson(ruled.pool, admin, person.id);
  const [{ n }] = await ruled.query(
    "select count(*)::int as n from audit_log where target_id = $1 and actor_type = 'administrator'",
    [person.id],
  );
  assert.equal(n, 2);
  await ruled.change(person, { active: false });
  for (const use of [suspendPerson, resumePerson]) {
    await assert.rejects(use(ruled.pool, admin, person.id), /PERSON_NOT_IN_USE/);
    await assert.rejects(use(ruled.pool, admin, newId()), /NOT_FOUND/);
  }
});

test("people are deactivated together under one batch, with an audit row each; who has left is passed over", async () => {
  const [one, two, gone] = [
    await ruled.hire("C1", { department_name: "Operations", job_title: "leader" }),
    await ruled.hire("C2", { department_name: "Maintenance" }),
    await ruled.hire("C3", { department_name: "Maintenance" }),
  ];
  await ruled.change(gone, { active: false });
  await ruled.told();
  const batch_id = newId();
  const context = await ruled.administrator();
  const ids = [one.id, two.id, gone.id, newId()];
  const deactivate = () => withTenant(ruled.pool, tenant(), (db) => deactivatePeople(db, context, ids, { batch_id }));
  assert.equal(await deactivate(), 2);
  assert.equal(await deactivate(), 0);
  assert.equal((await ruled.told()).length, 4);
  for (const type of ["enrollment.cancelled", "group.member_left"]) {
    const events = (await ruled.events(type)).filter(({ data }) => [one.id, two.id].includes(data.user.id));
    assert.ok(events.every(({ data }) => data.batch_id === batch_id));
  }
  const audited = await ruled.query(
    "select operation, target_id, changes from audit_log where batch_id = $1 order by target_id",
    [batch_id],
  );
  const row = { operation: "person.deactivate", changes: { state: ["invited", "deactivated"] } };
  assert.deepEqual(
    audited.map(({ operation, changes }) => ({ operation, changes })),
    [row, row],
  );
  for (const id of [one.id, two.id]) {
    const { status, deactivated_at } = (await ruled.api.get(`/api/v1/users/${id}`)).body;
    assert.deepEqual([status, deactivated_at], ["deactivated", "2026-02-02T07:00:00.000Z"]);
  }
});

async function join(person: { id: string }): Promise<void> {
  const context = await ruled.administrator();
  await withTenant(ruled.pool, tenant(), async (db) => {
    const wardens = (await listGroups(db, tenant())).find(({ code }) => code === "WARDENS") as ManualGroup;
    assert.equal(await joinGroup(db, context, wardens, [person.id], newId()), 1);
  });
}

/** Completes the person's enrollments with a certificate, directly in the database. */
async function certify(person: { id: string }, from: string, until: string): Promise<void> {
  await ruled.query(
    "update enrollment set state = 'completed', completed_at = assigned_at, started_at = assigned_at where person_id = $1",
    [person.id],
  );
  await ruled.query(
    `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, enrollment_id, cycle_year, source,
       issued_at, valid_from, valid_until)
     select tenant_id, gen_random_uuid(), 'N-' || id, upper(left(id::text, 18)), person_id, course_id, id, cycle_year, 'course',
       completed_at, $2, $3
     from enrollment where person_id = $1`,
    [person.id, from, until],
  );
}
