// Own texts over HTTP: set in the panel, and read in the mails while a sandbox's clock is moved.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openSandbox, type Sandbox } from "../../../../test/harness/organisation/sandbox.ts";
import { createAccount, sessionOf, type Panel } from "../../../../test/harness/panel/panel.ts";
import { test_keyring } from "../../../../test/harness/server.ts";
import { unseal } from "../../../platform/crypto/seal.ts";

let sandbox: Sandbox;
let panel: Panel;
before(async () => {
  const courses = [
    { code: "FIRE", title: "Fire {due_on} <b>protection</b>" },
    { code: "FORK", title: "Forklift" },
  ];
  sandbox = await openSandbox("2026-01-05T07:00:00Z", { courses }, 4);
  const { tenant_id } = sandbox.organisation;
  const account = await createAccount(sandbox.database, tenant_id, "it_admin");
  panel = await sessionOf(sandbox.server, sandbox.database, tenant_id, account);
  await panel.call("PATCH", "/reminders", { body: { assigned: true, due_soon_days: 7 } });
});
after(() => sandbox.close());

const query = async (text: string) => (await sandbox.database.superuser.query(text)).rows;
const put = (which: string, body: unknown) => panel.call("PUT", `/reminders/texts/${which}`, { body });

async function newest(): Promise<{ recipient: string; subject: string; text: string }> {
  const [row] = await query("select id, recipient, subject, body from mail order by id desc limit 1");
  return { recipient: row!.recipient, subject: row!.subject, text: unseal(test_keyring, "mail", row!.id, row!.body) };
}

test("what is wrong with a text is refused by its name at its place, and nothing is written", async () => {
  const good = { subject: "Soon", text: "Dear {first_name}", line: "{course_title}" };
  for (const [wrong, pointer, detail] of [
    [{ subject: "{course_title}" }, "#/subject", /no field \{course_title\}/],
    [{ subject: "one\ntwo" }, "#/subject", /one line/],
    [{ subject: "x".repeat(201) }, "#/subject", /200/],
    [{ text: "<script>alert(1)</script>" }, "#/text", /markup <script/],
    [{ text: "x".repeat(2_001) }, "#/text", /2,?000/],
    [{ text: " \n " }, "#/text", /at least 1 character/],
    [{ line: "{ends_on} {course_title}" }, "#/line", /no field \{ends_on\}/],
    [{ line: "one of your courses" }, "#/line", /must say \{course_title\}/],
  ] as const) {
    const reply = await put("due_soon/en", { ...good, ...wrong });
    assert.equal(reply.status, 422, JSON.stringify(wrong));
    assert.equal(reply.body.errors[0].pointer, pointer);
    assert.match(reply.body.errors[0].detail, detail);
    const preview = await panel.post("/reminders/texts/preview", { kind: "due_soon", language: "en", ...good, ...wrong });
    assert.deepEqual([preview.status, preview.body.errors[0].pointer], [422, pointer]);
  }
  assert.equal((await put("due_soon/xx", good)).status, 422);
  assert.deepEqual(await query("select from reminder_text"), []);
  assert.deepEqual(await query("select from audit_log where operation = 'organisation.set_reminder_text'"), []);
});

test("own texts are said in their language, beside the product's, with all that the product must say", async () => {
  const subject = "{first_name}: time for training";
  assert.equal(
    (await put("due_soon/en", { subject, text: "Dear {name},\n\nplease see to it.", line: "{course_title} by {due_on}" })).status,
    200,
  );
  await put("due_soon/en", { subject, text: "Dear {name},\n\nplease see to it.", line: "{course_title} by {due_on}" });
  const audited = await query("select changes from audit_log where operation = 'organisation.set_reminder_text'");
  assert.equal(audited.length, 1, "what changes nothing is no change");
  assert.equal(audited[0]!.changes.says[1].subject, subject);
  await query("update person set language = 'en', first_name = 'Ada', last_name = 'Lovelace' where employee_no = 'P1'");
  await query("update person set language = 'pl' where employee_no = 'P2'");
  await sandbox.assign("P1", "FIRE", { due_date: "2026-01-09" });
  await sandbox.assign("P1", "FORK");
  await sandbox.assign("P2", "FIRE", { due_date: "2026-01-09" });
  await sandbox.advance("2026-01-06T12:00:00Z");
  const mails = await query("select id, recipient, subject, body from mail where kind = 'training.reminder' order by recipient");
  const [ada, other] = mails.map((row) => ({ subject: row.subject, text: unseal(test_keyring, "mail", row.id, row.body) }));
  assert.equal(ada!.subject, "Ada: time for training");
  const said = ada!.text;
  assert.match(
    said,
    /^Hello Ada Lovelace,\n\nDear Ada Lovelace,\n\nplease see to it\.\n\n {2}- Fire \{due_on\} <b>protection<\/b> by 9 January 2026\n\n/,
  );
  assert.match(said, /This is a reminder of your training .*\n\n {2}- Forklift: assigned to you\n/);
  assert.match(said, /\/panel\/my-training$/m);
  assert.match(said, /tenant code/);
  assert.match(said, /\/panel\/account$/m);
  assert.match(other!.subject, /^Przypomnienie o Twoich szkoleniach/);
});

test("a text is read and mailed before it is saved, and the product's text stands again after a reset", async () => {
  const draft = {
    kind: "overdue",
    language: "pl",
    subject: "Po terminie",
    text: "Proszę, {first_name}.",
    line: "{course_title} ({due_on})",
  };
  const before_it = (await query("select from reminder_text")).length;
  const preview = (await panel.post("/reminders/texts/preview", draft)).body;
  assert.equal(preview.subject, "Po terminie");
  assert.match(preview.text, /^ {2}- Obsługa wózków \(/m);
  const { status, body } = await panel.post("/reminders/texts/test", draft);
  assert.equal(status, 200);
  const sent = await newest();
  assert.deepEqual([sent.recipient, sent.subject], [body.recipient, "Test: Po terminie"]);
  assert.equal((await query("select from reminder_text")).length, before_it);
  const reset = await panel.call("DELETE", "/reminders/texts/due_soon/en");
  assert.equal(reset.status, 200);
  const row = reset.body.texts.find((one: any) => one.kind === "due_soon" && one.language === "en");
  assert.deepEqual([row.is_own, row.line], [false, "{course_title}: due on {due_on}"]);
  assert.deepEqual(await query("select from reminder_text"), []);
});
