// Confirmation at a SAML provider: what counts is when and how the provider says that the person authenticated, and not what was
// requested.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import {
  assertionXml,
  newSamlKey,
  readRequest,
  responseXml,
  signXml,
  type Request,
  type Said,
} from "../../harness/identity/saml-answers.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, openPanel, session_cookie, type Panel, type TestAccount } from "../../harness/panel/panel.ts";
import { startServer, type Reply, type TestServer } from "../../harness/server.ts";
import { depart, placeOf } from "../arrange.ts";
import { giveSaml, honest, postBack } from "./arrange.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let ada: TestAccount;
let bea: TestAccount;
const key = newSamlKey();
const now = "2026-02-02T07:00:00.000Z";

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {});
  ada = await createAccount(database, acme.tenant_id, "it_admin");
  bea = await createAccount(database, acme.tenant_id, "it_admin");
});
after(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  await database.clock.freeze(now);
  await giveSaml(database, acme, [key]);
  for (const table of ["identity_sign_in", "identity_link", "identity_assertion", "panel_session"])
    await database.superuser.query(`delete from ${table}`);
});

let assertions = 0;
function back(panel: Panel, request: Request, more: Partial<Said>): Promise<Reply> {
  assertions += 1;
  const said = honest(request, now, { email: ada.login, assertion_id: `_assertion-${assertions}`, ...more });
  const xml = signXml(responseXml(said, assertionXml(said)), key, "Assertion");
  return postBack(server, panel, request.acs_url, { xml, relay_state: request.relay_state });
}

/** A browser in which Ada has signed in by the provider. */
async function signedIn(): Promise<Panel> {
  const panel = openPanel(server);
  assert.equal(placeOf(await back(panel, readRequest(await depart(panel, acme.code)), {})), "/");
  return panel;
}

async function asked(panel: Panel): Promise<Request> {
  const reply = await panel.post("/step-up/company");
  assert.equal(reply.status, 200, reply.text);
  return readRequest(new URL(reply.body.location));
}

const isSteppedUp = async (panel: Panel) => (await panel.get("/session")).body.stepped_up_until !== null;

async function lastOutcome(): Promise<string> {
  const { rows } = await database.superuser.query("select purpose, outcome from identity_sign_in order by id desc limit 1");
  return `${rows[0].purpose} ${rows[0].outcome}`;
}

test("the provider is asked to ask anew (ForceAuthn), and one who has just signed in there has confirmed", async () => {
  const panel = await signedIn();
  assert.equal(await isSteppedUp(panel), false, "a sign-in confirms nothing");
  const before = panel.cookies.get(session_cookie);
  const request = await asked(panel);
  assert.match(request.xml, /ForceAuthn="true"/);
  assert.equal(placeOf(await back(panel, request, {})), "/confirm-company?came=ok");
  assert.notEqual(panel.cookies.get(session_cookie), before, "the session has a new token");
  assert.equal(await isSteppedUp(panel), true);
  assert.equal(await lastOutcome(), "step_up OK");
});

test("an authentication from before the question confirms nothing, by clocks that are four minutes apart either", async () => {
  for (const skew_s of [-239, 0, 239]) {
    const panel = await signedIn();
    const times = { issued_s: skew_s, not_before_s: skew_s - 60, not_on_or_after_s: skew_s + 600 };
    const old = await back(panel, await asked(panel), { ...times, authenticated_s: skew_s - 60 });
    assert.equal(placeOf(old), "/confirm-company?came=refused", `${skew_s}`);
    assert.equal(await lastOutcome(), "step_up AUTH_TIME_TOO_OLD");
    assert.equal(await isSteppedUp(panel), false);
    const fresh = await back(panel, await asked(panel), { ...times, authenticated_s: skew_s });
    assert.equal(placeOf(fresh), "/confirm-company?came=ok", `${skew_s}`);
  }
});

test("another account, another browser, a second use, and the answer to a sign-in confirm nothing", async () => {
  const panel = await signedIn();
  const other = { name_id: "subject-2", email: bea.login };
  assert.equal(placeOf(await back(panel, await asked(panel), other)), "/confirm-company?came=unknown");
  assert.equal(await lastOutcome(), "step_up OTHER_ACCOUNT");
  const request = await asked(panel);
  assert.equal(placeOf(await back(openPanel(server), request, {})), "/sign-in?company=interrupted", "another browser");
  assert.equal(placeOf(await back(panel, readRequest(await depart(panel, acme.code)), {})), "/", "a sign-in");
  assert.equal(await isSteppedUp(panel), false);
  const again = await asked(panel);
  assert.equal(placeOf(await back(panel, again, {})), "/confirm-company?came=ok");
  assert.equal(placeOf(await back(panel, again, {})), "/sign-in?company=interrupted", "a second use");
});

test("where the organisation names contexts, they are asked for, and one of them must have been used", async () => {
  const strong = "https://refeds.org/profile/mfa";
  await database.superuser.query("update identity_provider set step_up_acr = $2 where tenant_id = $1", [acme.tenant_id, strong]);
  const panel = await signedIn();
  const request = await asked(panel);
  assert.ok(
    request.xml.includes(`<saml:AuthnContextClassRef xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${strong}<`),
    request.xml,
  );
  assert.equal(placeOf(await back(panel, request, {})), "/confirm-company?came=refused");
  assert.equal(await lastOutcome(), "step_up ACR_DIFFERS");
  assert.equal(placeOf(await back(panel, await asked(panel), { context: strong })), "/confirm-company?came=ok");
});
