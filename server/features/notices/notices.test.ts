// Notifications over HTTP: facts of reminders and digests, shown to their recipient whether or not a mail was sent.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openSandbox, type Sandbox } from "../../../test/harness/organisation/sandbox.ts";
import { createAccount, sessionOf, type Panel, type TestAccount } from "../../../test/harness/panel/panel.ts";

let sandbox: Sandbox;
let admin: Panel;
before(async () => {
  // Monday, 08:00 in Warsaw.
  const courses = [
    { code: "FIRE", title: "Fire protection" },
    { code: "FORK", title: "Forklift" },
  ];
  sandbox = await openSandbox("2026-01-05T07:00:00Z", { courses }, 6);
  admin = await signedIn(await createAccount(sandbox.database, sandbox.organisation.tenant_id, "it_admin"));
  const all = { assigned: true, due_soon_days: 7, overdue_every_days: 7, overdue_times: 1, expiring_days: 30, sessions: true };
  assert.equal((await admin.call("PATCH", "/reminders", { body: all })).status, 200);
});
after(() => sandbox.close());

const query = async (text: string, values: unknown[] = []) => (await sandbox.database.superuser.query(text, values)).rows;
const idOf = async (employee_no: string) =>
  (await query("select id from person where employee_no = $1", [employee_no]))[0]!.id as string;
const signedIn = (account: TestAccount) => sessionOf(sandbox.server, sandbox.database, sandbox.organisation.tenant_id, account);

async function learner(employee_no: string): Promise<Panel> {
  return signedIn({ id: await idOf(employee_no), kind: "person", login: employee_no });
}

async function shown(panel: Panel): Promise<{ unread: number; lines: string[]; newest: string }> {
  const { status, body } = await panel.get("/my/notices");
  assert.equal(status, 200);
  const lines = body.notices.map(({ kind, title, day, is_unread }: any) => `${kind} ${title} ${day}${is_unread ? " new" : ""}`);
  return { unread: body.unread, lines: lines.toSorted(), newest: body.notices[0]?.told_at };
}

const unsent = async () =>
  (
    await query(`
      select p.employee_no || ' ' || r.kind || ' ' || coalesce(r.unsent, 'mailed') as line
      from reminder r join person p on p.tenant_id = r.tenant_id and p.id = r.person_id order by 1`)
  ).map(({ line }) => line as string);

test("who has no address, one that bounces, or does without, is told in the panel alone; the others by mail as well", async () => {
  await query("update person set email = null, email_norm = null where employee_no = 'P2'");
  await query(`insert into mail_bounce (tenant_id, address_norm, address, said, told_by)
    select tenant_id, email_norm, email, '550 5.1.1', 'report' from person where employee_no = 'P3'`);
  await query(
    "insert into mail_refusal (tenant_id, account_id, topic) select tenant_id, id, 'due_soon' from person where employee_no = 'P4'",
  );
  for (const employee_no of ["P1", "P2", "P3", "P4"]) await sandbox.assign(employee_no, "FIRE", { due_date: "2026-01-09" });
  await sandbox.advance("2026-01-06T07:00:30Z");
  assert.deepEqual(await unsent(), [
    "P1 assigned mailed",
    "P1 due_soon mailed",
    "P2 assigned no_address",
    "P2 due_soon no_address",
    "P3 assigned bouncing",
    "P3 due_soon bouncing",
    "P4 assigned mailed",
    "P4 due_soon refused_by_receiver",
  ]);
  const mailed = await query("select recipient from mail where kind = 'training.reminder' order by recipient");
  assert.deepEqual(
    mailed.map(({ recipient }) => recipient),
    ["p1@acme.example", "p4@acme.example"],
  );
  for (const employee_no of ["P1", "P2", "P3", "P4"]) {
    const { unread, lines } = await shown(await learner(employee_no));
    assert.deepEqual(
      [unread, lines],
      [2, ["assigned Fire protection 2026-01-05 new", "due_soon Fire protection 2026-01-09 new"]],
      employee_no,
    );
  }
  assert.deepEqual((await shown(await learner("P5"))).lines, [], "of others nothing is shown");
  assert.deepEqual((await shown(admin)).lines, []);
});

test("what was shown alone is mailed once it can be, and is no new notice", async () => {
  await query("delete from mail_bounce");
  await sandbox.advance("2026-01-07T07:00:30Z");
  assert.ok((await unsent()).includes("P3 due_soon mailed"));
  assert.equal((await query("select from mail where recipient = 'p3@acme.example'")).length, 1);
  assert.equal((await shown(await learner("P3"))).lines.length, 2);
  await sandbox.advance("2026-01-08T07:00:30Z");
  assert.equal((await query("select from mail where kind = 'training.reminder'")).length, 3, "and once only");
});

test("what was read stays read; what comes later is new", async () => {
  const panel = await learner("P1");
  const { newest } = await shown(panel);
  const read = await panel.post("/my/notices/read", { through: newest });
  assert.deepEqual([read.status, read.body.unread], [200, 0]);
  assert.equal(
    (await panel.post("/my/notices/read", { through: "2000-01-01T00:00:00Z" })).body.unread,
    0,
    "never less than before",
  );
  assert.equal((await panel.post("/my/notices/read", { through: "soon" })).status, 422);
  assert.equal((await shown(await learner("P2"))).unread, 2, "of others nothing is marked");
  await sandbox.advance("2026-01-16T07:00:30Z");
  const later = await shown(panel);
  assert.equal(later.unread, 1);
  assert.ok(later.lines.includes("overdue Fire protection 2026-01-09 new"), later.lines.join());
});

test("where mails are switched off, the bell alone tells", async () => {
  const before_it = (await query("select from mail where kind = 'training.reminder'")).length;
  assert.equal((await admin.call("PATCH", "/reminders", { body: { by_mail: false } })).status, 200);
  await sandbox.assign("P5", "FORK", { due_date: "2026-03-01" });
  await sandbox.advance("2026-01-17T07:00:30Z");
  await sandbox.advance("2026-01-18T07:00:30Z");
  assert.deepEqual((await shown(await learner("P5"))).lines, ["assigned Forklift 2026-01-16 new"]);
  assert.ok((await unsent()).includes("P5 assigned no_mails"));
  assert.equal((await query("select from mail where kind = 'training.reminder'")).length, before_it);
  assert.equal((await admin.call("PATCH", "/reminders", { body: { by_mail: true } })).status, 200);
});

test("a renewal says so, a session is told on the day before by the clock of its place, and a withdrawn one is not", async () => {
  const renewal = await sandbox.assign("P6", "FORK", { due_date: "2026-06-01" });
  await query("update enrollment set source = 'renewal' where id = $1", [renewal.id]);
  const fire = await sandbox.assign("P6", "FIRE", { due_date: "2026-06-01" });
  const booked = (id: string, starts_at: string, state: string) =>
    query(
      `with s as (
         insert into course_session (tenant_id, id, course_id, location, starts_at, ends_at, time_zone, capacity, waiting_max, updated_at)
         select tenant_id, $1, course_id, 'Hall 2', $2, $2::timestamptz + interval '1 hour', 'Europe/Warsaw', 5, 5, now() from enrollment where id = $3
         returning tenant_id, id
       )
       insert into course_booking (tenant_id, session_id, person_id, enrollment_id, state, is_walk_in, queue_no, state_since)
       select s.tenant_id, s.id, e.person_id, e.id, $4, false, 1, now() from s, enrollment e where e.id = $3`,
      [id, starts_at, fire.id, state],
    );
  await booked("01900000-0000-7000-8000-000000000001", "2026-01-20T23:30:00Z", "booked");
  await booked("01900000-0000-7000-8000-000000000002", "2026-01-20T08:00:00Z", "withdrawn");
  await sandbox.advance("2026-01-19T07:00:30Z");
  const panel = await learner("P6");
  assert.ok((await shown(panel)).lines.includes("renewed Forklift 2026-01-18 new"), (await shown(panel)).lines.join());
  assert.ok(
    !(await shown(panel)).lines.some((line) => line.startsWith("session")),
    "half an hour past midnight is the day after tomorrow",
  );
  await sandbox.advance("2026-01-20T07:00:30Z");
  const lines = (await shown(panel)).lines.filter((line) => line.startsWith("session"));
  assert.deepEqual(lines, ["session Fire protection 2026-01-21 new"]);
});

test("administrators see their week, and managers theirs, from what digests noted", async () => {
  const manager = await idOf("P1");
  await query("update person set manager_id = $1 where employee_no in ('P2', 'P3')", [manager]);
  assert.equal(
    (await admin.call("PATCH", "/digests", { body: { managers: true, administrators: true, weekday: 1, hour: 8 } })).status,
    200,
  );
  await sandbox.advance("2026-01-26T12:00:00Z");
  const { notices } = (await admin.get("/my/notices")).body;
  assert.deepEqual(
    notices.map(({ kind, day, title }: any) => [kind, day, title]),
    [["digest_administrator", "2026-01-26", null]],
  );
  assert.equal(typeof notices[0].numbers.people, "number");
  const own = (await shown(await learner("P1"))).lines.filter((line) => line.startsWith("digest"));
  assert.deepEqual(own, ["digest_manager null 2026-01-26 new"]);
});

test("thirty days later a notice is shown no more", async () => {
  await query("update reminder set sent_on = sent_on - 31");
  assert.deepEqual((await shown(await learner("P6"))).lines, []);
});
