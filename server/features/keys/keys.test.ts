// AU6: data that were encrypted or hashed with an old version of SECRET_KEY are counted and moved, and the version is retired
// only when nothing needs it.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSecret, byKey, read_path } from "../../../test/authentication/arrange.ts";
import { needsServer, openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { arrangeSealed, type SealedOrganisation } from "../../../test/harness/organisation/sealed.ts";
import { request, startServer, type TestServer } from "../../../test/harness/server.ts";
import { readKeyring, type Keyring } from "../../platform/crypto/keyring.ts";
import { seal, unseal } from "../../platform/crypto/seal.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { verify } from "../audit/verify.ts";
import { checkKeys, WrongKey } from "./check.ts";
import { resealAll } from "./reseal.ts";
import { retire, retireLost } from "./retire.ts";
import { statusOfKeys } from "./status.ts";

const v1 = "v1:the-first-key-of-this-test-is-long-enough";
const v2 = "v2:the-second-key-of-this-test-is-long-enough";
const v3 = "v3:the-third-key-of-this-test-is-long-enough";
const first = readKeyring(v1);
const both = readKeyring(`${v2},${v1}`);
const second = readKeyring(v2);
const never = new AbortController().signal;

let database: TestDatabase;
let worker: Pool;
let app: Pool;
let acme: SealedOrganisation["acme"];
let account: SealedOrganisation["account"];
let context: SealedOrganisation["context"];
let digestWith: SealedOrganisation["digestWith"];
let mail: SealedOrganisation["mail"];
let audit: SealedOrganisation["audit"];
let sealLog: SealedOrganisation["sealLog"];

before(async () => {
  database = await openDatabase();
  worker = database.pool("muster_worker", 2);
  app = database.pool("muster_app", 2);
});
after(() => database.close());

/** Creates an organisation whose secrets were all made with the first key. */
beforeEach(async () => {
  await database.clock.release();
  await query(
    "delete from audit_seal; delete from audit_log; delete from mail; delete from webhook_subscription; delete from credential; delete from client_secret; delete from infra.secret_key",
  );
  await checkKeys(app, first, "first");
  ({ acme, account, context, digestWith, mail, audit, sealLog } = await arrangeSealed(database, { app, worker }, first));
});

async function query(text: string, values?: unknown[]): Promise<any[]> {
  return (await database.superuser.query(text, values)).rows;
}

/** Counts of all versions, such as `v1 mail 1`. */
async function used(keyring: Keyring = both): Promise<string[]> {
  const status = await statusOfKeys(worker, keyring);
  return status.flatMap(({ version, uses }) => uses.map(({ kind, count }) => `v${version} ${kind} ${count}`));
}

/** The state after both keys were deployed, then the newer one as the first, and everything was encrypted again. */
async function rotate(): Promise<void> {
  await checkKeys(app, both, "first");
  await resealAll(worker, both, never);
}

async function server(keyring: Keyring, work: (server: TestServer) => Promise<void>): Promise<void> {
  const started = await startServer(database, { keyring });
  try {
    await work(started);
  } finally {
    await started.close();
  }
}

async function statusFor(started: TestServer, client = acme): Promise<number> {
  return (await request(started.url, "GET", read_path, { headers: byKey(client) })).status;
}

const everything = [
  "v1 api_key 1",
  "v1 audit_chain 1",
  "v1 mail 1",
  "v1 previous_webhook_secret 1",
  "v1 second_factor 1",
  "v1 webhook_secret 1",
];

test("AU6 the status counts what each version has sealed, digested and signed for good", async () => {
  assert.deepEqual(await used(), everything);
  assert.deepEqual(
    (await statusOfKeys(worker, both)).map(({ version, state }) => [version, state]),
    [
      [2, "first"],
      [1, "verifies"],
    ],
  );
  assert.equal((await statusOfKeys(worker, second)).find(({ version }) => version === 1)!.state, "missing");
  // Data that can no longer be used need no key.
  await query("update client set revoked_at = now()");
  assert.ok(!(await used()).includes("v1 api_key 1"));
});

test("F7 a key that opens nothing, or is another one than before, is refused with the reason", async () => {
  await assert.rejects(checkKeys(app, second, "first"), (error: Error) => {
    assert.ok(error instanceof WrongKey);
    assert.match(
      error.message,
      /^SECRET_KEY holds version 2, and all .* was made with version 1: no client could sign in\. .*v2:…,v1:…/,
    );
    return true;
  });
  const other = readKeyring("v1:another-key-that-calls-itself-version-one");
  await assert.rejects(checkKeys(app, other, "first"), /^WrongKey: Version 1 of SECRET_KEY is another key .*v2/);
  // The database of an older version has stored no keys; encrypted data show which one is right.
  await query("delete from infra.secret_key");
  await assert.rejects(
    checkKeys(app, other, "first"),
    /^WrongKey: Version 1 of SECRET_KEY does not open what this database has sealed/,
  );
  assert.deepEqual(await query("select version from infra.secret_key"), []);
  await checkKeys(app, first, "first");
  assert.deepEqual(await query("select version, first_us is not null as first from infra.secret_key"), [
    { version: 1, first: true },
  ]);
});

test("F7 the secret of an identity provider alone shows that the key is another one", async (t) => {
  t.after(() => query("delete from identity_provider"));
  await query("delete from mail; delete from webhook_subscription; delete from credential; delete from infra.secret_key");
  const id = "018f2b1c-0000-7000-8000-000000000001";
  await query(
    `insert into identity_provider (tenant_id, id, issuer, client_id, authentication, secret, state)
    values ($1, $2, 'https://id.example', 'muster', 'client_secret_basic', $3, 'draft')`,
    [acme.tenant_id, id, seal(first, "identity-provider", id, "a secret of the provider")],
  );
  const other = readKeyring("v1:another-key-that-calls-itself-version-one");
  await assert.rejects(
    checkKeys(app, other, "first"),
    /^WrongKey: Version 1 of SECRET_KEY does not open what this database has sealed/,
  );
  await checkKeys(app, first, "first");
});

test("F7 what is missing in SECRET_KEY is said at start, with counts", async () => {
  await checkKeys(app, both, "first");
  await mail("With the new key", both);
  const { missing, unverifiable } = await checkKeys(app, second, "first");
  assert.deepEqual(
    missing.map(({ kind, version, count }) => `v${version} ${kind} ${count}`),
    everything,
  );
  assert.deepEqual(unverifiable, [1]);
  assert.deepEqual(await checkKeys(app, both, "first"), { missing: [], unverifiable: [], removable: [] });
});

test("AU6 everything sealed is sealed again with the newest version, and says the same", async () => {
  for (let count = 0; count < 120; count += 1) await mail(`Mail ${count}`, first);
  await checkKeys(app, both, "first");
  const resealed = await resealAll(worker, both, never);
  assert.deepEqual(resealed, {
    webhook_secret: { moved: 1, failed: 0 },
    previous_webhook_secret: { moved: 1, failed: 0 },
    second_factor: { moved: 1, failed: 0 },
    mail: { moved: 121, failed: 0 },
  });
  assert.deepEqual(await used(), [
    "v2 mail 121",
    "v2 previous_webhook_secret 1",
    "v2 second_factor 1",
    "v2 webhook_secret 1",
    "v1 api_key 1",
    "v1 audit_chain 1",
  ]);
  const [subscription] = await query("select id, secret, previous_secret from webhook_subscription");
  assert.equal(unseal(second, "webhook-secret", subscription.id, subscription.secret), "present");
  assert.equal(unseal(second, "webhook-secret", subscription.id, subscription.previous_secret), "previous");
  const [credential] = await query("select totp_secret from credential where account_id = $1", [account.id]);
  assert.equal(unseal(second, "second-factor", account.id, credential.totp_secret), "JBSWY3DPEHPK3PXP");
  const said = await query("select id, body from mail");
  assert.deepEqual(
    said.map(({ id, body }) => unseal(second, "mail", id, body)).toSorted(),
    ["Welcome", ...Array.from({ length: 120 }, (_, count) => `Mail ${count}`)].toSorted(),
  );
  assert.deepEqual(await resealAll(worker, both, never), {});
});

test("AU6 sealing again can be stopped at any point and begun again, and leaves out what does not open", async () => {
  for (let count = 0; count < 250; count += 1) await mail(`Mail ${count}`, first);
  await query("update mail set body = set_byte(body, 20, get_byte(body, 20) # 1) where id = (select id from mail limit 1)");
  await checkKeys(app, both, "first");
  // Stops between two parts of the mails.
  const stopping = new AbortController();
  let parts = 0;
  const stopped: Pool = {
    ...worker,
    connect() {
      parts += 1;
      if (parts === 8) stopping.abort();
      return worker.connect();
    },
  };
  await assert.rejects(resealAll(stopped, both, stopping.signal), { name: "AbortError" });
  const [{ moved }] = await query("select count(*)::int as moved from mail where infra.key_version(body) = 2");
  assert.ok(moved > 0 && moved < 250, `${moved} were moved before the stop`);
  const rest = await resealAll(worker, both, never);
  assert.deepEqual(rest.mail, { moved: 250 - moved, failed: 1 });
});

test("AU6 the digest of a client's secret moves at its next use, once, and the old key is not needed after", async () => {
  await checkKeys(app, both, "first");
  const row = async () =>
    (await query("select pepper_version, xmin::text from client_secret where key_id = $1", [acme.key_id]))[0];
  await server(both, async (started) => {
    const wrong = { ...acme, secret: `${acme.secret.slice(0, -1)}${acme.secret.endsWith("A") ? "B" : "A"}` };
    assert.equal(await statusFor(started, wrong), 401);
    assert.equal((await row()).pepper_version, 1);
    assert.equal(await statusFor(started), 200);
    const moved = await row();
    assert.equal(moved.pepper_version, 2);
    assert.equal(await statusFor(started), 200);
    assert.deepEqual(await row(), moved);
  });
  await resealAll(worker, both, never);
  await server(second, async (started) => {
    assert.equal(await statusFor(started), 200);
  });
  // While processes are being given the newer key, the older one is first: nothing moves back to it.
  await server(readKeyring(`${v1},${v2}`), async (started) => {
    assert.equal(await statusFor(started), 200);
    assert.equal((await row()).pepper_version, 2);
  });
});

test("AU6 a secret that another session holds moves later, and no request waits for it", { skip: needsServer() }, async () => {
  await checkKeys(app, both, "first");
  const holder = await database.superuser.connect();
  try {
    await holder.query("begin");
    await holder.query("select from client_secret where key_id = $1 for update", [acme.key_id]);
    await server(both, async (started) => {
      assert.equal(await statusFor(started), 200);
    });
    assert.ok((await used()).includes("v1 api_key 1"));
  } finally {
    await holder.query("rollback");
    holder.release();
  }
});

test("AU6 an erasure that has not ended needs the version that it began with, until that is sealed again", async () => {
  const { tenant_id } = await createOrganisation(database, {
    organisation: { code: "ERASING" },
    people: [{ employee_no: "E1", first_name: "Anna", last_name: "Nowak", email: "anna@acme.example" }],
  });
  const [{ id }] = await query("select id from person where tenant_id = $1", [tenant_id]);
  await query("insert into person_erasure (tenant_id, person_id, requested_at, terms) values ($1, $2, now(), $3)", [
    tenant_id,
    id,
    seal(first, "erasure", id, "Nowak"),
  ]);
  assert.ok((await used()).includes("v1 erasure 1"));
  await checkKeys(app, both, "first");
  const refused = await retire(worker, both, 1, never);
  assert.ok(refused.outcome === "needed" && refused.uses.some(({ kind }) => kind === "erasure"));
  assert.deepEqual((await resealAll(worker, both, never)).erasure, { moved: 1, failed: 0 });
  const [{ terms }] = await query("select terms from person_erasure");
  assert.equal(unseal(second, "erasure", id, terms), "Nowak");
  await query("update person_erasure set terms = null, completed_at = now()");
  assert.ok(!(await used()).some((use) => use.includes("erasure")), "one that has ended needs no key");
});

test("AU6 a version that is needed is not retired, and what needs it is named", async () => {
  assert.deepEqual(await retire(worker, first, 1, never), { outcome: "is_first" });
  assert.deepEqual(await retire(worker, both, 7, never), { outcome: "unknown" });
  assert.deepEqual(await retire(worker, second, 1, never), { outcome: "not_held" });
  await checkKeys(app, both, "first");
  const refused = await retire(worker, both, 1, never);
  assert.ok(refused.outcome === "needed");
  assert.deepEqual(
    refused.uses.map(({ kind }) => kind),
    ["api_key", "mail", "previous_webhook_secret", "second_factor", "webhook_secret"],
  );
  assert.deepEqual(
    refused.secrets.map(({ tenant_code, key_id }) => [tenant_code, key_id]),
    [[acme.tenant_code, acme.key_id]],
  );
  await resealAll(worker, both, never);
  await addSecret(database, acme);
  await query("update client_secret set pepper_version = 1");
  const still = await retire(worker, both, 1, never);
  assert.ok(still.outcome === "needed");
  assert.deepEqual(
    still.uses.map(({ kind, count }) => [kind, count]),
    [["api_key", 2]],
  );
  assert.deepEqual(await query("select retired_us from infra.secret_key where version = 1"), [{ retired_us: null }]);
});

test("AU6 a retired key may go: requests pass, and the audit log can be verified over both keys", async () => {
  await audit("before, too");
  await sealLog(first);
  await rotate();
  await digestWith(both, acme.key_id, acme.secret);
  const lately = await retire(worker, both, 1, never);
  assert.equal(lately.outcome, "signed_lately");
  await database.clock.advance(86_401);
  assert.deepEqual(await retire(worker, both, 1, never), { outcome: "retired", continued: 1 });
  assert.deepEqual(await retire(worker, both, 1, never), { outcome: "retired", continued: 0 });
  assert.deepEqual((await checkKeys(app, both, "first")).removable, [1]);
  assert.deepEqual(await checkKeys(app, second, "first"), { missing: [], unverifiable: [], removable: [] });
  await server(second, async (started) => {
    assert.equal(await statusFor(started), 200);
  });
  const at = await context();
  const check = () => verify(app, second, at, undefined);
  assert.deepEqual([(await check()).intact, (await check()).rows], [true, 3]);
  const rows = await query("select changes from audit_log where operation = 'organisation.retire_key'");
  assert.deepEqual(rows, [{ changes: { key_version: [1, 2] } }]);
  await query("update audit_log set personal = '{}' where personal->'name'->>1 = 'before'");
  assert.equal((await check()).intact, true);
  await query(`update audit_log set personal = '{"name": [null, "other"]}' where personal->'name'->>1 = 'before, too'`);
  assert.deepEqual((await check()).first_fault?.kind, "ROW_DIFFERS");
  await query(`update audit_log set personal = '{"name": [null, "before, too"]}' where personal->'name'->>1 = 'other'`);
  // With the old key one can forge an end of the chain, but not one that a newer key has sealed.
  await query("delete from audit_seal where key_version = 2");
  await query("delete from audit_log where operation = 'organisation.retire_key'");
  const cut = await check();
  assert.deepEqual([cut.intact, cut.first_fault?.kind], [false, "SEAL_MISSING"]);
});

test("AU6 what is kept of a retired key is sealed again with each newer one", async () => {
  await rotate();
  await digestWith(both, acme.key_id, acme.secret);
  await database.clock.advance(86_401);
  assert.equal((await retire(worker, both, 1, never)).outcome, "retired");
  const third = readKeyring(`${v3},${v2}`);
  await checkKeys(app, third, "first");
  assert.deepEqual((await resealAll(worker, third, never)).audit_key, { moved: 1, failed: 0 });
  await digestWith(third, acme.key_id, acme.secret);
  await database.clock.advance(86_401);
  assert.equal((await retire(worker, third, 2, never)).outcome, "retired");
  // retireLost keeps the audit key of a version that was retired properly.
  for (const version of [1, 2])
    assert.deepEqual(await retireLost(worker, readKeyring(v3), version), { outcome: "retired", continued: 0 });
  const at = await context();
  assert.equal((await verify(app, readKeyring(v3), at, undefined)).intact, true);
});

test("F7 a key that is lost can be given up, so that the service starts with a new one", async () => {
  assert.deepEqual(await retireLost(worker, first, 1), { outcome: "held" });
  assert.equal((await retireLost(worker, second, 1)).outcome, "lost");
  assert.deepEqual(await checkKeys(app, second, "first"), { missing: [], unverifiable: [], removable: [] });
  // Also when the database never knew the version.
  await query("delete from infra.secret_key");
  assert.equal((await retireLost(worker, second, 1)).outcome, "lost");
  await checkKeys(app, second, "first");
  assert.deepEqual(await retireLost(worker, second, 9), { outcome: "unknown" });
});
