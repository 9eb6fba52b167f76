// Check-in: a code that the room shows and that expires soon, a kiosk, and people without a booking.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../harness/organisation/enrollments.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import type { Reply } from "../../harness/server.ts";

let training: TrainingOrganisation;
let session_id: string;
const morning = "2026-03-02T07:50:00Z";

before(async () => {
  training = await openTraining({ courses: [{ code: "AID", title: "First aid" }] }, 6);
  for (const employee_no of ["P1", "P2", "P3", "P4"])
    assert.equal((await training.api.post("/api/v1/enrollments", { employee_no, course_code: "AID" })).status, 201);
  const admin = await open("training_admin");
  const [{ id: course_id }] = await query("select id from course where code = 'AID'");
  const planned = await admin.post("/course-sessions", {
    course_id,
    location: "Hall B",
    starts_local: "2026-03-02T09:00",
    ends_local: "2026-03-02T15:00",
    capacity: 3,
    waiting_max: 2,
    trainer_id: (await query("select id from person where employee_no = 'P6'"))[0].id,
  });
  assert.equal(planned.status, 201, planned.text);
  session_id = planned.body.id;
  for (const employee_no of ["P1", "P2", "P3"])
    assert.equal((await (await learner(employee_no)).post(`/my/course-sessions/${session_id}/book`)).status, 200);
  await training.at(morning);
});
after(() => training.close());

const query = async (text: string, values: unknown[] = []) => (await training.database.superuser.query(text, values)).rows;

async function open(role: "training_admin" | "compliance_officer"): Promise<Panel> {
  const { server, database, organisation } = training;
  return sessionOf(server, database, organisation.tenant_id, await createAccount(database, organisation.tenant_id, role));
}
async function learner(employee_no: string): Promise<Panel> {
  const { server, database, organisation } = training;
  const [{ id }] = await query("select id from person where employee_no = $1", [employee_no]);
  return sessionOf(server, database, organisation.tenant_id, { id, kind: "person", login: employee_no });
}
const shown = async (): Promise<string> => {
  const reply = await (await learner("P6")).get(`/course-sessions/${session_id}/check-in`);
  assert.equal(reply.status, 200, reply.text);
  return new URL(reply.body.url).searchParams.get("code")!;
};
const scan = async (employee_no: string, code: string) => (await learner(employee_no)).post("/my/check-in", { code });
const type = async (panel: Panel, employee_no: string) => panel.post(`/course-sessions/${session_id}/check-in`, { employee_no });
const attended = async () =>
  (await query("select p.employee_no, b.attended from course_booking b join person p on p.id = b.person_id order by 1")).map(
    ({ employee_no, attended: was }) => [employee_no, was],
  );
const refused = ({ status, body, text }: Reply, code: string) => assert.deepEqual([status, body.code], [409, code], text);

test("who is booked and reads the room's code is present, once, with one line in the audit log", async () => {
  const code = await shown();
  const first = await scan("P1", code);
  assert.deepEqual([first.status, first.body.status, first.body.course_title], [200, "present", "First aid"], first.text);
  assert.equal((await scan("P1", code)).body.status, "already");
  const lines = await query("select actor_type from audit_log where operation = 'enrollment.note_attendance'");
  assert.deepEqual(lines, [{ actor_type: "person" }]);
  assert.deepEqual(await attended(), [
    ["P1", true],
    ["P2", null],
    ["P3", null],
  ]);
});

test("a photo of the code is outdated within a minute", async () => {
  const code = await shown();
  await training.at("2026-03-02T07:50:31Z");
  assert.notEqual(await shown(), code, "the room shows another one");
  assert.equal((await scan("P2", code)).body.status, "present", "the page was just opened");
  await training.at("2026-03-02T07:51:01Z");
  refused(await scan("P3", code), "CHECK_IN_OUTDATED");
  const changed = (await shown()).replace(/\.\w/, (start) => (start === ".z" ? ".y" : ".z"));
  for (const wrong of ["", "a.b.c", changed, `${(await shown()).slice(0, -2)}AA`])
    refused(await scan("P3", wrong), "CHECK_IN_OUTDATED");
});

test("a code that was passed on to somebody who is not booked is of no use, and says so", async () => {
  refused(await scan("P4", await shown()), "NOT_BOOKED");
  refused(await scan("P6", await shown()), "NOT_BOOKED");
  assert.equal((await attended()).length, 3);
});

test("a code of another organisation is none here", async () => {
  const { database, server } = training;
  const twin = await createOrganisation(database, {
    organisation: { code: "TWIN", name: "Twin" },
    people: [{ employee_no: "THEIRS", first_name: "Jan", last_name: "Theirs", email: "jan@twin.example" }],
  });
  const [{ id }] = await query("select id from person where employee_no = 'THEIRS'");
  const theirs = await sessionOf(server, database, twin.tenant_id, { id, kind: "person", login: "THEIRS" });
  refused(await theirs.post("/my/check-in", { code: await shown() }), "CHECK_IN_OUTDATED");
  assert.equal((await theirs.get(`/course-sessions/${session_id}/check-in`)).status, 404);
});

test("at a kiosk who is booked types the number, once; strangers and unknown numbers are told the same", async () => {
  const trainer = await learner("P6");
  const there = await type(trainer, " p3 ");
  assert.deepEqual([there.status, there.body.status, there.body.full_name], [200, "present", "Anna Number 3"], there.text);
  assert.equal((await type(await open("training_admin"), "P3")).body.status, "already");
  refused(await type(trainer, "P4"), "NOT_BOOKED");
  refused(await type(trainer, "NOBODY"), "NOT_BOOKED");
  // Only the trainer and training administrators have a kiosk.
  assert.equal((await type(await learner("P1"), "P2")).status, 404);
  assert.equal((await type(await open("compliance_officer"), "P2")).status, 403);
});

test("there is no code before the room opens, and none of a session that was cancelled", async () => {
  const code = await shown();
  await training.at("2026-03-02T05:59:00Z");
  refused(await (await learner("P6")).get(`/course-sessions/${session_id}/check-in`), "ATTENDANCE_NOT_OPEN");
  await training.at(morning);
  await query("update course_session set cancelled_at = now(), cancel_reason = 'Flood' where id = $1", [session_id]);
  refused(await (await learner("P6")).get(`/course-sessions/${session_id}/check-in`), "ATTENDANCE_NOT_OPEN");
  assert.ok(code);
});
