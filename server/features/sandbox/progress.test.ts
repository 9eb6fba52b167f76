import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { faultsOf } from "../../../test/harness/organisation/people.ts";
import { openSandbox, type Sandbox } from "../../../test/harness/organisation/sandbox.ts";

let sandbox: Sandbox;
before(async () => {
  sandbox = await openSandbox(
    "2026-02-02T07:00:00Z",
    {
      courses: [
        { code: "FORK-01", title: "Forklift", validity: { value: 24, unit: "month" }, attempts_allowed: 2, pass_score: 70 },
        { code: "FIRE-01", title: "Fire" },
      ],
      learning_paths: [{ code: "PATH-01", title: "Path", courses: ["FIRE-01"] }],
    },
    6,
  );
});
after(() => sandbox.close());

const at = (id: string) => `/api/v1/sandbox/enrollments/${id}/progress`;

test("a learner starts and completes, and the record says so at once", async () => {
  const { id } = await sandbox.assign("P1", "FORK-01");
  const started = await sandbox.progress(id, { event: "started" });
  assert.deepEqual([started.status, started.compliance_status, started.score], ["in_progress", "IN_PROGRESS", null]);
  const completed = await sandbox.progress(id, { event: "completed", score: 92 });
  assert.deepEqual(
    [completed.status, completed.score, completed.passed, completed.attempts_used, completed.compliance_status],
    ["completed", 92, true, 1, "COMPLIANT"],
  );
  assert.deepEqual([completed.certificate.valid_from, completed.certificate.valid_until], ["2026-02-02", "2028-02-01"]);
  assert.deepEqual(completed, (await sandbox.api.get(`/api/v1/enrollments/${id}`)).body);
  assert.equal((await sandbox.events("course.completed")).length, 1);
  assert.equal((await sandbox.events("compliance.certified")).length, 1);
});

test("failed attempts are counted, and the last one that is allowed is final", async () => {
  const { id } = await sandbox.assign("P2", "FORK-01");
  const first = await sandbox.progress(id, { event: "failed", score: 48 });
  const second = await sandbox.progress(id, { event: "failed" });
  assert.deepEqual([first.status, first.attempts_used, second.status, second.attempts_used], ["in_progress", 1, "failed", 2]);
  const told = await sandbox.events("course.failed");
  assert.deepEqual(
    told.map(({ data }) => [data.attempt.number, data.attempt.final, data.attempt.score]),
    [
      [1, false, 48],
      [2, true, null],
    ],
  );
});

test("what a learner could not do is refused: steps after the end, a score that does not pass, a path", async () => {
  const { id } = await sandbox.assign("P3", "FORK-01");
  assert.deepEqual(faultsOf(await sandbox.api.post(at(id), { event: "completed", score: 69 })), ["#/score OUT_OF_RANGE"]);
  await sandbox.progress(id, { event: "completed", score: 70 });
  for (const event of ["started", "completed", "failed"]) {
    const again = await sandbox.api.post(at(id), { event });
    assert.deepEqual([again.status, again.body.code], [409, "ENROLLMENT_NOT_OPEN"], event);
  }
  const path = await sandbox.assign("P3", "PATH-01");
  const refused = await sandbox.api.post(at(path.id), { event: "started" });
  assert.deepEqual([refused.status, refused.body.code], [409, "LEARNING_PATH_FOLLOWS_COURSES"]);
});

test("the shape of the report is checked", async () => {
  const { id } = await sandbox.assign("P4", "FORK-01");
  const refused = async (body: unknown, ...faults: string[]) => {
    assert.deepEqual(faultsOf(await sandbox.api.post(at(id), body)), faults, JSON.stringify(body));
  };
  await refused({}, "#/event REQUIRED");
  await refused({ event: "begun" }, "#/event NOT_ALLOWED_VALUE");
  await refused({ event: "started", score: 1 }, "#/score CONFLICTING_FIELDS");
  await refused({ event: "failed", score: 101 }, "#/score OUT_OF_RANGE");
  await refused({ event: "failed", score: 1.5 }, "#/score INVALID_TYPE");
  await refused({ event: "failed", grade: 1 }, "#/grade UNKNOWN_FIELD");
  assert.equal((await sandbox.api.get(`/api/v1/enrollments/${id}`)).body.status, "assigned");
});

test("an unknown enrollment is 404, whatever its id looks like", async () => {
  for (const id of ["019a4a01-1111-7222-8333-444455556666", "nonsense", "%00"]) {
    assert.equal((await sandbox.api.post(at(id), { event: "started" })).status, 404, id);
  }
});

test("ten reports of one completion at once complete once", async () => {
  const { id } = await sandbox.assign("P5", "FIRE-01");
  const before = (await sandbox.events("course.completed")).length;
  const replies = await Promise.all(Array.from({ length: 10 }, () => sandbox.api.post(at(id), { event: "completed" })));
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, ...Array.from({ length: 9 }, () => 409)],
  );
  assert.equal((await sandbox.events("course.completed")).length, before + 1);
});
