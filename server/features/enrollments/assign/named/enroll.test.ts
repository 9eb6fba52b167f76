import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { first_instant, openTraining, type TrainingOrganisation } from "../../../../../test/harness/organisation/enrollments.ts";
import { matchesSchema } from "../../../../../test/harness/records.ts";
import { EnrollmentAssigned } from "../../events.ts";
import { Enrollment } from "../../schema.ts";

let training: TrainingOrganisation;
let people = 0;

before(async () => {
  training = await openTraining(
    {
      courses: [
        { code: "FORKLIFT-01", title: "Forklift operation", default_due_days: 30, attempts_allowed: 2 },
        { code: "FREE", title: "No due date by default" },
        { code: "VOLUNTARY", title: "No requirement", mandatory: false },
        { code: "GRACE", title: "With days of grace", grace_days: 14 },
      ],
      licenses: [{ name: "Forklift 2026", courses: ["FORKLIFT-01"], seats_total: 500, valid_until: "2026-12-31" }],
    },
    20,
  );
});
after(() => training.close());

/** The employee number of a person to whom no other test has assigned anything. */
function somebody(): string {
  people += 1;
  return `P${people}`;
}

const assign = (body: unknown) => training.api.post("/api/v1/enrollments", body);

test("a course is assigned by employee number and course code, whatever their case", async () => {
  const employee_no = somebody();
  const reply = await assign({
    employee_no: employee_no.toLowerCase(),
    course_code: "forklift-01",
    cycle_year: 2026,
    due_date: "2026-03-31",
  });
  assert.equal(reply.status, 201, reply.text);
  matchesSchema(Enrollment, reply.body);
  assert.equal(reply.text, JSON.stringify(reply.body));
  const { id, user_id, course_id, license_id, created_at, updated_at, source_ref, ...rest } = reply.body;
  assert.deepEqual(rest, {
    employee_no,
    course_code: "FORKLIFT-01",
    course_title: "Forklift operation",
    type: "course",
    cycle_year: 2026,
    status: "assigned",
    overdue: false,
    source: "api",
    mandatory: true,
    due_date: "2026-03-31",
    assigned_at: "2026-02-02T07:00:00.000Z",
    started_at: null,
    completed_at: null,
    failed_at: null,
    cancelled_at: null,
    cancel_reason: null,
    progress_percent: 0,
    score: null,
    passed: null,
    attempts_used: 0,
    attempts_allowed: 2,
    renewal_of: null,
    parent_enrollment_id: null,
    certificate: null,
    compliance_status: "PENDING",
  });
  assert.deepEqual(source_ref, { type: "client", id: training.organisation.clients["HR sync"]!.client_id, name: "HR sync" });
  assert.ok(license_id && created_at === updated_at);

  assert.equal(reply.headers.get("location"), `/api/v1/enrollments/${id}`);
  const read = await training.api.get(reply.headers.get("location")!);
  assert.equal(read.text, reply.text);
  assert.equal(read.headers.get("etag"), reply.headers.get("etag"));

  const again = await assign({ user_id, course_id: course_id.toUpperCase(), cycle_year: 2027 });
  assert.equal(again.status, 201, "by ids");
});

test("each assignment writes one event with its exact body, and one audit row", async () => {
  const employee_no = somebody();
  const { body } = await assign({ employee_no, course_code: "FORKLIFT-01" });
  const [event, ...others] = (await training.events("enrollment.assigned")).filter((one) => one.data.enrollment.id === body.id);
  assert.deepEqual(others, []);
  matchesSchema(EnrollmentAssigned, event.data);
  const { department_id, ...user } = event.data.user;
  assert.deepEqual(
    { ...event, data: { ...event.data, user } },
    {
      id: event.id,
      type: "enrollment.assigned",
      created_at: "2026-02-02T07:00:00.000Z",
      tenant_code: "ACME",
      data: {
        user: {
          id: body.user_id,
          employee_no,
          department_name: "Logistyka Północ",
          worker_type: "internal_payroll",
          contractor_id: null,
        },
        course: { id: body.course_id, code: "FORKLIFT-01", title: "Forklift operation" },
        enrollment: {
          id: body.id,
          cycle_year: 2026,
          status: "assigned",
          source: "api",
          due_date: "2026-03-04",
          assigned_at: "2026-02-02T07:00:00.000Z",
          started_at: null,
          completed_at: null,
        },
        assigned_by: body.source_ref,
        compliance_status: "PENDING",
        batch_id: null,
      },
    },
  );
  assert.ok(department_id);
  const rows = (await training.audit()).filter((row) => row.target_id === body.id);
  assert.deepEqual(
    rows.map((row) => row.operation),
    ["enrollment.assign"],
  );
  assert.deepEqual(rows[0]!.personal, { employee_no: [null, employee_no] });
  assert.ok(!JSON.stringify(rows[0]!.changes).includes(employee_no), "personal data stands apart");
});

test("without dates the course says when it is due, and null means never", async () => {
  const employee_no = somebody();
  assert.equal((await assign({ employee_no, course_code: "FORKLIFT-01" })).body.due_date, "2026-03-04");
  assert.equal((await assign({ employee_no, course_code: "FORKLIFT-01", cycle_year: 2027, due_date: null })).body.due_date, null);
  assert.equal((await assign({ employee_no, course_code: "FREE" })).body.due_date, null);
  assert.equal(
    (await assign({ employee_no, course_code: "FREE", cycle_year: 2027, due_date: "2026-02-02" })).body.due_date,
    "2026-02-02",
  );
});

test("a voluntary course makes no requirement", async () => {
  const { body } = await assign({ employee_no: somebody(), course_code: "VOLUNTARY" });
  assert.deepEqual([body.mandatory, body.compliance_status], [false, null]);
});

test("a record that was read can be written elsewhere: members that cannot be set are ignored", async () => {
  const [one, other] = [somebody(), somebody()];
  const {
    user_id: _,
    course_id: __,
    employee_no: ___,
    ...record
  } = (await assign({ employee_no: one, course_code: "FREE" })).body;
  const reply = await assign({ ...record, employee_no: other });
  assert.equal(reply.status, 201, reply.text);
  assert.notEqual(reply.body.id, record.id);
});

test("an enrollment is overdue, and its flag OVERDUE, from midnight in the organisation's zone; grace days put it off", async () => {
  const employee_no = somebody();
  const { body } = await assign({ employee_no, course_code: "FREE", due_date: "2026-02-02" });
  const { body: graced } = await assign({ employee_no, course_code: "GRACE", due_date: "2026-02-02" });
  const read = async (id: string) => {
    const { body } = await training.api.get(`/api/v1/enrollments/${id}`);
    return [body.overdue, body.compliance_status];
  };
  await training.at("2026-02-02T22:59:59Z");
  assert.deepEqual(await read(body.id), [false, "PENDING"]);
  await training.at("2026-02-02T23:00:00Z");
  assert.deepEqual(await read(body.id), [true, "OVERDUE"]);
  await training.at("2026-02-16T22:59:59Z");
  assert.deepEqual(await read(graced.id), [false, "PENDING"]);
  await training.at("2026-02-16T23:00:00Z");
  assert.deepEqual(await read(graced.id), [true, "OVERDUE"]);
  await training.at(first_instant);
});

test("today and the current cycle turn at midnight in the organisation's zone", async () => {
  const employee_no = somebody();
  const ask = (course_code: string, due_date: string) => assign({ employee_no, course_code, due_date });
  await training.at("2025-12-31T22:59:59Z");
  assert.equal((await ask("FREE", "2025-12-31")).body.cycle_year, 2025);
  await training.at("2025-12-31T23:00:00Z");
  assert.equal((await ask("GRACE", "2025-12-31")).body.errors[0].code, "DATE_IN_PAST");
  assert.equal((await ask("FREE", "2026-01-01")).body.cycle_year, 2026);
  await training.at(first_instant);
});

test("an organisation whose cycles begin in April is in the cycle of the year in which its last one began", async () => {
  await training.database.superuser.query("update tenant set fiscal_month = 4");
  const employee_no = somebody();
  await training.at("2026-03-31T21:59:59Z");
  const before_turn = await assign({ employee_no, course_code: "FREE" });
  const early = await assign({ employee_no, course_code: "FREE", cycle_year: 2028 });
  await training.at("2026-03-31T22:00:00Z");
  const behind_turn = await assign({ employee_no, course_code: "FREE" });
  await training.database.superuser.query("update tenant set fiscal_month = 1");
  await training.at(first_instant);
  assert.deepEqual([before_turn.body.cycle_year, behind_turn.body.cycle_year], [2025, 2026]);
  assert.equal(early.body.errors[0].detail, "must be between 2024 and 2027");
});
