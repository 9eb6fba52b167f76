// Course sessions over HTTP, on a clock that the tests move: planned, filled beyond capacity, moved, and completed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import ICAL from "ical.js";
import { workOff } from "../../../test/harness/jobs.ts";
import { openTraining, type TrainingOrganisation } from "../../../test/harness/organisation/enrollments.ts";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../../test/harness/panel/panel.ts";
import { test_keyring, test_mailing, type Reply } from "../../../test/harness/server.ts";
import { unseal } from "../../platform/crypto/seal.ts";
import { workOffDue } from "../../platform/jobs/due/due.ts";
import { settlingSessions } from "./settle.ts";

const people_count = 60;
const monday = "2026-02-02T07:00:00Z";

let training: TrainingOrganisation;
let admin: Panel;
const panels = new Map<string, Panel & { id: string }>();

before(async () => {
  training = await openTraining(
    {
      courses: [
        { code: "AID", title: "First aid", validity: { value: 24, unit: "month" }, pass_score: 60, attempts_allowed: 2 },
        { code: "HERE", title: "Held here", content: { kind: "document", text: "Read this." } },
      ],
      learning_paths: [{ code: "PATH", title: "Path", courses: ["AID"] }],
    },
    people_count,
    8,
  );
  admin = await open("training_admin");
});
after(() => training.close());

const query = async (text: string, values: unknown[] = []) => (await training.database.superuser.query(text, values)).rows;

async function open(role: "training_admin" | "it_admin"): Promise<Panel> {
  const { server, database, organisation } = training;
  return sessionOf(server, database, organisation.tenant_id, await createAccount(database, organisation.tenant_id, role));
}

/** A person of the organisation, signed in as a learner. */
async function learner(employee_no: string): Promise<Panel & { id: string }> {
  const { server, database, organisation } = training;
  const [{ id }] = await query("select id from person where employee_no = $1", [employee_no]);
  const known = panels.get(employee_no);
  if (known) return known;
  const panel = await sessionOf(server, database, organisation.tenant_id, { id, kind: "person", login: employee_no });
  panels.set(employee_no, { ...panel, id });
  return panels.get(employee_no)!;
}

/** Stops the clock; sessions of the panel stay valid. */
async function at(instant: string): Promise<void> {
  await training.at(instant);
  panels.clear();
  admin = await open("training_admin");
}

async function assign(employee_no: string, more: Record<string, unknown> = {}): Promise<string> {
  const reply = await training.api.post("/api/v1/enrollments", { employee_no, course_code: "AID", ...more });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

const courseId = async (code: string): Promise<string> => (await query("select id from course where code = $1", [code]))[0].id;

async function plan(more: Record<string, unknown> = {}): Promise<any> {
  const body = {
    course_id: await courseId("AID"),
    location: "Hall B",
    starts_local: "2026-03-02T09:00",
    ends_local: "2026-03-02T15:00",
    capacity: 2,
    waiting_max: 2,
    ...more,
  };
  const reply = await admin.post("/course-sessions", body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

const book = async (employee_no: string, id: string) => (await learner(employee_no)).post(`/my/course-sessions/${id}/book`);
const leave = async (employee_no: string, id: string) => (await learner(employee_no)).post(`/my/course-sessions/${id}/leave`);

function refused({ status, body, text }: Reply, expected: number, code: string): void {
  assert.deepEqual([status, body.code], [expected, code], text);
}

/** Mails of a kind since the last call, in the order of their recipients. */
async function mails(kind: string): Promise<{ recipient: string; text: string }[]> {
  const rows = await query("select id, recipient, body from mail where kind = $1 order by recipient", [`course_session.${kind}`]);
  await query("delete from mail where kind = $1", [`course_session.${kind}`]);
  return rows.map(({ id, recipient, body }) => ({ recipient, text: unseal(test_keyring, "mail", id, body) }));
}
const receivers = async (kind: string) => (await mails(kind)).map(({ recipient }) => recipient);

async function calendarOf(employee_no: string, id: string): Promise<ICAL.Event> {
  const { cookies } = await learner(employee_no);
  const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
  const reply = await fetch(`${training.server.url}/panel/api/my/course-sessions/${id}/calendar`, { headers: { cookie } });
  assert.match(reply.headers.get("content-type")!, /^text\/calendar; charset=utf-8/);
  const calendar = new ICAL.Component(ICAL.parse(await reply.text()) as unknown[]);
  return new ICAL.Event(calendar.getFirstSubcomponent("vevent")!);
}

test("a session is planned by the clock of its room, and what cannot be is refused by name", async () => {
  await at(monday);
  const session = await plan();
  assert.deepEqual(
    [session.starts_at, session.ends_at, session.time_zone, session.starts_local, session.state, session.booked],
    ["2026-03-02T08:00:00.000Z", "2026-03-02T14:00:00.000Z", "Europe/Warsaw", "2026-03-02T09:00", "planned", 0],
  );
  const lisbon = await plan({ time_zone: "Europe/Lisbon" });
  assert.equal(lisbon.starts_at, "2026-03-02T09:00:00.000Z");
  const faults = async (body: Record<string, unknown>) => {
    const reply = await admin.call("PATCH", `/course-sessions/${session.id}`, { body });
    assert.equal(reply.status, 422, reply.text);
    return reply.body.errors.map((one: any) => `${one.pointer} ${one.code}`);
  };
  assert.deepEqual(await faults({ starts_local: "2026-02-30T09:00" }), ["#/starts_local INVALID_FORMAT"]);
  assert.deepEqual(await faults({ ends_local: "2026-03-02T09:00" }), ["#/ends_local OUT_OF_RANGE"]);
  assert.deepEqual(await faults({ ends_local: "2026-03-17T09:00" }), ["#/ends_local OUT_OF_RANGE"]);
  assert.deepEqual(await faults({ starts_local: "2025-09-01T09:00" }), [
    "#/starts_local OUT_OF_RANGE",
    "#/ends_local OUT_OF_RANGE",
  ]);
  assert.deepEqual(await faults({ time_zone: "Mars/Olympus" }), ["#/time_zone INVALID_VALUE"]);
  assert.deepEqual(await faults({ trainer_id: session.id }), ["#/trainer_id UNKNOWN_PERSON"]);
  assert.deepEqual(await faults({ location: " " }), ["#/location TOO_SHORT"]);
  const about = async (course_id: string) => admin.post("/course-sessions", { ...times, course_id });
  const times = { location: "X", starts_local: "2026-03-02T09:00", ends_local: "2026-03-02T10:00", capacity: 1, waiting_max: 0 };
  refused(await about(await courseId("HERE")), 409, "COURSE_HELD_HERE");
  refused(await about(await courseId("PATH")), 409, "LEARNING_PATH_FOLLOWS_COURSES");
  refused(await about(session.id), 422, "VALIDATION_FAILED");
});

test("of fifty who sign up at once for ten places, ten are booked, five wait in order, and the others are told", async () => {
  await at(monday);
  const session = await plan({ capacity: 10, waiting_max: 5 });
  const people = Array.from({ length: 50 }, (_, index) => `P${index + 1}`);
  for (const person of people) {
    await assign(person);
    await learner(person);
  }
  // Each person sends the request twice.
  const replies = await Promise.all([...people, ...people].map((person) => book(person, session.id)));
  const told = replies.map(({ status, body }) => (status === 200 ? body.booking : body.code));
  const count = (what: string) => told.filter((one) => one === what).length;
  assert.deepEqual([count("booked"), count("waiting"), count("COURSE_SESSION_FULL")], [20, 10, 70], [...new Set(told)].join());
  const rows = await query("select state, queue_no from course_booking where session_id = $1 order by queue_no", [session.id]);
  assert.deepEqual(
    rows.map(({ state }) => state),
    [...Array.from({ length: 10 }, () => "booked"), ...Array.from({ length: 5 }, () => "waiting")],
  );
  assert.equal(new Set(rows.map(({ queue_no }) => queue_no)).size, 15);
  // All booked people withdraw at once: all who wait move up, and each gets one mail.
  const of = (state: string) =>
    query(
      "select p.employee_no, p.email from course_booking b join person p on p.id = b.person_id where b.session_id = $1 and b.state = $2 order by p.email",
      [session.id, state],
    );
  const [booked, waiting] = [await of("booked"), await of("waiting")];
  await Promise.all(booked.flatMap(({ employee_no }) => [leave(employee_no, session.id), leave(employee_no, session.id)]));
  assert.deepEqual(
    (await of("booked")).map(({ email }) => email),
    waiting.map(({ email }) => email),
  );
  assert.deepEqual(
    await receivers("moved_up"),
    waiting.map(({ email }) => email),
  );
});

test("who waits moves up in order: by a withdrawal, by more places, and when an enrollment ends", async () => {
  await at(monday);
  const session = await plan({ capacity: 1, waiting_max: 5 });
  for (const person of ["P51", "P52", "P53", "P54", "P55"]) await assign(person);
  for (const person of ["P51", "P52", "P53", "P54"]) assert.equal((await book(person, session.id)).status, 200);
  const own = async (person: string) => (await book(person, session.id)).body;
  assert.deepEqual(
    [(await own("P51")).booking, (await own("P53")).booking, (await own("P53")).waiting_place],
    ["booked", "waiting", 2],
  );
  const mail = async () => (await mails("moved_up")).map(({ recipient }) => recipient);
  assert.deepEqual(await mail(), []);

  assert.equal((await leave("P51", session.id)).body.booking, "withdrawn");
  assert.equal((await leave("P51", session.id)).status, 200, "once is enough");
  assert.deepEqual(await mail(), ["p52@acme.example"]);
  // A person who signs up again goes to the end of the waiting list.
  assert.deepEqual([(await own("P51")).booking, (await own("P51")).waiting_place], ["waiting", 3]);

  const patch = (body: Record<string, unknown>) => admin.call("PATCH", `/course-sessions/${session.id}`, { body });
  assert.equal((await patch({ capacity: 2 })).body.booked, 2);
  assert.deepEqual(await mail(), ["p53@acme.example"]);
  const less = await patch({ capacity: 1 });
  assert.deepEqual(less.body.errors?.[0]?.pointer, "#/capacity", less.text);

  const [{ id }] = await query(
    "select e.id from enrollment e join person p on p.id = e.person_id where p.employee_no = 'P52' and e.state = 'assigned'",
  );
  assert.equal((await training.api.post(`/api/v1/enrollments/${id}/cancel`)).status, 200);
  const pool = training.database.pool("muster_worker", 2);
  const never = new AbortController().signal;
  assert.equal(await workOffDue(pool, settlingSessions({ pool, ...test_mailing }), never), 1);
  assert.deepEqual(await mail(), ["p54@acme.example"]);
  const states = await query(
    "select p.employee_no, b.state from course_booking b join person p on p.id = b.person_id where b.session_id = $1 order by 1",
    [session.id],
  );
  assert.deepEqual(
    states.map(({ employee_no, state }) => `${employee_no} ${state}`),
    ["P51 waiting", "P52 released", "P53 booked", "P54 booked"],
  );
  // Sign-ups that are refused: without the course, twice, and after the beginning.
  refused(await book("P52", session.id), 404, "NOT_FOUND");
  refused(await book("P60", session.id), 404, "NOT_FOUND");
  const other = await plan({ starts_local: "2026-03-03T09:00", ends_local: "2026-03-03T10:00" });
  refused(await book("P53", other.id), 409, "COURSE_SESSION_BOOKED_ELSEWHERE");
  await at("2026-03-02T08:00:00Z");
  refused(await book("P55", session.id), 409, "COURSE_SESSION_CLOSED");
  refused(await leave("P53", session.id), 409, "COURSE_SESSION_CLOSED");
});

test("a session that moves or is cancelled is told by mail, and a calendar takes the change for the same event", async () => {
  await at("2026-04-01T07:00:00Z");
  const session = await plan({ starts_local: "2026-04-20T09:00", ends_local: "2026-04-20T12:00", capacity: 1 });
  for (const person of ["P56", "P57"]) {
    await assign(person);
    await book(person, session.id);
  }
  const first = await calendarOf("P56", session.id);
  assert.deepEqual([first.uid, first.sequence, first.location], [session.id, 0, "Hall B"]);
  const patch = (body: Record<string, unknown>) => admin.call("PATCH", `/course-sessions/${session.id}`, { body });
  assert.equal((await patch({ capacity: 1, waiting_max: 3 })).status, 200);
  assert.deepEqual(await receivers("changed"), [], "a longer list moves nobody");
  assert.equal(
    (await patch({ location: "Hall C", starts_local: "2026-04-21T09:00", ends_local: "2026-04-21T12:00" })).status,
    200,
  );
  const changed = await mails("changed");
  assert.deepEqual(
    changed.map(({ recipient }) => recipient),
    ["p56@acme.example", "p57@acme.example"],
  );
  assert.match(changed[0]!.text, /Hall C[\s\S]*21 April 2026[\s\S]*Hall B[\s\S]*20 April 2026/);
  const second = await calendarOf("P56", session.id);
  assert.deepEqual([second.uid, second.sequence, second.location], [first.uid, 1, "Hall C"]);
  assert.equal(second.startDate.toJSDate().toISOString(), "2026-04-21T07:00:00.000Z");
  const waits = await calendarOf("P57", session.id);
  assert.equal(waits.component.getFirstPropertyValue("status"), "TENTATIVE");
  refused(await (await learner("P58")).get(`/my/course-sessions/${session.id}/calendar`), 404, "NOT_FOUND");

  const cancelled = await admin.post(`/course-sessions/${session.id}/cancel`, { reason: "The trainer is ill." });
  assert.deepEqual([cancelled.status, cancelled.body.state], [200, "cancelled"], cancelled.text);
  const told = await mails("cancelled");
  assert.equal(told.length, 2);
  assert.match(told[0]!.text, /The trainer is ill\./);
  const third = await calendarOf("P56", session.id);
  assert.deepEqual([third.sequence, third.component.getFirstPropertyValue("status")], [2, "CANCELLED"]);
  refused(await patch({ location: "Hall D" }), 409, "COURSE_SESSION_CLOSED");
  refused(await book("P58", session.id), 404, "NOT_FOUND");
  await workOff(training.database);
});

test("another organisation's sessions are as unknown as none", async () => {
  const twin = await createOrganisation(training.database, {
    organisation: { code: "TWIN", name: "Twin" },
    courses: [{ code: "AID", title: "Theirs" }],
  });
  const account = await createAccount(training.database, twin.tenant_id, "training_admin");
  const theirs = await sessionOf(training.server, training.database, twin.tenant_id, account);
  const stranger = await createAccount(training.database, twin.tenant_id, "learner");
  const learning = await sessionOf(training.server, training.database, twin.tenant_id, stranger);
  const session = await plan({ starts_local: "2026-05-20T09:00", ends_local: "2026-05-20T12:00" });
  for (const call of [
    theirs.get(`/course-sessions/${session.id}`),
    theirs.get(`/course-sessions/${session.id}/attendance`),
    theirs.call("PATCH", `/course-sessions/${session.id}`, { body: { location: "X" } }),
    theirs.post(`/course-sessions/${session.id}/cancel`, { reason: "X" }),
    learning.post(`/my/course-sessions/${session.id}/book`),
    learning.get(`/course-sessions/${session.id}/attendance`),
  ])
    refused(await call, 404, "NOT_FOUND");
  assert.equal((await theirs.get("/course-sessions")).body.course_sessions.length, 0);
});
