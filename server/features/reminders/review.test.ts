// Reminders that have waited for a mail server or a morning: they are sent with what still holds at that time.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { openSandbox, type Sandbox } from "../../../test/harness/organisation/sandbox.ts";
import { createAccount, sessionOf, type Panel } from "../../../test/harness/panel/panel.ts";
import { test_mailing } from "../../../test/harness/server.ts";
import { settled } from "../../../test/harness/settled.ts";
import { workOffDue } from "../../platform/jobs/due/due.ts";
import { createMailer } from "../../platform/mail/mailer.ts";
import { bulkMails } from "../mail/bulk/send.ts";
import { startSmtpServer, textOf, type SmtpServer } from "../mail/smtp.fixture.ts";
import { opensAt, reviewReminders } from "./review.ts";

let sandbox: Sandbox;
let panel: Panel;
let smtp: SmtpServer;
before(async () => {
  smtp = await startSmtpServer();
  // Monday, 08:00 in Warsaw.
  sandbox = await openSandbox(
    "2026-01-05T07:00:00Z",
    {
      courses: [
        { code: "FIRE", title: "Fire protection" },
        { code: "FORK", title: "Forklift", validity: { value: 12, unit: "month" } },
      ],
    },
    7,
  );
  const { tenant_id } = sandbox.organisation;
  const account = await createAccount(sandbox.database, tenant_id, "it_admin");
  panel = await sessionOf(sandbox.server, sandbox.database, tenant_id, account);
});
after(async () => {
  await smtp.close();
  await sandbox.close();
});

const query = async (text: string, values: unknown[] = []) => (await sandbox.database.superuser.query(text, values)).rows;

async function sendAll(): Promise<void> {
  const options = {
    pool: sandbox.database.pool("muster_worker", 2),
    ...test_mailing,
    mailer: createMailer(smtp.url, "Muster <muster@muster.example>"),
    log: pino({ level: "silent" }),
    opensAt,
    reviews: { "training.reminder": reviewReminders(test_mailing.base_url) },
  };
  await settled(sandbox.database);
  await workOffDue(options.pool, bulkMails(options), new AbortController().signal);
}

test("a reminder that waited tells only of what still holds, and goes to nobody who has left", async () => {
  await panel.call("PATCH", "/reminders", { body: { assigned: true, due_soon_days: 14, expiring_days: 30 } });
  const due_date = "2026-01-15";
  const fire = new Map<string, string>();
  for (let number = 1; number <= 7; number += 1) {
    const employee_no = `P${number}`;
    fire.set(employee_no, (await sandbox.assign(employee_no, "FIRE", { due_date })).id);
  }
  await sandbox.assign("P1", "FORK", { due_date });
  await sandbox.advance("2026-01-06T07:00:30Z");
  assert.deepEqual(await query("select count(*)::int as n from mail where due_us is not null"), [{ n: 7 }]);
  const { users } = (await sandbox.api.get("/api/v1/users?limit=100")).body;
  const patch = async (employee_no: string, body: Record<string, unknown>) => {
    const { id } = users.find((user: any) => user.employee_no === employee_no);
    assert.equal((await sandbox.api.patch(`/api/v1/users/${id}`, body)).status, 200);
  };
  // P1 and P2 complete; P3 leaves; P4 gets another address; P5's due date moves; P6 becomes exempt; nothing changes for P7.
  for (const employee_no of ["P1", "P2"]) await sandbox.complete(fire.get(employee_no)!);
  await patch("P3", { active: false });
  await patch("P4", { email: "new@acme.example" });
  await query("update enrollment set due_date = '2026-03-01' where id = $1", [fire.get("P5")]);
  await query(
    `insert into exemption (tenant_id, id, person_id, course_id, from_on, reason, approved_by)
     select tenant_id, infra.new_id(), person_id, course_id, '2026-01-05', 'test', '{}' from enrollment where id = $1`,
    [fire.get("P6")],
  );
  await sendAll();
  const told = smtp.received.map((letter) => {
    const lines = textOf(letter).split("\n");
    return [letter.to[0], ...lines.filter((line) => line.startsWith("  - "))].join("");
  });
  assert.deepEqual(told.toSorted(), [
    "new@acme.example  - Fire protection: due on 15 January 2026",
    "p1@acme.example  - Forklift: due on 15 January 2026",
    "p5@acme.example  - Fire protection: assigned to you, due on 1 March 2026",
    "p7@acme.example  - Fire protection: due on 15 January 2026",
  ]);
  const { mails } = (await panel.get("/mailbox")).body;
  const needless = mails.filter(({ state }: any) => state === "needless").map(({ recipient }: any) => recipient);
  assert.deepEqual(needless.toSorted(), ["p2@acme.example", "p3@acme.example", "p6@acme.example"]);
  const why = mails.filter(({ reason }: any) => reason !== null).map(({ recipient, reason }: any) => `${recipient} ${reason}`);
  assert.deepEqual(why.toSorted(), ["p2@acme.example reason_gone", "p3@acme.example left", "p6@acme.example exempt"]);
  const kept = mails.find(({ recipient }: any) => recipient === "new@acme.example");
  assert.equal(kept.state, "sent");
});

test("a reminder that waited until its day is over is told no more", async () => {
  smtp.received.length = 0;
  await query("delete from mail");
  await sandbox.assign("P2", "FORK", { due_date: "2026-01-08" });
  await sandbox.advance("2026-01-07T07:00:30Z");
  assert.equal((await query("select from mail where due_us is not null")).length, 1);
  await query("update enrollment set state = 'in_progress' where state = 'assigned'");
  // The next mornings write nothing, because the reasons were reminded of. The mail waits until after the due date.
  await query("update tenant set clock_offset_us = clock_offset_us + 3 * 86400000000");
  await sendAll();
  assert.deepEqual(smtp.received, []);
  assert.deepEqual(await query("select ended_by from mail"), [{ ended_by: "reason_gone" }]);
});

test("what is asked by hand in the evening leaves as the only mail of the next day, with all that its morning would tell; the bell tells each", async () => {
  smtp.received.length = 0;
  await query("delete from mail");
  const { tenant_id } = sandbox.organisation;
  const sign = async () =>
    sessionOf(sandbox.server, sandbox.database, tenant_id, await createAccount(sandbox.database, tenant_id, "learner"));
  const [manager, learner] = [await sign(), await sign()];
  const [{ employee_no }] = (await query("update person set manager_id = $1 where id = $2 returning employee_no", [
    manager.account.id,
    learner.account.id,
  ])) as [{ employee_no: string }];
  await panel.call("PATCH", "/reminders", {
    body: { due_soon_days: 14, due_soon_also: [1], expiring_days: 30, expiring_also: [0] },
  });
  await sandbox.advance("2026-01-19T07:00:30Z");
  await sandbox.assign(employee_no, "FIRE", { due_date: "2026-01-23" });
  await sandbox.advance("2026-01-21T18:00:00Z");
  const forklift = await sandbox.assign(employee_no, "FORK", { due_date: "2026-03-01" });
  await sandbox.complete(forklift.id);
  await query("update certificate set valid_until = '2026-01-22' where person_id = $1", [learner.account.id]);
  await query("delete from mail");
  const remind = async () => (await manager.post(`/my/team/${learner.account.id}/reminder`)).body.outcome;
  const unread = async () => {
    const { notices } = (await learner.get("/my/notices")).body;
    return notices.filter(({ is_unread }: any) => is_unread).map(({ kind, title }: any) => `${kind} ${title}`);
  };
  // 19:00 in Warsaw: tomorrow is the day before the due date, and the last day of the certificate.
  assert.deepEqual([await remind(), await remind()], ["done", "reminded_today"]);
  assert.deepEqual((await unread()).slice(0, 2), ["expiring Forklift", "due_soon Fire protection"]);
  await sandbox.advance("2026-01-22T07:00:30Z");
  assert.deepEqual(await query("select told_on::text from mail where recipient = $1", [learner.account.login]), [
    { told_on: "2026-01-22" },
  ]);
  await sendAll();
  const lines = smtp.received.map((letter) =>
    textOf(letter)
      .split("\n")
      .filter((line) => line.startsWith("  - ")),
  );
  assert.deepEqual(lines, [
    ["  - Fire protection: due on 23 January 2026", "  - Forklift: your certificate ends on 22 January 2026"],
  ]);
  // The same manual reminder on another day is sent again, and shown as a new notification.
  await learner.post("/my/notices/read", { through: (await learner.get("/my/notices")).body.notices[0].told_at });
  assert.deepEqual(await unread(), []);
  await panel.call("PATCH", "/reminders", { body: { due_soon_days: null, due_soon_also: [] } });
  await query("update enrollment set due_date = '2026-01-30' where person_id = $1 and state = 'assigned'", [learner.account.id]);
  for (const day of ["2026-01-23", "2026-01-24"]) {
    await sandbox.advance(`${day}T07:00:30Z`);
    assert.equal(await remind(), "done", day);
    assert.deepEqual(await unread(), ["due_soon Fire protection"], day);
    await learner.post("/my/notices/read", { through: (await learner.get("/my/notices")).body.notices[0].told_at });
  }
});
