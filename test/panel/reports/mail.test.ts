// Reports by mail: configured in the panel, run on a moved clock, and read from a real SMTP server (docs/decisions/0077).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { bulkMails } from "../../../server/features/mail/bulk/send.ts";
import { type Received, startSmtpServer, type SmtpServer } from "../../../server/features/mail/smtp.fixture.ts";
import { opensAt } from "../../../server/features/reminders/review.ts";
import { attachReport, reviewReports, topicsOfReports } from "../../../server/features/reports/schedule/attach.ts";
import { dueAfter } from "../../../server/features/reports/schedule/moment.ts";
import { mailingReports, mailReports } from "../../../server/features/reports/schedule/send.ts";
import { workOffDue } from "../../../server/platform/jobs/due/due.ts";
import { createMailer } from "../../../server/platform/mail/mailer.ts";
import { openSandbox, type Sandbox } from "../../harness/organisation/sandbox.ts";
import { createAccount, sessionOf, type Panel, type TestAccount } from "../../harness/panel/panel.ts";
import { test_mailing } from "../../harness/server.ts";
import { settled } from "../../harness/settled.ts";

let sandbox: Sandbox;
let smtp: SmtpServer;
let owner: Panel & { account: TestAccount };
let officer: Panel & { account: TestAccount };
let report: string;

before(async () => {
  // Thursday, 08:00 in Warsaw.
  sandbox = await openSandbox("2026-01-01T07:00:00Z", {}, 3);
  smtp = await startSmtpServer();
  const { tenant_id } = sandbox.organisation;
  const signIn = async (role: "training_admin" | "compliance_officer") =>
    sessionOf(sandbox.server, sandbox.database, tenant_id, await createAccount(sandbox.database, tenant_id, role));
  [owner, officer] = [await signIn("training_admin"), await signIn("compliance_officer")];
  const definition = { subject: "people", columns: ["employee_no", "status"], filters: {}, group_by: null, chart: "none" };
  report = (await owner.post("/reports", { name: "Everybody", is_shared: true, definition })).body.id;
  await query("update credential set language = 'pl' where account_id = $1", [officer.account.id]);
});
after(async () => {
  await smtp.close();
  await sandbox.close();
});

const query = async (text: string, values: unknown[] = []) => (await sandbox.database.superuser.query(text, values)).rows;
const moveClock = (by: string) =>
  query("update tenant set clock_offset_us = clock_offset_us + extract(epoch from $1::interval)::bigint * 1000000", [by]);
const schedule = (more: Record<string, unknown> = {}) => ({
  format: "csv",
  every: "week",
  day: 1,
  hour: 8,
  time_zone: "Europe/Warsaw",
  receiver_ids: [owner.account.id, officer.account.id],
  ...more,
});
const set = (panel: Panel, body: Record<string, unknown> = schedule()) =>
  panel.call("PUT", `/reports/${report}/schedule`, { body });
const waiting = () => query("select id from mail where kind = 'report.scheduled' and due_us is not null");

/** Runs what a worker does: writes what is due, and sends it. */
async function work(): Promise<Received[]> {
  const pool = sandbox.database.pool("muster_worker", 4);
  const before_it = smtp.received.length;
  const options = {
    pool,
    ...test_mailing,
    mailer: createMailer(smtp.url, "Muster <muster@muster.example>"),
    log: pino({ level: "silent" }),
    opensAt,
    reviews: { "report.scheduled": reviewReports },
    topics: { "report.scheduled": topicsOfReports },
    attach: { "report.scheduled": attachReport(pool) },
  };
  const never = new AbortController().signal;
  for (const one of [mailingReports(options), bulkMails(options)]) {
    await settled(sandbox.database);
    await workOffDue(pool, one, never);
  }
  return smtp.received.slice(before_it).toSorted((a, b) => (a.to[0]! < b.to[0]! ? -1 : 1));
}

/** The file attached to a mail. */
function fileOf({ data }: Received): { name: string; text: string } {
  const head = /Content-Disposition: attachment; filename="?([^"\n]+)"?/i.exec(data);
  assert.ok(head, data);
  const body = data.slice(head.index).split("\n\n")[1]!.split("\n--")[0]!;
  return { name: head[1]!, text: Buffer.from(body, "base64").toString() };
}

test("the next time: by the clock of its zone, on its day, and never made up for", () => {
  const next = (every: "day" | "week" | "month", day: number, hour: number, now: string) =>
    dueAfter({ every, day, hour, time_zone: "Europe/Warsaw" }, Temporal.Instant.from(now)).toString();
  assert.equal(next("day", 1, 8, "2026-01-05T06:59:59Z"), "2026-01-05T07:00:00Z");
  assert.equal(next("day", 1, 8, "2026-01-05T07:00:00Z"), "2026-01-06T07:00:00Z");
  assert.equal(next("day", 1, 8, "2026-03-28T12:00:00Z"), "2026-03-29T06:00:00Z", "summer time has begun by then");
  assert.equal(next("week", 1, 8, "2026-01-01T07:00:00Z"), "2026-01-05T07:00:00Z");
  assert.equal(next("week", 1, 8, "2026-01-05T07:00:00Z"), "2026-01-12T07:00:00Z");
  assert.equal(next("month", 28, 8, "2026-01-29T07:00:00Z"), "2026-02-28T07:00:00Z");
  assert.equal(next("month", 28, 8, "2026-02-28T07:00:00Z"), "2026-03-28T07:00:00Z");
});

test("what cannot be is refused at its place, and what is another's is unknown", async () => {
  for (const [more, pointer] of [
    [{ day: 8 }, "#/day"],
    [{ every: "month", day: 29 }, "#/day"],
    [{ hour: 24 }, "#/hour"],
    [{ time_zone: "Mars/Olympus" }, "#/time_zone"],
    [{ receiver_ids: [] }, "#/receiver_ids"],
    [{ receiver_ids: [owner.account.id, "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f"] }, "#/receiver_ids/1"],
  ] as const) {
    const reply = await set(owner, schedule(more));
    assert.deepEqual([reply.status, reply.body.errors?.[0].pointer], [422, pointer], reply.text);
  }
  assert.equal((await set(officer)).status, 404);
  assert.equal((await officer.call("DELETE", `/reports/${report}/schedule`)).status, 404);
});

test("it leaves once for each time, to each in their words, with a way to do without", async () => {
  const reply = await set(owner);
  assert.deepEqual([reply.status, reply.body.schedule?.due_at], [200, "2026-01-05T07:00:00.000Z"], reply.text);
  assert.deepEqual(await work(), [], "not before its time");
  await moveClock("4 days");
  const letters = await work();
  const to = letters.map((letter) => letter.to[0]);
  const [of_officer, of_owner] = letters;
  assert.deepEqual(to, [officer.account.login, owner.account.login]);
  assert.deepEqual(fileOf(of_owner!), {
    name: "Everybody-2026-01-05.csv",
    text: '\uFEFF"Employee number","Status"\r\n"P1","Invited"\r\n"P2","Invited"\r\n"P3","Invited"\r\n',
  });
  assert.match(fileOf(of_officer!).text, /"Numer pracownika","Stan"\r\n"P1","Konto zaproszone"/);
  assert.match(of_owner!.data, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  assert.deepEqual(await work(), [], "once");
});

test("two workers write it once, and one that is killed on its way writes nothing", async () => {
  await moveClock("7 days");
  const pool = sandbox.database.pool("muster_worker", 4);
  const { tenant_id } = sandbox.organisation;
  const options = { pool, ...test_mailing };
  const never = () => false;
  // Killed after the mails, before the schedule moves on.
  await query("alter table report_schedule add constraint killed check (due_at < '2026-01-13') not valid");
  await assert.rejects(mailReports(options, tenant_id, never));
  await query("alter table report_schedule drop constraint killed");
  assert.equal((await waiting()).length, 0);
  await Promise.all([mailReports(options, tenant_id, never), mailReports(options, tenant_id, never)]);
  assert.equal((await waiting()).length, 2);
  assert.equal((await work()).length, 2);
});

test("who does without, or may not read it any more, gets nothing, even of what waits already", async () => {
  assert.equal((await officer.call("PATCH", "/my/mails", { body: { reports: false } })).body.reports, false);
  await moveClock("7 days");
  assert.deepEqual(
    (await work()).map(({ to }) => to[0]),
    [owner.account.login],
  );
  await officer.call("PATCH", "/my/mails", { body: { reports: true } });
  await moveClock("7 days");
  const pool = sandbox.database.pool("muster_worker", 4);
  await mailReports({ pool, ...test_mailing }, sandbox.organisation.tenant_id, () => false);
  assert.equal((await waiting()).length, 2);
  await query("update administrator set role = 'guard' where id = $1", [officer.account.id]);
  assert.deepEqual(
    (await work()).map(({ to }) => to[0]),
    [owner.account.login],
  );
  await query("update administrator set role = 'compliance_officer' where id = $1", [officer.account.id]);
  // Changing the role has ended the session.
  officer = await sessionOf(sandbox.server, sandbox.database, sandbox.organisation.tenant_id, officer.account);
});

test("a report of more rows than a mail carries is not attached, and the mail leads to it", async () => {
  await query(
    `insert into person (tenant_id, id, employee_no, employee_no_norm, first_name, last_name, full_name_norm, login, login_norm, worker_type)
     select $1, gen_random_uuid(), 'X' || n, 'x' || n, 'Anna', 'Many', 'many anna', 'x' || n, 'x' || n, 'internal_payroll'
     from generate_series(1, 20000) n`,
    [sandbox.organisation.tenant_id],
  );
  await moveClock("7 days");
  const letters = await work();
  assert.equal(letters.length, 2);
  for (const { data } of letters) assert.doesNotMatch(data, /Content-Disposition: attachment/i);
  assert.ok(letters.every(({ data }) => data.includes("/panel/reports/") || /base64|quoted/.test(data)));
  await query("delete from person where last_name = 'Many'");
});

for (const [why, stopped_by, change] of [
  ["sees some departments only", "owner_limited", "of_departments = true"],
  ["has a role that reads no reports", "owner_role", "role = 'guard'"],
  ["is disabled", "owner_gone", "disabled_at = now()"],
] as const)
  test(`it stops where its owner ${why}, what waits does not leave, and somebody is told`, async () => {
    await set(owner, schedule({ receiver_ids: [officer.account.id] }));
    await moveClock("7 days");
    const pool = sandbox.database.pool("muster_worker", 4);
    await mailReports({ pool, ...test_mailing }, sandbox.organisation.tenant_id, () => false);
    assert.equal((await waiting()).length, 1);
    await query(`update administrator set ${change} where id = $1`, [owner.account.id]);
    assert.deepEqual(await work(), []);
    await moveClock("7 days");
    assert.deepEqual(await work(), []);
    const { body } = await officer.get(`/reports/${report}/schedule`);
    assert.deepEqual([body.schedule.stopped_by, body.schedule.due_at], [stopped_by, null]);
    const told = await query("select recipient from mail where kind = 'report.stopped' order by id desc limit 1");
    if (stopped_by !== "owner_gone") assert.deepEqual(told, [{ recipient: owner.account.login }]);
    const undo = "of_departments = false, role = 'training_admin', disabled_at = null";
    await query(`update administrator set ${undo} where id = $1`, [owner.account.id]);
    owner = await sessionOf(sandbox.server, sandbox.database, sandbox.organisation.tenant_id, owner.account);
  });
