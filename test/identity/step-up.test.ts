// Confirmation at the company's identity provider: with a certified one, and with answers that differ from an honest one in one
// point.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { signInThere, startCertifiedProvider, type CertifiedProvider } from "../harness/identity/certified-provider.ts";
import { signed, startOwnProvider, type Claims, type OwnProvider } from "../harness/identity/own-provider.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, session_cookie, type Panel, type TestAccount } from "../harness/panel/panel.ts";
import { startServer, type Reply, type TestServer } from "../harness/server.ts";
import { answerTo, base_url, comeBack, depart, giveProvider, honestClaims, placeOf } from "./arrange.ts";

let database: TestDatabase;
let server: TestServer;
let certified: CertifiedProvider;
let provider: OwnProvider;
let acme: TestOrganisation;
let beta: TestOrganisation;
/** IT administrators: ada has no password here, bea is another one. */
let ada: TestAccount;
let bea: TestAccount;
const secret = "a secret that the provider has made";

before(async () => {
  database = await openDatabase();
  [certified, provider] = await Promise.all([startCertifiedProvider(), startOwnProvider()]);
  server = await startServer(database, { identity_origins: [certified.issuer, provider.origin] });
  acme = await createOrganisation(database, {});
  beta = await createOrganisation(database, { organisation: { code: "BETA", name: "Beta" } });
  [ada, bea] = await Promise.all([
    createAccount(database, acme.tenant_id, "it_admin"),
    createAccount(database, acme.tenant_id, "it_admin"),
  ]);
  await database.superuser.query("update credential set password_hash = null where account_id = $1", [ada.id]);
});
after(async () => {
  await server.close();
  await Promise.all([certified.close(), provider.close()]);
  await database.close();
});
let minutes = 0;
beforeEach(async () => {
  minutes += 60;
  await database.clock.freeze(new Date(Date.parse("2026-02-02T07:00:00Z") + minutes * 60_000).toISOString());
  await database.superuser.query("delete from panel_session");
  await database.superuser.query("delete from identity_link");
  for (const { tenant_id } of [acme, beta]) await giveProvider(database, tenant_id, { issuer: provider.issuer });
});

const emails = () => ({ ada: ada.login, bea: bea.login });

async function nowS(): Promise<number> {
  const { rows } = await database.superuser.query<{ s: string }>("select (infra.now_us() / 1000000)::text as s");
  return Number(rows[0]!.s);
}

/** The browser comes back from the test's own provider, with `claims` about the person. */
async function backWith(panel: Panel, sent_to: URL, who: "ada" | "bea", claims: Claims): Promise<Reply> {
  const honest = await honestClaims(database, provider, sent_to, {
    sub: who,
    email: emails()[who],
    email_verified: true,
    ...claims,
  });
  provider.id_token = signed(provider.key, honest);
  return comeBack(server, panel, answerTo(sent_to, provider));
}

/** A browser in which a person has signed in by the provider, and the address to which it is sent to confirm. */
async function signedIn(who: "ada" | "bea" = "ada"): Promise<Panel> {
  const panel = openPanel(server);
  assert.equal(placeOf(await backWith(panel, await depart(panel, acme.code), who, {})), "/");
  return panel;
}

async function asked(panel: Panel): Promise<URL> {
  const reply = await panel.post("/step-up/company");
  assert.equal(reply.status, 200, reply.text);
  return new URL(reply.body.location);
}

/** An action that needs a step-up: inviting an administrator. */
let invited = 0;
const invite = (panel: Panel) => {
  invited += 1;
  const email = `new.${invited}@acme.example`;
  return panel.post("/administrators", { email, name: "New", role: "training_admin" });
};

async function unconfirmed(panel: Panel): Promise<void> {
  assert.equal((await invite(panel)).body.code, "STEP_UP_REQUIRED");
}

async function lastOutcome(): Promise<string> {
  const { rows } = await database.superuser.query("select purpose, outcome from identity_sign_in order by id desc limit 1");
  return `${rows[0].purpose} ${rows[0].outcome}`;
}

test("an administrator without a password here confirms at a certified provider, which asks anew who it is", async () => {
  await database.clock.freeze(new Date().toISOString());
  certified.serve(
    { ada: { email: ada.login, email_verified: true } },
    { client_id: "muster", client_secret: secret, redirect_uris: [`${base_url}/panel/sign-in/ACME/callback`] },
  );
  await giveProvider(database, acme.tenant_id, { issuer: certified.issuer, secret });
  const [panel, cookies] = [openPanel(server), new Map<string, string>()];
  const location = await depart(panel, acme.code);
  await comeBack(server, panel, await signInThere(certified.issuer, location.href, "ada", cookies));
  await unconfirmed(panel);
  assert.deepEqual((await panel.get("/step-up")).body, { password: false, identity_provider: true });

  const before = panel.cookies.get(session_cookie);
  const sent_to = await asked(panel);
  assert.deepEqual([sent_to.searchParams.get("prompt"), sent_to.searchParams.get("max_age")], ["login", "0"]);
  const back = await signInThere(certified.issuer, sent_to.href, "ada", cookies);
  assert.equal(placeOf(await comeBack(server, panel, back)), "/confirm-company?came=ok");
  assert.notEqual(panel.cookies.get(session_cookie), before, "the session has a new token");
  assert.equal((await invite(panel)).status, 201);
  assert.equal(await lastOutcome(), "step_up OK");
  const { rows } = await database.superuser.query(
    "select actor_id, changes from audit_log where operation = 'session.step-up' order by id desc limit 1",
  );
  assert.deepEqual([rows[0].actor_id, rows[0].changes.by], [ada.id, "identity_provider"]);
});

test("the confirmation counts for ten minutes, and for the session that asked for it alone", async () => {
  const [panel, other] = [await signedIn(), await signedIn()];
  const reply = await backWith(panel, await asked(panel), "ada", { auth_time: await nowS() });
  assert.equal(placeOf(reply), "/confirm-company?came=ok");
  assert.equal((await invite(panel)).status, 201);
  await unconfirmed(other);
  await database.clock.freeze(new Date((await nowS()) * 1000 + 601_000).toISOString());
  await unconfirmed(panel);
});

test("an authentication from before the question, or without a time, confirms nothing", async () => {
  const now_s = await nowS();
  const cases: [Claims, string][] = [
    [{}, "AUTH_TIME_MISSING"],
    [{ auth_time: String(now_s) }, "RESPONSE_INVALID"],
    [{ auth_time: null }, "RESPONSE_INVALID"],
    [{ auth_time: now_s - 10 }, "AUTH_TIME_TOO_OLD"],
    [{ auth_time: now_s - 3_600 }, "AUTH_TIME_TOO_OLD"],
    [{ auth_time: now_s + 3_600 }, "AUTH_TIME_TOO_OLD"],
  ];
  for (const [claims, outcome] of cases) {
    const panel = await signedIn();
    const reply = await backWith(panel, await asked(panel), "ada", claims);
    assert.equal(placeOf(reply), "/confirm-company?came=refused", JSON.stringify(claims));
    assert.equal(await lastOutcome(), `step_up ${outcome}`, JSON.stringify(claims));
    await unconfirmed(panel);
    assert.equal((await panel.get("/session")).status, 200, "the session goes on as it was");
  }
});

test("an old authentication stays old where the provider's clock is four minutes ahead or behind", async () => {
  for (const skew_s of [-239, 239]) {
    const panel = await signedIn();
    const there_s = (await nowS()) + skew_s;
    const times = { iat: there_s, exp: there_s + 600 };
    const old = await backWith(panel, await asked(panel), "ada", { ...times, auth_time: there_s - 60 });
    assert.equal(placeOf(old), "/confirm-company?came=refused", `${skew_s}`);
    const fresh = await backWith(panel, await asked(panel), "ada", { ...times, auth_time: there_s });
    assert.equal(placeOf(fresh), "/confirm-company?came=ok", `${skew_s}`);
  }
});

test("another account at the provider confirms nothing, known here or not", async () => {
  await signedIn("bea");
  const auth_time = await nowS();
  const panel = await signedIn("ada");
  assert.equal(placeOf(await backWith(panel, await asked(panel), "bea", { auth_time })), "/confirm-company?came=unknown");
  assert.equal(await lastOutcome(), "step_up OTHER_ACCOUNT");
  const nobody = { auth_time, sub: "mallory", email: "mallory@panel.example" };
  assert.equal(placeOf(await backWith(panel, await asked(panel), "ada", nobody)), "/confirm-company?came=unknown");
  const as_new_subject = { auth_time, sub: "another subject of ada" };
  assert.equal(placeOf(await backWith(panel, await asked(panel), "ada", as_new_subject)), "/confirm-company?came=unknown");
  await unconfirmed(panel);
});

test("an answer confirms once, in the browser and the session that it was asked for", async () => {
  const auth_time = await nowS();
  const panel = await signedIn();
  const sent_to = await asked(panel);
  const thief = await signedIn("bea");
  assert.equal(placeOf(await backWith(thief, sent_to, "ada", { auth_time })), "/sign-in?company=interrupted", "another browser");
  await unconfirmed(thief);
  const trip = [...panel.cookies].find(([name]) => name.endsWith("muster_identity"))!;
  thief.cookies.set(...trip);
  assert.equal(placeOf(await backWith(thief, sent_to, "ada", { auth_time })), "/sign-in?company=interrupted", "another session");
  await unconfirmed(thief);
  assert.equal(placeOf(await backWith(panel, sent_to, "ada", { auth_time })), "/sign-in?company=interrupted", "it is used up");
  const again = await asked(panel);
  assert.equal(placeOf(await backWith(panel, again, "ada", { auth_time })), "/confirm-company?came=ok");
  assert.equal(placeOf(await backWith(panel, again, "ada", { auth_time })), "/sign-in?company=interrupted", "a replayed state");
});

test("an answer for one organisation confirms nothing at the address of another", async () => {
  const panel = await signedIn();
  const sent_to = await asked(panel);
  sent_to.searchParams.set("redirect_uri", `${base_url}/panel/sign-in/BETA/callback`);
  assert.equal(placeOf(await backWith(panel, sent_to, "ada", { auth_time: await nowS() })), "/sign-in?company=interrupted");
  await unconfirmed(panel);
});

test("the answer to a sign-in confirms nothing, and the answer to a question opens no session", async () => {
  const auth_time = await nowS();
  const panel = await signedIn();
  assert.equal(placeOf(await backWith(panel, await depart(panel, acme.code), "ada", { auth_time })), "/");
  await unconfirmed(panel);
  const sent_to = await asked(panel);
  panel.cookies.delete(session_cookie);
  assert.equal(placeOf(await backWith(panel, sent_to, "ada", { auth_time })), "/sign-in?company=interrupted");
  assert.equal(panel.cookies.has(session_cookie), false);
});

test("where the organisation names contexts, the provider is asked for them, and one of them must have been used", async () => {
  await database.superuser.query("update identity_provider set step_up_acr = 'phrh phr' where tenant_id = $1", [acme.tenant_id]);
  const auth_time = await nowS();
  const panel = await signedIn();
  const sent_to = await asked(panel);
  assert.equal(sent_to.searchParams.get("acr_values"), "phrh phr");
  for (const claims of [{}, { acr: "pwd" }, { acr: ["phr"] }]) {
    const reply = await backWith(panel, await asked(panel), "ada", { auth_time, ...claims });
    assert.equal(placeOf(reply), "/confirm-company?came=refused", JSON.stringify(claims));
    assert.equal(await lastOutcome(), "step_up ACR_DIFFERS");
  }
  assert.equal(placeOf(await backWith(panel, await asked(panel), "ada", { auth_time, acr: "phr" })), "/confirm-company?came=ok");
});

test("who belongs to no subject, and an organisation whose provider is off, are sent nowhere", async () => {
  const panel = await signedIn();
  await database.superuser.query("delete from identity_link");
  assert.equal((await panel.post("/step-up/company")).body.code, "COMPANY_SIGN_IN_NOT_OFFERED");
  assert.deepEqual((await panel.get("/step-up")).body, { password: false, identity_provider: false });
  const other = await signedIn();
  const sent_to = await asked(other);
  await database.superuser.query("update identity_provider set state = 'tested' where tenant_id = $1", [acme.tenant_id]);
  assert.equal((await other.post("/step-up/company")).body.code, "COMPANY_SIGN_IN_NOT_OFFERED");
  assert.equal(placeOf(await backWith(other, sent_to, "ada", { auth_time: await nowS() })), "/sign-in?company=interrupted");
});
