// The published attacks on SAML (Somorovsky et al., "On Breaking SAML"; OASIS SAML 2.0 Security Considerations; CVE-2017-11427 and its kin), each
// against a provider that says what the test says.
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
  type SamlKey,
} from "../../harness/identity/saml-answers.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, openPanel, session_cookie, signInAs, type Panel, type TestAccount } from "../../harness/panel/panel.ts";
import { startServer, type Reply, type TestServer } from "../../harness/server.ts";
import { depart, placeOf } from "../arrange.ts";
import { entity_id, giveSaml, honest, postBack, sso_url } from "./arrange.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let ada: TestAccount;
let bea: TestAccount;
const key = newSamlKey();
const other_key = newSamlKey();
const now = "2026-02-02T07:00:00.000Z";

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {});
  ada = await createAccount(database, acme.tenant_id, "it_admin");
  bea = await createAccount(database, acme.tenant_id, "training_admin");
});
after(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  await database.clock.freeze(now);
  await giveSaml(database, acme, [key]);
  for (const table of ["identity_sign_in", "identity_link", "identity_assertion"])
    await database.superuser.query(`delete from ${table}`);
});

/** What the administrators read of the last sign-in. */
async function told(): Promise<{ outcome: string; said: string | null } | null> {
  const { rows } = await database.superuser.query("select outcome, said from identity_sign_in order by id desc limit 1");
  return rows[0] ?? null;
}

type Way = { panel: Panel; request: Request };

/** A browser at the provider, with the request that it brings. */
async function sent(next?: string): Promise<Way> {
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code, next);
  assert.equal(sent_to.origin + sent_to.pathname, sso_url);
  return { panel, request: readRequest(sent_to) };
}

const mine = (request: Request, more: Partial<Said> = {}) => honest(request, now, { email: ada.login, ...more });

/** An answer whose assertion is signed, as most providers send it. */
const signedAnswer = (said: Said, by: SamlKey = key) => signXml(responseXml(said, assertionXml(said)), by, "Assertion");
/** An answer that is signed as a whole. */
const signedResponse = (said: Said) => signXml(responseXml(said, assertionXml(said)), key, "Response");

async function bring({ panel, request }: Way, xml: string): Promise<Reply> {
  return postBack(server, panel, request.acs_url, { xml, relay_state: request.relay_state });
}

/** One way there and back, with an answer that differs from an honest one in `more`. */
async function signInWith(more: Partial<Said>): Promise<{ panel: Panel; reply: Reply }> {
  const way = await sent();
  return { panel: way.panel, reply: await bring(way, signedAnswer(mine(way.request, more))) };
}

async function signedIn({ panel, reply }: { panel: Panel; reply: Reply }, account = ada): Promise<void> {
  assert.equal(placeOf(reply), "/", JSON.stringify(await told()));
  const { body } = await panel.get("/session");
  assert.equal(body.account.login, account.login);
}

/** Nobody is signed in, the visitor reads one of a few things, and the administrators read why. */
async function refused(
  { panel, reply }: { panel: Panel; reply: Reply },
  outcome: string,
  name = "",
  shown = "refused",
): Promise<void> {
  assert.equal(placeOf(reply), `/sign-in?company=${shown}`, name);
  assert.equal(panel.cookies.has(session_cookie), false, `${name}: a session began`);
  const last = await told();
  assert.equal(last?.outcome, outcome, `${name} ${JSON.stringify(last)}`);
  assert.equal((await panel.get("/session")).status, 401);
}

/** Nobody is signed in, and nothing was asked of what came. */
async function interrupted({ panel, reply }: { panel: Panel; reply: Reply }): Promise<void> {
  assert.equal(placeOf(reply), "/sign-in?company=interrupted");
  assert.equal(panel.cookies.has(session_cookie), false, "a session began");
  assert.equal(await told(), null);
}

test("an honest answer signs in, its assertion signed, or all of it, or both: all attacks below differ from it in one thing", async () => {
  for (const make of [signedAnswer, signedResponse, (said: Said) => signXml(signedAnswer(said), key, "Response")]) {
    await database.superuser.query("delete from identity_assertion");
    const way = await sent();
    await signedIn({ panel: way.panel, reply: await bring(way, make(mine(way.request))) });
    assert.equal((await told())?.outcome, "OK");
    assert.equal((await way.panel.get("/session")).body.stepped_up_until, null);
  }
});

const signature_of = /<Signature [\s\S]*?<\/Signature>/;

/** The eight forms of signature wrapping: what was signed is kept somewhere, and something else stands where it is read. */
function wrapped(request: Request): Record<string, string> {
  const evil_name = {
    name_id: "subject-of-bea",
    email: bea.login,
    assertion_id: "_evil-assertion",
    response_id: "_evil-response",
  };
  const said = mine(request);
  const evil = mine(request, evil_name);
  const response = signedResponse(said);
  const response_signature = signature_of.exec(response)![0];
  const bare_response = response.replace(signature_of, "");
  const evil_response = responseXml(evil, assertionXml(evil));
  const assertion = signXml(assertionXml(said), key, "Assertion");
  const assertion_signature = signature_of.exec(assertion)![0];
  const bare_assertion = assertion.replace(signature_of, "");
  const evil_assertion = assertionXml(evil);
  const behindIssuer = (xml: string, more: string) => xml.replace(/(<saml:Issuer[^>]*>[^<]*<\/saml:Issuer>)/, `$1${more}`);
  const within = (outer: string, more: string) => outer.replace(/<\/Signature>/, `${more}</Signature>`);
  return {
    "XSW1: the signed response in the signature of another response": behindIssuer(
      evil_response,
      within(response_signature, bare_response),
    ),
    "XSW2: the signed response beside its signature in another response": behindIssuer(
      evil_response,
      bare_response + response_signature,
    ),
    "XSW3: another assertion before the signed one": responseXml(said, evil_assertion + assertion),
    "XSW4: the signed assertion in another one": responseXml(
      said,
      evil_assertion.replace("</saml:Assertion>", `${assertion}</saml:Assertion>`),
    ),
    "XSW5: the signature in another assertion, the signed one at the end": responseXml(
      said,
      behindIssuer(evil_assertion, assertion_signature) + bare_assertion,
    ),
    "XSW6: the signed assertion in the signature of another one": responseXml(
      said,
      behindIssuer(evil_assertion, within(assertion_signature, bare_assertion)),
    ),
    "XSW7: another assertion in Extensions": responseXml(said, assertion).replace(
      "<samlp:Status>",
      `<samlp:Extensions>${evil_assertion}</samlp:Extensions><samlp:Status>`,
    ),
    "XSW8: the signed assertion in an Object of the signature of another one": responseXml(
      said,
      behindIssuer(evil_assertion, within(assertion_signature, `<Object>${bare_assertion}</Object>`)),
    ),
  };
}

test("signature wrapping: each of the eight forms is refused", async () => {
  const forms = Object.keys(wrapped((await sent()).request));
  assert.equal(forms.length, 8);
  for (const form of forms) {
    const way = await sent();
    await refused({ panel: way.panel, reply: await bring(way, wrapped(way.request)[form]!) }, "SIGNATURE_INVALID", form);
  }
});

test("signature wrapping that keeps the id of what was signed is refused", async () => {
  const way = await sent();
  const said = mine(way.request);
  const assertion = signXml(assertionXml(said), key, "Assertion");
  const evil = assertionXml({ ...said, email: bea.login });
  await refused({ panel: way.panel, reply: await bring(way, responseXml(said, evil + assertion)) }, "SIGNATURE_INVALID");
});

test("unsigned: an answer that nobody has signed, and one whose signature was taken away", async () => {
  const unsigned = await sent();
  const said = mine(unsigned.request);
  await refused({ panel: unsigned.panel, reply: await bring(unsigned, responseXml(said, assertionXml(said))) }, "NOT_SIGNED");
  const stripped = await sent();
  const xml = signedAnswer(mine(stripped.request)).replace(signature_of, "");
  await refused({ panel: stripped.panel, reply: await bring(stripped, xml) }, "NOT_SIGNED");
});

test("signatures: by another key, over other words, of a response that was changed though its assertion was not, with SHA-1, and an HMAC", async () => {
  const cases: [string, (said: Said) => string][] = [
    ["another key", (said) => signedAnswer(said, other_key)],
    ["another address", (said) => signedAnswer(said).replace(ada.login, bea.login)],
    ["a changed response", (said) => signedResponse(said).replace(ada.login, bea.login)],
    [
      "the response changed, the assertion whole",
      (said) =>
        signXml(signedAnswer(said), key, "Response").replace('_response-1" Version', '_response-1" Consent="urn:x" Version'),
    ],
    [
      "SHA-1",
      (said) =>
        signXml(responseXml(said, assertionXml(said)), key, "Assertion", {
          signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
          digest: "http://www.w3.org/2000/09/xmldsig#sha1",
        }),
    ],
    [
      "HMAC with the public certificate",
      (said) =>
        signedAnswer(said).replace(
          "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
          "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
        ),
    ],
    ["a second reference", (said) => signedAnswer(said).replace(/(<Reference [\s\S]*?<\/Reference>)/, "$1$1")],
    [
      "a second SignedInfo (CVE-2025-29774)",
      (said) =>
        signedAnswer(said).replace(
          /(<SignedInfo>[\s\S]*?<\/SignedInfo>)/,
          (one: string) => `${one.replace(/DigestValue>./, "DigestValue>A")}${one}`,
        ),
    ],
    ["a reference to nothing", (said) => signedAnswer(said).replace(/URI="#[^"]+"/, 'URI=""')],
    [
      "a transform that changes what is read",
      (said) =>
        signedAnswer(said).replace(
          "<Transforms>",
          '<Transforms><Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
        ),
    ],
  ];
  for (const [name, make] of cases) {
    const way = await sent();
    await refused({ panel: way.panel, reply: await bring(way, make(mine(way.request))) }, "SIGNATURE_INVALID", name);
  }
});

test("comments in DigestValue (CVE-2025-29775): a digest that holds for one reader and not for another is refused", async () => {
  const way = await sent();
  const xml = signedAnswer(mine(way.request)).replace("<DigestValue>", "<DigestValue><!--of something else-->");
  await refused({ panel: way.panel, reply: await bring(way, xml) }, "RESPONSE_INVALID");
});

test("comments in the NameID: a signature holds over them, and nobody gets in by what stands before", async () => {
  const victim = "ada@panel.example";
  for (const name of [
    `${victim}<!---->.evil.example`,
    `${victim}<!-- x -->`,
    `${victim}<?x y?>.evil.example`,
    `<![CDATA[${victim}]]>`,
  ]) {
    const way = await sent();
    const said = mine(way.request, { name_id: victim });
    const xml = signedAnswer(said).replace(`>${victim}<`, `>${name}<`);
    await refused({ panel: way.panel, reply: await bring(way, xml) }, "RESPONSE_INVALID", name);
  }
});

test("meant for somebody else: wrong audience, recipient, destination, issuer and InResponseTo are refused, by their names", async () => {
  const elsewhere = "https://muster.example/panel/sign-in/OTHER/callback";
  const cases: [string, Partial<Said>][] = [
    ["AUDIENCE_DIFFERS", { audience: "https://other.example/metadata" }],
    ["RECIPIENT_DIFFERS", { recipient: elsewhere }],
    ["RECIPIENT_DIFFERS", { destination: elsewhere }],
    ["ISSUER_DIFFERS", { issuer: "https://other.example/saml" }],
    ["ISSUER_DIFFERS", { issuer: `${entity_id}/` }],
    ["REQUEST_DIFFERS", { in_response_to: "_of-another-way" }],
    ["REQUEST_DIFFERS", { in_response_to: null }],
  ];
  for (const [outcome, more] of cases) await refused(await signInWith(more), outcome, JSON.stringify(more));
});

test("mix-up: what one organisation's provider has signed is nothing at the door of another, in either's name", async () => {
  const beta = await createOrganisation(database, { organisation: { code: "BETA", name: "Beta" } });
  await giveSaml(database, beta, [other_key]);
  const way = await sent();
  const signed_by_beta = signedAnswer(mine(way.request), other_key);
  await refused({ panel: way.panel, reply: await bring(way, signed_by_beta) }, "SIGNATURE_INVALID");
  // Whole and signed by the right one, but brought to another organisation's address: there is no such way there.
  const other = await sent();
  await database.superuser.query("delete from identity_sign_in");
  const elsewhere = { ...other.request, acs_url: other.request.acs_url.replace("/ACME/", "/BETA/") };
  await interrupted({
    panel: other.panel,
    reply: await bring({ ...other, request: elsewhere }, signedAnswer(mine(other.request))),
  });
});

test("no audience, no recipient, no time, no AuthnStatement and an unknown condition are refused", async () => {
  const cases: [string, (xml: string) => string][] = [
    ["AUDIENCE_DIFFERS", (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, "")],
    ["RECIPIENT_DIFFERS", (xml) => xml.replace(/ Recipient="[^"]+"/, "")],
    ["RESPONSE_INVALID", (xml) => xml.replace(/(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]+"/, "$1")],
    ["RESPONSE_INVALID", (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, "")],
    ["RESPONSE_INVALID", (xml) => xml.replace(/<saml:AudienceRestriction>/, '<saml:Condition x="y"/><saml:AudienceRestriction>')],
    ["RESPONSE_INVALID", (xml) => xml.replace("cm:bearer", "cm:sender-vouches")],
    ["SUBJECT_MISSING", (xml) => xml.replace("nameid-format:persistent", "nameid-format:transient")],
    ["SUBJECT_MISSING", (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/, "")],
  ];
  for (const [outcome, change] of cases) {
    const way = await sent();
    const said = mine(way.request);
    const xml = signXml(responseXml(said, change(assertionXml(said))), key, "Assertion");
    await refused({ panel: way.panel, reply: await bring(way, xml) }, outcome, String(change));
  }
});

test("clocks: four minutes too early and too late are accepted, more is refused", async () => {
  const cases: [string, Partial<Said>][] = [
    ["OK", { not_before_s: 239, issued_s: 239, not_on_or_after_s: 600 }],
    ["OK", { not_before_s: -600, issued_s: -600, not_on_or_after_s: -239 }],
    ["TOKEN_OF_THE_FUTURE", { not_before_s: 241, not_on_or_after_s: 600 }],
    ["TOKEN_OF_THE_FUTURE", { issued_s: 241, not_on_or_after_s: 600 }],
    ["TOKEN_TOO_OLD", { not_before_s: -600, issued_s: -600, not_on_or_after_s: -240 }],
    ["TOKEN_TOO_OLD", { not_before_s: -86_400, issued_s: -86_400, not_on_or_after_s: -3_600 }],
  ];
  for (const [index, [outcome, more]] of cases.entries()) {
    const came = await signInWith({ ...more, assertion_id: `_assertion-${index}` });
    if (outcome === "OK") await signedIn(came);
    else await refused(came, outcome, JSON.stringify(more));
  }
});

test("replayed: the same answer again is nothing, and an assertion that was used is refused for another request, until it would be too old", async () => {
  const way = await sent();
  const xml = signedAnswer(mine(way.request));
  await signedIn({ panel: way.panel, reply: await bring(way, xml) });
  await database.superuser.query("delete from identity_sign_in");
  const thief = openPanel(server);
  await interrupted({ panel: thief, reply: await bring({ panel: thief, request: way.request }, xml) });
  await refused(await signInWith({}), "ASSERTION_USED");
  const { rows } = await database.superuser.query(
    "select (expires_us / 1000000)::float8 - extract(epoch from $1::timestamptz) as s from identity_assertion",
    [now],
  );
  assert.deepEqual(
    rows.map(({ s }) => Number(s)),
    [540],
    "five minutes and four of skew",
  );
  await database.clock.freeze("2026-02-02T07:10:00.000Z");
  await signInWith({ assertion_id: "_another" });
  const left = await database.superuser.query("select count(*)::int as n from identity_assertion");
  assert.ok(left.rows[0].n <= 1, "the late one is forgotten");
});

test("login CSRF: an answer to a way that began in another browser is nothing, whole and signed as it is", async () => {
  const attacker = await sent();
  const xml = signedAnswer(mine(attacker.request, { email: bea.login }));
  const form = { xml, relay_state: attacker.request.relay_state };
  const victim = openPanel(server);
  await interrupted({ panel: victim, reply: await postBack(server, victim, attacker.request.acs_url, form) });
  // Nor where the victim is on a way of their own.
  const other = await sent();
  await interrupted({ panel: other.panel, reply: await postBack(server, other.panel, attacker.request.acs_url, form) });
});

test("another site's form brings no cookies: the page sends the same answer again from our own site, with scripts of nobody else", async () => {
  const way = await sent();
  const xml = signedAnswer(mine(way.request));
  const form = { xml, relay_state: way.request.relay_state };
  const page = await postBack(server, way.panel, way.request.acs_url, form, false);
  assert.equal(page.status, 200, page.text);
  assert.match(page.headers.get("content-security-policy")!, /^default-src 'none'; .*form-action 'self'.*script-src 'sha256-/);
  assert.equal(page.headers.get("cache-control"), "no-store");
  assert.match(page.text, /action="\?again=1"/);
  assert.equal(way.panel.cookies.has(session_cookie), false);
  const nasty = { xml, relay_state: way.request.relay_state };
  const markup = await fetch(`${server.url}${new URL(way.request.acs_url).pathname}`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ SAMLResponse: '"><script>alert(1)</script>', RelayState: nasty.relay_state }),
  });
  assert.ok(!(await markup.text()).includes("<script>alert"), "what was sent is text");
  await signedIn({ panel: way.panel, reply: await postBack(server, way.panel, way.request.acs_url, form) });
});

test("session fixation: a session is a new one, whatever the browser brought", async () => {
  const panel = await signInAs(server, database, acme, "training_admin");
  const old = panel.cookies.get(session_cookie)!;
  const request = readRequest(await depart(panel, acme.code));
  await signedIn({ panel, reply: await bring({ panel, request }, signedAnswer(mine(request))) });
  assert.notEqual(panel.cookies.get(session_cookie), old);
  const fixed = await sent();
  fixed.panel.cookies.set(session_cookie, "A".repeat(43));
  await bring(fixed, signedAnswer(mine(fixed.request, { assertion_id: "_second" })));
  assert.notEqual(fixed.panel.cookies.get(session_cookie), "A".repeat(43));
});

test("open redirect: where it goes on is an address of the panel, and RelayState is never one", async () => {
  const way = await sent("/people?state=active");
  const reply = await bring(way, signedAnswer(mine(way.request)));
  assert.equal(placeOf(reply), "/people?state=active");
  for (const relay_state of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/people"]) {
    const other = await sent();
    const xml = signedAnswer(mine(other.request));
    await database.superuser.query("delete from identity_sign_in");
    await interrupted({
      panel: other.panel,
      reply: await postBack(server, other.panel, other.request.acs_url, { xml, relay_state }),
    });
  }
});

test("a subject that was given to somebody else lets nobody in", async () => {
  await signedIn(await signInWith({ assertion_id: "_first" }));
  await refused(await signInWith({ assertion_id: "_second", email: bea.login }), "SUBJECT_REASSIGNED", "", "unknown");
  await refused(await signInWith({ assertion_id: "_third", name_id: "subject-2" }), "OTHER_SUBJECT", "", "unknown");
});

test("subjects of OpenID Connect are none of SAML's, though the provider calls itself the same", async () => {
  await database.superuser.query(
    "insert into identity_link (tenant_id, issuer, subject, administrator_id, linked_by, linked_at) values ($1, $2, 'subject-of-bea', $3, 'email', now())",
    [acme.tenant_id, entity_id, bea.id],
  );
  await refused(await signInWith({ name_id: "subject-of-bea", email: null }), "NOT_KNOWN", "", "unknown");
});

test("an address of a domain that is not verified finds nobody", async () => {
  await database.superuser.query("delete from identity_domain where tenant_id = $1", [acme.tenant_id]);
  await refused(await signInWith({}), "DOMAIN_NOT_VERIFIED", "", "unknown");
});

test("XML bombs, external entities, depth and length: refused before they are worked on", async () => {
  const bombs: Record<string, string> = {
    entities: `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><r>&b;</r>`,
    external: `<?xml version="1.0"?><!DOCTYPE r SYSTEM "http://127.0.0.1:1/x.dtd"><r/>`,
    file: `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>`,
    deep: "<a>".repeat(1_900) + "</a>".repeat(1_900),
    many: `<r>${"<a/>".repeat(10_000)}</r>`,
    broken: "<samlp:Response",
    "not XML": "hello",
    "UTF-16": "\u0000<\u0000!\u0000D",
  };
  for (const [name, xml] of Object.entries(bombs)) {
    const way = await sent();
    const began_ms = performance.now();
    await refused({ panel: way.panel, reply: await bring(way, xml) }, "RESPONSE_INVALID", name);
    assert.ok(performance.now() - began_ms < 2_000, `${name} took its time`);
  }
});

test("what is larger than any answer is refused unread", async () => {
  const way = await sent();
  const reply = await bring(way, "a".repeat(1_000_000));
  assert.equal(reply.status, 413);
});

test("what the provider says of a failure is told to the administrators", async () => {
  const way = await sent();
  const said = mine(way.request, { status: "urn:oasis:names:tc:SAML:2.0:status:Responder" });
  await refused({ panel: way.panel, reply: await bring(way, responseXml(said, "")) }, "PROVIDER_REFUSED");
  assert.equal((await told())?.said, "Responder");
});

test("an answer of OpenID Connect at a SAML provider's door is nothing", async () => {
  const way = await sent();
  const cookie = [...way.panel.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const reply = await fetch(`${server.url}/panel/sign-in/${acme.code}/callback?code=x&state=${way.request.relay_state}`, {
    redirect: "manual",
    headers: { cookie },
  });
  assert.equal(new URL(reply.headers.get("location")!).search, "?company=refused");
  assert.equal((await told())?.outcome, "RESPONSE_INVALID");
});
