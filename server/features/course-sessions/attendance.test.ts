// Attendance lists over HTTP: who sees them, and which results follow.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../test/harness/organisation/enrollments.ts";
import { createAccount, sessionOf, type Panel } from "../../../test/harness/panel/panel.ts";
import type { Reply } from "../../../test/harness/server.ts";

let training: TrainingOrganisation;
let session: any;

before(async () => {
  training = await openTraining(
    {
      courses: [{ code: "AID", title: "First aid", validity: { value: 24, unit: "month" }, pass_score: 60, attempts_allowed: 2 }],
    },
    12,
    8,
  );
  const admin = await administrator();
  const [course] = await query("select id from course where code = 'AID'");
  const made = await admin.post("/course-sessions", {
    course_id: course.id,
    location: "Hall B",
    starts_local: "2026-02-10T09:00",
    ends_local: "2026-02-10T12:00",
    capacity: 5,
    waiting_max: 5,
    trainer_id: await idOf("P12"),
  });
  assert.equal(made.status, 201, made.text);
  session = made.body;
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const reply = await training.api.post("/api/v1/enrollments", { employee_no: `P${number}`, course_code: "AID" });
    assert.equal(reply.status, 201, reply.text);
  }
  for (const number of [1, 2, 3, 4, 5, 6])
    assert.equal((await (await person(`P${number}`)).post(`/my/course-sessions/${session.id}/book`)).status, 200);
});
after(() => training.close());

const query = async (text: string, values: unknown[] = []) => (await training.database.superuser.query(text, values)).rows;
const idOf = async (employee_no: string): Promise<string> =>
  (await query("select id from person where employee_no = $1", [employee_no]))[0].id;

async function administrator(): Promise<Panel> {
  const { server, database, organisation } = training;
  return sessionOf(
    server,
    database,
    organisation.tenant_id,
    await createAccount(database, organisation.tenant_id, "training_admin"),
  );
}

async function person(employee_no: string): Promise<Panel> {
  const { server, database, organisation } = training;
  const account = { id: await idOf(employee_no), kind: "person" as const, login: employee_no };
  return sessionOf(server, database, organisation.tenant_id, account);
}

type Row = { attended: boolean; passed?: boolean; score?: number | null };

async function note(panel: Panel, rows: Record<string, Row>): Promise<Reply> {
  const people = await Promise.all(
    Object.entries(rows).map(async ([number, row]) => ({ person_id: await idOf(number), ...row })),
  );
  return panel.post(`/course-sessions/${session.id}/attendance`, { people });
}
const outcomes = ({ body }: Reply) => body.results.map((one: any) => one.problem?.code ?? one.status);

function refused({ status, body, text }: Reply, expected: number, code: string): void {
  assert.deepEqual([status, body.code], [expected, code], text);
}

const attempts = () =>
  query(`select p.employee_no, a.number, a.passed, a.score, e.state
    from attempt a join enrollment e on e.id = a.enrollment_id join person p on p.id = e.person_id order by 1, 2`);

test("the list is seen by the trainer of the session and by administrators, and by nobody else", async () => {
  const trainer = await person("P12");
  const { body } = await trainer.get(`/course-sessions/${session.id}/attendance`);
  assert.deepEqual(
    body.people.map((one: any) => `${one.employee_no} ${one.state}`),
    ["P1 booked", "P2 booked", "P3 booked", "P4 booked", "P5 booked", "P6 waiting"],
  );
  assert.deepEqual(
    (await trainer.get("/my/teaching")).body.course_sessions.map(({ id }: any) => id),
    [session.id],
  );
  assert.equal((await trainer.get("/my/training")).body.teaches, true);
  assert.equal((await (await administrator()).get(`/course-sessions/${session.id}/attendance`)).status, 200);
  const booked = await person("P1");
  refused(await booked.get(`/course-sessions/${session.id}/attendance`), 404, "NOT_FOUND");
  refused(await note(booked, { P1: { attended: true, passed: true } }), 404, "NOT_FOUND");
  refused(await booked.post(`/course-sessions/${session.id}/walk-ins`, { employee_no: "P7" }), 404, "NOT_FOUND");
  assert.deepEqual((await booked.get("/my/teaching")).body.course_sessions, []);
  assert.deepEqual(await attempts(), []);
});

test("it opens two hours before the session, and results from its beginning on", async () => {
  const trainer = await person("P12");
  assert.deepEqual(outcomes(await note(trainer, { P1: { attended: true } })), ["ATTENDANCE_NOT_OPEN"]);
  await training.at("2026-02-10T06:00:00Z");
  const early = await person("P12");
  assert.deepEqual(outcomes(await note(early, { P1: { attended: true } })), ["noted"]);
  assert.deepEqual(outcomes(await note(early, { P1: { attended: true, passed: true, score: 80 } })), ["ATTENDANCE_NOT_OPEN"]);
  assert.deepEqual(await attempts(), []);
});

test("results for all at once become attempts by the usual rules, each once however often the list is sent", async () => {
  await training.at("2026-02-10T11:30:00Z");
  const trainer = await person("P12");
  const rows = {
    P1: { attended: true, passed: true, score: 85 },
    P2: { attended: true, passed: true, score: 59 },
    P3: { attended: true, passed: false, score: 20 },
    P4: { attended: false },
    P5: { attended: false, passed: true },
    P7: { attended: true, passed: true },
  };
  // Two identical requests at the same time, and a third one after them.
  const [one, two] = await Promise.all([note(trainer, rows), note(trainer, rows)]);
  const again = await note(trainer, rows);
  const sorted = [outcomes(one), outcomes(two)].toSorted((a, b) => String(a[0]).localeCompare(String(b[0])));
  const recorded = ["VALIDATION_FAILED", "noted", "VALIDATION_FAILED", "NOT_FOUND"];
  for (const found of sorted) assert.deepEqual([found[1], found[3], found[4], found[5]], recorded);
  for (const place of [0, 2]) assert.deepEqual(new Set(sorted.map((found) => found[place])), new Set(["recorded", "replayed"]));
  assert.deepEqual(outcomes(again), ["replayed", "VALIDATION_FAILED", "replayed", "noted", "VALIDATION_FAILED", "NOT_FOUND"]);
  assert.deepEqual(await attempts(), [
    { employee_no: "P1", number: 1, passed: true, score: 85, state: "completed" },
    { employee_no: "P3", number: 1, passed: false, score: 20, state: "in_progress" },
  ]);
  const [certificate] = await query("select valid_from::text as valid_from from certificate");
  assert.equal(certificate.valid_from, "2026-02-10");
  const [attempt] = await query(
    "select infra.iso(started_at) as began, infra.iso(finished_at) as ended from attempt where passed",
  );
  // The session ended half an hour ago.
  assert.deepEqual([attempt.began, attempt.ended], ["2026-02-10T08:00:00.000Z", "2026-02-10T11:00:00.000Z"]);
  assert.equal((await training.events("course.completed")).length, 1);
  assert.equal((await training.events("course.failed")).length, 1);
  const another = await note(trainer, {
    P1: { attended: true, passed: false },
    P3: { attended: true, passed: false, score: 21 },
  });
  assert.deepEqual(outcomes(another), ["RESULT_ALREADY_RECORDED", "RESULT_ALREADY_RECORDED"]);
  assert.deepEqual(outcomes(await note(trainer, { P1: { attended: false } })), ["RESULT_ALREADY_RECORDED"]);
  const present = again.body.attendance.people.find((one: any) => one.employee_no === "P1");
  assert.deepEqual([present.attended, present.passed, present.score, present.attempt_number], [true, true, 85, 1]);
  const admin = await administrator();
  refused(await admin.post(`/course-sessions/${session.id}/cancel`, { reason: "X" }), 409, "COURSE_SESSION_HAS_RESULTS");
});

test("one who waited and one who walked in get results like the others; nobody is enrolled by being there", async () => {
  const trainer = await person("P12");
  const walkIn = (employee_no: string) => trainer.post(`/course-sessions/${session.id}/walk-ins`, { employee_no });
  refused(await walkIn("P9"), 409, "NO_OPEN_ENROLLMENT");
  refused(await walkIn("P1"), 201, undefined as never);
  refused(await walkIn("P12"), 409, "TRAINER_IS_NO_ATTENDEE");
  const unknown = await walkIn("NOBODY");
  assert.deepEqual([unknown.status, unknown.body.errors[0].code], [422, "UNKNOWN_PERSON"]);
  for (let times = 0; times < 2; times += 1) {
    const { status, body, text } = await walkIn("p7");
    assert.equal(status, 201, text);
    assert.equal(body.people.filter((one: any) => one.employee_no === "P7" && one.is_walk_in).length, 1);
  }
  const both = await note(trainer, { P6: { attended: true, passed: true }, P7: { attended: true, passed: false } });
  assert.deepEqual(outcomes(both), ["recorded", "recorded"]);
  const states = await query(
    "select p.employee_no, e.state from enrollment e join person p on p.id = e.person_id where p.employee_no in ('P6', 'P7') order by 1",
  );
  assert.deepEqual(states, [
    { employee_no: "P6", state: "completed" },
    { employee_no: "P7", state: "in_progress" },
  ]);
});

test("a trainer passes nobody who is the trainer, though booked before", async () => {
  await training.at("2026-02-10T11:40:00Z");
  await query("update course_session set trainer_id = (select id from person where employee_no = 'P2')");
  const own = await person("P2");
  const reply = await note(own, { P2: { attended: true, passed: true, score: 100 } });
  assert.deepEqual(outcomes(reply), ["TRAINER_IS_NO_ATTENDEE"]);
  refused(await (await person("P12")).get(`/course-sessions/${session.id}/attendance`), 404, "NOT_FOUND");
});
