import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../test/harness/enrollments.ts";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { assignMany, type Outcome } from "./assign-many.ts";
import type { Wish } from "./wish.ts";

const people_count = 60;
const rule = { type: "rule", id: newId(), name: "Onboarding: Logistyka" };
const other_rule = newId();
const batch_id = newId();
const codes = [
  "PLAIN",
  "TWICE",
  "DUE",
  "OLD",
  "AGAIN",
  "VALID",
  "BARE",
  "SEATS",
  "RACE",
  "EACH",
  "NONE",
  "GONE",
  "RENEW",
  "HALF",
];

let training: TrainingOrganisation;
let pool: Pool;
let context: Context;
let person: Record<string, string>;
let course: Record<string, string>;

before(async () => {
  training = await openTraining(
    {
      courses: [
        ...codes.map((code) => ({ code, title: code, default_due_days: 30 })),
        { code: "ITEM-A", title: "A" },
        { code: "ITEM-B", title: "B" },
        { code: "ITEM-C", title: "C" },
        { code: "ARCHIVED", title: "Archived", active: false },
      ],
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
        { name: "gone", courses: ["GONE"], valid_until: "2026-01-31" },
        { name: "path", paths: ["PATH"], seats_total: 2 },
      ],
    },
    people_count,
  );
  pool = training.database.pool("muster_app", 8);
  context = {
    tenant: { id: training.organisation.tenant_id, code: "ACME", kind: "live", time_zone: "Europe/Warsaw", fiscal_month: 1 },
    actor: { type: "system", id: null, name: "Muster" },
    now: Temporal.Instant.from("2026-02-02T07:00:00Z"),
    request_id: null,
  };
  person = await idsOf("select employee_no as key, id from person");
  course = await idsOf("select code as key, id from course");
});
after(() => training.close());

const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await training.database.superuser.query(text, values)).rows;

async function idsOf(text: string): Promise<Record<string, string>> {
  return Object.fromEntries((await query(text)).map(({ key, id }) => [key, id]));
}

const wish = (employee_no: string, code: string, more: Partial<Wish> = {}): Wish => ({
  person_id: person[employee_no]!,
  course_id: course[code]!,
  source: "rule",
  by: rule,
  origin: { source: "rule", ref_id: rule.id },
  ...more,
});
const assign = (wishes: Wish[], at = context): Promise<Outcome> =>
  withTenant(pool, context.tenant.id, (db) => assignMany(db, at, wishes, { batch_id }));
const everybody = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `P${from + index}`);

const enrollmentsOf = async (employee_no: string, code: string): Promise<any[]> =>
  (await training.api.get(`/api/v1/enrollments?employee_no=${employee_no}&course_code=${code}`)).body.enrollments;
const sourcesOf = async (id: string) =>
  (
    await query("select source, ref_id from enrollment_source where enrollment_id = $1 and lapsed_at is null order by 1, 2", [id])
  ).map(({ source, ref_id }) => [source, ref_id]);
const eventsOf = async (code: string) =>
  (await training.events("enrollment.assigned")).filter((event) => event.data.course.code === code);
const alertsOf = (code: string) =>
  query(
    `select a.kind, a.reason, p.employee_no, a.wishes, a.resolved_at is null as open from alert a
     join person p on p.id = a.person_id join course c on c.id = a.course_id where c.code = $1 order by a.id`,
    [code],
  );

test("a wish makes an enrollment with its flag, its reason and one event with the whole body", async () => {
  const { assigned, blocked } = await assign([wish("P1", "PLAIN", { due_date: "2026-03-31" })]);
  const id = assigned.get(0)!;
  assert.deepEqual(blocked, []);
  const [enrollment] = await enrollmentsOf("P1", "PLAIN");
  assert.equal(enrollment.id, id);
  assert.deepEqual([enrollment.source, enrollment.source_ref, enrollment.due_date], ["rule", rule, "2026-03-31"]);
  assert.deepEqual([enrollment.status, enrollment.cycle_year, enrollment.compliance_status], ["assigned", 2026, "PENDING"]);
  assert.deepEqual(await sourcesOf(id), [["rule", rule.id]]);
  const events = await eventsOf("PLAIN");
  assert.equal(events.length, 1);
  const [department] = await query("select id, name from department");
  assert.deepEqual(events[0], {
    id: events[0].id,
    type: "enrollment.assigned",
    created_at: "2026-02-02T07:00:00.000Z",
    tenant_code: "ACME",
    data: {
      user: {
        id: person["P1"],
        employee_no: "P1",
        department_id: department.id,
        department_name: "Logistyka Północ",
        worker_type: "internal_payroll",
        contractor_id: null,
      },
      course: { id: course["PLAIN"], code: "PLAIN", title: "PLAIN" },
      enrollment: {
        id,
        cycle_year: 2026,
        status: "assigned",
        source: "rule",
        due_date: "2026-03-31",
        assigned_at: "2026-02-02T07:00:00.000Z",
        started_at: null,
        completed_at: null,
      },
      assigned_by: rule,
      compliance_status: "PENDING",
      batch_id,
    },
  });
});

test("two rules that ask for one course make one enrollment with two reasons, due on the earlier day", async () => {
  const second = { origin: { source: "rule", ref_id: other_rule } } as const;
  const { assigned, existing } = await assign([
    wish("P1", "TWICE", { due_date: "2026-05-31" }),
    wish("P1", "TWICE", { ...second, due_date: "2026-04-30" }),
  ]);
  assert.equal(existing.get(1), assigned.get(0));
  const later = await assign([
    wish("P1", "TWICE", { origin: { source: "group", ref_id: other_rule }, due_date: "2026-12-31", source: "group" }),
  ]);
  assert.equal(later.existing.get(0), assigned.get(0));
  const enrollments = await enrollmentsOf("P1", "TWICE");
  assert.deepEqual(
    enrollments.map((one) => one.due_date),
    ["2026-04-30"],
  );
  assert.deepEqual(
    (await sourcesOf(assigned.get(0)!)).map(([source]) => source),
    ["group", "rule", "rule"],
  );
  assert.equal((await eventsOf("TWICE")).length, 1, "another reason is no assignment");
});

test("the earliest due date wins, and a wish without one falls back to the course's", async () => {
  await assign([wish("P1", "DUE", { due_date: null })]);
  assert.equal((await enrollmentsOf("P1", "DUE"))[0].due_date, null);
  await assign([wish("P1", "DUE")]);
  const [enrollment] = await enrollmentsOf("P1", "DUE");
  assert.equal(enrollment.due_date, "2026-03-04");
  assert.equal(enrollment.compliance_status, "PENDING");
});

test("an enrollment of an older cycle that is still open serves; one that a client made stays for its own sake too", async () => {
  const { body } = await training.api.post("/api/v1/enrollments", { employee_no: "P1", course_code: "OLD", cycle_year: 2025 });
  const { assigned, existing } = await assign([wish("P1", "OLD")]);
  assert.deepEqual([assigned.size, existing.get(0)], [0, body.id]);
  assert.deepEqual(await sourcesOf(body.id), [
    ["own", body.id],
    ["rule", rule.id],
  ]);
});

test("a completed enrollment of the cycle is required again instead of repeated", async () => {
  const { assigned } = await assign([wish("P1", "AGAIN")]);
  await query("update enrollment set state = 'completed', completed_at = now(), requirement_active = false where id = $1", [
    assigned.get(0),
  ]);
  const again = await assign([wish("P1", "AGAIN")]);
  assert.deepEqual([again.assigned.size, again.existing.get(0)], [0, assigned.get(0)]);
  const [row] = await query("select requirement_active, due_date::text from enrollment where id = $1", [assigned.get(0)]);
  assert.equal(row.requirement_active, true);
  assert.equal((await enrollmentsOf("P1", "AGAIN"))[0].compliance_status, "COMPLIANT");
});

test("a valid certificate counts, within the time looked back, and an expired one does not", async () => {
  for (const [employee_no, from, until] of [
    ["P1", "2025-03-01", "2027-02-28"],
    ["P2", "2025-03-01", "2026-02-01"],
    ["P3", "2024-01-01", "2027-02-28"],
  ]) {
    await query(
      `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, cycle_year, source, issuer,
         issued_at, valid_from, valid_until)
       values ($1, $2, $3, 'EVIDENCE-' || $3, $4, $5, 2025, 'external', 'School', now(), $6, $7)`,
      [context.tenant.id, newId(), employee_no, person[employee_no!], course["VALID"], from, until],
    );
  }
  const counting = { count_valid_certificates: true, look_back_days: 400 };
  const { assigned, existing, blocked } = await assign(["P1", "P2", "P3"].map((one) => wish(one, "VALID", counting)));
  assert.deepEqual([[...assigned.keys()], existing.size, blocked], [[1, 2], 0, []]);
  const all = await assign([wish("P1", "VALID")]);
  assert.equal(all.assigned.size, 1, "a wish that does not count certificates assigns");
});

test("a completion counts where the course issues no certificate", async () => {
  const { body } = await training.api.post("/api/v1/enrollments", { employee_no: "P1", course_code: "BARE", cycle_year: 2025 });
  await query("update enrollment set state = 'completed', completed_at = '2025-06-01T10:00:00Z' where id = $1", [body.id]);
  const counted = await assign([wish("P1", "BARE", { count_valid_certificates: true })]);
  assert.equal(counted.existing.get(0), body.id);
  const old = await assign([wish("P1", "BARE", { count_valid_certificates: true, look_back_days: 30 })]);
  assert.equal(old.assigned.size, 1);
});

test("of 50 people on 10 seats the first 10 wishes get one; the others are alerts, once each, that an assignment resolves", async () => {
  const wishes = everybody(50).map((employee_no) => wish(employee_no, "SEATS"));
  const { assigned, blocked } = await assign(wishes);
  assert.deepEqual([...assigned.keys()], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.equal(blocked.length, 40);
  assert.deepEqual((await training.seats())["ten"], { used: 10, held: 10 });
  assert.equal((await eventsOf("SEATS")).length, 10);
  await assign(wishes.slice(10));
  const alerts = await alertsOf("SEATS");
  assert.equal(alerts.length, 40);
  const alert = alerts.find(({ employee_no }) => employee_no === "P11");
  assert.deepEqual([alert.kind, alert.reason, alert.open], ["assignment_blocked", "no_seat", true]);
  await query("update license set seats_total = 11 where name = 'ten'");
  const retried = await assign(alert.wishes);
  assert.equal(retried.assigned.size, 1, "what an alert keeps can be wished again");
  assert.equal((await alertsOf("SEATS")).filter(({ open }) => open).length, 39);
});

test("who holds a seat of the licence needs none; a seat by enrollment is taken for each", async () => {
  await assign(everybody(40).map((employee_no) => wish(employee_no, "HALF")));
  assert.deepEqual((await training.seats())["half"], { used: 40, held: 40 });
  const renewal = { source: "renewal", cycle_year: 2027, origin: undefined } as const;
  const { assigned, blocked } = await assign([
    wish("P1", "EACH"),
    wish("P1", "EACH", { source: "admin", cycle_year: 2027 }),
    wish("P2", "EACH"),
    wish("P3", "EACH"),
    wish("P1", "HALF", { ...renewal, source: "admin" }),
  ]);
  assert.deepEqual([...assigned.keys()], [0, 1, 2, 4]);
  assert.deepEqual(
    blocked.map(({ reason }) => reason),
    ["no_seat"],
  );
  assert.deepEqual((await training.seats())["each"], { used: 3, held: 3 });
  assert.deepEqual((await training.seats())["half"], { used: 40, held: 40 });
});

test("assignments to many at once, in any order of courses, never take more seats than there are", async () => {
  await query("update license set seats_total = 45 where name = 'half'");
  const mixed = everybody(12, 41).map((employee_no, index) =>
    assign(
      index % 2 ? [wish(employee_no, "RACE"), wish(employee_no, "HALF")] : [wish(employee_no, "HALF"), wish(employee_no, "RACE")],
    ),
  );
  const single = everybody(8, 53).map((employee_no) =>
    training.api.post("/api/v1/enrollments", { employee_no, course_code: "RACE" }),
  );
  await Promise.all([...mixed, ...single]);
  const { half, race } = await training.seats();
  assert.deepEqual(
    [race, half],
    [
      { used: 10, held: 10 },
      { used: 45, held: 45 },
    ],
  );
  const [{ enrollments }] = await query(
    "select count(*)::int as enrollments from enrollment e join license l on l.id = e.license_id where l.name = 'race'",
  );
  assert.equal(enrollments, 10);
});

test("what cannot be assigned is an alert, with its reason, and no enrollment", async () => {
  const { assigned, blocked } = await assign([
    wish("P1", "NONE"),
    wish("P1", "GONE"),
    wish("P1", "ARCHIVED", { source: "renewal" }),
    { ...wish("P1", "PLAIN"), course_id: newId() },
    { ...wish("P1", "PLAIN"), person_id: newId() },
  ]);
  assert.equal(assigned.size, 0);
  assert.deepEqual(
    blocked.map(({ reason }) => reason),
    ["no_seat", "license_expired", "inactive", "unknown", "unknown"],
  );
  assert.deepEqual(
    (await alertsOf("ARCHIVED")).map(({ kind, reason }) => [kind, reason]),
    [["renewal_blocked", "inactive"]],
  );
  const [{ alerts }] = await query("select count(*)::int as alerts from alert where person_id = $1", [person["P1"]]);
  assert.equal(alerts, 3);
});

test("two rules blocked on one course are one alert with both wishes", async () => {
  const origin = { source: "rule", ref_id: other_rule } as const;
  await assign([wish("P2", "NONE"), wish("P2", "NONE", { origin })]);
  await assign([wish("P2", "NONE")]);
  const alerts = (await alertsOf("NONE")).filter(({ employee_no }) => employee_no === "P2");
  assert.deepEqual(
    alerts.map(({ wishes }) => wishes.length),
    [2],
  );
});

test("somebody whose account is not in use is assigned nothing, and nobody is alarmed", async () => {
  await query("update person set state = 'suspended' where employee_no = 'P60'");
  const { blocked } = await assign([wish("P60", "PLAIN")]);
  assert.deepEqual(
    blocked.map(({ reason }) => reason),
    ["person_inactive"],
  );
  assert.equal((await alertsOf("PLAIN")).length, 0);
});

test("a renewal follows a completed enrollment of its cycle, keeps its reasons, and waits for an open one", async () => {
  const { assigned } = await assign([wish("P1", "RENEW")]);
  const first = assigned.get(0)!;
  await query("update enrollment set state = 'completed', completed_at = now() where id = $1", [first]);
  const renewal = (of: string) =>
    wish("P1", "RENEW", {
      source: "renewal",
      by: { type: "system", id: null, name: "Muster" },
      origin: undefined,
      cycle_year: 2026,
      due_date: "2026-08-31",
      renewal_of: of,
      inherit_sources_of: of,
    });
  const second = (await assign([renewal(first)])).assigned.get(0)!;
  const enrollment = (await enrollmentsOf("P1", "RENEW")).find(({ id }) => id === second);
  assert.deepEqual([enrollment.renewal_of, enrollment.cycle_year, enrollment.source], [first, 2026, "renewal"]);
  assert.deepEqual(await sourcesOf(second), [["rule", rule.id]]);
  const [{ cycle_seq }] = await query("select cycle_seq from enrollment where id = $1", [second]);
  assert.equal(cycle_seq, 2);
  const repeated = await assign([renewal(first)]);
  assert.deepEqual([repeated.assigned.size, repeated.existing.get(0)], [0, second]);
});

test("a learning path takes one seat, and its items lapse with it; a course that two paths share is assigned once", async () => {
  const { assigned } = await assign([wish("P1", "PATH"), wish("P1", "PATH-2"), wish("P2", "PATH"), wish("P3", "PATH")]);
  assert.deepEqual([...assigned.keys()], [0, 1, 2]);
  assert.deepEqual((await training.seats())["path"], { used: 2, held: 2 });
  const items = await query(
    `select c.code, e.source, e.parent_enrollment_id, e.id, e.source_ref ->> 'name' as path from enrollment e join course c on c.id = e.course_id
     where e.person_id = $1 and c.code like 'ITEM-%' order by c.code`,
    [person["P1"]],
  );
  assert.deepEqual(
    items.map(({ code, source, path, parent_enrollment_id }) => [code, source, path, parent_enrollment_id]),
    [
      ["ITEM-A", "path", "PATH", assigned.get(0)],
      ["ITEM-B", "path", "PATH", assigned.get(0)],
      ["ITEM-C", "path", "PATH-2", assigned.get(1)],
    ],
  );
  for (const { id } of items) assert.deepEqual(await sourcesOf(id), [["rule", rule.id]]);
  assert.deepEqual(
    (await alertsOf("PATH")).map(({ employee_no, reason }) => [employee_no, reason]),
    [["P3", "no_seat"]],
  );
  assert.equal((await enrollmentsOf("P3", "ITEM-A")).length, 0, "a path is assigned whole or not at all");
  assert.deepEqual([(await eventsOf("PATH")).length, (await eventsOf("ITEM-B")).length], [2, 2]);
});

test("the number of statements does not grow with the number of people", async () => {
  const counts: number[] = [];
  for (const [from, size] of [
    [1, 1],
    [2, 58],
  ] as const) {
    const wishes = everybody(size, from).flatMap((employee_no) =>
      ["PLAIN", "TWICE", "NONE", "PATH-2"].map((code) => wish(employee_no, code, { source: "admin", cycle_year: 2028 })),
    );
    await withTenant(pool, context.tenant.id, async (db) => {
      const counted = countingOf(db);
      const { assigned } = await assignMany(counted, context, wishes, { batch_id });
      assert.equal(assigned.size, 3 * size);
      counts.push(counted.statements);
    });
  }
  assert.deepEqual(counts, [counts[0], counts[0]]);
});

function countingOf(db: Db): Db & { statements: number } {
  const counting = {
    statements: 0,
    rows: <Row>(...args: Parameters<Db["rows"]>) => ((counting.statements += 1), db.rows<Row>(...args)),
    row: <Row>(...args: Parameters<Db["row"]>) => ((counting.statements += 1), db.row<Row>(...args)),
    count: (...args: Parameters<Db["count"]>) => ((counting.statements += 1), db.count(...args)),
  };
  return counting;
}
