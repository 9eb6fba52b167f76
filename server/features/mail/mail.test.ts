import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { createAccount, sessionOf } from "../../../test/harness/panel/panel.ts";
import { startServer, test_keyring, type TestServer } from "../../../test/harness/server.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { startJobs } from "../../platform/jobs/run.ts";
import { createMailer } from "../../platform/mail/mailer.ts";
import { queueMail, type Mail } from "./queue-mail.ts";
import { mailJobs, sendOne, type SendMailOptions } from "./send-mail.job.ts";
import { startSmtpServer, textOf, type SmtpServer } from "./smtp.fixture.ts";

let database: TestDatabase;
let server: TestServer;
let smtp: SmtpServer;
let organisation: TestOrganisation;
let options: SendMailOptions;
const logged: string[] = [];

const invitation: Mail = {
  kind: "test.invited",
  recipient: "anna.kowalska@muster.example",
  subject: "Zaproszenie: Łódź",
  text: "Zażółć gęślą jaźń\n.\nhttps://muster.example/one-time/abc",
};

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  smtp = await startSmtpServer();
  organisation = await createOrganisation(database, { organisation: { code: "MAIL", name: "Mail" } });
  options = {
    pool: database.pool("muster_worker"),
    keyring: test_keyring,
    mailer: createMailer(smtp.url, "Muster <muster@muster.example>"),
    log: pino({ level: "trace" }, { write: (line: string) => void logged.push(line) }),
  };
});
after(async () => {
  await server.close();
  await smtp.close();
  await database.close();
});

async function queued(mail: Mail): Promise<string> {
  const context = { tenant: { id: organisation.tenant_id } as never };
  await withTenant(database.pool("muster_app"), organisation.tenant_id, (db) => queueMail(db, context, test_keyring, mail));
  const { rows } = await database.superuser.query("select id from mail order by created_at desc, id desc limit 1");
  return rows[0].id as string;
}

async function stateOf(id: string) {
  const { rows } = await database.superuser.query(
    "select attempts, sent_at is not null as sent, failed_at is not null as failed, due_us from mail where id = $1",
    [id],
  );
  return rows[0] as { attempts: number; sent: boolean; failed: boolean; due_us: number | null };
}

const send = (id: string | null) => sendOne(options, organisation.tenant_id, id);

test("a mail is sent after the commit that queued it, by a real SMTP conversation, exactly as written", async () => {
  const id = await queued(invitation);
  const arrived = smtp.received.length;
  const sent = new Promise<void>((resolve) => {
    const jobs = startJobs(mailJobs(options), {
      pool: options.pool,
      log: options.log,
      onRun: (queue) => {
        if (queue === "mail.send") void jobs.then((running) => running.stop()).then(resolve);
      },
    });
  });
  await sent;
  const [letter] = smtp.received.slice(arrived);
  assert.deepEqual([letter?.from, letter?.to], ["muster@muster.example", ["anna.kowalska@muster.example"]]);
  const [head] = letter!.data.split("\n\n");
  assert.match(head!, new RegExp(`^Message-ID: <${id}@muster.example>$`, "m"));
  assert.match(head!, /^Subject: =\?UTF-8\?/m);
  assert.equal(textOf(letter!), invitation.text);
  assert.deepEqual(await stateOf(id), { attempts: 1, sent: true, failed: false, due_us: null });
  assert.equal(await send(id), false, "what was sent is not sent again");
});

test("neither an address nor a subject can add a recipient or a header", async () => {
  const arrived = smtp.received.length;
  await send(
    await queued({ ...invitation, recipient: "a@muster.example, b@muster.example", subject: "Hello\r\nBcc: c@muster.example" }),
  );
  const letters = smtp.received.slice(arrived);
  assert.deepEqual(
    letters.map(({ to }) => to.length),
    [1],
  );
  assert.doesNotMatch(letters[0]!.data, /^Bcc:/im);
});

test("a mail that the server cannot take now is tried later, and not before", async (t) => {
  t.after(() => database.clock.release());
  await database.clock.freeze("2026-02-02T07:00:00Z");
  const id = await queued(invitation);
  smtp.refusals.push({ to: "450 4.2.0 mailbox busy: anna.kowalska@muster.example" });
  await send(id);
  assert.equal((await stateOf(id)).attempts, 1);
  assert.equal(await send(id), false, "not due yet");
  await database.clock.advance(59);
  assert.equal(await send(id), false, "a second early");
  await database.clock.advance(1);
  assert.equal(await send(null), true);
  assert.deepEqual(await stateOf(id), { attempts: 2, sent: true, failed: false, due_us: null });
});

test("a mail that the server refuses for good is given up at once", async () => {
  const id = await queued(invitation);
  smtp.refusals.push({ to: "550 5.1.1 no such mailbox: anna.kowalska@muster.example" });
  await send(id);
  assert.deepEqual(await stateOf(id), { attempts: 1, sent: false, failed: true, due_us: null });
});

test("a mail is given up after its last attempt", async (t) => {
  t.after(() => database.clock.release());
  await database.clock.freeze("2026-02-03T07:00:00Z");
  const id = await queued(invitation);
  let tries = 0;
  while (!(await stateOf(id)).failed && tries < 20) {
    smtp.refusals.push({ data: "451 4.3.0 try later" });
    await send(id);
    await database.clock.advance(6 * 3_600);
    tries += 1;
  }
  assert.deepEqual([tries, (await stateOf(id)).due_us], [9, null]);
});

test("a mail server that is away for more than a day costs no mail and no attempt, and none comes twice", async (t) => {
  t.after(() => database.clock.release());
  await database.clock.release();
  const ids = [await queued(invitation), await queued({ ...invitation, recipient: "jan@muster.example" })];
  // A mail that the server has deferred for long does not hide the others.
  const put_off = await queued({ ...invitation, recipient: "ewa@muster.example" });
  await database.superuser.query("update mail set attempts = 3, due_us = due_us + 172800000000 where id = $1", [put_off]);
  const mailer = createMailer("smtp://127.0.0.1:1", "muster@muster.example");
  const it = await sessionOf(
    server,
    database,
    organisation.tenant_id,
    await createAccount(database, organisation.tenant_id, "it_admin"),
  );
  const needsAttention = async () => {
    const now = await sessionOf(server, database, organisation.tenant_id, it.account);
    return (await now.get("/overview/attention")).body.items.filter(({ kind }: any) => kind === "mails_waiting").length;
  };
  assert.equal(await needsAttention(), 0);
  const sweepOf = (given: SendMailOptions) => mailJobs(given).find((job) => job.schedule !== null)!;
  const asked = logged.length;
  for (let hours = 0; hours < 30; hours += 1) {
    await sweepOf({ ...options, mailer }).run({}, new AbortController().signal);
    await database.clock.advance(3_600);
  }
  assert.equal(logged.slice(asked).filter((line) => line.includes("a mail was not sent")).length, 30, "one mail asks for all");
  assert.equal(await needsAttention(), 1);
  const arrived = smtp.received.length;
  await sweepOf(options).run({}, new AbortController().signal);
  const addresses = new Set(smtp.received.slice(arrived).map(({ to }) => to[0]));
  assert.equal(smtp.received.length - arrived, 2);
  assert.deepEqual(addresses, new Set(["anna.kowalska@muster.example", "jan@muster.example"]));
  assert.equal(await needsAttention(), 0);
  await database.superuser.query("delete from mail where id = $1", [put_off]);
  for (const id of ids) assert.deepEqual(await stateOf(id), { attempts: 1, sent: true, failed: false, due_us: null });
});

test("a mail for which no server was there for three days is given up", async () => {
  const id = await queued(invitation);
  await database.superuser.query("update mail set created_at = now() - interval '4 days' where id = $1", [id]);
  await sendOne({ ...options, mailer: createMailer("smtp://127.0.0.1:1", "muster@muster.example") }, organisation.tenant_id, id);
  assert.deepEqual(await stateOf(id), { attempts: 1, sent: false, failed: true, due_us: null });
});

test("without a mail server mails stay queued, and leave once there is one", async () => {
  const id = await queued(invitation);
  assert.equal(await sendOne({ ...options, mailer: null }, organisation.tenant_id, id), false);
  assert.equal((await stateOf(id)).attempts, 0);
  const arrived = smtp.received.length;
  const sweeping = mailJobs(options).find((job) => job.schedule !== null)!;
  await sweeping.run({}, new AbortController().signal);
  assert.equal(smtp.received.length, arrived + 1);
  assert.equal((await stateOf(id)).sent, true);
});

test("a mail with a once_key is queued once, also by concurrent transactions", async () => {
  const once: Mail = { ...invitation, kind: "test.once", once_key: "the same" };
  const context = { tenant: { id: organisation.tenant_id } as never };
  const pool = database.pool("muster_app");
  const told = await Promise.all(
    Array.from({ length: 5 }, () => withTenant(pool, organisation.tenant_id, (db) => queueMail(db, context, test_keyring, once))),
  );
  assert.deepEqual(told.filter(Boolean).length, 1);
  assert.equal((await database.superuser.query("select from mail where kind = 'test.once'")).rowCount, 1);
});

test("the text of a mail is not in the database, and its address is not in the log", async () => {
  const { rows } = await database.superuser.query<{ body: Buffer }>("select body from mail");
  assert.ok(rows.length > 3);
  for (const { body } of rows) assert.ok(!body.includes("one-time"));
  assert.ok(logged.length > 3);
  assert.doesNotMatch(logged.join(""), /anna/i);
});
