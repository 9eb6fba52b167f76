// Browsers that several people share: sessions are short, nothing about the previous user is kept, and the provider asks for
// credentials each time.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { signed, startOwnProvider, type Claims, type OwnProvider } from "../harness/identity/own-provider.ts";
import { assertionXml, newSamlKey, readRequest, responseXml, signXml } from "../harness/identity/saml-answers.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import {
  createAccount,
  openPanel,
  session_cookie,
  signInAs,
  test_password,
  type Panel,
  type TestAccount,
} from "../harness/panel/panel.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { answerTo, comeBack, depart, giveProvider, honestClaims, placeOf } from "./arrange.ts";
import { giveSaml, honest, postBack } from "./saml/arrange.ts";

let database: TestDatabase;
let server: TestServer;
let provider: OwnProvider;
let acme: TestOrganisation;
let lena: TestAccount;
const key = newSamlKey();
const now = "2026-02-02T07:00:00.000Z";
const now_s = Date.parse(now) / 1_000;

before(async () => {
  database = await openDatabase();
  provider = await startOwnProvider();
  server = await startServer(database, { identity_origins: [provider.origin] });
  acme = await createOrganisation(database, {});
  lena = await createAccount(database, acme.tenant_id, "learner");
});
after(async () => {
  await server.close();
  await provider.close();
  await database.close();
});
beforeEach(async () => {
  await database.clock.freeze(now);
  await giveProvider(database, acme.tenant_id, { issuer: provider.issuer });
  await database.superuser.query("delete from identity_sign_in");
});

async function sharedBrowser(): Promise<Panel> {
  const panel = openPanel(server);
  const marked = await panel.post("/shared-browser");
  assert.equal(marked.status, 204, marked.text);
  return panel;
}

const byPassword = (panel: Panel) =>
  panel.post("/sign-in", { tenant_code: acme.code, login: lena.login, password: test_password });

test("a session in a shared browser says so, ends after three minutes without use, and leaves no mark of whose it was", async () => {
  const [kiosk, own] = [await sharedBrowser(), openPanel(server)];
  const [shared, alone] = [await byPassword(kiosk), await byPassword(own)];
  assert.deepEqual([shared.body.shared_browser, alone.body.shared_browser], [{ idle_s: 180 }, null]);
  assert.deepEqual((await kiosk.get("/session")).body.shared_browser, { idle_s: 180 });
  const names = (panel: Panel) => [...panel.cookies.keys()].toSorted();
  assert.deepEqual(names(kiosk), [session_cookie, "__Host-muster_shared"].toSorted());
  assert.ok(names(own).includes("__Host-muster_browser"), "elsewhere the browser is known again");
  await database.clock.advance(170);
  assert.equal((await kiosk.get("/my/training")).status, 200, "used");
  await database.clock.advance(170);
  assert.equal((await kiosk.get("/my/training")).status, 200, "used again");
  await database.clock.advance(181);
  assert.equal((await kiosk.get("/my/training")).status, 401);
  assert.equal((await own.get("/my/training")).status, 200, "a browser of one's own goes on");
  const { rows } = await database.superuser.query(
    "select changes from audit_log where operation = 'session.start' and changes ? 'shared_browser'",
  );
  assert.deepEqual(
    rows.map(({ changes }) => changes.shared_browser),
    [true],
  );
});

test("to mark a browser ends the session that there is; an IT administrator takes the mark away, and other sites can do neither", async () => {
  const panel = openPanel(server);
  await byPassword(panel);
  assert.equal((await panel.post("/shared-browser")).status, 204);
  assert.equal((await panel.get("/session")).status, 401);
  assert.equal((await byPassword(panel)).status, 200);
  assert.equal((await panel.delete("/shared-browser")).body.code, "ROLE_NOT_ALLOWED");
  const it = await signInAs(server, database, acme, "it_admin");
  assert.equal((await it.delete("/shared-browser")).status, 204);
  assert.equal((await it.get("/session")).status, 200);
  const elsewhere = { headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" } };
  assert.equal((await openPanel(server).post("/shared-browser", undefined, elsewhere)).body.code, "CROSS_SITE_REQUEST");
});

async function byOidc(panel: Panel, claims: Claims): Promise<string> {
  const sent_to = await depart(panel, acme.code);
  const asked = [sent_to.searchParams.get("prompt"), sent_to.searchParams.get("max_age")];
  assert.deepEqual(asked, panel.cookies.has("__Host-muster_shared") ? ["login", "0"] : [null, null]);
  const who = { sub: "lena", email: lena.login, email_verified: true, ...claims };
  provider.id_token = signed(provider.key, await honestClaims(database, provider, sent_to, who));
  return placeOf(await comeBack(server, panel, answerTo(sent_to, provider)));
}

test("OpenID Connect: the provider asks anew who it is, and one who had signed in there before is refused", async () => {
  assert.equal(await byOidc(openPanel(server), { auth_time: now_s - 3_600 }), "/", "in a browser of one's own that will do");
  const panel = await sharedBrowser();
  assert.equal(await byOidc(panel, { auth_time: now_s - 3_600 }), "/sign-in?company=refused");
  assert.equal(panel.cookies.has(session_cookie), false);
  const { rows } = await database.superuser.query("select outcome from identity_sign_in order by id desc limit 1");
  assert.equal(rows[0].outcome, "AUTH_TIME_TOO_OLD");
  assert.equal(await byOidc(panel, { auth_time: now_s }), "/");
  assert.deepEqual((await panel.get("/session")).body.shared_browser, { idle_s: 180 });
  assert.equal(await byOidc(await sharedBrowser(), {}), "/", "a provider that does not say when");
});

let assertions = 0;
async function bySaml(panel: Panel, authenticated_s: number): Promise<string> {
  const request = readRequest(await depart(panel, acme.code));
  assert.equal(/ForceAuthn="true"/.test(request.xml), panel.cookies.has("__Host-muster_shared"));
  assertions += 1;
  const said = honest(request, now, { email: lena.login, name_id: "lena", assertion_id: `_${assertions}`, authenticated_s });
  const xml = signXml(responseXml(said, assertionXml(said)), key, "Assertion");
  return placeOf(await postBack(server, panel, request.acs_url, { xml, relay_state: request.relay_state }));
}

test("SAML: the provider asks anew who it is (ForceAuthn), and one who had signed in there before is refused", async () => {
  await giveSaml(database, acme, [key]);
  assert.equal(await bySaml(openPanel(server), -3_600), "/", "in a browser of one's own that will do");
  const panel = await sharedBrowser();
  assert.equal(await bySaml(panel, -3_600), "/sign-in?company=refused");
  assert.equal(panel.cookies.has(session_cookie), false);
  assert.equal(await bySaml(panel, 0), "/");
});
