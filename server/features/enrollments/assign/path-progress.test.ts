import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { first_instant, openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { learnersOf, type Learners } from "../../../../test/harness/panel/learners.ts";
import { matchesSchema } from "../../../../test/harness/records.ts";
import { CourseCompleted } from "../events.ts";
import { withdrawEnrollment } from "../lifecycle/withdraw.ts";

let training: TrainingOrganisation;
let learners: Learners;

before(async () => {
  training = await openTraining(
    {
      courses: ["A", "B", "C", "X", "Y"].map((code) => ({ code, title: code, attempts_allowed: 1 })),
      learning_paths: [
        { code: "PATH", title: "Path", courses: ["A", "B", { course: "C", mandatory: false }] },
        {
          code: "CHOICE",
          title: "Nothing mandatory",
          courses: [
            { course: "X", mandatory: false },
            { course: "Y", mandatory: false },
          ],
        },
      ],
    },
    8,
  );
  learners = learnersOf(training, first_instant);
});
after(() => training.close());

const read = async (id: string): Promise<any> => (await training.api.get(`/api/v1/enrollments/${id}`)).body;
const itemsOf = async (employee_no: string): Promise<Record<string, any>> => {
  const { body } = await training.api.get(`/api/v1/enrollments?employee_no=${employee_no}`);
  return Object.fromEntries(body.enrollments.map((one: any) => [one.course_code, one]));
};
const told = async () => (await learners.news()).map(({ type, data }) => [type, data.course.code]);

test("a learning path starts with its first course, follows its mandatory ones, and is completed with the last", async () => {
  const path = await learners.assign("P1", "PATH");
  const items = await itemsOf("P1");
  await learners.news();
  await learners.at("2026-02-03T07:00:00Z");
  await learners.start(items["A"].id);
  let now = await read(path.id);
  assert.deepEqual([now.status, now.started_at, now.progress_percent], ["in_progress", "2026-02-03T07:00:00.000Z", 0]);
  assert.equal((await itemsOf("P1"))["B"].status, "assigned");

  await learners.pass(items["A"].id, 80);
  now = await read(path.id);
  assert.deepEqual([now.status, now.progress_percent, now.passed], ["in_progress", 50, null]);
  assert.deepEqual(await told(), [
    ["enrollment.updated", "A"],
    ["enrollment.updated", "PATH"],
    ["course.completed", "A"],
  ]);

  await learners.at("2026-02-04T07:00:00Z");
  await learners.pass(items["B"].id);
  now = await read(path.id);
  assert.deepEqual(
    [now.status, now.progress_percent, now.passed, now.completed_at, now.certificate],
    ["completed", 100, true, "2026-02-04T07:00:00.000Z", null],
  );
  const events = await learners.news();
  assert.deepEqual(
    events.map(({ data }) => data.course.code),
    ["B", "PATH"],
  );
  matchesSchema(CourseCompleted, events[1].data);
  const { result, compliance_status, enrollment } = events[1].data;
  assert.deepEqual(
    [result, compliance_status, enrollment.status],
    [{ passed: true, score: null, on_time: true, attempt: null }, null, "completed"],
  );
  assert.equal(await learners.flag("P1", "A"), "COMPLIANT");
  assert.equal((await itemsOf("P1"))["C"].status, "assigned");
  await learners.pass(items["C"].id);
  assert.deepEqual(await told(), [["course.completed", "C"]]);
});

test("a course that fails leaves its path open", async () => {
  const path = await learners.assign("P2", "PATH");
  const items = await itemsOf("P2");
  await learners.fail(items["A"].id);
  await learners.pass(items["B"].id);
  const { status, progress_percent } = await read(path.id);
  assert.deepEqual([status, progress_percent], ["in_progress", 50]);
});

test("a course that the person had already serves the path as well", async () => {
  const own = await learners.assign("P3", "A");
  const path = await learners.assign("P3", "PATH");
  await learners.pass(own.id);
  await learners.pass((await itemsOf("P3"))["B"].id);
  assert.equal((await read(path.id)).status, "completed");
});

test("a path whose courses are all completed in its cycle is completed when it is assigned, and tells so", async () => {
  for (const code of ["A", "B", "C"]) await learners.certify("P8", code);
  await learners.news();
  const path = await learners.assign("P8", "PATH");
  assert.deepEqual([path.status, path.progress_percent, path.passed], ["completed", 100, true]);
  const events = await learners.news();
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.course.code, data.enrollment.status]),
    [
      ["enrollment.assigned", "PATH", "assigned"],
      ["course.completed", "PATH", "completed"],
    ],
  );
});

test("where no course of a path is mandatory, it is completed with all of them", async () => {
  const path = await learners.assign("P4", "CHOICE");
  const items = await itemsOf("P4");
  await learners.pass(items["X"].id);
  assert.equal((await read(path.id)).progress_percent, 50);
  await learners.pass(items["Y"].id);
  assert.equal((await read(path.id)).status, "completed");
});

test("a path takes no step of its own", async () => {
  const path = await learners.assign("P5", "PATH");
  for (const step of [learners.start, learners.pass, learners.fail]) {
    await assert.rejects(step(path.id), (error: any) => error.type.code === "LEARNING_PATH_FOLLOWS_COURSES");
  }
});

test("withdrawing a path withdraws what was started and cancels the rest; what is completed stays", async () => {
  const path = await learners.assign("P6", "PATH");
  const items = await itemsOf("P6");
  await learners.pass(items["A"].id);
  await learners.start(items["B"].id);
  await learners.news();
  await learners.run((db, context) => withdrawEnrollment(db, context, path.id, "Changed plans"));
  const states = Object.entries(await itemsOf("P6")).map(([code, { status }]) => [code, status]);
  assert.deepEqual(Object.fromEntries(states), { A: "completed", B: "withdrawn", C: "cancelled", PATH: "withdrawn" });
  assert.deepEqual(await told(), [
    ["enrollment.updated", "PATH"],
    ["enrollment.updated", "B"],
    ["enrollment.cancelled", "C"],
  ]);
  assert.deepEqual(
    [await learners.flag("P6", "A"), await learners.flag("P6", "B"), await learners.flag("P6", "C")],
    ["COMPLIANT", null, null],
  );
});

test("a path of a newer cycle closes the older one and what was not started of it", async () => {
  await learners.assign("P7", "PATH", { cycle_year: 2025 });
  const newest = await learners.assign("P7", "PATH", { cycle_year: 2026 });
  const { body } = await training.api.get("/api/v1/enrollments?employee_no=P7");
  const of = (code: string, year: number) =>
    body.enrollments.find((one: any) => one.course_code === code && one.cycle_year === year);
  await learners.pass(of("A", 2026).id);
  await learners.pass(of("B", 2026).id);
  assert.equal((await read(newest.id)).status, "completed");
  const states = await Promise.all(["PATH", "A", "B", "C"].map((code) => read(of(code, 2025).id)));
  assert.deepEqual(
    states.map(({ status, cancel_reason }) => [status, cancel_reason]),
    [
      ["withdrawn", null],
      ["cancelled", "superseded"],
      ["cancelled", "superseded"],
      ["cancelled", "superseded"],
    ],
  );
});
