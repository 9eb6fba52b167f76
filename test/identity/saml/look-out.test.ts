// What happens to a SAML provider over time: its metadata is read again each day, and administrators are notified before its
// certificates expire.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { recheckingDomains } from "../../../server/features/identity/domains/recheck.ts";
import { createGuardedFetch } from "../../../server/platform/net/guarded-fetch.ts";
import { workOffDue } from "../../../server/platform/jobs/due/due.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { newSamlKey } from "../../harness/identity/saml-answers.ts";
import { startSamlProvider, type RunningSamlProvider } from "../../harness/identity/saml-provider.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type TestAccount } from "../../harness/panel/panel.ts";
import { startServer, test_mailing, type TestServer } from "../../harness/server.ts";
import { settled } from "../../harness/settled.ts";

let database: TestDatabase;
let server: TestServer;
let provider: RunningSamlProvider;
let acme: TestOrganisation;
let ada: TestAccount;

before(async () => {
  database = await openDatabase();
  provider = await startSamlProvider();
  server = await startServer(database, { identity_origins: [provider.origin] });
  acme = await createOrganisation(database, {});
  ada = await createAccount(database, acme.tenant_id, "it_admin");
});
after(async () => {
  await server.close();
  await provider.close();
  await database.close();
});

/** Runs a worker's check that many days later. */
async function daysLater(days: number): Promise<void> {
  const pool = database.pool("muster_worker", 2);
  const resolve = () => Promise.reject(new Error("no such name"));
  const calls = createGuardedFetch({ trusted_origins: new Set([provider.origin]), source_address: null, resolve });
  await database.clock.advance(days * 86_400);
  for (let round = 0; round < 2; round += 1) {
    await settled(database);
    await workOffDue(
      pool,
      recheckingDomains({ pool, txt: async () => [], calls, ...test_mailing }),
      new AbortController().signal,
    );
  }
  await calls.close();
}

async function stands(): Promise<any> {
  const it = await sessionOf(server, database, acme.tenant_id, ada);
  return (await it.get("/identity-provider")).body.provider;
}

const mails = async () =>
  (await database.superuser.query("select recipient from mail where kind = 'sign_in.certificate_ends'")).rows.length;

test("a certificate that the provider publishes counts a day later at most; a provider that is another one, or down, changes nothing", async () => {
  const it = await sessionOf(server, database, acme.tenant_id, ada);
  const body = {
    metadata_url: provider.metadata_url,
    idp_initiated: false,
    subject_attribute: null,
    email_attribute: null,
    external_id_claim: null,
  };
  assert.equal((await it.call("PUT", "/identity-provider/saml", { body })).status, 200);
  assert.equal((await stands()).saml.certificates.length, 1);
  provider.published = [newSamlKey(Date.now())];
  await daysLater(1);
  assert.equal((await stands()).saml.certificates.length, 2);
  const { rows } = await database.superuser.query(
    "select actor_name from audit_log where operation = 'identity_provider.set' order by id desc limit 1",
  );
  assert.deepEqual(rows, [{ actor_name: "time" }]);
  const issuer = provider.issuer;
  provider.issuer = "https://another.example";
  provider.published = [];
  await daysLater(1);
  assert.deepEqual([(await stands()).issuer, (await stands()).saml.certificates.length], [issuer, 2]);
  provider.issuer = issuer;
});

test("administrators are mailed once, 30 days and 7 days before the last certificate ends, and when it has", async () => {
  const ends_ms = Date.parse((await stands()).saml.certificates[0].ends_at);
  const now_ms = async () => Number((await database.superuser.query("select infra.now_us() / 1000 as ms")).rows[0].ms);
  const until = async (days_before: number) => Math.floor((ends_ms - (await now_ms())) / 86_400_000) - days_before;
  await daysLater(await until(40));
  assert.equal(await mails(), 0);
  for (const [days_before, told] of [
    [29, 1],
    [20, 1],
    [6, 2],
    [-2, 3],
    [-10, 3],
  ] as const) {
    await daysLater(await until(days_before));
    assert.equal(await mails(), told, `${days_before} days before`);
  }
  assert.equal((await stands()).saml.certificates[0].state, "ended");
});
