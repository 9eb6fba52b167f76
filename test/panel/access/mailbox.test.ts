import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { queueMail, type Mail } from "../../../server/features/mail/queue-mail.ts";
import { readKeyring } from "../../../server/platform/crypto/keyring.ts";
import { withTenant } from "../../../server/platform/db/transaction.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import {
  administratorOf,
  createOrganisation,
  operatorPoolOf,
  type TestOrganisation,
} from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf } from "../../harness/panel/panel.ts";
import { startServer, test_keyring, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let trial: TestServer;
let acme: TestOrganisation;
let other: TestOrganisation;

before(async () => {
  database = await openDatabase();
  trial = await startServer(database, { mails_readable: true });
  acme = await createOrganisation(database, {});
  other = await createOrganisation(database, { organisation: { code: "OTHER", name: "Other" } });
});
after(async () => {
  await trial.close();
  await database.close();
});

const mail: Mail = {
  kind: "test.told",
  recipient: "it@acme.example",
  subject: "Told",
  text: "Zażółć\nhttps://muster.example/once",
};

async function keep(organisation: TestOrganisation, mails: Mail[], keyring = test_keyring): Promise<void> {
  const context = administratorOf(organisation);
  await withTenant(operatorPoolOf(database), organisation.tenant_id, async (db) => {
    for (const one of mails) await queueMail(db, context, keyring, one);
  });
}

async function read(organisation = acme, server = trial): Promise<any> {
  const account = await createAccount(database, organisation.tenant_id, "it_admin");
  const { status, body, text } = await (await sessionOf(server, database, organisation.tenant_id, account)).get("/mailbox");
  assert.equal(status, 200, text);
  return body;
}

test("a trial shows the organisation's own mails with their texts, the newest first", async () => {
  await keep(acme, [
    { ...mail, subject: "The older one" },
    { ...mail, subject: "The newer one" },
  ]);
  await keep(other, [{ ...mail, subject: "Theirs" }]);
  const { readable, mails } = await read();
  assert.equal(readable, true);
  assert.deepEqual(
    mails.map(({ subject, text, state, attempts }: any) => [subject, text, state, attempts]),
    [
      ["The newer one", mail.text, "queued", 0],
      ["The older one", mail.text, "queued", 0],
    ],
  );
  const theirs = await read(other);
  assert.deepEqual(
    theirs.mails.map(({ subject }: any) => subject),
    ["Theirs"],
  );
});

test("an administrator of IT sees whether mails are sent, and the sender", async () => {
  const sending = await startServer(database, { mails_sent: true });
  const account = await createAccount(database, acme.tenant_id, "it_admin");
  try {
    for (const [server, told] of [
      [trial, { sent: false, from: "training@acme.example", readable: true }],
      [sending, { sent: true, from: "training@acme.example", readable: false }],
    ] as const) {
      const panel = await sessionOf(server, database, acme.tenant_id, account);
      const { status, body } = await panel.get("/mailbox/settings");
      assert.deepEqual([status, body], [200, told]);
    }
  } finally {
    await sending.close();
  }
});

test("sent and failed mails are marked, and a text whose key is gone hides no other", async () => {
  await keep(acme, [{ ...mail, subject: "Sealed by another" }], readKeyring("v1:a-secret-of-another-time-of-32-characters"));
  await database.superuser.query("update mail set sent_at = now(), due_us = null where subject = 'The older one'");
  await database.superuser.query("update mail set failed_at = now(), due_us = null where subject = 'The newer one'");
  const { mails } = await read();
  assert.deepEqual(
    mails.map(({ subject, text, state }: any) => [subject, text, state]),
    [
      ["Sealed by another", null, "queued"],
      ["The newer one", mail.text, "failed"],
      ["The older one", mail.text, "sent"],
    ],
  );
});

test("elsewhere no text is shown: it may hold a sign-in link", async (t) => {
  const server = await startServer(database);
  t.after(() => server.close());
  const { readable, mails } = await read(acme, server);
  assert.equal(readable, false);
  assert.ok(mails.length > 0);
  assert.ok(mails.every(({ text }: any) => text === null));
});

test("the newest 200 are shown", async () => {
  await keep(
    acme,
    Array.from({ length: 201 }, (_, index) => ({ ...mail, subject: `Number ${index}` })),
  );
  const { mails } = await read();
  assert.deepEqual([mails.length, mails[0].subject, mails.at(-1).subject], [200, "Number 200", "Number 1"]);
});
