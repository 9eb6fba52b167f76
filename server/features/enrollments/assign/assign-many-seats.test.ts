import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { batch_id, countingOf, openWishing, rule, type Wishing } from "../../../../test/harness/organisation/wishes.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { assignMany } from "./assign-many.ts";

const codes = ["PLAIN", "TWICE", "SEATS", "RACE", "EACH", "NONE", "GONE", "HALF", "OPEN", "ITEM-A", "ITEM-B", "ITEM-C"];

let wishing: Wishing;

before(async () => {
  wishing = await openWishing(
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
after(() => wishing.training.close());

const everybody = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `P${from + index}`);

test("of 50 people on 10 seats the first 10 wishes get one; the others are alerts, once each, that an assignment resolves", async () => {
  const wishes = everybody(50).map((employee_no) => wishing.wish(employee_no, "SEATS"));
  const { assigned, blocked } = await wishing.assign(wishes);
  assert.deepEqual([...assigned.keys()], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.equal(blocked.length, 40);
  assert.deepEqual((await wishing.training.seats())["ten"], { used: 10, held: 10 });
  assert.equal((await wishing.assignments("SEATS")).length, 10);
  await wishing.assign(wishes.slice(10));
  const alerts = await wishing.alertsOf("SEATS");
  assert.equal(alerts.length, 40);
  const alert = alerts.find(({ employee_no }) => employee_no === "P11");
  assert.deepEqual([alert.kind, alert.reason, alert.open], ["assignment_blocked", "no_seat", true]);
  await wishing.query("update license set seats_total = 11 where name = 'ten'");
  const retried = await wishing.assign(alert.wishes);
  assert.equal(retried.assigned.size, 1, "what an alert keeps can be wished again");
  assert.equal((await wishing.alertsOf("SEATS")).filter(({ open }) => open).length, 39);
});

test("a licence without a number of seats has one for everybody", async () => {
  const { assigned, blocked } = await wishing.assign(everybody(60).map((employee_no) => wishing.wish(employee_no, "OPEN")));
  assert.deepEqual([assigned.size, blocked], [60, []]);
  assert.deepEqual((await wishing.training.seats())["open"], { used: 60, held: 60 });
});

test("who holds a seat of the licence needs none; a seat by enrollment is taken for each", async () => {
  await wishing.assign(everybody(40).map((employee_no) => wishing.wish(employee_no, "HALF")));
  assert.deepEqual((await wishing.training.seats())["half"], { used: 40, held: 40 });
  const renewal = { source: "renewal", cycle_year: 2027, origin: undefined } as const;
  const { assigned, blocked } = await wishing.assign([
    wishing.wish("P1", "EACH"),
    wishing.wish("P1", "EACH", { source: "admin", cycle_year: 2027 }),
    wishing.wish("P2", "EACH"),
    wishing.wish("P3", "EACH"),
    wishing.wish("P1", "HALF", { ...renewal, source: "admin" }),
  ]);
  assert.deepEqual([...assigned.keys()], [0, 1, 2, 4]);
  assert.deepEqual(
    blocked.map(({ reason }) => reason),
    ["no_seat"],
  );
  assert.deepEqual((await wishing.training.seats())["each"], { used: 3, held: 3 });
  assert.deepEqual((await wishing.training.seats())["half"], { used: 40, held: 40 });
});

test("assignments to many at once, in any order of courses, never take more seats than there are", async () => {
  await wishing.query("update license set seats_total = 45 where name = 'half'");
  const mixed = everybody(12, 41).map((employee_no, index) =>
    wishing.assign(
      index % 2
        ? [wishing.wish(employee_no, "RACE"), wishing.wish(employee_no, "HALF")]
        : [wishing.wish(employee_no, "HALF"), wishing.wish(employee_no, "RACE")],
    ),
  );
  const single = everybody(8, 53).map((employee_no) =>
    wishing.training.api.post("/api/v1/enrollments", { employee_no, course_code: "RACE" }),
  );
  await Promise.all([...mixed, ...single]);
  const { half, race } = await wishing.training.seats();
  assert.deepEqual(
    [race, half],
    [
      { used: 10, held: 10 },
      { used: 45, held: 45 },
    ],
  );
  const [{ enrollments }] = await wishing.query(
    "select count(*)::int as enrollments from enrollment e join license l on l.id = e.license_id where l.name = 'race'",
  );
  assert.equal(enrollments, 10);
});

test("what cannot be assigned is an alert, with its reason, and no enrollment", async () => {
  const { assigned, blocked } = await wishing.assign([
    wishing.wish("P1", "NONE"),
    wishing.wish("P1", "GONE"),
    wishing.wish("P1", "ARCHIVED", { source: "renewal" }),
    { ...wishing.wish("P1", "PLAIN"), course_id: newId() },
    { ...wishing.wish("P1", "PLAIN"), person_id: newId() },
  ]);
  assert.equal(assigned.size, 0);
  assert.deepEqual(
    blocked.map(({ reason }) => reason),
    ["no_seat", "license_expired", "inactive", "unknown", "unknown"],
  );
  assert.deepEqual(
    (await wishing.alertsOf("ARCHIVED")).map(({ kind, reason }) => [kind, reason]),
    [["renewal_blocked", "inactive"]],
  );
  const [{ alerts }] = await wishing.query("select count(*)::int as alerts from alert where person_id = $1", [
    wishing.person["P1"],
  ]);
  assert.equal(alerts, 3);
});

test("two rules blocked on one course are one alert with both wishes", async () => {
  const origin = { source: "rule", ref_id: newId() } as const;
  await wishing.assign([wishing.wish("P2", "NONE"), wishing.wish("P2", "NONE", { origin })]);
  await wishing.assign([wishing.wish("P2", "NONE")]);
  const alerts = (await wishing.alertsOf("NONE")).filter(({ employee_no }) => employee_no === "P2");
  assert.deepEqual(
    alerts.map(({ wishes }) => wishes.length),
    [2],
  );
});

test("somebody whose account is not in use is assigned nothing, and nobody is alarmed", async () => {
  await wishing.query("update person set state = 'suspended' where employee_no = 'P60'");
  const { blocked } = await wishing.assign([wishing.wish("P60", "PLAIN")]);
  assert.deepEqual(
    blocked.map(({ reason }) => reason),
    ["person_inactive"],
  );
  assert.equal((await wishing.alertsOf("PLAIN")).length, 0);
});

test("a learning path takes one seat, and its items lapse with it; a course that two paths share is assigned once", async () => {
  const { assigned } = await wishing.assign([
    wishing.wish("P1", "PATH"),
    wishing.wish("P1", "PATH-2"),
    wishing.wish("P2", "PATH"),
    wishing.wish("P3", "PATH"),
  ]);
  assert.deepEqual([...assigned.keys()], [0, 1, 2]);
  assert.deepEqual((await wishing.training.seats())["path"], { used: 2, held: 2 });
  const items = await wishing.query(
    `select c.code, e.source, e.parent_enrollment_id, e.id, e.source_ref ->> 'name' as path from enrollment e join course c on c.id = e.course_id
     where e.person_id = $1 and c.code like 'ITEM-%' order by c.code`,
    [wishing.person["P1"]],
  );
  assert.deepEqual(
    items.map(({ code, source, path, parent_enrollment_id }) => [code, source, path, parent_enrollment_id]),
    [
      ["ITEM-A", "path", "PATH", assigned.get(0)],
      ["ITEM-B", "path", "PATH", assigned.get(0)],
      ["ITEM-C", "path", "PATH-2", assigned.get(1)],
    ],
  );
  for (const { id } of items) assert.deepEqual(await wishing.sourcesOf(id), [["rule", rule.id]]);
  assert.deepEqual(
    (await wishing.alertsOf("PATH")).map(({ employee_no, reason }) => [employee_no, reason]),
    [["P3", "no_seat"]],
  );
  assert.equal((await wishing.enrollmentsOf("P3", "ITEM-A")).length, 0, "a path is assigned whole or not at all");
  assert.deepEqual([(await wishing.assignments("PATH")).length, (await wishing.assignments("ITEM-B")).length], [2, 2]);
});

test("the number of statements does not grow with the number of people", async () => {
  const counts: number[] = [];
  for (const [from, size] of [
    [1, 1],
    [2, 58],
  ] as const) {
    const wishes = everybody(size, from).flatMap((employee_no) =>
      ["PLAIN", "TWICE", "NONE", "PATH-2"].map((code) => wishing.wish(employee_no, code, { source: "admin", cycle_year: 2028 })),
    );
    await withTenant(wishing.pool, wishing.context.tenant.id, async (db) => {
      const counted = countingOf(db);
      const { assigned } = await assignMany(counted, wishing.context, wishes, { batch_id });
      assert.equal(assigned.size, 3 * size);
      counts.push(counted.statements);
    });
  }
  assert.deepEqual(counts, [counts[0], counts[0]]);
});
