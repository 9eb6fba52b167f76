// E-mail domains of organisations: proved by DNS, used at the first sign-in, found by the sign-in page, and lost with their DNS
// record.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { recheckingDomains } from "../../server/features/identity/domains/recheck.ts";
import { workOffDue } from "../../server/platform/jobs/due/due.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { signed, startOwnProvider, type OwnProvider } from "../harness/identity/own-provider.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, sessionOf, type Panel, type TestAccount } from "../harness/panel/panel.ts";
import { startServer, test_mailing, type Reply, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";
import { answerTo, comeBack, depart, giveProvider, honestClaims, placeOf } from "./arrange.ts";

let database: TestDatabase;
let server: TestServer;
let provider: OwnProvider;
let acme: TestOrganisation;
let beta: TestOrganisation;
let it: Panel;
let hers: Panel & { account: TestAccount };
let ada: TestAccount;
/** The records in DNS; null: DNS does not answer. */
let dns: Map<string, readonly string[]> | null;
const txt = async (name: string) => (dns === null ? null : (dns.get(name) ?? []));

before(async () => {
  database = await openDatabase();
  provider = await startOwnProvider();
  server = await startServer(database, { identity_origins: [provider.origin], txt });
  acme = await createOrganisation(database, {});
  beta = await createOrganisation(database, { organisation: { code: "BETA", name: "Beta" } });
  ada = await createAccount(database, acme.tenant_id, "it_admin");
  const eve = await createAccount(database, beta.tenant_id, "it_admin");
  await Promise.all([acme, beta].map(({ tenant_id }) => giveProvider(database, tenant_id, { issuer: provider.issuer })));
  it = await sessionOf(server, database, acme.tenant_id, ada);
  hers = await sessionOf(server, database, beta.tenant_id, eve);
});
after(async () => {
  await server.close();
  await provider.close();
  await database.close();
});
beforeEach(async () => {
  dns = new Map();
  await database.superuser.query("delete from identity_domain");
  await database.superuser.query("delete from identity_link");
  await database.superuser.query("delete from infra.sliding_window");
});

type Added = { id: string; record: { name: string; value: string } };
async function add(panel: Panel, domain: string): Promise<Added> {
  const reply = await panel.post("/domains", { domain });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}
const check = (panel: Panel, { id }: Added) => panel.post(`/domains/${id}/check`);
const publish = (...all: Added[]) => {
  for (const { record } of all) dns!.set(record.name, [...(dns!.get(record.name) ?? []), record.value]);
};

async function verified(panel: Panel, domain: string): Promise<Added> {
  const added = await add(panel, domain);
  publish(added);
  const reply = await check(panel, added);
  assert.equal(reply.body.outcome, "found", reply.text);
  assert.notEqual(reply.body.verified_at, null);
  return added;
}

async function signIn(email: string): Promise<string> {
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code);
  const claims = await honestClaims(database, provider, sent_to, { sub: email, email, email_verified: true });
  provider.id_token = signed(provider.key, claims);
  return placeOf(await comeBack(server, panel, answerTo(sent_to, provider)));
}

test("a domain is proved by its TXT record, which is its own; it is added once, and what is none is refused", async () => {
  const added = await add(it, "ACME.Example.");
  assert.deepEqual(Object.keys(added.record), ["name", "value"]);
  assert.equal(added.record.name, "_muster.acme.example");
  assert.match(added.record.value, /^muster-domain-verification=[\w-]{32}$/);
  assert.equal((await it.post("/domains", { domain: "acme.example" })).body.code, "DOMAIN_EXISTS");
  for (const domain of ["localhost", "10.0.0.1", "http://acme.example/", "a@acme.example"])
    assert.deepEqual((await it.post("/domains", { domain })).body.errors?.[0]?.pointer, "#/domain", domain);

  const theirs = await add(hers, "acme.example");
  assert.notEqual(theirs.record.value, added.record.value);
  publish(theirs);
  dns!.set("acme.example", [added.record.value]);
  const missing = await check(it, added);
  assert.deepEqual([missing.body.outcome, missing.body.verified_at], ["missing", null], "another's value, and another name");
  const answering = dns;
  dns = null;
  assert.equal((await check(it, added)).body.outcome, "unreachable");
  dns = answering;
  publish(added);
  assert.equal((await check(it, added)).body.outcome, "found");
  assert.deepEqual(
    (await it.get("/domains")).body.domains.map(({ domain, outcome }: any) => [domain, outcome]),
    [["acme.example", "found"]],
  );
  for (const reply of [await check(hers, added), await hers.delete(`/domains/${added.id}`)]) assert.equal(reply.status, 404);
  const { rows } = await database.superuser.query(
    "select operation from audit_log where target_id = $1 and target_type = 'domain' order by id",
    [added.id],
  );
  assert.deepEqual(
    rows.map(({ operation }) => operation),
    ["domain.add", "domain.verify"],
  );
});

test("an address finds nobody before its domain is proved, nor below or above it; who is linked stays so when it goes", async () => {
  assert.equal(await signIn(ada.login), "/sign-in?company=unknown");
  const { rows } = await database.superuser.query("select outcome from identity_sign_in order by id desc limit 1");
  assert.equal(rows[0].outcome, "DOMAIN_NOT_VERIFIED");
  await verified(it, "example.org");
  await verified(it, "sub.panel.example");
  assert.equal(await signIn(ada.login), "/sign-in?company=unknown");
  await verified(hers, "panel.example");
  assert.equal(await signIn(ada.login), "/sign-in?company=unknown", "another organisation's proof");
  await database.superuser.query("delete from identity_domain");
  const { id } = await verified(it, "panel.example");
  assert.equal(await signIn(ada.login), "/");
  assert.equal((await it.delete(`/domains/${id}`)).status, 204);
  assert.equal(await signIn(ada.login), "/", "by the subject");
  await database.superuser.query("delete from identity_link");
  assert.equal(await signIn(ada.login), "/sign-in?company=unknown");
});

/** Runs a worker's check after some days. */
async function daysLater(days: number): Promise<void> {
  const pool = database.pool("muster_worker", 2);
  const work = recheckingDomains({ pool, txt, ...test_mailing });
  for (let day = 0; day < days; day += 1) {
    await database.clock.advance(86_400);
    for (let round = 0; round < 2; round += 1) {
      await settled(database);
      await workOffDue(pool, work, new AbortController().signal);
    }
  }
  it = await sessionOf(server, database, acme.tenant_id, ada);
  hers = await sessionOf(server, database, beta.tenant_id, hers.account);
}

const stands = async () => (await it.get("/domains")).body.domains[0];

test("a domain that is taken over: it ends three days after its record, is told, and is free for who proves it then", async () => {
  const ours = await verified(it, "acme.example");
  const theirs = await add(hers, "acme.example");
  publish(theirs);
  const refused = await check(hers, theirs);
  assert.deepEqual(
    [refused.status, refused.body.code],
    [409, "DOMAIN_VERIFIED_ELSEWHERE"],
    "while the first one's record stands",
  );
  await daysLater(1);
  assert.deepEqual([(await stands()).outcome, (await stands()).missing_since], ["found", null]);

  dns!.set(ours.record.name, [theirs.record.value]);
  await daysLater(1);
  const losing = await stands();
  assert.deepEqual([losing.outcome, losing.verified_at !== null, losing.missing_since !== null], ["missing", true, true]);
  assert.equal((await check(hers, theirs)).body.code, "DOMAIN_VERIFIED_ELSEWHERE", "a slip in DNS gives nothing away");
  const answering = dns;
  dns = null;
  await daysLater(3);
  assert.notEqual((await stands()).verified_at, null, "silence proves nothing");
  dns = answering;
  await daysLater(1);
  const lost = await stands();
  assert.deepEqual([lost.verified_at, lost.missing_since], [null, null]);
  const { rows: told } = await database.superuser.query("select recipient from mail where kind = 'sign_in.domain_lost'");
  assert.deepEqual(told, [{ recipient: ada.login }]);
  const { rows: noted } = await database.superuser.query("select changes from audit_log where operation = 'domain.lose'");
  assert.deepEqual(noted, [{ changes: { domain: "acme.example" } }]);

  assert.notEqual((await check(hers, theirs)).body.verified_at, null);
  publish(ours);
  assert.equal((await check(it, ours)).body.code, "DOMAIN_VERIFIED_ELSEWHERE", "now it is theirs");
});

test("a record that comes back in time keeps the domain", async () => {
  const ours = await verified(it, "acme.example");
  dns!.clear();
  await daysLater(2);
  assert.notEqual((await stands()).missing_since, null);
  publish(ours);
  await daysLater(1);
  assert.deepEqual(
    [(await stands()).outcome, (await stands()).missing_since, (await stands()).verified_at === null],
    ["found", null, false],
  );
});

test("organisations without a verified domain are no work, and one with costs a look a day", async () => {
  await add(hers, "beta.example");
  await verified(it, "acme.example");
  await daysLater(1);
  const { rows } = await database.superuser.query(
    "select tenant_id, due_us - infra.now_us() > 86000000000 as tomorrow from infra.due where kind = 'identity.domains'",
  );
  assert.deepEqual(rows, [{ tenant_id: acme.tenant_id, tomorrow: true }]);
  const pool = database.pool("muster_worker", 2);
  let asked = 0;
  const counting = async (name: string) => {
    asked += 1;
    return txt(name);
  };
  assert.equal(
    await workOffDue(pool, recheckingDomains({ pool, txt: counting, ...test_mailing }), new AbortController().signal),
    0,
  );
  assert.equal(asked, 0);
});

test("the sign-in page finds the organisation by an address; which addresses exist is not told", async () => {
  const start = (body: Record<string, unknown>) => openPanel(server).post("/sign-in/company", body);
  const plain = ({ status, body }: Reply) => [status, { ...body, request_id: null }];
  const unknown = await start({ tenant_code: "NOWHERE" });
  assert.equal(unknown.body.code, "COMPANY_SIGN_IN_NOT_OFFERED");
  await add(it, "panel.example");
  for (const email of [ada.login, "x@nowhere.example", "no address", "@panel.example", ""])
    assert.deepEqual(plain(await start({ email })), plain(unknown), email);
  assert.deepEqual(plain(await start({})), plain(unknown));

  await database.superuser.query("delete from identity_domain");
  await verified(it, "panel.example");
  const shape = async (email: string) => {
    const reply = await start({ email });
    assert.equal(reply.status, 200, reply.text);
    const url = new URL(reply.body.location);
    for (const name of ["state", "nonce", "code_challenge"]) url.searchParams.set(name, "");
    return [reply.body.tenant_code, url.href];
  };
  const known = await shape(ada.login);
  assert.equal(known[0], "ACME");
  assert.deepEqual(
    await shape("Nobody@PANEL.example"),
    known,
    "who exists is not told: neither by the answer nor by the address",
  );
  assert.ok(!known[1]!.includes("panel.example"));
  await database.superuser.query("update identity_provider set state = 'tested' where tenant_id = $1", [acme.tenant_id]);
  assert.deepEqual(plain(await start({ email: ada.login })), plain(unknown), "a provider that is off");
  await database.superuser.query("update identity_provider set state = 'on' where tenant_id = $1", [acme.tenant_id]);
  assert.equal((await start({ email: ada.login, tenant_code: "BETA" })).body.tenant_code, "BETA", "a code says it better");
});
