// A sign-out here also ends the session at the provider, if the organisation wants it (OpenID Connect RP-Initiated Logout 1.0).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import {
  signInThere,
  signOutThere,
  startCertifiedProvider,
  type CertifiedProvider,
} from "../harness/identity/certified-provider.ts";
import { signed, startOwnProvider, type OwnProvider } from "../harness/identity/own-provider.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, sessionOf, type Panel, type TestAccount } from "../harness/panel/panel.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { answerTo, base_url, comeBack, depart, giveProvider, honestClaims, placeOf, verifyDomain } from "./arrange.ts";

let database: TestDatabase;
let server: TestServer;
let certified: CertifiedProvider;
let own: OwnProvider;
let acme: TestOrganisation;
let ada: TestAccount;
let lena: TestAccount;
let it: Panel;
const signed_out_uri = `${base_url}/panel/sign-in?organisation=ACME`;
const client = {
  client_id: "muster",
  client_secret: "a secret that the provider has made",
  redirect_uris: [`${base_url}/panel/sign-in/ACME/callback`],
  post_logout_redirect_uris: [signed_out_uri],
};

before(async () => {
  database = await openDatabase();
  [certified, own] = await Promise.all([startCertifiedProvider(), startOwnProvider()]);
  server = await startServer(database, { identity_origins: [certified.issuer, own.origin] });
  acme = await createOrganisation(database, {});
  await verifyDomain(database, acme.tenant_id);
  ada = await createAccount(database, acme.tenant_id, "it_admin");
  lena = await createAccount(database, acme.tenant_id, "learner");
  it = await sessionOf(server, database, acme.tenant_id, ada);
  certified.serve({ lena: { email: lena.login, email_verified: true } }, client);
});
after(async () => {
  await server.close();
  await Promise.all([certified.close(), own.close()]);
  await database.close();
});

const save = (issuer: string, more: Record<string, unknown>) =>
  it.call("PUT", "/identity-provider", {
    body: {
      issuer,
      client_id: client.client_id,
      authentication: "client_secret_basic",
      client_secret: client.client_secret,
      external_id_claim: null,
      ...more,
    },
  });

const switchOn = () => database.superuser.query("update identity_provider set state = 'on', tested_at = now()");

async function signIn(cookies: Map<string, string>): Promise<Panel> {
  const panel = openPanel(server);
  const location = await depart(panel, acme.code);
  assert.equal(placeOf(await comeBack(server, panel, await signInThere(certified.issuer, location.href, "lena", cookies))), "/");
  return panel;
}

/** Signs out, which ends the session; returns the address to which the browser is sent. */
async function signOut(panel: Panel, query = ""): Promise<string | null> {
  const reply = await panel.post(`/sign-out/company${query}`);
  assert.equal(reply.status, 200, reply.text);
  assert.equal((await panel.get("/session")).status, 401, "the session has ended");
  return reply.body.location;
}

test("it is off until it is switched on; then who signs out is signed out there, and back at the sign-in page", async () => {
  const set_up = await save(certified.issuer, {});
  assert.deepEqual([set_up.body.provider.sign_out_there, set_up.body.signed_out_uri], [false, signed_out_uri]);
  await switchOn();
  const cookies = new Map<string, string>();
  assert.equal(await signOut(await signIn(cookies)), null);

  assert.equal((await save(certified.issuer, { sign_out_there: true })).body.provider.sign_out_there, true);
  const location = (await signOut(await signIn(cookies), "?post_logout_redirect_uri=https://evil.example/"))!;
  const { origin, searchParams } = new URL(location);
  assert.equal(origin, certified.issuer);
  assert.deepEqual(Object.fromEntries(searchParams), { client_id: "muster", post_logout_redirect_uri: signed_out_uri });
  assert.equal(await signOutThere(location, cookies), signed_out_uri);
  const silent = await depart(openPanel(server), acme.code);
  silent.searchParams.set("prompt", "none");
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const again = await fetch(silent, { redirect: "manual", headers: { cookie } });
  assert.equal(new URL(again.headers.get("location")!).searchParams.get("error"), "login_required", "nobody is signed in there");
});

test("a session that did not begin at the provider ends here alone, and so do all while the provider is off", async () => {
  assert.equal(await signOut(await sessionOf(server, database, acme.tenant_id, lena)), null);
  const panel = await signIn(new Map());
  await database.superuser.query("update identity_provider set state = 'tested'");
  assert.equal(await signOut(panel), null);
});

async function signInAtOwn(): Promise<Panel> {
  await giveProvider(database, acme.tenant_id, { issuer: own.issuer });
  await database.superuser.query("update identity_provider set sign_out_there = true");
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code);
  const claims = await honestClaims(database, own, sent_to, { email: lena.login, email_verified: true });
  own.id_token = signed(own.key, claims);
  assert.equal(placeOf(await comeBack(server, panel, answerTo(sent_to, own))), "/");
  return panel;
}

test("a provider that does not say where is refused at set-up, and so is an address that leads inwards or is none", async () => {
  for (const end of [undefined, "https://10.0.0.1/logout", "http://id.example/logout", "javascript:alert(1)", 7]) {
    own.metadata = end === undefined ? {} : { end_session_endpoint: end };
    const refused = await save(own.issuer, { sign_out_there: true });
    assert.deepEqual([refused.status, refused.body.said], [409, "end_session_endpoint is missing"], String(end));
    assert.equal((await save(own.issuer, { sign_out_there: false })).status, 200, "people can sign in all the same");
    assert.equal(await signOut(await signInAtOwn()), null, String(end));
  }
});

test("a provider that is down keeps nobody signed in", async () => {
  own.metadata = { end_session_endpoint: `${own.origin}/logout?of=muster` };
  assert.equal((await save(own.issuer, { sign_out_there: true })).status, 200);
  const panel = await signInAtOwn();
  const other = await startServer(database, { identity_origins: [own.origin] });
  try {
    const tab = openPanel(other);
    for (const [name, value] of panel.cookies) tab.cookies.set(name, value);
    own.instead.set("/.well-known/openid-configuration", (_request, _body, reply) => void reply.destroy());
    assert.equal(await signOut(tab), null);
    own.instead.clear();
  } finally {
    await other.close();
  }
  const location = new URL((await signOut(await signInAtOwn()))!);
  assert.deepEqual([location.searchParams.get("of"), location.searchParams.get("client_id")], ["muster", "muster"]);
});
