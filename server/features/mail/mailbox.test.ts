import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../test/harness/organisation.ts";
import { request, startServer, test_keyring, webhooksOf } from "../../../test/harness/server.ts";
import { buildApp } from "../../app.ts";
import { readKeyring } from "../../platform/crypto/keyring.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { mailbox_mails_max, newMailboxKey } from "./mailbox.ts";
import { queueMail, type Mail } from "./queue-mail.ts";

const key = newMailboxKey();
let database: TestDatabase;
let organisations: TestOrganisation[];
let app: FastifyInstance;
let url: string;
const logged: string[] = [];

before(async () => {
  database = await openDatabase();
  organisations = [];
  for (const code of ["ACME", "BETA"]) {
    organisations.push(await createOrganisation(database, { organisation: { code, name: code } }));
  }
  app = await buildApp({
    base_url: "https://muster.example",
    trusted_proxies: [],
    pool: database.pool("muster_app"),
    keyring: test_keyring,
    log: pino({ level: "trace" }, { write: (line: string) => void logged.push(line) }),
    webhooks: webhooksOf(),
    mailbox_key: key,
  });
  url = await app.listen({ port: 0, host: "127.0.0.1" });
});
after(async () => {
  await app.close();
  await database.close();
});

const get = (path: string) => request(url, "GET", path);

async function keep({ tenant_id }: TestOrganisation, mails: Mail[], keyring = test_keyring): Promise<void> {
  const context = { tenant: { id: tenant_id } as never };
  await withTenant(database.pool("muster_app", 1), tenant_id, async (db) => {
    for (const mail of mails) await queueMail(db, context, keyring, mail);
  });
}

const mail: Mail = {
  kind: "test.told",
  recipient: "it@acme.example",
  subject: "Told",
  text: "Zażółć\nhttps://muster.example/once/abc",
};

test("kept mails of every organisation are shown decrypted, the newest first, and nobody keeps the page", async () => {
  await keep(organisations[0]!, [{ ...mail, subject: "The older one" }]);
  await keep(organisations[1]!, [{ ...mail, subject: "The newer one" }]);
  const { status, headers, text } = await get(`/mailbox/${key}`);
  assert.equal(status, 200);
  assert.match(text, /The newer one[\s\S]*\(BETA, test\.told\)[\s\S]*The older one[\s\S]*\(ACME, test\.told\)/);
  assert.match(text, /<pre>\nZażółć\nhttps:\/\/muster\.example\/once\/abc<\/pre>/);
  assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(headers.get("referrer-policy"), "no-referrer");
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.match(headers.get("content-security-policy")!, /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/);
  assert.doesNotMatch(headers.get("content-security-policy")!, /script-src|unsafe/);
  assert.ok(logged.some((line) => line.includes("/mailbox/:key")));
  assert.ok(!logged.some((line) => line.includes(key)), "the key stands in no log");
});

test("markup in a mail is text, wherever it stands", async () => {
  const markup = `</pre></h2><script>alert('1')</script>"&<img src=x onerror=alert(1)>`;
  await keep(organisations[0]!, [{ kind: markup, recipient: `${markup}@acme.example`, subject: markup, text: markup }]);
  const { text } = await get(`/mailbox/${key}`);
  assert.equal(text.match(/&#60;script&#62;alert\(&#39;1&#39;\)/g)?.length, 4);
  assert.doesNotMatch(text, /<script|<img/);
  assert.deepEqual([...new Set(text.match(/<\/?[a-z0-9]+/g))].filter((tag) => !tag.startsWith("</")).toSorted(), [
    "<body",
    "<h1",
    "<h2",
    "<head",
    "<html",
    "<meta",
    "<p",
    "<pre",
    "<style",
    "<title",
  ]);
});

test("a mail that was sent or given up is not shown, and one whose key is gone does not hide the others", async () => {
  const lost = readKeyring("v1:a-secret-of-another-time-of-32-characters");
  await keep(organisations[0]!, [{ ...mail, subject: "Sent already" }]);
  await database.superuser.query("update mail set sent_at = now(), due_us = null where subject = 'Sent already'");
  await keep(organisations[0]!, [{ ...mail, subject: "Sealed by another" }], lost);
  const { text } = await get(`/mailbox/${key}`);
  assert.doesNotMatch(text, /Sent already/);
  assert.match(text, /Sealed by another[\s\S]*?This text cannot be read/);
  assert.match(text, /The older one/);
});

test("the newest 500 are shown", async () => {
  const many = Array.from({ length: mailbox_mails_max + 1 }, (_, index) => ({ ...mail, subject: `Number ${index}.` }));
  await keep(organisations[0]!, many);
  const { text } = await get(`/mailbox/${key}`);
  assert.equal(mailbox_mails_max, 500);
  assert.equal(text.match(/<h2>/g)?.length, 500);
  assert.match(text, /the newest 500, newest first/);
  assert.match(text, /Number 500\.[\s\S]*Number 1\./);
  assert.doesNotMatch(text, /Number 0\./);
});

test("without the right key there is nothing there, and where no key was given nothing at all", async () => {
  const [first, ...rest] = key;
  const wrong = ["", key.slice(1), `${key}x`, `${first === "A" ? "B" : "A"}${rest.join("")}`, "%00", "ż".repeat(43), `${key}/`];
  const unknown = await get("/mailboxes");
  for (const path of [...wrong.map((text) => `/mailbox/${text}`), "/mailbox"]) {
    const { status, body } = await get(path);
    assert.deepEqual([status, body.code, body.detail], [404, "NOT_FOUND", unknown.body.detail], path);
  }
  const without = await startServer(database);
  assert.equal((await request(without.url, "GET", `/mailbox/${key}`)).status, 404);
  assert.equal((await request(without.url, "POST", `/mailbox/${key}`)).status, 404);
  await without.close();
});
