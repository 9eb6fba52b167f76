import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { assignMany } from "../assign/assign-many.ts";
import { endEnrollmentsOf } from "./end.ts";
import { lapseSources, type Lapse } from "./lapse.ts";
import { recordResult } from "./record-attempt.ts";
import { startEnrollment } from "./start.ts";
import type { Assignment } from "../assign/assignment.ts";

const [first, second] = ["Onboarding", "Safety"].map((name) => ({ type: "rule", id: newId(), name })) as [Source, Source];
type Source = { type: string; id: string; name: string };
const batch_id = newId();
const codes = ["ONE", "LAST", "STATES", "OWN", "KEPT", "STANDS", "ITEM-A", "ITEM-B", "SEATS", "BLOCKED", "END"];

let training: TrainingOrganisation;
let pool: Pool;
let context: Context;
let person: Record<string, string>;
let course: Record<string, string>;

before(async () => {
  training = await openTraining(
    {
      courses: codes.map((code) => ({ code, title: code })),
      learning_paths: [{ code: "PATH", title: "Path", courses: ["ITEM-A", "ITEM-B"] }],
      licenses: [
        { name: "seats", courses: ["SEATS", "END"], seats_total: 30 },
        { name: "blocked", courses: ["BLOCKED"], seats_total: 0 },
      ],
    },
    30,
  );
  pool = training.database.pool();
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

const assignment = (employee_no: string, code: string, by: Source): Assignment => ({
  person_id: person[employee_no]!,
  course_id: course[code]!,
  source: "rule",
  by,
  origin: { source: "rule", ref_id: by.id },
});
const assign = async (...assignments: Assignment[]): Promise<string> => {
  const { assigned, existing } = await within((db) => assignMany(db, context, assignments, { batch_id }));
  return (assigned.get(0) ?? existing.get(0))!;
};
const lapseOf = (employee_no: string, by: Source, more: Partial<Lapse> = {}): Lapse => ({
  person_id: person[employee_no]!,
  source: "rule",
  ref_id: by.id,
  reason: "department_changed",
  by,
  keep: false,
  ...more,
});
const lapse = (...lapses: Lapse[]) => within((db) => lapseSources(db, context, lapses, { batch_id }));
const within = <T>(work: (db: Db) => Promise<T>) => withTenant(pool, context.tenant.id, work);

const enrollmentOf = async (id: string) => (await training.api.get(`/api/v1/enrollments/${id}`)).body;
const cancellations = async (code: string) =>
  (await training.events("enrollment.cancelled")).filter((event) => event.data.course.code === code);

test("with its reason an enrollment that was not started is cancelled, with its flag, and one event with the whole body", async () => {
  const id = await assign(assignment("P1", "ONE", first));
  assert.equal(await lapse(lapseOf("P1", first)), 1);
  const { status, cancel_reason, compliance_status } = await enrollmentOf(id);
  assert.deepEqual([status, cancel_reason, compliance_status], ["cancelled", "department_changed", null]);
  const events = await cancellations("ONE");
  assert.equal(events.length, 1);
  const { user, ...data } = events[0].data;
  assert.deepEqual([user.employee_no, user.department_name], ["P1", "Logistyka Północ"]);
  assert.deepEqual(data, {
    course: { id: course["ONE"], code: "ONE", title: "ONE" },
    enrollment: {
      id,
      cycle_year: 2026,
      status: "cancelled",
      source: "rule",
      due_date: null,
      assigned_at: "2026-02-02T07:00:00.000Z",
      started_at: null,
      completed_at: null,
    },
    cancelled_at: "2026-02-02T07:00:00.000Z",
    cancel_reason: "department_changed",
    cancelled_by: first,
    batch_id,
  });
  assert.equal(await lapse(lapseOf("P1", first)), 0, "what has lapsed does not lapse again");
});

test("an enrollment with two reasons lapses with the last one", async () => {
  const id = await assign(assignment("P1", "LAST", first), assignment("P1", "LAST", second));
  assert.equal(await lapse(lapseOf("P1", first)), 0);
  assert.equal((await enrollmentOf(id)).status, "assigned");
  assert.equal(await lapse(lapseOf("P1", second)), 1);
  assert.equal((await enrollmentOf(id)).status, "cancelled");
  assert.deepEqual(
    (await cancellations("LAST")).map((event) => event.data.cancelled_by.name),
    ["Safety"],
  );
});

test("both reasons lapsing at once cancel once", async () => {
  await assign(assignment("P2", "LAST", first), assignment("P2", "LAST", second));
  assert.equal(await lapse(lapseOf("P2", first), lapseOf("P2", second)), 1);
});

test("a started enrollment continues, and a completed one is not required, until it is assigned again", async () => {
  const started = await assign(assignment("P1", "STATES", first));
  const completed = await assign(assignment("P2", "STATES", first));
  await query("update enrollment set state = 'in_progress', started_at = now() where id = $1", [started]);
  await query("update enrollment set state = 'completed', completed_at = now() where id = $1", [completed]);
  assert.equal(await lapse(lapseOf("P1", first), lapseOf("P2", first)), 0);
  assert.deepEqual(
    [(await enrollmentOf(started)).status, (await enrollmentOf(started)).compliance_status],
    ["in_progress", "IN_PROGRESS"],
  );
  assert.deepEqual(
    [(await enrollmentOf(completed)).status, (await enrollmentOf(completed)).compliance_status],
    ["completed", null],
  );
  assert.equal(await assign(assignment("P2", "STATES", first)), completed);
  assert.equal((await enrollmentOf(completed)).compliance_status, "COMPLIANT");
});

test("an enrollment completed after its reasons have lapsed is not required; while one holds, it is", async () => {
  const asked = [assignment("P4", "STATES", first), assignment("P5", "STATES", first), assignment("P5", "STATES", second)];
  await assign(...asked);
  const started = await query("select id from enrollment where person_id = any ($1::uuid[]) order by person_id", [
    [person["P4"], person["P5"]],
  ]);
  for (const { id } of started) await within((db) => startEnrollment(db, context, id));
  await lapse(lapseOf("P4", first), lapseOf("P5", first));
  for (const { id } of started) await within((db) => recordResult(db, context, id, { passed: true, score: null }));
  const rows = await query(
    "select p.employee_no, e.state, e.requirement_active from enrollment e join person p on p.id = e.person_id where e.id = any ($1::uuid[]) order by 1",
    [started.map(({ id }) => id)],
  );
  assert.deepEqual(
    rows.map(({ employee_no, state, requirement_active }) => [employee_no, state, requirement_active]),
    [
      ["P4", "completed", false],
      ["P5", "completed", true],
    ],
  );
});

test("an enrollment that a client made does not lapse with a rule that joined it", async () => {
  const { body } = await training.api.post("/api/v1/enrollments", { employee_no: "P1", course_code: "OWN" });
  assert.equal(await assign(assignment("P1", "OWN", first)), body.id);
  assert.equal(await lapse(lapseOf("P1", first)), 0);
  assert.equal((await enrollmentOf(body.id)).status, "assigned");
});

test("a rule with on_leave keep does not cancel unstarted enrollments", async () => {
  const id = await assign(assignment("P1", "KEPT", first));
  assert.equal(await lapse(lapseOf("P1", first, { keep: true })), 0);
  assert.deepEqual([(await enrollmentOf(id)).status, (await enrollmentOf(id)).compliance_status], ["assigned", "PENDING"]);
});

test("a course that the rule asks for in another way stays", async () => {
  const id = await assign(assignment("P1", "STANDS", first));
  await query(
    `insert into rule (tenant_id, id, name, name_norm, conditions) values ($1, $2, 'Onboarding', 'onboarding', '{"worker_type": "x"}')`,
    [context.tenant.id, first.id],
  );
  await query(
    "insert into rule_match (tenant_id, rule_id, person_id, course_ids, since) values ($1, $2, $3, array[$4]::uuid[], now())",
    [context.tenant.id, first.id, person["P1"], course["STANDS"]],
  );
  assert.equal(await lapse(lapseOf("P1", first, { course_id: course["STANDS"] })), 0);
  assert.equal((await enrollmentOf(id)).status, "assigned");
  await query("delete from rule_match");
  assert.equal(await lapse(lapseOf("P1", first, { course_id: course["ONE"] })), 0, "another course");
  assert.equal(await lapse(lapseOf("P1", first, { course_id: course["STANDS"] })), 1);
});

test("a path lapses with its items, except those that another reason needs; one that was started keeps its items", async () => {
  const path = await assign(assignment("P1", "PATH", first));
  await assign(assignment("P1", "ITEM-B", second));
  assert.equal(await lapse(lapseOf("P1", first, { course_id: course["PATH"] })), 2);
  const states = await query(
    `select c.code, e.state from enrollment e join course c on c.id = e.course_id
     where e.id = $1 or e.parent_enrollment_id = $1 order by 1`,
    [path],
  );
  assert.deepEqual(
    states.map(({ code, state }) => [code, state]),
    [
      ["ITEM-A", "cancelled"],
      ["ITEM-B", "assigned"],
      ["PATH", "cancelled"],
    ],
  );
  const started = await assign(assignment("P2", "PATH", first));
  await query("update enrollment set state = 'in_progress', started_at = now() where id = $1", [started]);
  assert.equal(await lapse(lapseOf("P2", first)), 0);
});

test("seats are freed with cancelled enrollments, for many people at once", async () => {
  const assignments = Array.from({ length: 30 }, (_, index) => assignment(`P${index + 1}`, "SEATS", second));
  await assign(...assignments);
  assert.deepEqual((await training.seats())["seats"], { used: 30, held: 30 });
  const lapses = assignments.map((_, index) => lapseOf(`P${index + 1}`, second, { course_id: course["SEATS"] }));
  assert.equal(await lapse(...lapses), 30);
  assert.deepEqual((await training.seats())["seats"], { used: 0, held: 0 });
});

test("an alert for a rule's course is resolved once the rule does not apply", async () => {
  await assign(assignment("P1", "BLOCKED", first), assignment("P1", "BLOCKED", second));
  const open = () => query("select wishes as assignments from alert where resolved_at is null");
  await lapse(lapseOf("P1", first));
  assert.deepEqual(
    (await open()).map(({ assignments }) => assignments.map((one: Assignment) => one.by.name)),
    [["Safety"]],
  );
  await lapse(lapseOf("P1", second));
  assert.deepEqual(await open(), []);
});

test("the end of many accounts cancels, withdraws, frees and tells of each, in as many statements as of one", async () => {
  const assignments = Array.from({ length: 20 }, (_, index) => assignment(`P${index + 11}`, "END", second));
  await assign(...assignments);
  await query("update enrollment set state = 'in_progress' where person_id = $1 and state = 'assigned'", [person["P11"]]);
  const counts: number[] = [];
  for (const some of [["P30"], Array.from({ length: 19 }, (_, index) => `P${index + 11}`)]) {
    const ids = some.map((employee_no) => person[employee_no]!);
    await query("update person set state = 'deactivated' where id = any ($1)", [ids]);
    await within(async (db) => {
      let statements = 0;
      const counted: Db = {
        rows: (statement) => ((statements += 1), db.rows(statement)),
        row: (statement) => ((statements += 1), db.row(statement)),
        count: (statement) => ((statements += 1), db.count(statement)),
        send: (statement) => ((statements += 1), db.send(statement)),
        commit: db.commit,
        afterCommit: db.afterCommit,
      };
      await endEnrollmentsOf(counted, context, ids, "person_deactivated", batch_id);
      counts.push(statements);
    });
  }
  assert.deepEqual(counts, [counts[0], counts[0]]);
  const events = await cancellations("END");
  assert.deepEqual([events.length, new Set(events.map((event) => event.data.user.employee_no)).size], [19, 19]);
  assert.deepEqual((await training.seats())["seats"], { used: 1, held: 1 }, "the seat of the started one stays");
  const [{ flags }] = await query("select count(*)::int as flags from compliance_status where course_id = $1", [course["END"]]);
  assert.equal(flags, 0);
});
