import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { matchesSchema } from "../../../../test/harness/records.ts";
import { apiOf, byKey, type Api, type Reply } from "../../../../test/harness/server.ts";
import { ComplianceCertified } from "../../certificates/events.ts";
import { CourseCompleted, CourseFailed } from "../events.ts";
import { Attempt } from "./schema.ts";

const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };
const courses = [
  {
    code: "CRANE",
    title: "Crane",
    validity: { value: 24, unit: "month" as const },
    pass_score: 70,
    attempts_allowed: 2,
    default_due_days: 30,
  },
  { code: "PLAIN", title: "Plain" },
  { code: "HERE", title: "Held here", content: { kind: "document" as const, text: "Read this." } },
];

let training: TrainingOrganisation;
let lms: Api;
let other_lms: Api;
let foreign: { employee_no: string; user_id: string };

before(async () => {
  training = await openTraining(
    {
      courses,
      learning_paths: [{ code: "PATH", title: "Path", courses: ["CRANE", "PLAIN"] }],
      clients: [
        { name: "HR sync", scopes: ["enrollments:write", "compliance:read", "users:write"] },
        { name: "LMS", scopes: ["attempts:write"] },
        { name: "other LMS", scopes: ["attempts:write"] },
      ],
    },
    40,
    8,
  );
  lms = apiAs("LMS");
  other_lms = apiAs("other LMS");
  const twin = await createOrganisation(training.database, {
    organisation: { code: "TWIN", name: "Twin" },
    contract: { rate },
    people: [{ employee_no: "THEIRS", first_name: "Jan", last_name: "Theirs", email: "jan@twin.example" }],
    courses,
  });
  const [person] = await query("select id from person where tenant_id = $1", [twin.tenant_id]);
  foreign = { employee_no: "THEIRS", user_id: person.id };
});
after(() => training.close());

const apiAs = (name: string) =>
  apiOf(training.server, byKey(training.organisation.code, training.organisation.clients[name]!.secret));
const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await training.database.superuser.query(text, values)).rows;

async function assign(employee_no: string, course_code: string, more: object = {}): Promise<any> {
  const reply = await training.api.post("/api/v1/enrollments", { employee_no, course_code, ...more });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

let count = 0;
const result = (employee_no: string, course_code: string, more: object = {}) => ({
  external_id: `attempt ${(count += 1)}`,
  employee_no,
  course_code,
  result: "passed",
  score: 92,
  completed_at: "2026-02-10T12:00:00Z",
  ...more,
});
const report = (body: object, api = lms): Promise<Reply> => api.post("/api/v1/attempts", body);

function refused(reply: Reply, status: number, code: string, context = ""): void {
  assert.deepEqual([reply.status, reply.body.code], [status, code], `${context} ${reply.text}`);
}
function refusedAt(reply: Reply, pointer: string, code: string): void {
  refused(reply, 422, "VALIDATION_FAILED", pointer);
  assert.deepEqual(
    reply.body.errors.map((one: any) => [one.pointer, one.code]),
    [[pointer, code]],
    reply.text,
  );
}

/** The numbers of rows in all tables that a report may write. */
async function stored(): Promise<unknown> {
  const tables = ["attempt", "attempt_report", "certificate", "event", "audit_log", "compliance_history"];
  const [row] = await query(`select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(", ")}`);
  return row;
}

async function leavesNothing(work: () => Promise<void>): Promise<void> {
  const before = await stored();
  await work();
  assert.deepEqual(await stored(), before);
}

test("a passed attempt completes the enrollment as of its own day, with certificate, events and audit", async () => {
  await training.at("2026-02-02T07:00:00Z");
  const { id } = await assign("P1", "CRANE");
  // Reported on 6 March, after the due date. The attempt ended on 4 March in Warsaw, which is still 3 March in UTC.
  await training.at("2026-03-06T09:00:00Z");
  const reply = await report(
    result("P1", "CRANE", { started_at: "2026-03-04T20:00:00+01:00", completed_at: "2026-03-03T23:30:00Z" }),
  );
  refusedAt(reply, "#/started_at", "OUT_OF_RANGE");
  const body = result("P1", "CRANE", { started_at: "2026-03-03T23:00:00+01:00", completed_at: "2026-03-03T23:30:00Z" });
  const done = await report(body);
  assert.equal(done.status, 200, done.text);
  matchesSchema(Attempt, done.body);
  const { enrollment, ...attempt } = done.body;
  assert.deepEqual(
    [attempt.external_id, attempt.enrollment_id, attempt.number, attempt.result, attempt.score, attempt.cycle_year],
    [body.external_id, id, 1, "passed", 92, 2026],
  );
  assert.deepEqual(
    [attempt.started_at, attempt.completed_at, attempt.reported_at],
    ["2026-03-03T22:00:00.000Z", "2026-03-03T23:30:00.000Z", "2026-03-06T09:00:00.000Z"],
  );
  assert.deepEqual(
    [enrollment.status, enrollment.started_at, enrollment.completed_at, enrollment.compliance_status, enrollment.attempts_used],
    ["completed", "2026-03-03T22:00:00.000Z", "2026-03-03T23:30:00.000Z", "COMPLIANT", 1],
  );
  assert.deepEqual([enrollment.certificate.valid_from, enrollment.certificate.valid_until], ["2026-03-04", "2028-03-03"]);

  const completed = (await training.events("course.completed")).find(({ data }) => data.enrollment.id === id);
  matchesSchema(CourseCompleted, completed.data);
  assert.deepEqual(completed.data.result, { passed: true, score: 92, on_time: true, attempt: 1 });
  const certified = (await training.events("compliance.certified")).find(({ data }) => data.enrollment_id === id);
  matchesSchema(ComplianceCertified, certified.data);
  assert.equal(certified.data.certificate.valid_from, "2026-03-04");
  const audited = (await training.audit()).filter(
    ({ target_id, operation }) => target_id === id && operation !== "enrollment.assign",
  );
  assert.deepEqual(
    audited.map(({ operation, changes }) => [operation, changes.status]),
    [["enrollment.complete", ["assigned", "completed"]]],
  );
});

test("reported again, whatever the words for person and course, an attempt counts once; other content is refused by name", async () => {
  await training.at("2026-02-11T09:00:00Z");
  await assign("P2", "CRANE");
  const body = result("P2", "CRANE", { completed_at: "2026-02-11T08:00:00Z" });
  const first = await report(body);
  assert.deepEqual([first.status, first.body.status], [200, "recorded"], first.text);
  const { user_id, course_id } = first.body;
  await training.at("2026-02-20T09:00:00Z");
  await leavesNothing(async () => {
    const { employee_no: _, course_code: __, ...rest } = body;
    for (const same of [
      body,
      { ...rest, user_id, course_id },
      { ...body, completed_at: "2026-02-11T09:00:00.000+01:00", employee_no: "p2" },
    ]) {
      const again = await report(same);
      assert.deepEqual([again.status, again.body], [200, { ...first.body, status: "replayed" }], again.text);
    }
    const others = [
      { result: "failed" },
      { score: 93 },
      { score: null },
      { completed_at: "2026-02-11T08:00:01Z" },
      { started_at: "2026-02-11T07:00:00Z" },
      { employee_no: "P3" },
      { course_code: "PLAIN" },
      { cycle_year: 2026 },
    ];
    for (const other of others) {
      const reply = await report({ ...body, ...other });
      refused(reply, 422, "EXTERNAL_ID_REUSED", JSON.stringify(other));
      assert.equal(reply.body.enrollment_id, first.body.enrollment_id);
    }
  });
  // A repetition is answered, even if the person has been suspended since.
  await query("update person set state = 'suspended' where employee_no = 'P2'");
  assert.equal((await report(body)).status, 200);
  // Each client has its own external ids.
  await assign("P3", "CRANE");
  assert.equal((await report({ ...body, employee_no: "P3", completed_at: "2026-02-20T08:00:00Z" }, other_lms)).status, 200);
});

test("what was refused is not remembered: the same report succeeds once its cause is gone", async () => {
  await training.at("2026-02-11T09:00:00Z");
  const body = result("P4", "PLAIN", { score: null, completed_at: "2026-02-11T08:30:00Z" });
  const nothing = await report(body);
  refused(nothing, 409, "NO_OPEN_ENROLLMENT");
  assert.deepEqual([nothing.body.enrollment_id, nothing.body.enrollment_status], [null, null]);
  const { id } = await assign("P4", "PLAIN");
  const done = await report(body);
  assert.deepEqual([done.status, done.body.enrollment.status, done.body.score], [200, "completed", null], done.text);
  const ended = await report(result("P4", "PLAIN", { completed_at: "2026-02-11T08:45:00Z" }));
  refused(ended, 409, "NO_OPEN_ENROLLMENT");
  assert.deepEqual([ended.body.enrollment_id, ended.body.enrollment_status], [id, "completed"]);
});

test("attempts are used up as everywhere, and one more can be granted", async () => {
  await training.at("2026-02-11T09:00:00Z");
  const { id } = await assign("P5", "CRANE");
  const fail = (at: string) => report(result("P5", "CRANE", { result: "failed", score: 40, completed_at: at }));
  const first = await fail("2026-02-11T08:10:00Z");
  assert.deepEqual([first.body.number, first.body.enrollment.status, first.body.enrollment.attempts_used], [1, "in_progress", 1]);
  const below = await report(result("P5", "CRANE", { score: 69, completed_at: "2026-02-11T08:20:00Z" }));
  refusedAt(below, "#/score", "OUT_OF_RANGE");
  // Reported after the first attempt, although it was made earlier.
  const last = await fail("2026-02-11T08:05:00Z");
  assert.deepEqual(
    [last.body.number, last.body.enrollment.status, last.body.started_at],
    [2, "failed", "2026-02-11T08:05:00.000Z"],
  );
  const events = (await training.events("course.failed")).filter(({ data }) => data.enrollment.id === id);
  for (const { data } of events) matchesSchema(CourseFailed, data);
  assert.deepEqual(
    events.map(({ data }) => [data.attempt.number, data.attempt.final, data.attempt.finished_at]),
    [
      [1, false, "2026-02-11T08:10:00.000Z"],
      [2, true, "2026-02-11T08:05:00.000Z"],
    ],
  );
  await leavesNothing(async () => {
    const over = await report(result("P5", "CRANE", { completed_at: "2026-02-11T08:30:00Z" }));
    refused(over, 409, "NO_ATTEMPTS_LEFT");
    assert.deepEqual([over.body.enrollment_id, over.body.attempts_allowed], [id, 2]);
  });
});

test("each thing that a report cannot be about is refused by name, and leaves nothing", async () => {
  await training.at("2026-02-11T09:00:00Z");
  for (const course of ["CRANE", "HERE", "PATH"]) await assign("P6", course);
  await assign("P7", "PLAIN");
  await query("update person set state = 'suspended' where employee_no = 'P7'");
  const now = { completed_at: "2026-02-11T08:59:00Z" };
  await leavesNothing(async () => {
    refused(await report(result("P6", "HERE", now)), 409, "COURSE_HELD_HERE");
    refused(await report(result("P6", "PATH", now)), 409, "LEARNING_PATH_FOLLOWS_COURSES");
    refused(await report(result("P7", "PLAIN", now)), 409, "PERSON_NOT_ACTIVE");
    refusedAt(await report(result(foreign.employee_no, "CRANE", now)), "#/employee_no", "UNKNOWN_PERSON");
    const { employee_no: _, ...by_id } = result("", "CRANE", { ...now, user_id: foreign.user_id });
    refusedAt(await report(by_id), "#/user_id", "UNKNOWN_PERSON");
    refusedAt(await report(result("P6", "NOTHING", now)), "#/course_code", "UNKNOWN_COURSE");
    refusedAt(await report(result("P6", "CRANE", { completed_at: "2026-02-11T09:05:01Z" })), "#/completed_at", "OUT_OF_RANGE");
    refusedAt(await report(result("P6", "CRANE", { completed_at: "2026-02-10T22:59:59Z" })), "#/completed_at", "OUT_OF_RANGE");
    refusedAt(await report(result("P6", "CRANE", { completed_at: "2026-02-11T08:59:60Z" })), "#/completed_at", "INVALID_FORMAT");
    refused(await report(result("P6", "CRANE", { ...now, cycle_year: 2025 })), 409, "NO_OPEN_ENROLLMENT");
    refused(await report(result("P6", "CRANE", now), training.api), 403, "INSUFFICIENT_SCOPE");
    const wrong = await report({
      ...result("P6", "NOTHING", now),
      external_id: "",
      score: 101,
      result: "perhaps",
      user_id: foreign.user_id,
      shoe_size: 4,
    });
    refused(wrong, 422, "VALIDATION_FAILED");
    assert.deepEqual(wrong.body.errors.map((one: any) => `${one.pointer} ${one.code}`).sort(), [
      "#/course_code UNKNOWN_COURSE",
      "#/external_id TOO_SHORT",
      "#/result NOT_ALLOWED_VALUE",
      "#/score OUT_OF_RANGE",
      "#/shoe_size UNKNOWN_FIELD",
      "#/user_id CONFLICTING_FIELDS",
    ]);
  });
  // A time slightly in the future, from a sender's fast clock, becomes the present.
  const ahead = await report(result("P6", "CRANE", { completed_at: "2026-02-11T09:04:59Z" }));
  assert.deepEqual([ahead.status, ahead.body.completed_at], [200, "2026-02-11T09:00:00.000Z"], ahead.text);
});

test("of two open cycles the older one is completed first, and the named one where one is named", async () => {
  await training.at("2026-02-11T09:00:00Z");
  for (const person of ["P8", "P9"]) for (const cycle_year of [2026, 2027]) await assign(person, "CRANE", { cycle_year });
  const completed_at = "2026-02-11T09:00:00Z";
  assert.equal((await report(result("P8", "CRANE", { completed_at }))).body.cycle_year, 2026);
  assert.equal((await report(result("P9", "CRANE", { completed_at, cycle_year: 2027 }))).body.cycle_year, 2027);
});

test("a learning path follows a reported course, as of the same day", async () => {
  await training.at("2026-02-02T09:00:00Z");
  const path = await assign("P10", "PATH");
  await training.at("2026-02-20T09:00:00Z");
  for (const [course, completed_at] of [
    ["CRANE", "2026-02-18T09:00:00Z"],
    ["PLAIN", "2026-02-15T09:00:00Z"],
  ] as const)
    assert.equal((await report(result("P10", course, { completed_at }))).status, 200);
  const { body } = await training.api.get(`/api/v1/enrollments/${path.id}`);
  assert.deepEqual([body.status, body.completed_at], ["completed", "2026-02-18T09:00:00.000Z"]);
});

test("of reports at once, one counts for each id, and no more than are allowed for a person", async () => {
  await training.at("2026-02-11T09:00:00Z");
  await assign("P11", "CRANE");
  const same = result("P11", "CRANE", { completed_at: "2026-02-11T09:00:00Z" });
  const replies = await Promise.all(Array.from({ length: 6 }, () => report(same)));
  assert.deepEqual(replies.map(({ status, body }) => `${status} ${body.status}`).sort(), [
    "200 recorded",
    ...Array.from({ length: 5 }, () => "200 replayed"),
  ]);

  // One external id, reported for six people.
  const people = Array.from({ length: 6 }, (_, index) => `P${index + 12}`);
  for (const person of people) await assign(person, "CRANE");
  const external_id = "one for all";
  const crossed = await Promise.all(people.map((person) => report({ ...same, external_id, employee_no: person })));
  assert.deepEqual(crossed.map(({ status }) => String(status)).sort(), ["200", "422", "422", "422", "422", "422"]);
  for (const reply of crossed) if (reply.status === 422) refused(reply, 422, "EXTERNAL_ID_REUSED");
  const [{ attempts }] = await query(
    "select count(*)::int as attempts from attempt a join attempt_report r using (tenant_id, enrollment_id) where r.external_id_hash = sha256(convert_to($1, 'UTF8'))",
    [external_id],
  );
  assert.equal(attempts, 1);

  await assign("P18", "CRANE");
  const failed = { result: "failed", score: 10, completed_at: "2026-02-11T09:00:00Z" };
  const many = await Promise.all(Array.from({ length: 5 }, () => report(result("P18", "CRANE", failed))));
  assert.deepEqual(many.map(({ status }) => String(status)).sort(), ["200", "200", "409", "409", "409"]);
  for (const reply of many) if (reply.status === 409) refused(reply, 409, "NO_ATTEMPTS_LEFT");
});

test("a batch is answered row by row as the same reports by themselves; sent again, it is replayed", async () => {
  await training.at("2026-02-11T09:00:00Z");
  const pairs = [
    ["P20", "P30"],
    ["P21", "P31"],
    ["P22", "P32"],
  ] as const;
  for (const [one, other] of pairs) for (const person of [one, other]) await assign(person, "CRANE");
  const now = { completed_at: "2026-02-11T09:00:00Z" };
  const rowsOf = (at: 0 | 1): any[] => {
    const [first, second, third] = pairs.map((pair) => pair[at]);
    const id = (n: number) => ({ ...now, external_id: `batch ${at} ${n}` });
    return [
      result(first!, "CRANE", id(0)),
      result(first!, "CRANE", id(0)),
      result(first!, "CRANE", { ...id(0), score: 71 }),
      result(second!, "CRANE", { ...id(1), result: "failed", score: 10 }),
      result(second!, "CRANE", { ...id(2), result: "failed", score: 20 }),
      result(second!, "CRANE", id(3)),
      result(third!, "HERE", id(4)),
      result(third!, "PATH", id(5)),
      result("P7", "PLAIN", id(6)),
      result(third!, "PLAIN", id(7)),
      result(foreign.employee_no, "NOTHING", id(8)),
      { external_id: `batch ${at} 9` },
      { ...result(third!, "CRANE", id(10)), result: 5, external_id: null, employee_no: "NOBODY" },
      result(third!, "CRANE", { ...id(11), completed_at: "2027-01-01T00:00:00Z", user_id: null, score: null }),
      result(third!, "CRANE", id(12)),
    ];
  };
  const attempts = [...rowsOf(0), null, "row", []];
  const reply = await lms.post("/api/v1/attempts/batch", { attempts });
  assert.equal(reply.status, 200, reply.text);
  for (const [index, row] of rowsOf(1).entries()) {
    const single = await report(row);
    const told = reply.body.results[index];
    const context = `row ${index}: ${JSON.stringify(told)} beside ${single.text}`;
    assert.deepEqual([told.index, told.external_id], [index, attempts[index].external_id], context);
    if (single.status < 300) {
      const { number, enrollment } = single.body;
      assert.deepEqual(
        [told.status, told.number, told.enrollment_status, told.problem],
        [single.body.status, number, enrollment.status, null],
        context,
      );
      continue;
    }
    const problemOf = (problem: any) => [problem.type, problem.title, problem.status, problem.code, problem.errors];
    assert.deepEqual([told.status, problemOf(told.problem)], ["refused", problemOf(single.body)], context);
  }
  assert.deepEqual(reply.body.counts, { rows: 18, recorded: 4, replayed: 1, refused: 13 });
  for (const { problem } of reply.body.results.slice(-3)) assert.equal(problem.errors[0].code, "INVALID_TYPE");
  await leavesNothing(async () => {
    const again = await lms.post("/api/v1/attempts/batch", { attempts });
    assert.deepEqual(again.body.counts, { rows: 18, recorded: 0, replayed: 5, refused: 13 });
  });
  const too_many = Array.from({ length: 501 }, () => ({}));
  refusedAt(await lms.post("/api/v1/attempts/batch", { attempts: too_many }), "#/attempts", "TOO_LONG");
  refusedAt(await lms.post("/api/v1/attempts/batch", { attempts: [] }), "#/attempts", "TOO_SHORT");
});
