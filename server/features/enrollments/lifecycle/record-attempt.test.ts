import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { first_instant, openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { learnersOf, type Learners } from "../../../../test/harness/panel/learners.ts";
import { matchesSchema } from "../../../../test/harness/records.ts";
import { ComplianceCertified } from "../../certificates/events.ts";
import { CourseCompleted, CourseFailed, EnrollmentCancelled, EnrollmentUpdated } from "../events.ts";
import { grantAttempt } from "./grant-attempt.ts";
import { Enrollment } from "../schema.ts";
import { withdrawEnrollment } from "./withdraw.ts";

let training: TrainingOrganisation;
let learners: Learners;

before(async () => {
  training = await openTraining(
    {
      courses: [
        { code: "PLAIN", title: "No certificate" },
        {
          code: "QUIZ",
          title: "Quiz with a certificate",
          validity: { value: 24, unit: "month" },
          attempts_allowed: 3,
          pass_score: 70,
          default_due_days: 30,
        },
        { code: "ONCE", title: "One attempt", attempts_allowed: 1, default_due_days: 10 },
      ],
      licenses: [{ name: "Seats", courses: ["ONCE"], seats_total: 9, release: "always" }],
    },
    20,
  );
  learners = learnersOf(training, first_instant);
});
after(() => training.close());

const refusedWith = (code: string) => (error: any) => error.type.code === code;
const audited = async (target_id: string) => {
  const { rows } = await training.database.superuser.query(
    "select operation, changes from audit_log where target_id = $1 and actor_type = 'administrator' order by xid, id",
    [target_id],
  );
  return rows.map(({ operation, changes }) => [operation, changes.status]);
};

test("a started enrollment is in progress; starting it again changes nothing", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const { id } = await learners.assign("P1", "QUIZ");
  await learners.at("2026-03-19T06:30:00Z");
  await learners.news();
  const started = await learners.start(id);
  matchesSchema(Enrollment, started);
  assert.deepEqual(
    [started.status, started.started_at, started.compliance_status, started.overdue],
    ["in_progress", "2026-03-19T06:30:00.000Z", "OVERDUE", true],
  );
  await learners.at("2026-03-19T08:00:00Z");
  assert.deepEqual(await learners.start(id), started);
  const [told, ...others] = await learners.news();
  assert.deepEqual(others, []);
  matchesSchema(EnrollmentUpdated, told.data);
  assert.deepEqual([told.type, told.data.changed_fields], ["enrollment.updated", ["status"]]);
  assert.deepEqual(
    [told.data.enrollment.id, told.data.enrollment.status, told.data.enrollment.started_at],
    [id, "in_progress", "2026-03-19T06:30:00.000Z"],
  );
  assert.deepEqual(await audited(id), [["enrollment.start", ["assigned", "in_progress"]]]);
});

test("each failed attempt causes an event, the last one as final; one more can be granted and passed", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const enrollment = await learners.assign("P2", "QUIZ");
  await learners.news();
  await learners.at("2026-02-10T10:00:00Z");
  const first = await learners.fail(enrollment.id, 48);
  assert.deepEqual([first.status, first.attempts_used, first.score, first.passed], ["in_progress", 1, 48, null]);
  await learners.at("2026-02-11T10:00:00Z");
  await learners.fail(enrollment.id, 60);
  await learners.at("2026-02-12T10:00:00Z");
  const last = await learners.fail(enrollment.id, null);
  matchesSchema(Enrollment, last);
  assert.deepEqual(
    [last.status, last.attempts_used, last.failed_at, last.passed, last.compliance_status],
    ["failed", 3, "2026-02-12T10:00:00.000Z", false, "IN_PROGRESS"],
  );

  const events = await learners.news();
  for (const event of events) matchesSchema(CourseFailed, event.data);
  assert.deepEqual(
    events.map(({ type, created_at, data }) => [type, created_at, data.enrollment.status, data.compliance_status, data.attempt]),
    [
      ["2026-02-10T10:00:00.000Z", "in_progress", { number: 1, attempts_left: 2, final: false, score: 48 }],
      ["2026-02-11T10:00:00.000Z", "in_progress", { number: 2, attempts_left: 1, final: false, score: 60 }],
      ["2026-02-12T10:00:00.000Z", "failed", { number: 3, attempts_left: 0, final: true, score: null }],
    ].map(([at, status, attempt]: any) => [
      "course.failed",
      at,
      status,
      "IN_PROGRESS",
      { ...attempt, pass_score: 70, finished_at: at },
    ]),
  );
  const { rows } = await training.database.superuser.query(
    "select number, score, passed, started_at, finished_at from attempt where enrollment_id = $1 order by number",
    [enrollment.id],
  );
  assert.deepEqual(
    rows.map(({ number, score, passed, started_at, finished_at }) => [number, score, passed, +started_at <= +finished_at]),
    [
      [1, 48, false, true],
      [2, 60, false, true],
      [3, null, false, true],
    ],
  );

  await assert.rejects(learners.fail(enrollment.id, 1), refusedWith("ENROLLMENT_NOT_OPEN"));
  await assert.rejects(learners.start(enrollment.id), refusedWith("ENROLLMENT_NOT_OPEN"));
  const granted = JSON.parse(await learners.run((db, context) => grantAttempt(db, context, enrollment.id)));
  matchesSchema(Enrollment, granted);
  assert.deepEqual(
    [granted.status, granted.attempts_allowed, granted.failed_at, granted.passed, granted.compliance_status],
    ["in_progress", 4, null, null, "IN_PROGRESS"],
  );
  await assert.rejects(
    learners.run((db, context) => grantAttempt(db, context, enrollment.id)),
    refusedWith("ENROLLMENT_NOT_OPEN"),
  );
  const passed = await learners.pass(enrollment.id, 70);
  assert.deepEqual([passed.status, passed.attempts_used], ["completed", 4]);
});

test("a pass completes the enrollment with its certificate: completed and certified cause one event each, with the flag after it", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const { id } = await learners.assign("P3", "QUIZ", { due_date: "2026-03-20" });
  await learners.start(id);
  await learners.news();
  await learners.at("2026-03-20T22:59:59.999Z");
  const completed = await learners.pass(id, 92);
  matchesSchema(Enrollment, completed);
  const { certificate, ...rest } = completed;
  assert.deepEqual(
    [rest.status, rest.completed_at, rest.score, rest.passed, rest.progress_percent, rest.compliance_status],
    ["completed", "2026-03-20T22:59:59.999Z", 92, true, 100, "COMPLIANT"],
  );
  assert.deepEqual(
    { ...certificate, id: null, number: certificate.number.slice(0, 10) },
    { id: null, number: "QUIZ-2026-", valid_from: "2026-03-20", valid_until: "2028-03-19", status: "valid" },
  );
  assert.deepEqual((await training.api.get(`/api/v1/enrollments/${id}`)).body, completed);

  const [told, certified, ...others] = await learners.news();
  assert.deepEqual(others, []);
  matchesSchema(CourseCompleted, told.data);
  matchesSchema(ComplianceCertified, certified.data);
  assert.deepEqual([told.type, certified.type], ["course.completed", "compliance.certified"]);
  assert.deepEqual(told.data.result, { passed: true, score: 92, on_time: true, attempt: 1 });
  assert.deepEqual(told.data.enrollment, {
    id,
    cycle_year: 2026,
    status: "completed",
    source: "api",
    due_date: "2026-03-20",
    assigned_at: "2026-02-02T07:00:00.000Z",
    started_at: "2026-02-02T07:00:00.000Z",
    completed_at: "2026-03-20T22:59:59.999Z",
  });
  assert.deepEqual(
    [told.data.certificate_id, told.data.compliance_status, certified.data.compliance_status, certified.data.enrollment_id],
    [certificate.id, "COMPLIANT", "COMPLIANT", id],
  );
  assert.deepEqual(certified.data.user, told.data.user);
  assert.deepEqual(certified.data.certificate, {
    id: certificate.id,
    number: certificate.number,
    source: "course",
    issued_at: "2026-03-20T22:59:59.999Z",
    valid_from: "2026-03-20",
    valid_until: "2028-03-19",
    previous_certificate_id: null,
  });

  for (const step of [() => learners.pass(id, 92), () => learners.fail(id), () => learners.start(id)]) {
    await assert.rejects(step(), refusedWith("ENROLLMENT_NOT_OPEN"));
  }
  assert.deepEqual(await learners.news(), []);
});

test("a millisecond into the next day in the organisation's zone is late, but a pass", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const { id } = await learners.assign("P4", "QUIZ", { due_date: "2026-03-20" });
  await learners.news();
  await learners.at("2026-03-20T23:00:00Z");
  const completed = await learners.pass(id, 100);
  const [told] = await learners.news();
  assert.equal(told.data.result.on_time, false);
  assert.deepEqual([completed.started_at, completed.certificate.valid_from], ["2026-03-20T23:00:00.000Z", "2026-03-21"]);
});

test("a course without certificates is completed without one", async () => {
  const { id } = await learners.assign("P5", "PLAIN", { due_date: null });
  await learners.news();
  const completed = await learners.pass(id);
  assert.deepEqual([completed.certificate, completed.score, completed.compliance_status], [null, null, "COMPLIANT"]);
  const [told, ...others] = await learners.news();
  assert.deepEqual([others, told.data.certificate_id, told.data.result.on_time], [[], null, true]);
});

test("a score below the course's pass_score cannot pass, and changes nothing", async () => {
  const { id } = await learners.assign("P6", "QUIZ");
  await assert.rejects(
    learners.pass(id, 69),
    (error: any) => error.type.code === "VALIDATION_FAILED" && error.members.errors[0].pointer === "#/score",
  );
  assert.equal((await training.api.get(`/api/v1/enrollments/${id}`)).body.status, "assigned");
});

test("completing the newest cycle closes older ones: unstarted is cancelled and told, started is withdrawn", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const old = await learners.assign("P7", "ONCE", { cycle_year: 2025 });
  const started = await learners.assign("P8", "ONCE", { cycle_year: 2025 });
  await learners.start(started.id);
  for (const number of ["P7", "P8"]) {
    const newest = await learners.assign(number, "ONCE", { cycle_year: 2026 });
    const next = await learners.assign(number, "ONCE", { cycle_year: 2027 });
    await learners.news();
    await learners.pass(newest.id);
    const events = await learners.news();
    const state = async ({ id }: any) => (await training.api.get(`/api/v1/enrollments/${id}`)).body;
    assert.equal((await state(next)).status, "assigned");
    if (number === "P8") {
      assert.deepEqual(
        events.map(({ type, data }) => [type, data.enrollment.status]),
        [
          ["course.completed", "completed"],
          ["enrollment.updated", "withdrawn"],
        ],
      );
      assert.equal(events[1].data.enrollment.id, started.id);
      assert.equal((await state(started)).status, "withdrawn");
      continue;
    }
    assert.deepEqual(
      events.map(({ type }) => type),
      ["course.completed", "enrollment.cancelled"],
    );
    matchesSchema(EnrollmentCancelled, events[1].data);
    assert.deepEqual([events[1].data.enrollment.id, events[1].data.cancel_reason], [old.id, "superseded"]);
    const { status, cancel_reason } = await state(old);
    assert.deepEqual([status, cancel_reason], ["cancelled", "superseded"]);
  }
});

test("a withdrawn enrollment asks for nothing more and frees its seat; withdrawing again changes nothing", async () => {
  const { id } = await learners.assign("P9", "ONCE");
  const withdraw = async () => JSON.parse(await learners.run((db, context) => withdrawEnrollment(db, context, id, "Ill")));
  await assert.rejects(withdraw(), refusedWith("ENROLLMENT_NOT_OPEN"));
  await learners.start(id);
  await learners.fail(id);
  const { used } = (await training.seats())["Seats"]!;
  const withdrawn = await withdraw();
  matchesSchema(Enrollment, withdrawn);
  assert.deepEqual([withdrawn.status, withdrawn.compliance_status], ["withdrawn", null]);
  assert.deepEqual(await withdraw(), withdrawn);
  assert.equal((await training.seats())["Seats"]!.used, used - 1);
  assert.deepEqual(await audited(id), [
    ["enrollment.start", ["assigned", "in_progress"]],
    ["enrollment.fail", ["in_progress", "failed"]],
    ["enrollment.withdraw", ["failed", "withdrawn"]],
  ]);
  await assert.rejects(learners.pass(id), refusedWith("ENROLLMENT_NOT_OPEN"));
});

test("a person who is suspended or has left takes no step, and an unknown enrollment is not found", async () => {
  const { id } = await learners.assign("P10", "QUIZ");
  for (const state of ["suspended", "deactivated"]) {
    await training.database.superuser.query("update person set state = $1 where employee_no = 'P10'", [state]);
    for (const step of [() => learners.start(id), () => learners.pass(id, 90), () => learners.fail(id)]) {
      await assert.rejects(step(), refusedWith("PERSON_NOT_ACTIVE"));
    }
  }
  for (const unknown of ["nonsense", "019a4a01-1111-7222-8333-444455556666"]) {
    await assert.rejects(learners.start(unknown), refusedWith("NOT_FOUND"));
  }
});

test("of two results at once, one is recorded", async () => {
  const { id } = await learners.assign("P11", "ONCE");
  const results = await Promise.allSettled([learners.pass(id), learners.fail(id), learners.pass(id)]);
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
  const { rows } = await training.database.superuser.query("select number from attempt where enrollment_id = $1", [id]);
  assert.equal(rows.length, 1);
});
