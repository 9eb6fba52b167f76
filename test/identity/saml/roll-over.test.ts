// Certificates that are rotated while people sign in at several processes, and answers that reach two processes at the same time:
// it is reported, and no sign-in is lost.
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, beforeEach, test } from "node:test";
import { recheckProvider } from "../../../server/features/identity/saml/recheck.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import {
  assertionXml,
  newSamlKey,
  readRequest,
  responseXml,
  signXml,
  type Request,
  type Said,
  type SamlKey,
} from "../../harness/identity/saml-answers.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, openPanel, session_cookie, sessionOf, type Panel, type TestAccount } from "../../harness/panel/panel.ts";
import { identityCallsOf, startServer, test_mailing, type TestServer } from "../../harness/server.ts";
import { depart, placeOf } from "../arrange.ts";
import { entity_id, giveSaml, honest, postBack, sso_url } from "./arrange.ts";

let database: TestDatabase;
let servers: TestServer[];
let acme: TestOrganisation;
let lena: TestAccount;
let it: Panel;
/** The server of the provider's metadata; `published`: the certificates in it. */
let place: Server;
let url: string;
let published: readonly SamlKey[];
let reachable: boolean;
const now = "2026-02-02T07:00:00.000Z";
const day_us = 86_400_000_000;

before(async () => {
  database = await openDatabase();
  place = createServer((request, reply) => (reachable ? reply.end(metadata()) : request.socket.destroy()));
  await new Promise<void>((resolve) => place.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(place.address() as AddressInfo).port}`;
  servers = await Promise.all([0, 1].map(() => startServer(database, { identity_origins: [url] })));
  acme = await createOrganisation(database, {});
  lena = await createAccount(database, acme.tenant_id, "learner");
  it = await sessionOf(servers[0]!, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"));
});
after(async () => {
  await Promise.all(servers.map((one) => one.close()));
  place.closeAllConnections();
  place.close();
  await database.close();
});
let key: SamlKey;
beforeEach(async () => {
  await database.clock.freeze(now);
  key = newSamlKey();
  published = [key];
  reachable = true;
  await giveSaml(database, acme, [key]);
  for (const table of ["identity_sign_in", "identity_assertion"]) await database.superuser.query(`delete from ${table}`);
});

function metadata(): string {
  const descriptors = published.map(
    ({ certificate }) =>
      `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
  );
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entity_id}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${descriptors.join("")}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${sso_url}"/></IDPSSODescriptor></EntityDescriptor>`;
}

/** The administrator reads the metadata again. */
async function readMetadata(): Promise<void> {
  const wants = { idp_initiated: false, subject_attribute: null, email_attribute: null, external_id_claim: null };
  const reply = await it.call("PUT", "/identity-provider/saml", { body: { ...wants, metadata_url: `${url}/metadata` } });
  assert.deepEqual([reply.status, reply.body.provider?.state], [200, "on"], reply.text);
}

/** Runs the daily check. */
async function nextDay(): Promise<void> {
  await database.superuser.query("update identity_provider set look_us = infra.now_us() - $1", [day_us]);
  const calls = identityCallsOf([url]);
  await recheckProvider({ pool: database.pool("muster_worker", 2), ...test_mailing, calls }, acme.tenant_id);
  await calls.close();
}

type Way = { panel: Panel; request: Request };

async function sent(server: TestServer): Promise<Way> {
  const panel = openPanel(server);
  return { panel, request: readRequest(await depart(panel, acme.code)) };
}

let answers = 0;
function answerOf(request: Request, by: SamlKey): string {
  answers += 1;
  const said: Said = honest(request, now, { email: lena.login, assertion_id: `_assertion-${answers}` });
  return signXml(responseXml(said, assertionXml(said)), by, "Assertion");
}

async function back(server: TestServer, { panel, request }: Way, xml: string): Promise<string> {
  const reply = await postBack(server, panel, request.acs_url, { xml, relay_state: request.relay_state });
  return panel.cookies.has(session_cookie) ? placeOf(reply) : `${placeOf(reply)} without a session`;
}

/** Three certificates, one after the other; `read` fetches the metadata of each. */
async function rollOver(read: () => Promise<void>): Promise<void> {
  const [rounds, at_once] = [3, 4];
  const places: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const next = newSamlKey();
    const ways = () => Promise.all(Array.from({ length: at_once }, (_, n) => sent(servers[n % 2]!)));
    const finish = (all: Way[], signer: SamlKey) =>
      Promise.all(all.map((way, n) => back(servers[(n + 1) % 2]!, way, answerOf(way.request, signer))));
    // As providers do it: a certificate is published first and used later; the old one stays published while its answers may
    // still arrive.
    const under_way = await ways();
    published = [key, next];
    await read();
    const [with_old, begun_between] = await Promise.all([finish(under_way, key), ways()]);
    const with_new = await finish(begun_between, next);
    const last = await ways();
    published = [next];
    await read();
    places.push(...with_old, ...with_new, ...(await finish(last, next)));
    key = next;
  }
  assert.deepEqual([...new Set(places)], ["/"], JSON.stringify(places));
  assert.equal(places.length, rounds * 3 * at_once);
}

test("certificates roll over under load, read by the administrator: every sign-in works, also those that are under way", async () => {
  await rollOver(readMetadata);
});

test("certificates roll over under load, read by the day: every sign-in works, also those that are under way", async () => {
  await readMetadata();
  await rollOver(nextDay);
});

test("a provider whose metadata cannot be read is still the one that it was: people sign in, and nothing is lost", async () => {
  await readMetadata();
  reachable = false;
  await nextDay();
  const way = await sent(servers[1]!);
  assert.equal(await back(servers[0]!, way, answerOf(way.request, key)), "/");
  const wants = { idp_initiated: false, subject_attribute: null, email_attribute: null, external_id_claim: null };
  const told = await it.call("PUT", "/identity-provider/saml", { body: { ...wants, metadata_url: `${url}/elsewhere` } });
  assert.deepEqual([told.status, told.body.refusal], [409, "PROVIDER_UNREACHABLE"]);
});

test("an answer that comes to two processes at once signs in once", async () => {
  const way = await sent(servers[0]!);
  const xml = answerOf(way.request, key);
  const copies = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      back(servers[n % 2]!, { ...way, panel: { ...way.panel, cookies: new Map(way.panel.cookies) } }, xml),
    ),
  );
  assert.deepEqual(copies.toSorted(), [
    "/",
    ...Array.from({ length: 5 }, () => "/sign-in?company=interrupted without a session"),
  ]);
});
