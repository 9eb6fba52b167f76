import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { test_keyring } from "../../../../test/harness/server.ts";
import { happen, senderTo, startReceiver, subscribe, type Receiver } from "../../../../test/harness/webhooks.ts";
import { createMailer } from "../../../platform/mail/mailer.ts";
import { mailJobs } from "../../mail/send-mail.job.ts";
import { startSmtpServer, type SmtpServer } from "../../mail/smtp.fixture.ts";
import { passTime } from "./pass-time.ts";

let database: TestDatabase;
let acme: TestOrganisation;
let receiver: Receiver;
let smtp: SmtpServer;
before(async () => {
  database = await openDatabase();
  await database.clock.freeze("2026-02-02T07:00:00Z");
  acme = await createOrganisation(database, {
    clients: [{ name: "HR sync", scopes: ["webhooks:manage"] }],
    admins: [
      { email: "it@acme.example", name: "Iga Ćwik", role: "it_admin" },
      { email: "hr@acme.example", name: "HR", role: "training_admin" },
    ],
  });
  receiver = await startReceiver((_received, reply) => reply.writeHead(503).end());
  smtp = await startSmtpServer();
});
after(async () => {
  await receiver.close();
  await smtp.close();
  await database.close();
});

type Letter = { to: string[]; subject: string; text: string };

/** Sends all queued mails and returns what the mail server received. */
async function lettersNow(): Promise<Letter[]> {
  const arrived = smtp.received.length;
  const options = {
    pool: database.pool("muster_worker", 1),
    keyring: test_keyring,
    mailer: createMailer(smtp.url, "Muster <muster@muster.example>"),
    log: pino({ level: "silent" }),
  };
  await mailJobs(options)
    .find(({ schedule }) => schedule !== null)!
    .run({}, AbortSignal.timeout(30_000));
  return smtp.received.slice(arrived).map(({ to, data }) => {
    const [head = "", ...body] = data.split("\n\n");
    const subject = /^Subject: (.*(?:\n[ \t].*)*)/m.exec(head)![1]!.replaceAll(/\n[ \t]/g, " ");
    const encoded = body.join("\n\n");
    const bytes = /^Content-Transfer-Encoding: base64$/m.test(head) ? Buffer.from(encoded, "base64") : unquoted(encoded);
    return { to, subject, text: bytes.toString("utf8").replaceAll("\r\n", "\n").trim() };
  });
}

function unquoted(text: string): Buffer {
  const joined = text.replaceAll(/=\n/g, "");
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
}

test("IT administrators get a letter with the deadline when a subscription is degraded, and one when it is disabled", async (t) => {
  const sender = senderTo(receiver);
  t.after(() => sender.outbound.close());
  const address = `${receiver.origin}/hook`;
  const { id } = await subscribe(database, acme, "HR sync", address);
  const options = { pool: database.pool("muster_app", 1), sender, log: pino({ level: "silent" }) };
  const pass = async (seconds: number) => {
    await database.clock.advance(seconds);
    await passTime(options, acme.tenant_id, () => false);
  };
  await happen(database, acme, 5);
  await pass(0);
  const [warning, ...rest] = await lettersNow();
  assert.deepEqual([warning?.to, rest], [["it@acme.example"], []]);
  assert.equal(warning!.subject, `ACME Logistics: webhook deliveries fail: to ${address}`);
  const facts = `  tenant code   ACME
  subscription  to ${address} (${id})
  address       ${address}
`;
  for (const text of [
    "Hello Iga Ćwik,\n",
    "5 attempts in a row to deliver events to a webhook subscription of ACME Logistics have failed:\n",
    facts,
    "it is disabled after 20 failed attempts in a row, or on ",
    `  https://muster.example/panel/webhooks/${id}\n`,
  ])
    assert.ok(warning!.text.includes(text), `${text} is not in ${warning!.text}`);
  await pass(60);
  assert.deepEqual(await lettersNow(), [], "a failure that moves nothing is not told");

  await pass(3 * 86_400);
  const [farewell, ...more] = await lettersNow();
  assert.deepEqual([farewell?.to, more], [["it@acme.example"], []]);
  assert.equal(farewell!.subject, `ACME Logistics: webhook subscription disabled: to ${address}`);
  for (const text of [
    "has been disabled, because no delivery has been acknowledged for three days:\n",
    facts,
    `  https://muster.example/panel/webhooks/${id}\n`,
    `  POST /api/v1/webhooks/subscriptions/${id}/enable\n`,
  ])
    assert.ok(farewell!.text.includes(text), `${text} is not in ${farewell!.text}`);
  await pass(86_400);
  assert.deepEqual(await lettersNow(), []);
});

test("the letter about twenty failures in a row says so", async (t) => {
  const sender = senderTo(receiver);
  t.after(() => sender.outbound.close());
  await subscribe(database, acme, "HR sync", `${receiver.origin}/twenty`, ["group.member_left"]);
  await happen(database, acme, 20, "group.member_left");
  const options = { pool: database.pool("muster_app", 1), sender, log: pino({ level: "silent" }) };
  for (let attempt = 0; attempt < 16; attempt += 1) {
    await passTime(options, acme.tenant_id, () => false);
    await database.clock.advance(15);
  }
  const letters = await lettersNow();
  assert.equal(letters.length, 2);
  assert.match(letters[1]!.text, /has been disabled, because 20 attempts in a row have failed:$/m);
});

test("what a client has set adds no lines of its own to a letter", async (t) => {
  const sender = senderTo(receiver);
  t.after(() => sender.outbound.close());
  const { id } = await subscribe(database, acme, "HR sync", `${receiver.origin}/lines?\u2028Hello`, ["course.failed"]);
  const name = "HRIS\r\n\r\nYour account ends today:\u2028go to evil.example";
  await database.superuser.query("update webhook_subscription set name = $1 where id = $2", [name, id]);
  await happen(database, acme, 5, "course.failed");
  await passTime({ pool: database.pool("muster_app", 1), sender, log: pino({ level: "silent" }) }, acme.tenant_id, () => false);
  const [letter] = await lettersNow();
  const line = "HRIS Your account ends today: go to evil.example";
  assert.equal(letter!.subject, `ACME Logistics: webhook deliveries fail: ${line}`);
  assert.match(letter!.text, new RegExp(`^  subscription  ${line} \\(${id}\\)$`, "m"));
  assert.ok(letter!.text.includes(`  address       ${receiver.origin}/lines? Hello\n`));
});
