import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { matchesSchema } from "../../../test/harness/records.ts";
import { openRuled, type Ruled } from "../../../test/harness/organisation/rules.ts";
import { MemberJoined, MemberLeft } from "../groups/events.ts";

let ruled: Ruled;
before(async () => {
  ruled = await openRuled({
    attributes: [{ key: "shift" }],
    departments: [
      { name: "Operations", code: "OPS" },
      { name: "Logistics", code: "LOG", parent: "OPS" },
      { name: "Logistics North", code: "LN", parent: "LOG" },
      { name: "Maintenance", code: "MAINT" },
      { name: "Kept", code: "KEPT" },
      { name: "Only here", code: "ONLY" },
      { name: "Below only here", code: "ONLY-B", parent: "ONLY" },
    ],
    contractors: [{ name: "Bud-Serwis", code: "BUD" }],
    courses: [
      { code: "FORKLIFT", title: "Forklift", default_due_days: 30 },
      { code: "LOTO", title: "Lockout" },
      { code: "SAFETY", title: "Safety", default_due_days: 10 },
      { code: "COLD", title: "Cold stores" },
      { code: "SITE", title: "Site rules" },
    ],
    groups: [
      { code: "DRIVERS", name: "Forklift drivers", when: { job_title: "Forklift" }, courses: ["FORKLIFT"], due_days: 20 },
      { code: "NIGHT", name: "Night shift", when: { attributes: { shift: "C" } }, courses: ["COLD"] },
    ],
    rules: [
      { name: "Onboarding operations", when: { department: "OPS" }, assign: ["FORKLIFT", "SAFETY"], due_days: 14 },
      { name: "Onboarding north", when: { department: "Logistics North" }, assign: ["SAFETY"], due_days: 7 },
      { name: "Maintenance", when: { department: "MAINT" }, assign: ["LOTO", "SAFETY"] },
      { name: "Kept", when: { department: "KEPT" }, assign: ["LOTO"], on_leave: "keep" },
      { name: "Only", when: { department: "ONLY", include_subdepartments: false }, assign: ["LOTO"] },
      { name: "Contractors", when: { worker_type: "b2b_contractor", contractor: "BUD" }, assign: ["SITE"], due_days: 3 },
    ],
  });
});
after(() => ruled.close());
beforeEach(async () => {
  await ruled.at("2026-02-02T07:00:00Z");
  await ruled.told();
});

test("a new person gets what rules ask for, due after the days of the rule, or else of the course", async () => {
  const person = await ruled.hire("A1", { department_name: "Maintenance" });
  assert.deepEqual(await ruled.has(person), ["LOTO assigned rule null PENDING", "SAFETY assigned rule 2026-02-12 PENDING"]);
  assert.deepEqual((await ruled.told()).sort(), [
    "enrollment.assigned LOTO rule Maintenance",
    "enrollment.assigned SAFETY rule Maintenance",
  ]);
  const event = (await ruled.events("enrollment.assigned")).find(({ data }) => data.user.id === person.id);
  assert.equal(event.data.compliance_status, "PENDING");
  assert.equal(event.data.assigned_by.type, "rule");
});

test("a person who begins on the last possible day is due on it", async () => {
  const person = await ruled.hire("A9", { department_name: "Operations", employment_start_date: "9999-12-31" });
  assert.deepEqual(await ruled.has(person), [
    "FORKLIFT assigned rule 9999-12-31 PENDING",
    "SAFETY assigned rule 9999-12-31 PENDING",
  ]);
});

test("who starts later has the days from the first day of employment on", async () => {
  const person = await ruled.hire("A2", { department_name: "Operations", employment_start_date: "2026-03-01" });
  assert.deepEqual(await ruled.has(person), [
    "FORKLIFT assigned rule 2026-03-15 PENDING",
    "SAFETY assigned rule 2026-03-15 PENDING",
  ]);
});

test("a rule for a department counts for those below it, unless it says otherwise", async () => {
  const below = await ruled.hire("A3", { department_name: "Logistics" });
  assert.equal((await ruled.has(below)).length, 2);
  assert.deepEqual(await ruled.has(await ruled.hire("A4", { department_name: "Below only here" })), []);
  assert.equal((await ruled.has(await ruled.hire("A5", { department_name: "Only here" }))).length, 1);
});

test("two rules for one course make one enrollment, due on the earlier day, which ends with the last of them", async () => {
  const person = await ruled.hire("B1", { department_name: "Logistics North" });
  assert.deepEqual(await ruled.has(person), [
    "FORKLIFT assigned rule 2026-02-16 PENDING",
    "SAFETY assigned rule 2026-02-09 PENDING",
  ]);
  await ruled.told();
  await ruled.change(person, { department_name: "Logistics" });
  assert.deepEqual(await ruled.told(), []);
  assert.equal((await ruled.has(person)).length, 2);
  await ruled.change(person, { department_name: null });
  assert.deepEqual((await ruled.told()).sort(), [
    "enrollment.cancelled FORKLIFT department_changed Onboarding operations",
    "enrollment.cancelled SAFETY department_changed Onboarding operations",
  ]);
});

test("a person who changes the department keeps the courses of both, loses those of the old one, and gets those of the new one", async () => {
  const person = await ruled.hire("B2", { department_name: "Operations" });
  const [before] = await ruled.query("select id from enrollment e where person_id = $1 and due_date is not null limit 1", [
    person.id,
  ]);
  assert.ok(before);
  await ruled.told();
  await ruled.change(person, { department_name: "Maintenance" });
  assert.deepEqual((await ruled.told()).sort(), [
    "enrollment.assigned LOTO rule Maintenance",
    "enrollment.cancelled FORKLIFT department_changed Onboarding operations",
  ]);
  assert.deepEqual((await ruled.has(person)).sort(), [
    "FORKLIFT cancelled rule 2026-02-16 null",
    "LOTO assigned rule null PENDING",
    "SAFETY assigned rule 2026-02-12 PENDING",
  ]);
  const cancelled = (await ruled.events("enrollment.cancelled")).find(({ data }) => data.user.id === person.id);
  assert.equal(cancelled.data.user.department_name, "Maintenance");
  assert.equal(cancelled.data.cancelled_by.type, "rule");
});

test("started enrollments stay when a rule ends, and completed ones are no longer required", async () => {
  const person = await ruled.hire("B3", { department_name: "Maintenance" });
  await ruled.query(
    `update enrollment set state = case when due_date is null then 'in_progress' else 'completed' end,
       started_at = assigned_at, completed_at = case when due_date is not null then assigned_at end where person_id = $1`,
    [person.id],
  );
  await ruled.told();
  await ruled.change(person, { department_name: null });
  assert.deepEqual(await ruled.told(), []);
  assert.deepEqual(await ruled.has(person), [
    "LOTO in_progress rule null IN_PROGRESS",
    "SAFETY completed (lapsed) rule 2026-02-12 null",
  ]);
});

test("on_leave keep leaves unstarted enrollments where they are", async () => {
  const person = await ruled.hire("B4", { department_name: "Kept" });
  await ruled.told();
  await ruled.change(person, { department_name: null });
  assert.deepEqual(await ruled.told(), []);
  assert.deepEqual(await ruled.has(person), ["LOTO assigned rule null PENDING"]);
});

test("a change that no condition looks at changes nothing", async () => {
  const person = await ruled.hire("B5", { department_name: "Operations", job_title: "Forklift operator" });
  await ruled.told();
  await ruled.change(person, { last_name: "Nowak", language: "pl" });
  assert.deepEqual(await ruled.told(), []);
});

test("rules for contractors follow the worker type and the company", async () => {
  const person = await ruled.hire("C1", { worker_type: "b2b_contractor", contractor_name: "Bud-Serwis" });
  assert.deepEqual(await ruled.has(person), ["SITE assigned rule 2026-02-05 PENDING"]);
  await ruled.change(person, { worker_type: "internal_payroll", contractor_id: null });
  assert.deepEqual(await ruled.has(person), ["SITE cancelled rule 2026-02-05 null"]);
});

test("joining and leaving a dynamic group causes events, with the conditions that decided it, and assigns and ends its courses", async () => {
  const person = await ruled.hire("D1", { job_title: "Senior forklift operator" });
  const by = 'job_title contains "Forklift"';
  assert.deepEqual(await ruled.told(), [
    `group.member_joined DRIVERS rule_matched ${by}`,
    "enrollment.assigned FORKLIFT group Forklift drivers",
  ]);
  assert.deepEqual(await ruled.has(person), ["FORKLIFT assigned group 2026-02-22 PENDING"]);
  await ruled.change(person, { job_title: "Driver" });
  assert.deepEqual(await ruled.told(), [
    `group.member_left DRIVERS rule_unmatched ${by}`,
    "enrollment.cancelled FORKLIFT group_left Forklift drivers",
  ]);
  const joined = (await ruled.events("group.member_joined")).find(({ data }) => data.user.id === person.id);
  const left = (await ruled.events("group.member_left")).find(({ data }) => data.user.id === person.id);
  matchesSchema(MemberJoined, joined.data);
  matchesSchema(MemberLeft, left.data);
  assert.equal(joined.data.group.kind, "dynamic");
  const rows = await ruled.query("select left_at is not null as gone from group_member where person_id = $1", [person.id]);
  assert.deepEqual(rows, [{ gone: true }]);
  await ruled.change(person, { job_title: "Forklift" });
  assert.equal((await ruled.has(person)).length, 2, "a second membership assigns again");
});

test("an attribute moves people into a group and out of it", async () => {
  const person = await ruled.hire("D2", { attributes: { shift: "C" } });
  assert.deepEqual(await ruled.has(person), ["COLD assigned group null PENDING"]);
  await ruled.change(person, { attributes: { shift: "A" } });
  assert.deepEqual(await ruled.has(person), ["COLD cancelled group null null"]);
});

test("a rule and a group for one course make one enrollment, which ends with the last of them", async () => {
  const person = await ruled.hire("D3", { department_name: "Operations", job_title: "Forklift operator" });
  const forklift = (lines: string[]) => lines.filter((line) => line.startsWith("FORKLIFT"));
  assert.deepEqual(forklift(await ruled.has(person)), ["FORKLIFT assigned rule 2026-02-16 PENDING"]);
  await ruled.change(person, { department_name: null });
  assert.deepEqual(forklift(await ruled.has(person)), ["FORKLIFT assigned rule 2026-02-16 PENDING"]);
  await ruled.change(person, { job_title: null });
  assert.deepEqual(forklift(await ruled.has(person)), ["FORKLIFT cancelled rule 2026-02-16 null"]);
});

test("a change of one person is one row of the audit log, whatever follows from it", async () => {
  const person = await ruled.hire("E1", { department_name: "Operations", job_title: "Forklift operator" });
  await ruled.change(person, { department_name: "Maintenance", job_title: null });
  const rows = await ruled.query("select operation from audit_log where actor_type = 'client' and target_id = $1 order by xid", [
    person.id,
  ]);
  assert.deepEqual(
    rows.map(({ operation }) => operation),
    ["person.create", "person.change"],
  );
  assert.deepEqual(await ruled.query("select count(*)::int as n from audit_log where operation like 'enrollment.%'"), [{ n: 0 }]);
});

test("a create that is refused leaves neither enrollments nor events", async () => {
  await ruled.hire("E2", { department_name: "Operations" });
  await ruled.told();
  const again = await ruled.api.post("/api/v1/users", {
    employee_no: "E2",
    first_name: "A",
    last_name: "B",
    email: "other@acme.example",
    department_name: "Operations",
  });
  assert.equal(again.status, 409);
  assert.deepEqual(await ruled.told(), []);
});
