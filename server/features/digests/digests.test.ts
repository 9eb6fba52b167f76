// Digests over HTTP: switched on in the panel, written while a sandbox's clock is moved, and read from the rows of its mailbox.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { openSandbox, type Sandbox } from "../../../test/harness/organisation/sandbox.ts";
import { createAccount, sessionOf, type Panel } from "../../../test/harness/panel/panel.ts";
import { test_keyring, test_mailing } from "../../../test/harness/server.ts";
import { settled } from "../../../test/harness/settled.ts";
import { unseal } from "../../platform/crypto/seal.ts";
import { workOffDue } from "../../platform/jobs/due/due.ts";
import { createMailer } from "../../platform/mail/mailer.ts";
import { bulkMails } from "../mail/bulk/send.ts";
import { startSmtpServer, textOf } from "../mail/smtp.fixture.ts";
import { opensAt } from "../reminders/review.ts";
import { digest, digesting } from "./digest.ts";
import { lastDayOf, momentOf } from "./moment.ts";
import { reviewStateDigests, reviewTeamDigests } from "./review.ts";

let sandbox: Sandbox;
let panel: Panel;
let people: Map<string, string>;
before(async () => {
  // Thursday, 08:00 in Warsaw.
  sandbox = await openSandbox(
    "2026-01-01T07:00:00Z",
    {
      courses: [
        { code: "FIRE", title: "Fire protection" },
        { code: "FORK", title: "Forklift", validity: { value: 12, unit: "month" } },
      ],
    },
    8,
  );
  const { tenant_id } = sandbox.organisation;
  const account = await createAccount(sandbox.database, tenant_id, "it_admin");
  panel = await sessionOf(sandbox.server, sandbox.database, tenant_id, account);
  const { users } = (await sandbox.api.get("/api/v1/users?limit=100")).body;
  people = new Map(users.map((user: any) => [user.employee_no, user.id]));
  // P1 manages P2 and P3; P2 manages P4; P5 manages P6.
  for (const [manager, reports] of Object.entries({ P1: ["P2", "P3"], P2: ["P4"], P5: ["P6"] }))
    for (const report of reports) await patch(report, { manager_employee_no: manager });
});
after(() => sandbox.close());

const query = async (text: string, values: unknown[] = []) => (await sandbox.database.superuser.query(text, values)).rows;
const change = (body: unknown) => panel.call("PATCH", "/digests", { body });

async function patch(employee_no: string, body: Record<string, unknown>): Promise<void> {
  const reply = await sandbox.api.patch(`/api/v1/users/${people.get(employee_no)}`, body);
  assert.equal(reply.status, 200, reply.text);
}

type Written = { kind: string; recipient: string; text: string; told_on: string };

/** Digests in the order in which they were written, with their texts. */
async function mails(): Promise<Written[]> {
  const rows = await query(
    "select id, kind, recipient, body, told_on::text as told_on from mail where kind like 'digest.%' and importance = 2 order by id",
  );
  return rows.map(({ id, kind, recipient, body, told_on }) => ({
    kind,
    recipient,
    told_on,
    text: unseal(test_keyring, "mail", id, body),
  }));
}

const toManagers = async () =>
  (await mails()).filter(({ kind }) => kind === "digest.manager").map(({ recipient, told_on }) => `${recipient} ${told_on}`);
const forget = () => query("with d as (delete from digest_mail) delete from mail");
const moveClock = (by: string) =>
  query("update tenant set clock_offset_us = clock_offset_us + extract(epoch from $1::interval)::bigint * 1000000", [by]);

test("the moment: the week's day from its hour on, a later day within the hours, and else when it opens", () => {
  const tenant = { time_zone: "Europe/Warsaw" } as never;
  const at = (now: string, done_on: string, hour = 8) => {
    const hours = { from_hour: 8, until_hour: 18 };
    const moment = momentOf({ now: Temporal.Instant.from(now), tenant }, { weekday: 1, hour }, hours, done_on);
    return moment.is_open ? `${moment.about_on} on ${moment.today}` : moment.opens_at.toString();
  };
  // 5 January 2026 is a Monday.
  assert.equal(at("2026-01-05T06:59:59Z", "2025-12-29"), "2026-01-05T07:00:00Z");
  assert.equal(at("2026-01-05T07:00:00Z", "2025-12-29"), "2026-01-05 on 2026-01-05");
  assert.equal(at("2026-01-05T07:00:00Z", "2026-01-05"), "2026-01-12T07:00:00Z");
  assert.equal(at("2026-01-05T17:00:00Z", "2025-12-29"), "2026-01-06T07:00:00Z", "the night is waited for");
  assert.equal(at("2026-01-08T09:00:00Z", "2025-12-29"), "2026-01-05 on 2026-01-08", "what was missed is told later");
  assert.equal(at("2026-01-05T02:00:00Z", "2025-12-29", 3), "2026-01-05T07:00:00Z", "an hour of the night waits for the morning");
  assert.equal(at("2026-03-28T12:00:00Z", "2026-03-23", 8), "2026-03-30T06:00:00Z", "summer time has begun by then");
  const before_it = { now: Temporal.Instant.from("2026-01-05T06:00:00Z"), tenant };
  assert.equal(lastDayOf(before_it, { weekday: 1, hour: 8 }), "2025-12-29");
});

test("nobody is told of anything until that is switched on, and a bad setting is refused by its name", async () => {
  assert.deepEqual((await panel.get("/digests")).body, {
    managers: false,
    administrators: false,
    weekday: 1,
    hour: 8,
    escalate_after_days: null,
  });
  for (const [body, pointer] of [
    [{ weekday: 0 }, "#/weekday"],
    [{ weekday: 8 }, "#/weekday"],
    [{ hour: 24 }, "#/hour"],
    [{ managers: null }, "#/managers"],
    [{ escalate_after_days: 0 }, "#/escalate_after_days"],
    [{ often: true }, "#/often"],
  ] as const) {
    const reply = await change(body);
    assert.deepEqual([reply.status, reply.body.errors?.[0].pointer], [422, pointer], reply.text);
  }
  await sandbox.assign("P3", "FIRE", { due_date: "2026-01-09" });
  await sandbox.advance("2026-01-06T12:00:00Z");
  assert.deepEqual(await mails(), []);
});

test("managers are told of those directly below, in their language; of nothing, nobody is told", async () => {
  await query("update person set language = 'pl' where employee_no = 'P1'");
  assert.equal((await change({ managers: true, administrators: true })).status, 200);
  const audited = await query("select changes from audit_log where operation = 'organisation.set_digests'");
  assert.deepEqual(audited, [{ changes: { managers: [false, true], administrators: [false, true] } }]);
  await sandbox.advance("2026-01-07T12:00:00Z");
  assert.deepEqual(await mails(), [], "it holds from the next such day on");
  await sandbox.assign("P4", "FIRE", { due_date: "2026-03-31" });
  await sandbox.advance("2026-01-12T06:59:00Z");
  assert.deepEqual(await mails(), [], "not at night");
  await sandbox.advance("2026-01-12T07:00:30Z");
  const [manager, administrator, ...others] = await mails();
  assert.deepEqual([manager!.recipient, others], ["p1@acme.example", []]);
  assert.match(manager!.text, /^ {2}- Anna Number 3, Fire protection: termin minął: 9 stycznia 2026$/m);
  assert.match(administrator!.text, /^ {2}overdue +1$/m);
  await sandbox.advance("2026-01-19T07:00:30Z");
  const second = (await mails()).slice(2);
  assert.deepEqual(
    second.map(({ kind, told_on }) => `${kind} ${told_on}`),
    ["digest.manager 2026-01-19", "digest.administrator 2026-01-19"],
  );
  assert.match(second[1]!.text, /^ {2}overdue +1 \(a week before: 1\)$/m);
});

test("a worker that fails on its way writes nothing twice, and two at once write each once", async () => {
  await forget();
  await moveClock("7 days");
  const pool = sandbox.database.pool("muster_worker", 3);
  const { tenant_id } = sandbox.organisation;
  for (const employee_no of ["P2", "P4", "P6"]) await sandbox.assign(employee_no, "FORK", { due_date: "2026-02-05" });
  const options = { pool, ...test_mailing };
  await query("alter table digest_mail add constraint killed check (kind <> 'administrator') not valid");
  await assert.rejects(digest(options, tenant_id, () => false, 1));
  await query("alter table digest_mail drop constraint killed");
  assert.deepEqual(
    await toManagers(),
    ["p1@acme.example", "p2@acme.example", "p5@acme.example"].map((to) => `${to} 2026-01-26`),
  );
  const both = await Promise.all([digest(options, tenant_id, () => false, 1), digest(options, tenant_id, () => false, 1)]);
  assert.equal(both[0], both[1]);
  assert.deepEqual([(await toManagers()).length, (await mails()).length], [3, 4]);
});

test("a worker finds the organisation by its day, and is not asked again before the next one", async () => {
  const pool = sandbox.database.pool("muster_worker", 3);
  const work = digesting({ pool, ...test_mailing });
  const never = new AbortController().signal;
  await moveClock("7 days");
  for (let round = 0; round < 2; round += 1) {
    await settled(sandbox.database);
    await workOffDue(pool, work, never);
  }
  assert.equal((await mails()).at(-1)!.told_on, "2026-02-02");
  const rows = await query("select due_us > infra.now_us() as waits from infra.due where kind = 'digests.send'");
  assert.deepEqual(rows, [{ waits: true }]);
  assert.equal(await workOffDue(pool, work, never), 0);
});

test("a digest that waited for a day goes to who is still told, with what stands then", async (t) => {
  const smtp = await startSmtpServer();
  t.after(() => smtp.close());
  await query("delete from mail where kind not like 'digest.%'");
  await query("update mail set due_us = null, failed_at = now() where told_on < '2026-02-02'");
  // The only person of P5 leaves; P2, one of P1's people, has completed the course.
  await patch("P6", { active: false });
  const [forklift] = await sandbox.enrollmentsOf("P2", "FORK");
  await sandbox.complete(forklift.id);
  await moveClock("1 day");
  const { base_url } = test_mailing;
  const options = {
    pool: sandbox.database.pool("muster_worker", 2),
    ...test_mailing,
    mailer: createMailer(smtp.url, "Muster <muster@muster.example>"),
    log: pino({ level: "silent" }),
    opensAt,
    reviews: { "digest.manager": reviewTeamDigests(base_url), "digest.administrator": reviewStateDigests(base_url) },
  };
  await settled(sandbox.database);
  await workOffDue(options.pool, bulkMails(options), new AbortController().signal);
  const letters = new Map(smtp.received.map((letter) => [letter.to[0], textOf(letter)]));
  assert.equal(letters.size, 3);
  assert.ok(!letters.has("p5@acme.example"));
  assert.doesNotMatch(letters.get("p1@acme.example")!, /Number 2, Forklift/);
  assert.match(letters.get("p1@acme.example")!, /stan na 3 lutego 2026/);
  assert.match(letters.get("p2@acme.example")!, /Number 4, Forklift: due on 5 February 2026/);
});

test("two years: each week once, at the day's hour, to nobody who has left", async () => {
  await forget();
  const begins = await sandbox.advance("2026-02-04T12:00:00Z");
  assert.ok(begins < "2026-02-05");
  await sandbox.advance("2026-06-03T12:00:00Z");
  // P2 leaves after half a year: P2 gets no further digest, and P1 none about P2.
  await patch("P2", { active: false });
  await sandbox.advance("2028-02-04T12:00:00Z");
  const rows = await query(
    `select p.employee_no, count(*)::int as weeks, count(distinct d.about_on)::int as different, max(d.about_on)::text as last
     from digest_mail d join person p on p.tenant_id = d.tenant_id and p.id = d.receiver_id
     group by 1 order by 1`,
  );
  // Mondays from 9 February 2026 to 31 January 2028 are 104, to 1 June 2026 17.
  assert.deepEqual(rows, [
    { employee_no: "P1", weeks: 104, different: 104, last: "2028-01-31" },
    { employee_no: "P2", weeks: 17, different: 17, last: "2026-06-01" },
  ]);
  const [administrator] = await query(
    "select count(*)::int as weeks from digest_mail d join administrator a on a.tenant_id = d.tenant_id and a.id = d.receiver_id",
  );
  assert.equal(administrator!.weeks, 104);
  const told = await mails();
  assert.equal(told.length, 104 + 17 + 104);
  assert.ok(told.every(({ told_on }) => Temporal.PlainDate.from(told_on).dayOfWeek === 1));
});

test("what is overdue for long is told one manager further up after each so many days, and then to administrators", async () => {
  await forget();
  const reply = await change({ escalate_after_days: 10 });
  assert.equal(reply.body.escalate_after_days, 10, reply.text);
  // P7 reports to P4, P4 to P3, and P3 to P1.
  await patch("P4", { manager_employee_no: "P3" });
  await patch("P7", { manager_employee_no: "P4" });
  const now = Temporal.PlainDate.from((await sandbox.advance("2028-02-07T08:00:00Z")).slice(0, 10));
  await query("delete from mail");
  await sandbox.assign("P7", "FORK", { due_date: now.toString() });
  const lines: string[] = [];
  const numbers: string[] = [];
  const escalated = async () =>
    /escalated to administrators +(\d+)/.exec(
      (await panel.get("/digests/preview?kind=administrator&language=en")).body.text,
    )?.[1];
  for (let week = 1; week <= 5; week += 1) {
    await sandbox.advance(`${now.add({ days: 7 * week }).toString()}T07:00:30Z`);
    const written = await mails();
    const about = written.filter(({ text }) => text.includes("Number 7"));
    lines.push(
      about
        .map(({ recipient, text }) => `${recipient.slice(0, 2)}${/\((?:manager|przełożony): /.test(text) ? "+" : ""}`)
        .join(" "),
    );
    for (const { recipient, text } of written.filter(({ kind }) => kind === "digest.manager"))
      assert.equal(/my-team\?reports=all$/m.test(text), /\((?:manager|przełożony): /.test(text), recipient);
    numbers.push(
      /^ {2}escalated to administrators +(\d+)/m.exec(written.find(({ kind }) => kind === "digest.administrator")!.text)?.[1] ??
        "",
    );
    await query("delete from mail");
    // A manager who gets no mail, or wants none, counts as missing: P3's people are escalated at once, P1's after twice as many
    // days.
    if (week === 2) {
      await query(
        `insert into mail_bounce (tenant_id, address_norm, address, said, told_by)
         select tenant_id, email_norm, email, '550', 'report' from person where employee_no = 'P3'`,
      );
      assert.equal(await escalated(), "4");
      await query("delete from mail_bounce");
      assert.equal(await escalated(), "3");
    }
    if (week === 3) {
      await query(
        "insert into mail_refusal (tenant_id, account_id, topic) select tenant_id, id, 'digests' from person where employee_no = 'P1'",
      );
      assert.equal(await escalated(), "4");
      await query("delete from mail_refusal");
      assert.equal(await escalated(), "3");
    }
  }
  assert.deepEqual(lines, ["p4", "p3+ p4", "p1+ p3+ p4", "p1+ p3+ p4", "p1+ p3+ p4"]);
  // P3, whose only manager is P1, and P4 have had overdue training for two years.
  assert.deepEqual(numbers, ["3", "3", "3", "3", "4"]);
});

test("who is exempt from a course counts in no number that administrators are told", async () => {
  const overdue = async () => {
    const { text } = (await panel.get("/digests/preview?kind=administrator&language=en")).body;
    return Number(/^ {2}overdue +(\d+)/m.exec(text)![1]);
  };
  const before = await overdue();
  const [exempted] = await query(
    `insert into exemption (tenant_id, id, person_id, course_id, from_on, reason, approved_by)
     select e.tenant_id, infra.new_id(), e.person_id, e.course_id, e.due_date, 'test', '{}'
     from enrollment e join person p on p.id = e.person_id and p.employee_no = 'P7' join course c on c.id = e.course_id and c.code = 'FORK'
     where e.state = 'assigned' returning id`,
  );
  assert.equal(await overdue(), before - 1);
  await query("delete from exemption where id = $1", [exempted!.id]);
});

test("an example is read in both languages, and mailed to who asks", async () => {
  const polish = (await panel.get("/digests/preview?kind=manager&language=pl")).body;
  assert.match(polish.text, /^ {2}- Anna Kowalska, Obsługa wózków: termin minął:/m);
  const english = (await panel.get("/digests/preview?kind=administrator&language=en")).body;
  assert.match(english.text, /^ {2}people who lack nothing +\d+ of \d+$/m);
  const { status, body } = await panel.post("/digests/test", { kind: "administrator" });
  assert.equal(status, 200);
  const sent = await query("select recipient, subject from mail where importance = 0 and kind = 'digest.administrator'");
  assert.deepEqual(
    sent.map(({ recipient, subject }) => [recipient, (subject as string).startsWith("Test: ")]),
    [[body.recipient, true]],
  );
});
