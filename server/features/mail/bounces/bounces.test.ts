// Bounced addresses, tested from outside: an independent mail server (smtp-server) refuses recipients at once, or a report
// arrives later through the HTTP endpoint for bounces or the command for a pipe.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { after, before, beforeEach, test } from "node:test";
import pino from "pino";
import { SMTPServer } from "smtp-server";
import { openSandbox, type Sandbox } from "../../../../test/harness/organisation/sandbox.ts";
import { createAccount, sessionOf, type Panel } from "../../../../test/harness/panel/panel.ts";
import { startServer, test_keyring, test_mailing, type TestServer } from "../../../../test/harness/server.ts";
import { settled } from "../../../../test/harness/settled.ts";
import { readKeyring } from "../../../platform/crypto/keyring.ts";
import { workOffDue } from "../../../platform/jobs/due/due.ts";
import { createMailer } from "../../../platform/mail/mailer.ts";
import { opensAt, reviewReminders } from "../../reminders/review.ts";
import { bulkMails } from "../bulk/send.ts";
import { returnPathOf } from "./token.ts";
import { vectors } from "./vectors.fixture.ts";

const bounce_address = "bounces@mail.example";
const bounce_secret = "a-secret-of-the-mail-server";
const unknown = vectors[0]!;

let sandbox: Sandbox;
let panel: Panel;
let trainer: Panel;
let door: TestServer;
let smtp: SMTPServer;
let smtp_url: string;
/** The server's answer for each recipient that it refuses; all others are accepted. */
const refusals = new Map<string, string>();
const received: { from: string; to: string }[] = [];

before(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const refusal = refusals.get(address);
      if (refusal === undefined) return callback();
      return callback(Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }));
    },
    onData(stream, { envelope }, callback) {
      stream.resume();
      stream.on("end", () => {
        received.push({ from: (envelope.mailFrom as { address: string }).address, to: envelope.rcptTo[0]!.address });
        callback();
      });
    },
  });
  const listening = smtp.listen(0, "127.0.0.1");
  await once(listening, "listening");
  smtp_url = `smtp://127.0.0.1:${(listening.address() as { port: number }).port}`;
  sandbox = await openSandbox("2026-01-05T07:00:00Z", { courses: [{ code: "FIRE", title: "Fire" }] }, 6);
  const { tenant_id } = sandbox.organisation;
  panel = await sessionOf(
    sandbox.server,
    sandbox.database,
    tenant_id,
    await createAccount(sandbox.database, tenant_id, "it_admin"),
  );
  const training = await createAccount(sandbox.database, tenant_id, "training_admin");
  trainer = await sessionOf(sandbox.server, sandbox.database, tenant_id, training);
  await panel.call("PATCH", "/reminders", { body: { assigned: true, overdue_every_days: 1, overdue_times: 10 } });
  for (let number = 1; number <= 6; number += 1) await sandbox.assign(`P${number}`, "FIRE", { due_date: "2026-01-05" });
  door = await startServer(sandbox.database, { bounce_secret });
});
after(async () => {
  await door.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
  await sandbox.close();
});
beforeEach(() => {
  received.length = 0;
  refusals.clear();
});

const query = async (text: string) => (await sandbox.database.superuser.query(text)).rows;
const bouncing = async () => (await panel.get("/bounces")).body.people.map(({ address }: any) => address).toSorted();
const idOf = async (employee_no: string) =>
  (await query(`select id from person where employee_no = '${employee_no}'`))[0]!.id as string;

async function sendAll(): Promise<void> {
  const options = {
    pool: sandbox.database.pool("muster_worker", 2),
    ...test_mailing,
    mailer: createMailer(smtp_url, "Muster <muster@mail.example>"),
    log: pino({ level: "silent" }),
    bounce_address,
    opensAt,
    reviews: { "training.reminder": reviewReminders(test_mailing.base_url) },
  };
  await settled(sandbox.database);
  await workOffDue(options.pool, bulkMails(options), new AbortController().signal);
}

/** Sends a message to the endpoint as a mail server does. */
async function pass(message: string, secret: string | null = bounce_secret, recipient?: string) {
  const answer = await fetch(
    `${door.url}/mail/bounces${recipient === undefined ? "" : `?recipient=${encodeURIComponent(recipient)}`}`,
    {
      method: "POST",
      headers: { "content-type": "message/rfc822", ...(secret === null ? {} : { authorization: `Bearer ${secret}` }) },
      body: message,
    },
  );
  return { status: answer.status, body: (await answer.json()) as { outcome?: string; code?: string } };
}

test("an address that the mail server refuses for good is marked with its words; refusals for a while or of the letter mark none", async () => {
  refusals.set("p1@acme.example", "550 5.1.1 User unknown");
  refusals.set("p2@acme.example", "450 4.2.1 try again later");
  refusals.set("p3@acme.example", "554 5.7.1 not from you");
  await sandbox.advance("2026-01-06T07:00:30Z");
  await sendAll();
  assert.deepEqual(received.map(({ to }) => to).toSorted(), ["p4@acme.example", "p5@acme.example", "p6@acme.example"]);
  assert.deepEqual(await bouncing(), ["p1@acme.example"]);
  const { bounce } = (await panel.get(`/people/${await idOf("P1")}/bounce`)).body;
  assert.deepEqual([bounce.status, bounce.told_by], ["5.1.1", "reply"]);
  assert.match(bounce.said, /^550 .*User unknown$/);
  assert.equal((await panel.get(`/people/${await idOf("P4")}/bounce`)).body.bounce, null);
  const { items } = (await panel.get("/overview/attention")).body;
  const told = items.find(({ kind }: any) => kind === "addresses_bouncing");
  assert.equal(told.count, 1);
  // Each letter has its own envelope sender, by which a report identifies it; in lower case, with at most 64 characters before
  // the @.
  const senders = received.map(({ from }) => from);
  assert.equal(new Set(senders).size, 3);
  for (const sender of senders) assert.match(sender, /^bounces\+[a-z2-7]{52}@mail\.example$/);
});

test("reports of Postfix, Exchange and Gmail mark the address of the letter that they are about; delays, policy and answers of people do not", async () => {
  await sandbox.advance("2026-01-07T07:00:30Z");
  await sendAll();
  const own = received.find(({ to }) => to === "p4@acme.example")!.from;
  const marks = vectors.filter(({ outcome }) => outcome === "marked");
  assert.deepEqual([vectors.length, marks.length], [7, 3]);
  for (const { name, outcome, status, message } of vectors) {
    await query("delete from mail_bounce where address_norm = 'p4@acme.example'");
    assert.deepEqual(await pass(message(own)), { status: 200, body: { outcome } }, name);
    const [row] = await query("select status, told_by from mail_bounce where address_norm = 'p4@acme.example'");
    assert.deepEqual(row, outcome === "marked" ? { status, told_by: "report" } : undefined, name);
  }
  assert.equal((await pass(unknown.message(own))).body.outcome, "marked");
  assert.equal((await pass(unknown.message(own))).body.outcome, "known", "the same report twice");
  assert.equal((await pass(unknown.message(own.toUpperCase()))).body.outcome, "known", "a server that writes in capitals");
  await query("delete from mail_bounce where address_norm = 'p4@acme.example'");
  assert.equal((await pass(unknown.message("undisclosed"), bounce_secret, own)).body.outcome, "marked", "by the envelope alone");
});

test("a stranger marks nobody: without the secret, with a token that is made up, changed, of another key or another organisation", async () => {
  await query("delete from mail_bounce");
  const [mail] = await query("select tenant_id, id from mail where recipient = 'p5@acme.example' order by id desc limit 1");
  const own = returnPathOf(test_keyring, bounce_address, mail!.tenant_id, mail!.id);
  for (const secret of [null, "wrong", `${bounce_secret}x`, ""]) {
    const { status, body } = await pass(unknown.message(own), secret);
    assert.deepEqual([status, body.code], [401, "UNAUTHORIZED"], String(secret));
  }
  const other_key = readKeyring("v1:another-secret-of-at-least-32-characters");
  const flipped = own.replace(/(.)@/, (_, last: string) => `${last === "a" ? "q" : "a"}@`);
  for (const forged of [
    returnPathOf(other_key, bounce_address, mail!.tenant_id, mail!.id),
    returnPathOf(test_keyring, bounce_address, "01900000-0000-7000-8000-000000000001", mail!.id),
    returnPathOf(test_keyring, bounce_address, mail!.tenant_id, "01900000-0000-7000-8000-000000000001"),
    flipped,
    "bounces@mail.example",
    `bounces+${"a".repeat(52)}@mail.example`,
  ])
    assert.equal((await pass(unknown.message(forged))).body.outcome, "not_ours", forged);
  assert.deepEqual(await query("select from mail_bounce"), []);
  assert.equal((await pass(unknown.message(own))).body.outcome, "marked", "the true one");
});

test("nonsense is read to its end and marks nobody; what is too large is refused", async (t) => {
  const before_it = await query("select address_norm from mail_bounce");
  for (const message of ["", "\u0000\u0001", "Content-Type: multipart/report; boundary=x\r\n\r\n--x", "a:".repeat(100_000)])
    assert.equal((await pass(message)).status, 200, message.slice(0, 20));
  const nested = Array.from(
    { length: 40 },
    (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
  ).join("");
  assert.deepEqual(await pass(nested), { status: 200, body: { outcome: "not_a_report" } });
  assert.equal((await pass("x".repeat(1_048_577))).status, 413);
  assert.deepEqual(await query("select address_norm from mail_bounce"), before_it);
  const closed = await startServer(sandbox.database);
  t.after(() => closed.close());
  const answer = await fetch(`${closed.url}/mail/bounces`, { method: "POST", body: "" });
  assert.equal(answer.status, 404, "without BOUNCE_SECRET there is no door");
});

test("who bounces gets no reminders until the address is another one, or somebody has it tried again", async () => {
  await query("delete from mail_bounce");
  const [mail] = await query("select tenant_id, id from mail where recipient = 'p6@acme.example' order by id desc limit 1");
  await pass(unknown.message(returnPathOf(test_keyring, bounce_address, mail!.tenant_id, mail!.id)));
  refusals.set("p5@acme.example", "550 5.1.1 gone");
  await sandbox.advance("2026-01-08T07:00:30Z");
  await sendAll();
  const told = () => received.map(({ to }) => to).toSorted();
  assert.deepEqual(await bouncing(), ["p5@acme.example", "p6@acme.example"]);
  assert.ok(!told().includes("p6@acme.example"));
  received.length = 0;
  // P5 gets another address through the API; for P6 an administrator removes the mark.
  const changed = await sandbox.api.patch(`/api/v1/users/${await idOf("P5")}`, { email: "five@acme.example" });
  assert.equal(changed.status, 200);
  const again = await trainer.post(`/people/${await idOf("P6")}/bounce/try-again`, undefined);
  assert.deepEqual([again.status, again.body], [200, { bounce: null }]);
  await trainer.post(`/people/${await idOf("P6")}/bounce/try-again`, undefined);
  assert.equal((await query("select from audit_log where operation = 'person.try-address'")).length, 1);
  assert.deepEqual(await bouncing(), []);
  await sandbox.advance("2026-01-09T07:00:30Z");
  await sendAll();
  assert.ok(told().includes("five@acme.example") && told().includes("p6@acme.example"), told().join());
});

test("a mail that waits for an address that bounces meanwhile ends without an attempt, with its reason", async () => {
  await sandbox.advance("2026-01-10T07:00:30Z");
  const [mail] = await query("select tenant_id, id from mail where recipient = 'p6@acme.example' and due_us is not null");
  await pass(unknown.message(returnPathOf(test_keyring, bounce_address, mail!.tenant_id, mail!.id)));
  await sendAll();
  assert.ok(!received.some(({ to }) => to === "p6@acme.example"));
  const { mails } = (await panel.get("/mailbox")).body;
  const { state, reason, attempts } = mails.find(({ id }: any) => id === mail!.id);
  assert.deepEqual([state, reason, attempts], ["needless", "bouncing", 1]);
});

test("`muster mail bounce` passes on what is piped in, and asks to be run again where the service is not there", async () => {
  await query("delete from mail_bounce");
  const [mail] = await query("select tenant_id, id from mail where recipient = 'p2@acme.example' order by id desc limit 1");
  const own = returnPathOf(test_keyring, bounce_address, mail!.tenant_id, mail!.id);
  const run = async (base_url: string, args: string[], message: string) => {
    const command = spawn(process.execPath, ["server/main.ts", "mail", "bounce", ...args], {
      env: { PATH: process.env["PATH"], BASE_URL: base_url, BOUNCE_SECRET: bounce_secret },
    });
    command.stdin.end(message);
    const [out, err] = await Promise.all([text(command.stdout), text(command.stderr), once(command, "exit")]);
    return { out: out.trim(), err, code: command.exitCode };
  };
  const marked = await run(door.url, ["--recipient", own], unknown.message("undisclosed"));
  assert.deepEqual([marked.out, marked.code], ["marked", 0], marked.err);
  const other = await run(door.url, [], "Subject: hello\r\n\r\nhello");
  assert.deepEqual([other.out, other.code], ["not_a_report", 0]);
  const away = await run("http://127.0.0.1:9", [], unknown.message(own));
  assert.equal(away.code, 75);
  assert.match(away.err, /passed on again later/);
});
