// The texts of all kinds of mails in both languages, read as their recipients read them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { openFailingSandbox } from "../../harness/organisation/failing-sandbox.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, openPanel, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let it: Panel;
let trainer: Panel;

before(async () => {
  database = await openDatabase();
  server = await startServer(database, { mails_readable: true });
  acme = await createOrganisation(database, {
    organisation: { language: "pl" },
    people: [
      { employee_no: "P1", first_name: "Lena", last_name: "Nowak", email: "lena@acme.example", language: "pl-PL" },
      { employee_no: "P2", first_name: "Sam", last_name: "Smith", email: "sam@acme.example", language: "en-GB" },
      { employee_no: "P3", first_name: "Ola", last_name: "Lis", email: "ola@acme.example" },
      { employee_no: "P4", first_name: "Uwe", last_name: "Beck", email: "uwe@acme.example", language: "it" },
      { employee_no: "P5", first_name: "Taras", last_name: "Ko", email: "taras@acme.example", language: "sk" },
    ],
  });
  it = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"));
  trainer = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
});
after(async () => {
  await server.close();
  await database.close();
});

type ReadMail = { kind: string; recipient: string; subject: string; text: string };

/** The newest mail to an address, as the mailbox shows it. */
async function mailTo(recipient: string): Promise<ReadMail> {
  const { mails } = (await it.get("/mailbox")).body as { mails: ReadMail[] };
  return mails.find((mail) => mail.recipient === recipient)!;
}

async function invite(employee_no: string): Promise<void> {
  const { rows } = await database.superuser.query("select id from person where employee_no = $1", [employee_no]);
  const reply = await trainer.post(`/people/${rows[0].id}/invitation`);
  assert.equal(reply.status, 200, reply.text);
}

const english = /^Hello \w/;
const polish = /^Dzień dobry,\n/;

test("an invitation names who invites, the organisation, tenant code and login, in the receiver's language", async () => {
  await invite("P2");
  const mail = await mailTo("sam@acme.example");
  assert.match(mail.text, english);
  assert.match(mail.text, /Ada Admin invites you to the training platform of ACME Logistics\b/);
  assert.match(mail.text, /^ {2}tenant code +ACME\n {2}login +sam@acme\.example$/m);
  await invite("P1");
  const theirs = await mailTo("lena@acme.example");
  assert.match(theirs.text, polish);
  assert.match(theirs.text, /Ada Admin zaprasza Cię na platformę szkoleniową organizacji ACME Logistics\b/);
  assert.match(theirs.text, /^ {2}kod organizacji +ACME\n {2}login +lena@acme\.example$/m);
});

test("an invitation is good until the instant that it names", async () => {
  const { rows } = await database.superuser.query("select id from person where employee_no = 'P2'");
  const { expires_at } = (await trainer.post(`/people/${rows[0].id}/invitation`)).body;
  const options = { dateStyle: "long", timeStyle: "short", timeZone: "Europe/Warsaw" } as const;
  const until = new Intl.DateTimeFormat("en-GB", options).format(new Date(expires_at));
  assert.ok((await mailTo("sam@acme.example")).text.includes(`until ${until} (Europe/Warsaw)`));
});

test("whose language is not known, or is none of ours, is written to in the organisation's", async () => {
  // A value that an identity provider may send (RFC 7643, preferredLanguage).
  await database.superuser.query("update person set language = 'it, en;q=0.5' where employee_no = 'P4'");
  for (const [employee_no, address, speaks] of [
    ["P3", "ola@acme.example", polish],
    ["P4", "uwe@acme.example", english],
    ["P5", "taras@acme.example", polish],
  ] as const) {
    await invite(employee_no);
    assert.match((await mailTo(address)).text, speaks, address);
  }
  const settings = await it.call("PATCH", "/settings", { body: { language: "en" } });
  assert.deepEqual([settings.status, settings.body.language], [200, "en"]);
  await invite("P3");
  assert.match((await mailTo("ola@acme.example")).text, english);
});

test("a mail about a password names the organisation, tenant code and login, in the receiver's language", async () => {
  for (const [login, speaks, says] of [
    ["sam@acme.example", english, /^ {2}tenant code +ACME\n {2}login +sam@acme\.example$/m],
    ["lena@acme.example", polish, /^ {2}kod organizacji +ACME\n {2}login +lena@acme\.example$/m],
  ] as const) {
    assert.equal((await openPanel(server).post("/password-reset", { tenant_code: "ACME", login })).status, 202);
    const mail = await mailTo(login);
    assert.equal(mail.kind, "password.reset");
    assert.match(mail.text, /ACME Logistics/);
    assert.match(mail.text, speaks);
    assert.match(mail.text, says);
  }
});

test("an administrator and a person with one login get a link each, and the mails say which is which", async () => {
  const body = { email: "sam@acme.example", name: "Sam Smith", role: "compliance_officer" };
  assert.equal((await it.post("/administrators", body)).status, 201);
  await openPanel(server).post("/password-reset", { tenant_code: "ACME", login: "sam@acme.example" });
  const { mails } = (await it.get("/mailbox")).body as { mails: ReadMail[] };
  const links = mails
    .slice(0, 2)
    .map(({ recipient, text }) => [recipient, /account as (.+) on the/.exec(text)?.[1], tokenIn(text)] as const);
  assert.deepEqual(new Set(links.map(([address, role]) => `${address} ${role}`)), new Set(both));
  for (const [, role, token] of links) {
    const reply = await openPanel(server).post("/sign-in/link", { token });
    assert.equal(reply.body.account.role, role === "learner" ? "learner" : "compliance_officer");
  }
});

const both = ["sam@acme.example learner", "sam@acme.example compliance officer"];
const tokenIn = (text: string) => /\/panel\/link#([\w-]{43})/.exec(text)![1]!;

test("an account's choice in the panel comes before the person's data", async () => {
  const [{ id }] = (await database.superuser.query("select id from person where employee_no = 'P2'")).rows;
  const sam = await sessionOf(server, database, acme.tenant_id, { id, kind: "person", login: "sam@acme.example" });
  assert.equal((await sam.get("/session")).body.account.locale, "en-GB");
  assert.equal((await sam.post("/language", { language: "pl" })).status, 204);
  assert.equal((await sam.get("/session")).body.account.locale, "pl");
  assert.equal((await sam.post("/language", { language: "it" })).status, 422);
  await invite("P2");
  assert.match((await mailTo("sam@acme.example")).text, polish);
  for (const [language, says] of [
    ["de", /^Guten Tag Sam Smith,\n\n[^]+Organisationscode +ACME\n[^]+„Passwort vergessen\?“/],
    ["fr", /^Bonjour Sam Smith,\n\n[^]+code d’organisation +ACME\n[^]+« Mot de passe oublié \? »/],
    ["es", /^Hola, Sam Smith:\n\n[^]+código de organización +ACME\n[^]+«¿Ha olvidado su contraseña\?»/],
    ["uk", /^Добрий день!\n\n[^]+код організації +ACME\n[^]+«Забули пароль\?»/],
  ] as const) {
    assert.equal((await sam.post("/language", { language })).status, 204);
    await invite("P2");
    assert.match((await mailTo("sam@acme.example")).text, says);
  }
});

test("the IT administrators get a mail about a failing webhook, each in their language", async (t) => {
  const here = await openFailingSandbox();
  const { database: theirs, organisation } = here.sandbox;
  const reading = await startServer(theirs, { mails_readable: true });
  t.after(async () => {
    await reading.close();
    await here.close();
  });
  const pole = await createAccount(theirs, organisation.tenant_id, "it_admin");
  const panel = await sessionOf(reading, theirs, organisation.tenant_id, pole);
  assert.equal((await panel.post("/language", { language: "pl" })).status, 204);
  const { id } = await here.subscribed("enrollment.assigned");
  await here.happens();
  await here.advance("P4D");
  const { mails } = (await panel.get("/mailbox")).body as { mails: ReadMail[] };
  for (const [kind, address, says] of [
    ["degraded", pole.login, /nie udały się kolejne próby[^]+ \(liczba prób z rzędu: 5\)[^]+w terminie 5 lutego 2026 08:0/],
    ["degraded", "it@acme.example", /5 attempts in a row [^]+ disabled after 20 failed [^]+ on 5 February 2026 at 08:0/],
    ["disabled", pole.login, /od trzech dni żadne dostarczenie nie zostało potwierdzone/],
    ["disabled", "it@acme.example", /no delivery has been acknowledged for three days/],
  ] as const) {
    const mail = mails.find((one) => one.kind === `webhook_subscription.${kind}` && one.recipient === address);
    assert.match(mail!.text, says);
    assert.ok(mail!.text.includes(organisation.code) && mail!.text.includes(`/panel/webhooks/${id}\n`), mail!.text);
  }
});
