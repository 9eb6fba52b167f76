// Runs the commands for rotating SECRET_KEY as an operator types them (docs/operating/keys.md).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { after, before, test } from "node:test";
import { readDocument, type Block } from "../../test/guides/documents.ts";
import { addClient, arrangeClient, type TestClient } from "../../test/authentication/arrange.ts";
import { needsServer, openDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { test_mailing } from "../../test/harness/server.ts";
import { checkKeys } from "../features/keys/check.ts";
import { queueMail } from "../features/mail/queue-mail.ts";
import { readKeyring } from "../platform/crypto/keyring.ts";
import { contextWithin } from "../platform/db/tenant-clock.ts";
import { withTenant } from "../platform/db/transaction.ts";

const skip = needsServer();
// The keyring that the tests create clients with.
const old_key = "v1:a-test-secret-of-at-least-32-characters";
const new_key = "v2:a-new-secret-of-at-least-32-characters";

let database: TestDatabase;
let acme: TestClient;

before(async () => {
  if (skip) return;
  database = await openDatabase();
  const app = database.pool();
  acme = await arrangeClient(database, { tenant_code: "ACME" });
  await checkKeys(app, readKeyring(old_key), "first");
  await withTenant(app, acme.tenant_id, async (db) => {
    const context = await contextWithin(db, acme.tenant_id, { type: "operator", id: null, name: "test" });
    const mail = { kind: "test", recipient: "anna@acme.example", subject: "Hello", text: "Welcome" };
    await queueMail(db, context!, test_mailing.keyring, mail);
  });
});
after(() => database?.close());

function muster(words: string, SECRET_KEY: string): { status: number | null; stdout: string; stderr: string } {
  const main = path.join(import.meta.dirname, "..", "main.ts");
  const { url: DATABASE_URL } = database.connection as { url: string };
  const env = { ...process.env, DATABASE_URL, SECRET_KEY };
  return spawnSync(process.execPath, [main, ...words.split(" ")], { env, encoding: "utf8" });
}

/** Runs the lines of docs/operating/keys.md whose last one is `words`; `npx muster` runs this checkout. */
function paste(words: string, SECRET_KEY: string, into = database): ReturnType<typeof muster> {
  const block = blocks.find(({ lines }) => lines.at(-1)!.trim() === words);
  assert.ok(block, `docs/operating/keys.md has no lines with ${words}`);
  pasted.add(block);
  const { url: DATABASE_URL } = into.connection as { url: string };
  const [node, main] = [process.execPath, path.join(import.meta.dirname, "..", "main.ts")];
  const npx = `npx() { shift; "${node}" "${main}" "$@"; }\n`;
  return spawnSync("bash", ["-c", npx + block.lines.join("\n")], {
    env: { ...process.env, DATABASE_URL, SECRET_KEY },
    encoding: "utf8",
  });
}

const { blocks } = readDocument("docs/operating/keys.md");
const pasted = new Set<Block>();

test("AU6 an operator rotates SECRET_KEY by status, rotate and retire, and is told what is still needed", { skip }, async () => {
  const keys = `${new_key},${old_key}`;
  const early = muster("keys rotate", keys);
  assert.equal(
    early.stderr,
    "No process has been started with version 2 first. Restart every api and worker with this SECRET_KEY, then run this again.\n",
  );
  assert.equal(early.status, 2);
  await checkKeys(database.pool(), readKeyring(keys), "first");
  const status = paste("npx muster keys status", keys);
  assert.match(
    status.stdout,
    /^v2 {2}signs, encrypts and digests, since \S+Z\n {6}nothing is made with it\nv1 {2}opens and verifies/,
  );
  assert.match(status.stdout, /^ +1 {2}secrets of clients\n +1 {2}mails$/m);
  assert.equal(status.status, 0);
  const { versions } = JSON.parse(muster("keys status --json", keys).stdout) as {
    versions: { version: number; uses: unknown }[];
  };
  assert.deepEqual(versions.find(({ version }) => version === 1)!.uses, [
    { kind: "api_key", count: 1 },
    { kind: "mail", count: 1 },
  ]);

  const refused = paste("npx muster keys retire 1", keys);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /^Version 1 is needed by 1 secret of a client, 1 mail\.\nRun "muster keys rotate"/);

  const rotated = paste("npx muster keys rotate", keys);
  assert.equal(
    rotated.stdout,
    "Sealed with version 2 now: 1 mail.\n1 secret of a client: each moves when its client next uses it.\n",
  );
  assert.equal(muster("keys rotate", keys).stdout.split("\n")[0], "Nothing was to be sealed again.");

  const other = await addClient(database, acme);
  const waiting = muster("keys retire 1", keys);
  assert.equal(waiting.status, 1);
  assert.match(waiting.stderr, /^Version 1 is needed by 2 secrets of clients\.\nA client's secret moves at its next use\./);
  for (const { key_id, client_id } of [acme, other])
    assert.ok(waiting.stderr.includes(`  ACME  ${key_id}  ${client_id}\n`), waiting.stderr);

  await database.superuser.query("update client_secret set revoked_at = now()");
  const lately = muster("keys retire 1", keys);
  assert.match(lately.stderr, /^Version 1 is needed until 20\d\d-\S+Z: cursors that it signed are valid for a day/);
  await database.clock.advance(86_401);
  const retired = paste("npx muster keys retire 1", keys);
  assert.equal(retired.stdout, "Version 1 is retired. Take it out of SECRET_KEY and restart every process.\n");
  assert.equal(retired.status, 0);
  assert.match(muster("keys status", new_key).stdout, /^v1 {2}retired$/m);
});

test("F7 a process does not start with a key that opens nothing, and says why", { skip }, async () => {
  const { status, stderr } = muster("worker", "v2:another-key-that-calls-itself-version-two");
  assert.match(
    stderr,
    /^Version 2 of SECRET_KEY is another key than the one that this database has been used with: .*docs\/operating\/keys\.md\)\.\n$/,
  );
  assert.equal(status, 2);
});

test(
  "AU6 a new key is made, and a lost one is given up, by the lines of docs/operating/keys.md, of which none is left out",
  { skip },
  async (t) => {
    const other = await openDatabase();
    t.after(() => other.close());
    const app = other.pool();
    await arrangeClient(other, { tenant_code: "ACME" });
    await checkKeys(app, readKeyring(old_key), "first");
    const made = `v2:${paste("openssl rand -base64 32", new_key, other).stdout.trim()}`;
    await assert.rejects(checkKeys(app, readKeyring(made), "first"));
    const { status, stdout, stderr } = paste("npx muster keys retire 1 --lost", made, other);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /secret of a client/);
    await checkKeys(app, readKeyring(made), "first");
    assert.deepEqual(
      blocks.filter((block) => !pasted.has(block)),
      [],
    );
  },
);

test("keys retire wants a version", { skip }, () => {
  for (const words of ["keys retire", "keys retire one", "keys retire 1 2", "keys status now", "keys rotate 2"]) {
    const { status, stderr } = muster(words, old_key);
    assert.match(stderr, /^usage: muster keys /, words);
    assert.equal(status, 2, words);
  }
});
