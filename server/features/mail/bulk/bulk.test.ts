// Bulk mails beside single mails, such as a password reset: their order, their hours, and recovery after a worker or mail server has died.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import pino from "pino";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { test_keyring, test_mailing } from "../../../../test/harness/server.ts";
import { settled } from "../../../../test/harness/settled.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { workOffDue } from "../../../platform/jobs/due/due.ts";
import { createMailer } from "../../../platform/mail/mailer.ts";
import { opensAt } from "../../reminders/review.ts";
import { queueMail } from "../queue-mail.ts";
import { sendOne } from "../send-mail.job.ts";
import { startSmtpServer, type SmtpServer } from "../smtp.fixture.ts";
import { writeMails } from "../write-mail.ts";
import { bulkMails, type BulkOptions } from "./send.ts";
import { claimBulk } from "./sql.ts";

let database: TestDatabase;
let smtp: SmtpServer;
let large: TestOrganisation;
let small: TestOrganisation;
let options: BulkOptions;
const never = new AbortController().signal;

before(async () => {
  database = await openDatabase();
  smtp = await startSmtpServer();
  large = await createOrganisation(database, { organisation: { code: "LARGE", name: "Large" } });
  small = await createOrganisation(database, { organisation: { code: "SMALL", name: "Small" } });
  options = {
    pool: database.pool("muster_worker", 3),
    ...test_mailing,
    mailer: createMailer(smtp.url, "Muster <muster@muster.example>"),
    log: pino({ level: "silent" }),
    opensAt,
    reviews: {},
    // Each turn has one claim.
    turn_max_ms: 0,
  };
});
beforeEach(async () => {
  await query("delete from mail");
  await query("delete from infra.due where kind = 'mails.bulk'");
  smtp.received.length = 0;
  // Monday, 10:00 in Warsaw.
  await database.clock.freeze("2026-01-05T09:00:00Z");
});
after(async () => {
  await smtp.close();
  await database.close();
});

const query = async (text: string, values: unknown[] = []) => (await database.superuser.query(text, values)).rows;

async function write({ tenant_id, code }: TestOrganisation, count: number, told_on = "2026-01-05"): Promise<void> {
  const mails = Array.from({ length: count }, (_, number) => ({
    receiver_id: "01900000-0000-7000-8000-000000000001",
    to: { name: "Anna", email: `p${number}@${code.toLowerCase()}.example`, language: "en" },
    facts: {
      lines: [{ kind: "assigned" as const, title: "Ladders", date: null }],
      further: 0,
      url: "https://muster.example",
      is_test: false,
      first_name: "Anna",
      own: {},
    },
  }));
  const context = { tenant: { id: tenant_id } as never };
  await withTenant(database.pool("muster_app"), tenant_id, (db) =>
    writeMails(db, context, test_mailing, { kind: "training.reminder", told_on, mails }),
  );
}

/** Does what a worker does each second, including the second check of due rows. */
async function round(): Promise<void> {
  await settled(database);
  await workOffDue(options.pool, bulkMails(options), never);
}

const addresses = () => smtp.received.map(({ to }) => to[0]!);
const from = (code: string) => addresses().filter((address) => address.endsWith(`@${code}.example`)).length;
const waiting = async () => (await query("select count(*)::int as n from mail where due_us is not null"))[0]!.n as number;

test("what somebody waits for leaves first, whatever was written before it", async () => {
  await write(large, 40);
  const context = { tenant: { id: large.tenant_id } as never };
  const one = (kind: string, importance: 0 | 1) => ({
    kind,
    recipient: `${kind}@acme.example`,
    subject: kind,
    text: "-",
    importance,
  });
  await withTenant(database.pool("muster_app"), large.tenant_id, async (db) => {
    await queueMail(db, context, test_keyring, one("notice", 1));
    await queueMail(db, context, test_keyring, one("reset", 0));
  });
  while (await sendOne(options, large.tenant_id, null));
  assert.deepEqual(addresses(), ["reset@acme.example", "notice@acme.example"]);
  assert.equal(await waiting(), 40, "mails to many are none of this work");
});

test("organisations take turns: a large one's morning holds up no small one", async () => {
  await write(large, 60);
  await write(small, 3);
  await round();
  assert.deepEqual([from("large"), from("small")], [25, 3]);
  await round();
  await round();
  assert.deepEqual([from("large"), await waiting()], [60, 0]);
  assert.equal(new Set(addresses()).size, 63, "each was sent once");
  await round();
  await round();
  assert.deepEqual(await query("select from infra.due where kind = 'mails.bulk' and closing is null"), []);
});

test("at night nothing leaves, and nothing is asked again before the morning", async () => {
  // 18:00 in Warsaw: the hours for mails are over.
  await database.clock.freeze("2026-01-05T17:00:00Z");
  await write(small, 2);
  await round();
  await round();
  assert.deepEqual([addresses(), await waiting()], [[], 2]);
  const rows = await query("select to_timestamp(due_us / 1000000.0) as at from infra.due where kind = 'mails.bulk'");
  assert.deepEqual(
    rows.map(({ at }) => (at as Date).toISOString()),
    ["2026-01-06T07:00:00.000Z"],
  );
  await database.clock.freeze("2026-01-06T07:00:00Z");
  await round();
  assert.deepEqual([from("small"), await waiting()], [2, 0]);
});

test("a mail server that is away for a day costs no mail, and none comes twice", async (t) => {
  await write(small, 60);
  const away = { ...options, mailer: createMailer("smtp://127.0.0.1:1", "muster@muster.example") };
  for (let minute = 0; minute < 3; minute += 1) {
    await settled(database);
    await workOffDue(options.pool, bulkMails(away), never);
    assert.equal(await workOffDue(options.pool, bulkMails(away), never), 0, "it rests");
    await database.clock.advance(61);
  }
  assert.equal(await waiting(), 60);
  await database.clock.freeze("2026-01-06T09:00:00Z");
  t.after(() => database.clock.release());
  for (let turn = 0; turn < 3; turn += 1) await round();
  assert.deepEqual([from("small"), new Set(addresses()).size, await waiting()], [60, 60, 0]);
});

test("what a worker had claimed when it died leaves once its lease has ended", async () => {
  await write(small, 3);
  const { tenant_id } = small;
  await withTenant(options.pool, tenant_id, (db) => claimBulk(db, tenant_id, 2, 60_000_000));
  await round();
  assert.equal(from("small"), 1);
  await database.clock.advance(60);
  await round();
  assert.deepEqual([new Set(addresses()).size, from("small"), await waiting()], [3, 3, 0]);
});

test("an address that is refused for good is given up and known; one that is busy is tried later", async () => {
  await write(small, 2);
  smtp.refusals.push({ to: "550 5.1.1 no such mailbox" }, { to: "450 4.2.0 mailbox busy" });
  await round();
  const rows = await query("select ended_by, failed_at is not null as failed from mail order by ended_by nulls last");
  assert.deepEqual(rows, [
    { ended_by: "refused", failed: true },
    { ended_by: null, failed: false },
  ]);
  await database.clock.advance(60);
  await round();
  assert.deepEqual([from("small"), await waiting()], [1, 0]);
});

test("a mail that the server takes on no day is given up", async () => {
  await write(small, 1);
  await query("update mail set created_at = now() - interval '4 days'");
  smtp.refusals.push({ to: "450 4.2.0 mailbox busy" });
  await round();
  assert.deepEqual(await query("select ended_by from mail"), [{ ended_by: "given_up" }]);
});

test("a claim reads what it takes, whatever else waits or was sent", async () => {
  const { tenant_id } = large;
  await query(
    `insert into mail (tenant_id, id, kind, recipient, subject, body, importance, receiver_id, told_on, due_us, sent_at)
     select $1, infra.new_id(), 'old', 'a', '', '', 2, $1, current_date, case when n % 2 = 0 then infra.now_us() + 1000000 end,
       case when n % 2 = 1 then now() end
     from generate_series(1, 20000) n`,
    [tenant_id],
  );
  await write(large, 3);
  await query("vacuum analyze mail");
  const [plan] = await query(
    `explain (analyze, format json)
     select id from mail where tenant_id = $1 and importance = 2 and due_us <= (select infra.now_us()) order by due_us, id limit 25 for update skip locked`,
    [tenant_id],
  );
  const text = JSON.stringify(plan);
  assert.match(text, /"Index Name":"mail_waiting"/);
  const read = [...text.matchAll(/"Actual Rows":(\d+)/g)].map(([, rows]) => Number(rows));
  assert.deepEqual([Math.max(...read), /Rows Removed[^"]*":[1-9]/.test(text)], [3, false]);
});
