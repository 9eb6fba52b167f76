// Sessions that end with the provider's by SAML's single logout: with an honest request, and with requests that differ from it in
// one point.
import assert from "node:assert/strict";
import { createPublicKey, sign, verify, X509Certificate } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import {
  assertionXml,
  newSamlKey,
  readRequest,
  responseXml,
  signXml,
  type SamlKey,
} from "../../harness/identity/saml-answers.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, openPanel, session_cookie, sessionOf, type Panel, type TestAccount } from "../../harness/panel/panel.ts";
import { request, startServer, type Reply, type TestServer } from "../../harness/server.ts";
import { base_url, depart, placeOf } from "../arrange.ts";
import { entity_id, giveSaml, honest, own_key, postBack } from "./arrange.ts";

const now = "2026-02-02T07:00:00.000Z";
const slo_url = "https://id.acme.example/saml/slo";
const sha256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
const key = newSamlKey();

let database: TestDatabase;
let servers: TestServer[];
let acme: TestOrganisation;
let lena: TestAccount;

before(async () => {
  database = await openDatabase();
  servers = await Promise.all([0, 1].map(() => startServer(database)));
  acme = await createOrganisation(database, {});
  lena = await createAccount(database, acme.tenant_id, "learner");
});
after(async () => {
  await Promise.all(servers.map((one) => one.close()));
  await database.close();
});
beforeEach(async () => {
  await database.clock.freeze(now);
  for (const table of ["panel_session", "identity_link", "identity_logout"])
    await database.superuser.query(`delete from ${table}`);
  await giveSaml(database, acme, [key]);
  await setProvider({ slo_url });
});

const setProvider = (saml: object) =>
  database.superuser.query("update identity_provider set saml = saml || $2::jsonb where tenant_id = $1", [
    acme.tenant_id,
    JSON.stringify(saml),
  ]);

let assertions = 0;

/** A browser in which Lena has signed in by SAML, in a session that the provider calls `index`. */
async function signInWith(index: string): Promise<Panel> {
  const panel = openPanel(servers[0]!);
  const asked = readRequest(await depart(panel, acme.code));
  assertions += 1;
  const said = honest(asked, now, { name_id: "id-of-lena", email: lena.login, assertion_id: `_assertion-${assertions}` });
  const assertion = assertionXml(said).replace('SessionIndex="_session-1"', `SessionIndex="${index}"`);
  const xml = signXml(responseXml(said, assertion), key, "Assertion");
  assert.equal(placeOf(await postBack(servers[0]!, panel, asked.acs_url, { xml, relay_state: asked.relay_state })), "/");
  return panel;
}

/** The same browser at the other process. */
function elsewhere(panel: Panel): Panel {
  const tab = openPanel(servers[1]!);
  tab.cookies.set(session_cookie, panel.cookies.get(session_cookie)!);
  return tab;
}

const isIn = async (panel: Panel) => (await panel.get("/session")).status === 200;

type Said = Partial<
  Record<"id" | "issuer" | "destination" | "issued" | "until" | "name" | "indexes" | "head" | "element" | "version", string>
>;
let requests = 0;

function requestXml(said: Said = {}): string {
  requests += 1;
  const {
    id = `_logout-${requests}`,
    issuer = entity_id,
    issued = now,
    until,
    element = "LogoutRequest",
    version = "2.0",
  } = said;
  const { destination = `${base_url}/panel/sign-in/ACME/logout`, head = "" } = said;
  const { name = "<saml:NameID>id-of-lena</saml:NameID>", indexes = "<samlp:SessionIndex>_one</samlp:SessionIndex>" } = said;
  const times = `IssueInstant="${issued}"${until === undefined ? "" : ` NotOnOrAfter="${until}"`}`;
  return (
    `${head}<samlp:${element} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="${version}" ${times}` +
    `${destination === "" ? "" : ` Destination="${destination}"`}><saml:Issuer>${issuer}</saml:Issuer>${name}${indexes}</samlp:${element}>`
  );
}

type How = { by?: SamlKey; algorithm?: string; relay_state?: string };

/** The query string of the address to which the provider sends the browser (Bindings §3.4.4.1). */
function queryOf(xml: string, { by = key, algorithm = sha256, relay_state }: How = {}): string {
  const parts = [
    `SAMLRequest=${encodeURIComponent(deflateRawSync(xml).toString("base64"))}`,
    ...(relay_state === undefined ? [] : [`RelayState=${encodeURIComponent(relay_state)}`]),
    `SigAlg=${encodeURIComponent(algorithm)}`,
  ].join("&");
  const digest = algorithm.endsWith("sha1") ? "sha1" : "sha256";
  return `${parts}&Signature=${encodeURIComponent(sign(digest, Buffer.from(parts), by.private_key).toString("base64"))}`;
}

const bring = (query: string, server = servers[0]!): Promise<Reply> =>
  request(server.url, "GET", `/panel/sign-in/ACME/logout?${query}`, { headers: { "sec-fetch-site": "cross-site" } });

test("an honest request ends the session that it names, in every process, and the browser brings our signed answer back", async () => {
  const [one, two] = [await signInWith("_one"), await signInWith("_two")];
  const by_password = await sessionOf(servers[0]!, database, acme.tenant_id, lena);
  const reply = await bring(queryOf(requestXml({ id: "_asked" }), { relay_state: "theirs" }), servers[1]);
  assert.equal(reply.status, 303, reply.text);
  assert.deepEqual(await Promise.all([one, elsewhere(one), two, by_password].map(isIn)), [false, false, true, true]);
  const place = new URL(reply.headers.get("location")!);
  assert.equal(place.origin + place.pathname, slo_url);
  assert.equal(place.searchParams.get("RelayState"), "theirs");
  const xml = inflateRawSync(Buffer.from(place.searchParams.get("SAMLResponse")!, "base64")).toString();
  assert.match(xml, /<samlp:LogoutResponse[^>]*InResponseTo="_asked"/);
  assert.match(xml, /status:Success/);
  const [signed_part, signature] = place.search.slice(1).split("&Signature=");
  const own = createPublicKey(
    new X509Certificate(Buffer.from(own_key.certificate, "base64")).publicKey.export({ format: "pem", type: "spki" }),
  );
  assert.ok(
    verify("sha256", Buffer.from(signed_part!), own, Buffer.from(decodeURIComponent(signature!), "base64")),
    "it is signed",
  );
  const { rows } = await database.superuser.query(
    "select actor_type, target_id, changes from audit_log where operation = 'identity_provider.end_sessions' order by id desc limit 1",
  );
  assert.deepEqual(rows, [{ actor_type: "system", target_id: lena.id, changes: { sessions: [1, 0] } }]);
});

test("without a session all of the subject's end; where an attribute is the subject, a NameID alone names nobody", async () => {
  const panels = [await signInWith("_one"), await signInWith("_two")];
  assert.equal((await bring(queryOf(requestXml({ indexes: "" })))).status, 303);
  assert.deepEqual(await Promise.all(panels.map(isIn)), [false, false]);

  const [one, two] = [await signInWith("_one"), await signInWith("_two")];
  await setProvider({ subject_attribute: "uid" });
  assert.equal((await bring(queryOf(requestXml({ indexes: "" })))).status, 303);
  assert.deepEqual(await Promise.all([one, two].map(isIn)), [true, true]);
  assert.equal((await bring(queryOf(requestXml()))).status, 303);
  assert.deepEqual(await Promise.all([one, two].map(isIn)), [false, true]);
});

test("a provider that names no address for answers leaves the browser at the organisation's sign-in page", async () => {
  await giveSaml(database, acme, [key]);
  const panel = await signInWith("_one");
  const reply = await bring(queryOf(requestXml()));
  assert.deepEqual([reply.status, reply.headers.get("location")], [303, `${base_url}/panel/sign-in?organisation=ACME`]);
  assert.equal(await isIn(panel), false);
});

test("a request that differs from an honest one in one thing ends nothing, and says why", async () => {
  const panel = await signInWith("_one");
  const stranger = newSamlKey();
  const sound = queryOf(requestXml());
  const swapped = queryOf(requestXml({ indexes: "" }));
  const after_s = (seconds: number) => new Date(Date.parse(now) + seconds * 1_000).toISOString();
  const false_requests: [string, string][] = [
    ["not signed", sound.split("&SigAlg")[0]!],
    ["without its signature", sound.split("&Signature")[0]!],
    ["signed by a stranger", queryOf(requestXml(), { by: stranger })],
    ["signed with SHA-1", queryOf(requestXml(), { algorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" })],
    ["by an algorithm that is none", queryOf(requestXml(), { algorithm: "none" })],
    ["other words under the signature", `${swapped.split("&")[0]!}&${sound.split("&").slice(1).join("&")}`],
    ["RelayState that was not signed", sound.replace("&SigAlg", "&RelayState=mine&SigAlg")],
    ["two requests", `${swapped.split("&")[0]!}&${sound}`],
    ["another issuer", queryOf(requestXml({ issuer: "https://other.example" }))],
    ["another address", queryOf(requestXml({ destination: "https://other.example/logout" }))],
    ["no address", queryOf(requestXml({ destination: "" }))],
    ["of the future", queryOf(requestXml({ issued: after_s(241) }))],
    ["too long ago", queryOf(requestXml({ issued: after_s(-841) }))],
    ["expired", queryOf(requestXml({ until: after_s(-241) }))],
    ["no time", queryOf(requestXml({ issued: "soon" }))],
    ["nobody", queryOf(requestXml({ name: "" }))],
    ["two people", queryOf(requestXml({ name: "<saml:NameID>a</saml:NameID><saml:NameID>id-of-lena</saml:NameID>" }))],
    ["a comment in the NameID", queryOf(requestXml({ name: "<saml:NameID>id-of-lena<!-- -->.evil</saml:NameID>" }))],
    ["external entities", queryOf(requestXml({ head: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>' }))],
    ["a megabyte in a kilobyte", queryOf(requestXml({ name: `<saml:NameID>${"a".repeat(1_000_000)}</saml:NameID>` }))],
    ["too many sessions", queryOf(requestXml({ indexes: "<samlp:SessionIndex>a</samlp:SessionIndex>".repeat(21) }))],
    ["another message", queryOf(requestXml({ element: "AuthnRequest" }))],
    ["another version", queryOf(requestXml({ version: "1.1" }))],
    ["what is no encoding", sound.replace("SAMLRequest=", "SAMLRequest=%E0%A4%A")],
    ["nothing", ""],
  ];
  for (const [what, query] of false_requests) {
    const reply = await bring(query);
    assert.deepEqual([reply.status, reply.body?.error], [400, "invalid_request"], `${what}: ${reply.text}`);
    assert.ok(reply.body.error_description.length > 5, what);
    assert.ok(await isIn(panel), what);
  }
  const other = await request(servers[0]!.url, "GET", `/panel/sign-in/NOWHERE/logout?${sound}`);
  assert.equal(other.status, 400);
  assert.equal((await bring(sound)).status, 303, "the honest one");
  assert.equal(await isIn(panel), false);
});

test("a request is used once, also at the same time and in another process, and so ends no session that began later", async () => {
  const query = queryOf(requestXml());
  const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => bring(query, servers[n % 2])));
  assert.deepEqual(replies.map(({ status }) => String(status)).toSorted(), ["303", "400", "400", "400", "400", "400"]);
  const panel = await signInWith("_one");
  assert.equal((await bring(query)).body.error_description, "it was used before");
  assert.ok(await isIn(panel));
});

test("our metadata say where the provider brings its requests", async () => {
  const own = await (await fetch(`${servers[0]!.url}/panel/sign-in/acme/metadata`)).text();
  assert.match(
    own,
    /<md:SingleLogoutService [^>]*HTTP-Redirect" Location="https:\/\/muster\.example\/panel\/sign-in\/ACME\/logout"/,
  );
});
