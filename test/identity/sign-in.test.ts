// Sign-in by the company's identity with a certified provider, from the set-up on, and what ends such a session.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { signInThere, startCertifiedProvider, type CertifiedProvider } from "../harness/identity/certified-provider.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import {
  createAccount,
  openPanel,
  session_cookie,
  sessionOf,
  test_password,
  type Panel,
  type TestAccount,
} from "../harness/panel/panel.ts";
import { scimOf, urns, type Scim } from "../harness/scim.ts";
import { startServer, type Reply, type TestServer } from "../harness/server.ts";
import { base_url, comeBack, depart, placeOf, verifyDomain } from "./arrange.ts";

let database: TestDatabase;
let servers: TestServer[];
let server: TestServer;
let acme: TestOrganisation;
let provider: CertifiedProvider;
let scim: Scim;
let it: Panel;
let ada: TestAccount;
const secret = "a secret that the provider has made";
const redirect_uri = `${base_url}/panel/sign-in/ACME/callback`;
/** The provider's claims about people, by login. */
const directory: Record<string, { email?: string; email_verified?: boolean }> = {};

before(async () => {
  database = await openDatabase();
  provider = await startCertifiedProvider();
  provider.serve(directory, { client_id: "muster", client_secret: secret, redirect_uris: [redirect_uri] });
  servers = await Promise.all([0, 1].map(() => startServer(database, { identity_origins: [provider.issuer] })));
  server = servers[0]!;
  acme = await createOrganisation(database, { clients: [{ name: "idp", scopes: ["scim"], scim_profile: "generic" }] });
  scim = scimOf(server, acme.code, acme.clients["idp"]!.secret);
  await verifyDomain(database, acme.tenant_id);
  ada = await createAccount(database, acme.tenant_id, "it_admin");
  directory["ada"] = { email: ada.login, email_verified: true };
  it = await sessionOf(server, database, acme.tenant_id, ada);
});
after(async () => {
  await Promise.all(servers.map((one) => one.close()));
  await provider.close();
  await database.close();
});

const put = (body: Record<string, unknown>) =>
  it.call("PUT", "/identity-provider", {
    body: {
      issuer: provider.issuer,
      client_id: "muster",
      authentication: "client_secret_basic",
      external_id_claim: "sub",
      ...body,
    },
  });
const turn = (on: boolean) => it.call("PUT", "/identity-provider/state", { body: { on } });

/** The administrator's test sign-in, as `login` at the provider. */
async function tryOut(login: string): Promise<string> {
  const reply = await it.post("/identity-provider/test");
  assert.equal(reply.status, 200, reply.text);
  return placeOf(await comeBack(server, it, await signInThere(provider.issuer, reply.body.location, login)));
}

/** A browser that signs in at the provider as `login`. */
async function signIn(login: string, next?: string): Promise<{ panel: Panel; reply: Reply }> {
  const panel = openPanel(server);
  const location = await depart(panel, acme.code, next);
  return { panel, reply: await comeBack(server, panel, await signInThere(provider.issuer, location.href, login)) };
}

async function lastSignIn(): Promise<any> {
  return (await it.get("/identity-provider/sign-ins")).body.sign_ins[0];
}

async function audited(operation: string): Promise<any[]> {
  const { rows } = await database.superuser.query(
    "select actor_type, actor_name, target_type, target_id, changes, personal from audit_log where operation = $1 order by id",
    [operation],
  );
  return rows;
}

test("it is set up from the discovery address, tested, and only then switched on", async () => {
  assert.equal((await it.get("/identity-provider")).body.provider, null);
  const nothing_yet = await openPanel(server).post("/sign-in/company", { tenant_code: "ACME" });
  const nobody = await openPanel(server).post("/sign-in/company", { tenant_code: "NOWHERE" });
  const plain = ({ status, body }: Reply) => [status, { ...body, request_id: null }];
  assert.deepEqual(plain(nothing_yet), plain(nobody), "an organisation without a provider, and none");
  assert.equal(nothing_yet.body.code, "COMPANY_SIGN_IN_NOT_OFFERED");

  assert.deepEqual((await put({})).body.errors[0].pointer, "#/client_secret", "a secret is needed");
  const saved = await put({ issuer: `${provider.issuer}/.well-known/openid-configuration`, client_secret: "wrong at first" });
  assert.equal(saved.status, 200, saved.text);
  assert.deepEqual(
    [saved.body.redirect_uri, saved.body.provider.issuer, saved.body.provider.state],
    [redirect_uri, provider.issuer, "draft"],
  );
  assert.ok(!saved.text.includes("wrong at first"), "the secret is shown");
  assert.equal((await turn(true)).body.code, "PROVIDER_NOT_TESTED");

  assert.equal(await tryOut("ada"), "/settings/sign-in?test=failed");
  const failed = await lastSignIn();
  assert.deepEqual([failed.purpose, failed.outcome], ["test", "CLIENT_REFUSED"]);
  assert.match(failed.said, /^invalid_client/);
  assert.equal((await turn(true)).body.code, "PROVIDER_NOT_TESTED");

  assert.equal((await put({ client_secret: secret })).body.provider.state, "draft");
  assert.equal(await tryOut("ada"), "/settings/sign-in?test=ok");
  const tested = await lastSignIn();
  assert.deepEqual([tested.outcome, tested.subject, tested.account.id, tested.linked], ["OK", "ada", ada.id, false]);
  assert.equal((await it.get("/session")).body.account.login, ada.login, "the administrator's session goes on");
  assert.equal((await openPanel(server).post("/sign-in/company", { tenant_code: "ACME" })).status, 404, "tested is not on");
  assert.equal((await turn(true)).body.provider.state, "on");

  const kinds = ["set", "test", "switch_on", "refuse_sign_in"].map((verb) => audited(`identity_provider.${verb}`));
  assert.deepEqual(
    (await Promise.all(kinds)).map(({ length }) => length),
    [2, 1, 1, 1],
  );
  const { rows } = await database.superuser.query("select audit_log::text as row from audit_log");
  assert.ok(!rows.some(({ row }) => row.includes(secret)), "the audit log has the secret");
});

test("a test proves the provider also where the tester's own identity matches no account", async () => {
  directory["stranger"] = { email: "stranger@elsewhere.example", email_verified: true };
  assert.equal(await tryOut("stranger"), "/settings/sign-in?test=unknown");
  assert.deepEqual((await lastSignIn()).outcome, "NOT_KNOWN");
});

test("an administrator signs in by the verified address, and goes on where the link led; the second time by the subject", async () => {
  const { panel, reply } = await signIn("ada", "/people?state=active");
  assert.equal(placeOf(reply), "/people?state=active");
  const [cookie] = reply.headers.getSetCookie();
  assert.match(cookie!, /^__Host-muster_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/);
  assert.deepEqual([reply.headers.get("cache-control"), reply.headers.get("referrer-policy")], ["no-store", "no-referrer"]);
  const { account } = (await panel.get("/session")).body;
  assert.deepEqual([account.id, account.role], [ada.id, "it_admin"]);
  assert.equal((await panel.call("PUT", "/identity-provider/state", { body: { on: true } })).body.code, "STEP_UP_REQUIRED");
  assert.equal((await panel.post("/step-up", { password: test_password })).status, 204);
  const [begun] = (await audited("session.start")).slice(-1);
  assert.deepEqual([begun.changes, begun.personal], [{ by: "identity_provider", linked_by: "email" }, { subject: "ada" }]);
  directory["ada"] = { email: "ada.new@acme.example", email_verified: true };
  assert.equal(placeOf((await signIn("ada")).reply), "/");
  const [again] = (await audited("session.start")).slice(-1);
  assert.deepEqual(again.changes, { by: "identity_provider" });
});

let people = 0;
/** A person created by SCIM. The provider's subject is their externalId, and it has no claim about an e-mail address. */
async function provisioned(): Promise<{ id: string; subject: string }> {
  people += 1;
  const subject = `00u${people}`;
  const userName = `person${people}@acme.example`;
  const reply = await scim.post("/Users", {
    schemas: [urns.user],
    userName,
    externalId: subject,
    name: { givenName: "Lena", familyName: `No${people}` },
    emails: [{ value: userName, primary: true }],
    active: true,
  });
  assert.equal(reply.status, 201, reply.text);
  directory[subject] = {};
  return { id: reply.body.id, subject };
}

test("a person whom SCIM has brought in signs in by the externalId; who is deactivated is out at once, in every process", async () => {
  const { id, subject } = await provisioned();
  const { panel, reply } = await signIn(subject);
  assert.equal(placeOf(reply), "/");
  const tabs = servers.map((one) => {
    const tab = openPanel(one);
    tab.cookies.set(session_cookie, panel.cookies.get(session_cookie)!);
    return tab;
  });
  for (const tab of tabs) assert.equal((await tab.get("/session")).body.account.id, id);

  const patched = await scim.patch(`/Users/${id}`, [{ op: "replace", path: "active", value: false }]);
  assert.equal(patched.status, 200, patched.text);
  for (const tab of tabs) assert.equal((await tab.get("/session")).status, 401, "the next request");
  const refused = await signIn(subject);
  assert.equal(placeOf(refused.reply), "/sign-in?company=unknown");
  assert.equal((await lastSignIn()).outcome, "ACCOUNT_NOT_IN_USE");

  await scim.patch(`/Users/${id}`, [{ op: "replace", path: "active", value: true }]);
  for (const tab of tabs) assert.equal((await tab.get("/session")).status, 401, "the old session is no session again");
  assert.equal(placeOf((await signIn(subject)).reply), "/", "who is back signs in again");
});

test("a person who is deactivated while at the provider does not get in", async () => {
  const { id, subject } = await provisioned();
  const panel = openPanel(server);
  const location = await depart(panel, acme.code);
  const back = await signInThere(provider.issuer, location.href, subject);
  await scim.patch(`/Users/${id}`, [{ op: "replace", path: "active", value: false }]);
  assert.equal(placeOf(await comeBack(server, panel, back)), "/sign-in?company=unknown");
  assert.equal(panel.cookies.has(session_cookie), false);
});

test("who gives up at the provider is told, and so are the administrators", async () => {
  const panel = openPanel(server);
  const location = await depart(panel, acme.code, "/matrix");
  const back = new URL(redirect_uri);
  const answer = {
    error: "access_denied",
    error_description: "End-User aborted interaction",
    state: location.searchParams.get("state")!,
    iss: provider.issuer,
  };
  back.search = new URLSearchParams(answer).toString();
  assert.equal(placeOf(await comeBack(server, panel, back.href)), "/sign-in?company=refused&next=%2Fmatrix");
  const { outcome, said } = await lastSignIn();
  assert.deepEqual([outcome, said], ["PROVIDER_REFUSED", "access_denied: End-User aborted interaction"]);
});

test("a new secret alone keeps it on, and ways that have begun go on; another client is another provider, and they end nowhere", async () => {
  const way = async () => {
    const panel = openPanel(server);
    const location = await depart(panel, acme.code);
    return { panel, back: await signInThere(provider.issuer, location.href, "ada") };
  };
  const [one, two] = [await way(), await way()];
  const kept = await put({ client_secret: secret });
  assert.equal(kept.body.provider?.state, "on", kept.text);
  assert.equal(placeOf(await comeBack(server, one.panel, one.back)), "/");
  assert.equal((await put({ client_id: "another", client_secret: secret })).body.provider.state, "draft");
  await database.superuser.query("update identity_provider set state = 'on', tested_at = now()");
  assert.equal(placeOf(await comeBack(server, two.panel, two.back)), "/sign-in?company=interrupted");
  await database.superuser.query("update identity_provider set state = 'draft', tested_at = null");
  assert.equal((await openPanel(server).post("/sign-in/company", { tenant_code: "ACME" })).status, 404);
  assert.equal((await put({ client_id: "another" })).status, 200, "the secret stays");
  assert.equal((await it.delete("/identity-provider")).status, 204);
  assert.equal((await it.get("/identity-provider")).body.provider, null);
  assert.equal((await it.delete("/identity-provider")).status, 404);
});

test("the set-up names no provider that cannot be used, and why", async () => {
  const cases: [string, number, string | null][] = [
    ["https://127.0.0.1/", 409, "PROVIDER_ADDRESS_NOT_ALLOWED"],
    ["https://metadata.internal.example", 409, "PROVIDER_UNREACHABLE"],
    ["http://id.example", 409, "PROVIDER_ADDRESS_NOT_ALLOWED"],
    ["https://id.example:8443", 409, "PROVIDER_ADDRESS_NOT_ALLOWED"],
    ["https://user:secret@id.example", 409, "PROVIDER_ADDRESS_NOT_ALLOWED"],
    [`${provider.issuer}/nothing-here`, 409, "PROVIDER_METADATA_INVALID"],
    ["not an address", 422, null],
    [`${provider.issuer}?x=1`, 422, null],
  ];
  for (const [issuer, status, refusal] of cases) {
    const reply = await put({ issuer, client_secret: "x" });
    assert.equal(reply.status, status, `${issuer}: ${reply.text}`);
    if (refusal !== null) assert.equal(reply.body.refusal, refusal, issuer);
  }
});
