import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { batch_id, countingOf, openAssigning, rule, type Assigning } from "../../../../test/harness/organisation/assignments.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { assignMany } from "./assign-many.ts";

const codes = ["PLAIN", "TWICE", "SEATS", "RACE", "EACH", "NONE", "GONE", "HALF", "OPEN", "ITEM-A", "ITEM-B", "ITEM-C"];

let assigning: Assigning;

before(async () => {
  assigning = await openAssigning(
    {
      courses: [...codes.map((code) => ({ code, title: code })), { code: "ARCHIVED", title: "Archived", active: false }],
      learning_paths: [
        { code: "PATH", title: "Path", courses: ["ITEM-A", "ITEM-B"] },
        { code: "PATH-2", title: "Path 2", courses: ["ITEM-B", "ITEM-C"] },
      ],
      licenses: [
        { name: "ten", courses: ["SEATS"], seats_total: 10 },
        { name: "race", courses: ["RACE"], seats_total: 10 },
        { name: "each", courses: ["EACH"], seats_total: 3, seat_unit: "enrollment" },
        { name: "half", courses: ["HALF", "RACE"], seats_total: 40 },
        { name: "none", courses: ["NONE"], seats_total: 0 },
        { name: "open", courses: ["OPEN"] },
        { name: "gone", courses: ["GONE"], valid_until: "2026-01-31" },
        { name: "path", paths: ["PATH"], seats_total: 2 },
      ],
    },
    60,
  );
});
after(() => assigning.training.close());

const everybody = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `P${from + index}`);

test("of 50 people on 10 seats the first 10 assignments get one; the others are alerts, once each, that an assignment resolves", async () => {
  const assignments = everybody(50).map((employee_no) => assigning.assignment(employee_no, "SEATS"));
  const { assigned, blocked } = await assigning.assign(assignments);
  assert.deepEqual([...assigned.keys()], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.equal(blocked.length, 40);
  assert.deepEqual((await assigning.training.seats())["ten"], { used: 10, held: 10 });
  assert.equal((await assigning.assignedEvents("SEATS")).length, 10);
  await assigning.assign(assignments.slice(10));
  const alerts = await assigning.alertsOf("SEATS");
  assert.equal(alerts.length, 40);
  const alert = alerts.find(({ employee_no }) => employee_no === "P11");
  assert.deepEqual([alert.kind, alert.reason, alert.open], ["assignment_blocked", "no_seat", true]);
  await assigning.query("update license set seats_total = 11 where name = 'ten'");
  const retried = await assigning.assign(alert.assignments);
  assert.equal(retried.assigned.size, 1, "what an alert keeps can be assigned again");
  assert.equal((await assigning.alertsOf("SEATS")).filter(({ open }) => open).length, 39);
});

test("a licence without a number of seats has one for everybody", async () => {
  const { assigned, blocked } = await assigning.assign(
    everybody(60).map((employee_no) => assigning.assignment(employee_no, "OPEN")),
  );
  assert.deepEqual([assigned.size, blocked], [60, []]);
  assert.deepEqual((await assigning.training.seats())["open"], { used: 60, held: 60 });
});

test("who holds a seat of the licence needs none; a seat by enrollment is taken for each", async () => {
  await assigning.assign(everybody(40).map((employee_no) => assigning.assignment(employee_no, "HALF")));
  assert.deepEqual((await assigning.training.seats())["half"], { used: 40, held: 40 });
  const renewal = { source: "renewal", cycle_year: 2027, origin: undefined } as const;
  const { assigned, blocked } = await assigning.assign([
    assigning.assignment("P1", "EACH"),
    assigning.assignment("P1", "EACH", { source: "admin", cycle_year: 2027 }),
    assigning.assignment("P2", "EACH"),
    assigning.assignment("P3", "EACH"),
    assigning.assignment("P1", "HALF", { ...renewal, source: "admin" }),
  ]);
  assert.deepEqual([...assigned.keys()], [0, 1, 2, 4]);
  assert.deepEqual(
    blocked.map(({ reason }) => reason),
    ["no_seat"],
  );
  assert.deepEqual((await assigning.training.seats())["each"], { used: 3, held: 3 });
  assert.deepEqual((await assigning.training.seats())["half"], { used: 40, held: 40 });
});

test("assignments to many at once, in any order of courses, never take more seats than there are", async () => {
  await assigning.query("update license set seats_total = 45 where name = 'half'");
  const mixed = everybody(12, 41).map((employee_no, index) =>
    assigning.assign(
      index % 2
        ? [assigning.assignment(employee_no, "RACE"), assigning.assignment(employee_no, "HALF")]
        : [assigning.assignment(employee_no, "HALF"), assigning.assignment(employee_no, "RACE")],
    ),
  );
  const single = everybody(8, 53).map((employee_no) =>
    assigning.training.api.post("/api/v1/enrollments", { employee_no, course_code: "RACE" }),
  );
  await Promise.all([...mixed, ...single]);
  const { half, race } = await assigning.training.seats();
  assert.deepEqual(
    [race, half],
    [
      { used: 10, held: 10 },
      { used: 45, held: 45 },
    ],
  );
  const [{ enrollments }] = await assigning.query(
    "select count(*)::int as enrollments from enrollment e join license l on l.id = e.license_id where l.name = 'race'",
  );
  assert.equal(enrollments, 10);
});

test("what cannot be assigned is an alert, with its reason, and no enrollment", async () => {
  const { assigned, blocked } = await assigning.assign([
    assigning.assignment("P1", "NONE"),
    assigning.assignment("P1", "GONE"),
    assigning.assignment("P1", "ARCHIVED", { source: "renewal" }),
    { ...assigning.assignment("P1", "PLAIN"), course_id: newId() },
    { ...assigning.assignment("P1", "PLAIN"), person_id: newId() },
  ]);
  assert.equal(assigned.size, 0);
  assert.deepEqual(
    blocked.map(({ reason }) => reason),
    ["no_seat", "license_expired", "inactive", "unknown", "unknown"],
  );
  assert.deepEqual(
    (await assigning.alertsOf("ARCHIVED")).map(({ kind, reason }) => [kind, reason]),
    [["renewal_blocked", "inactive"]],
  );
  const [{ alerts }] = await assigning.query("select count(*)::int as alerts from alert where person_id = $1", [
    assigning.person["P1"],
  ]);
  assert.equal(alerts, 3);
});

test("two rules blocked on one course are one alert with both assignments", async () => {
  const origin = { source: "rule", ref_id: newId() } as const;
  await assigning.assign([assigning.assignment("P2", "NONE"), assigning.assignment("P2", "NONE", { origin })]);
  await assigning.assign([assigning.assignment("P2", "NONE")]);
  const alerts = (await assigning.alertsOf("NONE")).filter(({ employee_no }) => employee_no === "P2");
  assert.deepEqual(
    alerts.map(({ assignments }) => assignments.length),
    [2],
  );
});

test("somebody whose account is not in use is assigned nothing, and nobody is alarmed", async () => {
  await assigning.query("update person set state = 'suspended' where employee_no = 'P60'");
  const { blocked } = await assigning.assign([assigning.assignment("P60", "PLAIN")]);
  assert.deepEqual(
    blocked.map(({ reason }) => reason),
    ["person_inactive"],
  );
  assert.equal((await assigning.alertsOf("PLAIN")).length, 0);
});

test("a learning path takes one seat, and its items lapse with it; a course that two paths share is assigned once", async () => {
  const { assigned } = await assigning.assign([
    assigning.assignment("P1", "PATH"),
    assigning.assignment("P1", "PATH-2"),
    assigning.assignment("P2", "PATH"),
    assigning.assignment("P3", "PATH"),
  ]);
  assert.deepEqual([...assigned.keys()], [0, 1, 2]);
  assert.deepEqual((await assigning.training.seats())["path"], { used: 2, held: 2 });
  const items = await assigning.query(
    `select c.code, e.source, e.parent_enrollment_id, e.id, e.source_ref ->> 'name' as path from enrollment e join course c on c.id = e.course_id
     where e.person_id = $1 and c.code like 'ITEM-%' order by c.code`,
    [assigning.person["P1"]],
  );
  assert.deepEqual(
    items.map(({ code, source, path, parent_enrollment_id }) => [code, source, path, parent_enrollment_id]),
    [
      ["ITEM-A", "path", "PATH", assigned.get(0)],
      ["ITEM-B", "path", "PATH", assigned.get(0)],
      ["ITEM-C", "path", "PATH-2", assigned.get(1)],
    ],
  );
  for (const { id } of items) assert.deepEqual(await assigning.sourcesOf(id), [["rule", rule.id]]);
  assert.deepEqual(
    (await assigning.alertsOf("PATH")).map(({ employee_no, reason }) => [employee_no, reason]),
    [["P3", "no_seat"]],
  );
  assert.equal((await assigning.enrollmentsOf("P3", "ITEM-A")).length, 0, "a path is assigned whole or not at all");
  assert.deepEqual([(await assigning.assignedEvents("PATH")).length, (await assigning.assignedEvents("ITEM-B")).length], [2, 2]);
});

test("the number of statements does not grow with the number of people", async () => {
  const counts: number[] = [];
  for (const [from, size] of [
    [1, 1],
    [2, 58],
  ] as const) {
    const assignments = everybody(size, from).flatMap((employee_no) =>
      ["PLAIN", "TWICE", "NONE", "PATH-2"].map((code) =>
        assigning.assignment(employee_no, code, { source: "admin", cycle_year: 2028 }),
      ),
    );
    await withTenant(assigning.pool, assigning.context.tenant.id, async (db) => {
      const counted = countingOf(db);
      const { assigned } = await assignMany(counted, assigning.context, assignments, { batch_id });
      assert.equal(assigned.size, 3 * size);
      counts.push(counted.statements);
    });
  }
  assert.deepEqual(counts, [counts[0], counts[0]]);
});
