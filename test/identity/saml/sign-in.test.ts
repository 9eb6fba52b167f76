// Sign-in with a real SAML identity provider over HTTP, from the set-up to the sign-out.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { newSamlKey } from "../../harness/identity/saml-answers.ts";
import { readForm, signInThere, startSamlProvider, type RunningSamlProvider } from "../../harness/identity/saml-provider.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, openPanel, session_cookie, sessionOf, type Panel, type TestAccount } from "../../harness/panel/panel.ts";
import { startServer, type Reply, type TestServer } from "../../harness/server.ts";
import { base_url, codeNow, depart, giveSecondFactor, placeOf, verifyDomain } from "../arrange.ts";
import { postBack } from "./arrange.ts";

let database: TestDatabase;
let server: TestServer;
let provider: RunningSamlProvider;
let acme: TestOrganisation;
let ada: TestAccount;
let lena: TestAccount;
let it: Panel;
let metadata: string;
const wants = { idp_initiated: false, subject_attribute: null, email_attribute: null, external_id_claim: null };

before(async () => {
  database = await openDatabase();
  provider = await startSamlProvider();
  server = await startServer(database, { identity_origins: [provider.origin] });
  acme = await createOrganisation(database, {});
  await verifyDomain(database, acme.tenant_id);
  ada = await createAccount(database, acme.tenant_id, "it_admin");
  lena = await createAccount(database, acme.tenant_id, "learner");
  it = await sessionOf(server, database, acme.tenant_id, ada);
  metadata = await (await fetch(provider.metadata_url)).text();
});
after(async () => {
  await server.close();
  await provider.close();
  await database.close();
});

const save = (body: Record<string, unknown>) => it.call("PUT", "/identity-provider/saml", { body: { ...wants, ...body } });

/** Configures the provider with the service's metadata and its people. */
async function serve(more: { encrypted?: boolean; sign?: "assertion" | "response" } = {}): Promise<void> {
  const { body } = await it.get("/identity-provider");
  const own = await (await fetch(`${server.url}/panel/sign-in/acme/metadata`)).text();
  const of = (pattern: RegExp) => pattern.exec(own)![1]!;
  assert.equal(of(/entityID="([^"]+)"/), body.entity_id);
  assert.equal(of(/AssertionConsumerService[^>]*Location="([^"]+)"/), body.redirect_uri);
  assert.match(own, /AuthnRequestsSigned="true" WantAssertionsSigned="true"/);
  provider.serve(
    {
      ada: { name_id: "id-of-ada", email: ada.login },
      lena: { name_id: "id-of-lena", email: lena.login },
      stranger: { name_id: "id-of-stranger", email: "stranger@panel.example" },
    },
    { acs_url: body.redirect_uri, entity_id: body.entity_id, certificate: body.provider.saml.own_certificate, ...more },
  );
}

/** The whole sign-in as a browser does it: to the provider, back by its form without cookies, and again from our own page. */
async function goThrough(panel: Panel, location: string, login: string): Promise<Reply> {
  const { action, fields } = await signInThere(location, login);
  const xml = Buffer.from(fields["SAMLResponse"]!, "base64").toString();
  const form = { xml, relay_state: fields["RelayState"]! };
  const page = await postBack(server, panel, action, form, false);
  if (page.status === 303) return page;
  assert.deepEqual(readForm(page.text), {
    action: "?again=1",
    fields: { SAMLResponse: Buffer.from(xml).toString("base64"), RelayState: form.relay_state },
  });
  return postBack(server, panel, action, form);
}

const signIn = async (login: string, next?: string) => {
  const panel = openPanel(server);
  return { panel, reply: await goThrough(panel, (await depart(panel, acme.code, next)).href, login) };
};

test("set up by pasted metadata, tested, switched on: and who signs in is where their link led", async () => {
  assert.equal((await fetch(`${server.url}/panel/sign-in/acme/metadata`)).status, 404, "before it is set up");
  const saved = await save({ metadata });
  assert.equal(saved.status, 200, saved.text);
  const { provider: record } = saved.body;
  assert.deepEqual(
    [record.protocol, record.issuer, record.authentication, record.state, record.saml.sso_url, record.saml.certificates.length],
    ["saml", provider.issuer, "signed_request", "draft", `${provider.origin}/sso`, 1],
  );
  assert.equal(record.client_id, `${base_url}/panel/sign-in/ACME/metadata`);
  assert.doesNotMatch(saved.text, /PRIVATE KEY/);
  await serve();
  const early = await openPanel(server).post("/sign-in/company", { tenant_code: acme.code });
  assert.equal(early.body.code, "COMPANY_SIGN_IN_NOT_OFFERED");
  const on = () => it.call("PUT", "/identity-provider/state", { body: { on: true } });
  assert.equal((await on()).body.code, "PROVIDER_NOT_TESTED");

  const departure = await it.post("/identity-provider/test");
  assert.equal(departure.status, 200, departure.text);
  assert.equal(placeOf(await goThrough(it, departure.body.location, "ada")), "/settings/sign-in?test=ok");
  assert.equal((await on()).body.provider.state, "on");

  const { panel, reply } = await signIn("lena", "/my-certificates");
  assert.equal(placeOf(reply), "/my-certificates");
  assert.equal((await panel.get("/session")).body.account.login, lena.login);
  const { body } = await it.get("/identity-provider/sign-ins");
  assert.deepEqual(
    body.sign_ins.map(({ purpose, outcome, subject }: any) => [purpose, outcome, subject]),
    [
      ["sign_in", "OK", "id-of-lena"],
      ["test", "OK", "id-of-ada"],
    ],
  );
});

test("a response that is signed as a whole, and assertions that are encrypted for us, sign in", async () => {
  for (const more of [{ sign: "response" }, { encrypted: true }, { encrypted: true, sign: "response" }] as const) {
    await serve(more);
    const { panel, reply } = await signIn("lena");
    assert.equal(placeOf(reply), "/", JSON.stringify(more) + (await it.get("/identity-provider/sign-ins")).text.slice(0, 300));
    assert.equal((await panel.get("/session")).status, 200);
  }
  await serve();
});

test("the provider refuses a request that we have not signed: ours are", async () => {
  const location = await depart(openPanel(server), acme.code);
  assert.equal(location.searchParams.get("SigAlg"), "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
  location.searchParams.set("RelayState", "of-somebody-else");
  await assert.rejects(signInThere(location.href, "lena"), /no form/);
});

test("who has no account here is told so, and the administrators read why", async () => {
  const { panel, reply } = await signIn("stranger");
  assert.equal(placeOf(reply), "/sign-in?company=unknown");
  assert.equal(panel.cookies.has(session_cookie), false);
  const { body } = await it.get("/identity-provider/sign-ins");
  assert.equal(body.sign_ins[0].outcome, "NOT_KNOWN");
});

test("the door is found by the address of a verified domain", async () => {
  const found = await openPanel(server).post("/sign-in/company", { email: "anybody@panel.example" });
  assert.equal(found.status, 200, found.text);
  assert.equal(new URL(found.body.location).origin, provider.origin);
  assert.equal(found.body.tenant_code, "ACME");
});

test("required for all: passwords open nothing, SAML does, the administrator for emergencies gets in, and the provider stays", async () => {
  const secret = await giveSecondFactor(database, ada.id);
  const set = (rule: string) => it.call("PUT", "/identity-provider/rule", { body: { rule, break_glass_id: ada.id } });
  const required = await set("required_for_all");
  assert.equal(required.status, 200, required.text);
  const password = "three green bicycles";
  const by = (login: string, more = {}) =>
    openPanel(server).post("/sign-in", { tenant_code: acme.code, login, password, ...more });
  assert.equal((await by(lena.login)).body.code, "COMPANY_SIGN_IN_REQUIRED");
  const { panel, reply } = await signIn("lena");
  assert.equal(placeOf(reply), "/");
  assert.equal((await panel.get("/session")).status, 200);
  assert.equal((await by(ada.login, { totp: await codeNow(database, secret) })).status, 200, "break-glass");
  const other = await save({ metadata: metadata.replace(`entityID="${provider.issuer}"`, 'entityID="https://other.example"') });
  assert.equal(other.body.code, "PROVIDER_REQUIRED");
  assert.equal((await it.delete("/identity-provider")).body.code, "PROVIDER_REQUIRED");
  assert.equal((await save({ metadata })).status, 200, "the same provider may be saved again");
  assert.equal((await set("offered")).status, 200);
});

test("certificate roll-over: the new one counts beside the old one, no test is asked for again, and an old one that is gone counts no more", async () => {
  const old = provider.key;
  const next = newSamlKey(Date.now());
  provider.published = [next];
  const both = await save({ metadata: await (await fetch(provider.metadata_url)).text() });
  assert.deepEqual([both.body.provider.state, both.body.provider.saml.certificates.length], ["on", 2]);
  assert.equal(placeOf((await signIn("lena")).reply), "/");
  Object.assign(provider, { key: next, published: [] });
  assert.equal(placeOf((await signIn("lena")).reply), "/", "by the new one");
  await save({ metadata: await (await fetch(provider.metadata_url)).text() });
  assert.equal(placeOf((await signIn("lena")).reply), "/");
  provider.key = old;
  assert.equal(placeOf((await signIn("lena")).reply), "/sign-in?company=refused");
  assert.equal((await it.get("/identity-provider/sign-ins")).body.sign_ins[0].outcome, "SIGNATURE_INVALID");
  provider.key = next;
});

test("begun at the provider: nothing where the organisation does not want it; else the browser is sent to ask, and lands where RelayState says", async () => {
  const unasked = (relay_state: string) => `${provider.origin}/sso?RelayState=${encodeURIComponent(relay_state)}`;
  const bring = async (panel: Panel, relay_state: string) => {
    const { action, fields } = await signInThere(unasked(relay_state), "lena");
    const xml = Buffer.from(fields["SAMLResponse"]!, "base64").toString();
    return postBack(server, panel, action, { xml, relay_state }, false);
  };
  const nobody = openPanel(server);
  assert.equal(placeOf(await bring(nobody, "")), "/sign-in?company=interrupted");
  assert.equal((await save({ idp_initiated: true })).body.provider.state, "on");
  for (const [relay_state, place] of [
    ["/my-certificates", "/my-certificates"],
    ["", "/"],
    ["https://evil.example/", "/"],
    ["//evil.example", "/"],
  ] as const) {
    const panel = openPanel(server);
    const reply = await bring(panel, relay_state);
    assert.equal(reply.status, 303, reply.text);
    assert.equal(panel.cookies.has(session_cookie), false, "the response itself signs nobody in");
    const location = reply.headers.get("location")!;
    assert.ok(location.startsWith(`${provider.origin}/sso?SAMLRequest=`), location);
    assert.equal(placeOf(await goThrough(panel, location, "lena")), place);
    assert.equal((await panel.get("/session")).body.account.login, lena.login);
  }
});

test("metadata is needed, once; the audit log has certificates by their digests, and no key", async () => {
  const both = await save({ metadata, metadata_url: provider.metadata_url });
  assert.equal(both.status, 422, both.text);
  const audit = await database.superuser.query(
    "select changes from audit_log where operation = 'identity_provider.set' order by id",
  );
  assert.match(JSON.stringify(audit.rows[0].changes), /certificates/);
  assert.doesNotMatch(JSON.stringify(audit.rows), /PRIVATE KEY|MII/);
  assert.equal((await it.delete("/identity-provider")).status, 204);
  assert.equal((await save({})).status, 422);
});
