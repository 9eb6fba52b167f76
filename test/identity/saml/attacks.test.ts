// Attacks with correctly signed answers, or without an answer (OASIS SAML 2.0 Security Considerations), each with a provider that
// a test controls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertionXml, readRequest, responseXml, signXml, type Said } from "../../harness/identity/saml-answers.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { openPanel, session_cookie, signInAs } from "../../harness/panel/panel.ts";
import { depart, placeOf } from "../arrange.ts";
import { entity_id, giveSaml, postBack } from "./arrange.ts";
import { key, now, other_key, signedAnswer, useSamlScene, visitorsOf } from "./scene.ts";

const scene = useSamlScene();
const { told, sent, mine, bring, signInWith, signedIn, refused, interrupted } = visitorsOf(scene);

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
  const beta = await createOrganisation(scene.database, { organisation: { code: "BETA", name: "Beta" } });
  await giveSaml(scene.database, beta, [other_key]);
  const way = await sent();
  const signed_by_beta = signedAnswer(mine(way.request), other_key);
  await refused({ panel: way.panel, reply: await bring(way, signed_by_beta) }, "SIGNATURE_INVALID");
  // A valid answer with the right signature, sent to another organisation's address, which has no such request.
  const other = await sent();
  await scene.database.superuser.query("delete from identity_sign_in");
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
  await scene.database.superuser.query("delete from identity_sign_in");
  const thief = openPanel(scene.server);
  await interrupted({ panel: thief, reply: await bring({ panel: thief, request: way.request }, xml) });
  await refused(await signInWith({}), "ASSERTION_USED");
  const { rows } = await scene.database.superuser.query(
    "select (expires_us / 1000000)::float8 - extract(epoch from $1::timestamptz) as s from identity_assertion",
    [now],
  );
  assert.deepEqual(
    rows.map(({ s }) => Number(s)),
    [540],
    "five minutes and four of skew",
  );
  await scene.database.clock.freeze("2026-02-02T07:10:00.000Z");
  await signInWith({ assertion_id: "_another" });
  const left = await scene.database.superuser.query("select count(*)::int as n from identity_assertion");
  assert.ok(left.rows[0].n <= 1, "the late one is forgotten");
});

test("login CSRF: an answer to a way that began in another browser is nothing, whole and signed as it is", async () => {
  const attacker = await sent();
  const xml = signedAnswer(mine(attacker.request, { email: scene.bea.login }));
  const form = { xml, relay_state: attacker.request.relay_state };
  const victim = openPanel(scene.server);
  await interrupted({ panel: victim, reply: await postBack(scene.server, victim, attacker.request.acs_url, form) });
  // It fails too if the victim has a request of their own.
  const other = await sent();
  await interrupted({ panel: other.panel, reply: await postBack(scene.server, other.panel, attacker.request.acs_url, form) });
});

test("another site's form brings no cookies: the page sends the same answer again from our own site, with scripts of nobody else", async () => {
  const way = await sent();
  const xml = signedAnswer(mine(way.request));
  const form = { xml, relay_state: way.request.relay_state };
  const page = await postBack(scene.server, way.panel, way.request.acs_url, form, false);
  assert.equal(page.status, 200, page.text);
  assert.match(page.headers.get("content-security-policy")!, /^default-src 'none'; .*form-action 'self'.*script-src 'sha256-/);
  assert.equal(page.headers.get("cache-control"), "no-store");
  assert.match(page.text, /action="\?again=1"/);
  assert.equal(way.panel.cookies.has(session_cookie), false);
  const nasty = { xml, relay_state: way.request.relay_state };
  const markup = await fetch(`${scene.server.url}${new URL(way.request.acs_url).pathname}`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ SAMLResponse: '"><script>alert(1)</script>', RelayState: nasty.relay_state }),
  });
  assert.ok(!(await markup.text()).includes("<script>alert"), "what was sent is text");
  await signedIn({ panel: way.panel, reply: await postBack(scene.server, way.panel, way.request.acs_url, form) });
});

test("session fixation: a session is a new one, whatever the browser brought", async () => {
  const panel = await signInAs(scene.server, scene.database, scene.acme, "training_admin");
  const old = panel.cookies.get(session_cookie)!;
  const request = readRequest(await depart(panel, scene.acme.code));
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
    await scene.database.superuser.query("delete from identity_sign_in");
    await interrupted({
      panel: other.panel,
      reply: await postBack(scene.server, other.panel, other.request.acs_url, { xml, relay_state }),
    });
  }
});

test("a subject that was given to somebody else lets nobody in", async () => {
  await signedIn(await signInWith({ assertion_id: "_first" }));
  await refused(await signInWith({ assertion_id: "_second", email: scene.bea.login }), "SUBJECT_REASSIGNED", "", "unknown");
  await refused(await signInWith({ assertion_id: "_third", name_id: "subject-2" }), "OTHER_SUBJECT", "", "unknown");
});

test("subjects of OpenID Connect are none of SAML's, though the provider calls itself the same", async () => {
  await scene.database.superuser.query(
    "insert into identity_link (tenant_id, issuer, subject, administrator_id, linked_by, linked_at) values ($1, $2, 'subject-of-bea', $3, 'email', now())",
    [scene.acme.tenant_id, entity_id, scene.bea.id],
  );
  await refused(await signInWith({ name_id: "subject-of-bea", email: null }), "NOT_KNOWN", "", "unknown");
});

test("an address of a domain that is not verified finds nobody", async () => {
  await scene.database.superuser.query("delete from identity_domain where tenant_id = $1", [scene.acme.tenant_id]);
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
  const reply = await fetch(
    `${scene.server.url}/panel/sign-in/${scene.acme.code}/callback?code=x&state=${way.request.relay_state}`,
    {
      redirect: "manual",
      headers: { cookie },
    },
  );
  assert.equal(new URL(reply.headers.get("location")!).search, "?company=refused");
  assert.equal((await told())?.outcome, "RESPONSE_INVALID");
});
