// The published attacks on sign-in by OpenID Connect (RFC 9700 §4, RFC 9207, OpenID Connect Core §16), each with a provider that
// sends what the test sets.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { calls_per_origin_max } from "../../server/platform/net/guarded-fetch.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import {
  challengeOf,
  newSigningKey,
  pemOf,
  signed,
  startOwnProvider,
  type Claims,
  type OwnProvider,
} from "../harness/identity/own-provider.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, session_cookie, signInAs, type Panel } from "../harness/panel/panel.ts";
import { startServer, type Reply, type TestServer } from "../harness/server.ts";
import { answerTo, comeBack, depart, giveProvider, honestClaims, placeOf } from "./arrange.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let provider: OwnProvider;
let other: OwnProvider;
let login: string;
const frozen = "2026-02-02T07:00:00.000Z";

before(async () => {
  database = await openDatabase();
  [provider, other] = await Promise.all([startOwnProvider(), startOwnProvider()]);
  server = await startServer(database, { identity_origins: [provider.origin, other.origin] });
  acme = await createOrganisation(database, {});
  ({ login } = await createAccount(database, acme.tenant_id, "it_admin"));
});
after(async () => {
  await server.close();
  await Promise.all([provider.close(), other.close()]);
  await database.close();
});
beforeEach(async () => {
  await database.clock.freeze(frozen);
  await giveProvider(database, acme.tenant_id, { issuer: provider.issuer });
  await database.superuser.query("delete from identity_sign_in");
  await database.superuser.query("delete from identity_link");
  for (const one of [provider, other]) {
    one.instead.clear();
    one.published = [one.key];
    one.metadata = {};
    one.asked.length = 0;
  }
});

/** What administrators can read about the last sign-in. */
async function told(): Promise<{ outcome: string; said: string | null } | null> {
  const { rows } = await database.superuser.query("select outcome, said from identity_sign_in order by id desc limit 1");
  return rows[0] ?? null;
}

const email = () => ({ email: login, email_verified: true });

/** One sign-in with an ID token that has `claims` in addition to those of an honest one. */
async function signInWith(claims: Claims, header: Record<string, unknown> = {}): Promise<{ panel: Panel; reply: Reply }> {
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code);
  const honest = await honestClaims(database, provider, sent_to, { ...email(), ...claims });
  provider.id_token = signed(provider.key, honest, header);
  return { panel, reply: await comeBack(server, panel, answerTo(sent_to, provider)) };
}

/** No session is created, the visitor sees a general message, and the administrators can read the reason. */
async function refused({ panel, reply }: { panel: Panel; reply: Reply }, outcome: string, shown = "refused"): Promise<void> {
  assert.equal(placeOf(reply), `/sign-in?company=${shown}`);
  assert.equal(panel.cookies.has(session_cookie), false, "a session began");
  assert.equal((await told())?.outcome, outcome, JSON.stringify(await told()));
  assert.equal((await panel.get("/session")).status, 401);
}

test("an honest answer signs in: all attacks below differ from it in one thing", async () => {
  const { panel, reply } = await signInWith({});
  assert.equal(placeOf(reply), "/");
  const { body } = await panel.get("/session");
  assert.deepEqual([body.account.login, body.account.role, body.stepped_up_until], [login, "it_admin", null]);
  assert.equal((await told())?.outcome, "OK");
});

test("PKCE: the verifier that the token endpoint gets answers the challenge, and is never in an address", async () => {
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code);
  assert.equal(sent_to.searchParams.get("code_challenge_method"), "S256");
  provider.id_token = signed(provider.key, await honestClaims(database, provider, sent_to, email()));
  await comeBack(server, panel, answerTo(sent_to, provider));
  const form = new URLSearchParams(provider.asked.find(({ path }) => path === "/token")!.body);
  assert.equal(challengeOf(form.get("code_verifier")!), sent_to.searchParams.get("code_challenge"));
  assert.equal(form.get("redirect_uri"), sent_to.searchParams.get("redirect_uri"));
  assert.ok(!sent_to.href.includes(form.get("code_verifier")!));
});

test("code injection: a stolen code goes with the verifier of the thief's own way, which the provider refuses", async () => {
  const panel = openPanel(server);
  const victims = await depart(openPanel(server), acme.code);
  const thiefs = await depart(panel, acme.code);
  // As a provider does (RFC 7636 §4.6): the code was issued for the victim's challenge.
  provider.instead.set("/token", (_request, body, reply) => {
    const fits = challengeOf(new URLSearchParams(body).get("code_verifier")!) === victims.searchParams.get("code_challenge");
    reply.writeHead(fits ? 200 : 400, { "content-type": "application/json" });
    reply.end(
      JSON.stringify(
        fits ? { access_token: "opaque", token_type: "Bearer", id_token: provider.id_token } : { error: "invalid_grant" },
      ),
    );
  });
  provider.id_token = signed(provider.key, await honestClaims(database, provider, thiefs, email()));
  const reply = await comeBack(server, panel, answerTo(thiefs, provider, { code: "of-the-victim" }));
  await refused({ panel, reply }, "CODE_REFUSED");
});

test("mix-up: an answer that names another issuer, or none, is refused before the code leaves", async () => {
  for (const iss of [other.issuer, ""]) {
    const panel = openPanel(server);
    const sent_to = await depart(panel, acme.code);
    const address = new URL(answerTo(sent_to, provider));
    if (iss === "") address.searchParams.delete("iss");
    else address.searchParams.set("iss", iss);
    const reply = await comeBack(server, panel, address.href);
    await refused({ panel, reply }, "ISSUER_DIFFERS");
  }
  assert.deepEqual(
    [...provider.asked, ...other.asked].filter(({ path }) => path === "/token"),
    [],
    "a code was handed over",
  );
});

test("mix-up: an answer for one organisation is nothing at the address of another", async () => {
  const beta = await createOrganisation(database, { organisation: { code: "BETA", name: "Beta" } });
  await giveProvider(database, beta.tenant_id, { issuer: other.issuer });
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code);
  const address = answerTo(sent_to, provider).replace("/sign-in/ACME/", "/sign-in/BETA/");
  assert.equal(placeOf(await comeBack(server, panel, address)), "/sign-in?company=interrupted");
  assert.equal(panel.cookies.has(session_cookie), false);
});

test("replayed state: the same answer signs in once", async () => {
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code);
  provider.id_token = signed(provider.key, await honestClaims(database, provider, sent_to, email()));
  assert.equal(placeOf(await comeBack(server, panel, answerTo(sent_to, provider))), "/");
  panel.cookies.delete(session_cookie);
  assert.equal(placeOf(await comeBack(server, panel, answerTo(sent_to, provider))), "/sign-in?company=interrupted");
  assert.equal(panel.cookies.has(session_cookie), false);
});

test("two answers to one way at once: one of them signs in", async () => {
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code);
  provider.id_token = signed(provider.key, await honestClaims(database, provider, sent_to, email()));
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => comeBack(server, { ...panel, cookies: new Map(panel.cookies) }, answerTo(sent_to, provider))),
  );
  assert.deepEqual(replies.map(placeOf).toSorted(), ["/", ...Array.from({ length: 5 }, () => "/sign-in?company=interrupted")]);
});

test("state that is made up, repeated in the address, or too old is interrupted", async () => {
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code);
  const good = answerTo(sent_to, provider);
  for (const address of [
    good.replace(/state=[^&]+/, `state=${"A".repeat(43)}`),
    good.replace(/state=[^&]+/, ""),
    `${good}&state=${"B".repeat(43)}`,
  ])
    assert.equal(placeOf(await comeBack(server, panel, address)), "/sign-in?company=interrupted", address);
  await database.clock.advance(16 * 60);
  assert.equal(placeOf(await comeBack(server, panel, good)), "/sign-in?company=interrupted", "after 16 minutes");
  assert.deepEqual(
    provider.asked.filter(({ path }) => path === "/token"),
    [],
  );
});

test("replayed nonce: the ID token of another way is refused", async () => {
  const before = await depart(openPanel(server), acme.code);
  await refused(await signInWith({ nonce: before.searchParams.get("nonce") }), "NONCE_DIFFERS");
  await refused(await signInWith({ nonce: undefined }), "NONCE_DIFFERS");
});

test("login CSRF: an answer that somebody else has prepared does not sign the victim in", async () => {
  const attacker = openPanel(server);
  const sent_to = await depart(attacker, acme.code);
  provider.id_token = signed(provider.key, await honestClaims(database, provider, sent_to, email()));
  const link = answerTo(sent_to, provider);
  const victim = openPanel(server);
  assert.equal(placeOf(await comeBack(server, victim, link)), "/sign-in?company=interrupted", "a browser without a way");
  await depart(victim, acme.code);
  assert.equal(placeOf(await comeBack(server, victim, link)), "/sign-in?company=interrupted", "a browser on a way of its own");
  assert.equal(victim.cookies.has(session_cookie), false);
  // Another site cannot begin a sign-in in the victim's browser either.
  const begun = await victim.post(
    "/sign-in/company",
    { tenant_code: acme.code },
    { headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" } },
  );
  assert.equal(begun.body.code, "CROSS_SITE_REQUEST");
});

test("session fixation: a session cookie from before is worth nothing afterwards", async () => {
  const panel = openPanel(server);
  const planted = "A".repeat(43);
  panel.cookies.set(session_cookie, planted);
  const sent_to = await depart(panel, acme.code);
  provider.id_token = signed(provider.key, await honestClaims(database, provider, sent_to, email()));
  assert.equal(placeOf(await comeBack(server, panel, answerTo(sent_to, provider))), "/");
  assert.notEqual(panel.cookies.get(session_cookie), planted);
  const attacker = openPanel(server);
  attacker.cookies.set(session_cookie, planted);
  assert.equal((await attacker.get("/session")).status, 401);
});

test("open redirects: an address outside of the panel is refused before the browser leaves", async () => {
  const outside = [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\evil",
    "evil",
    "/a\r\nset-cookie:x=1",
    "/a\tb",
    "javascript:alert(1)",
    "",
  ];
  for (const next of outside) {
    const reply = await openPanel(server).post("/sign-in/company", { tenant_code: acme.code, next });
    assert.equal(reply.status, 422, `${JSON.stringify(next)}: ${reply.text}`);
  }
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code, "/people?q=%2F%2Fevil.example#x");
  provider.id_token = signed(provider.key, await honestClaims(database, provider, sent_to, email()));
  assert.equal(
    placeOf(await comeBack(server, panel, answerTo(sent_to, provider, { next: "https://evil.example" }))),
    "/people?q=%2F%2Fevil.example#x",
  );
});

test("alg: none, a shared secret made of the public key, an unknown key and a changed token are refused", async () => {
  const panel = openPanel(server);
  const forge: Record<string, (claims: Claims) => string> = {
    none: (claims) => `${signed(provider.key, claims, { alg: "none" }).split(".").slice(0, 2).join(".")}.`,
    "none with a signature": (claims) => signed(provider.key, claims, { alg: "none" }),
    "HS256 with the public key": (claims) => {
      const text = signed(provider.key, claims, { alg: "HS256" }).split(".").slice(0, 2).join(".");
      return `${text}.${createHmac("sha256", pemOf(provider.key)).update(text).digest("base64url")}`;
    },
    "a key of their own in the header": (claims) => {
      const own = newSigningKey();
      return signed(own, claims, { kid: provider.key.kid, jwk: own.jwk, jku: `${other.origin}/keys` });
    },
    "a key that nobody publishes": (claims) => signed(newSigningKey(), claims),
    "a changed token": (claims) => {
      const [head, , signature] = signed(provider.key, claims).split(".");
      return [head, Buffer.from(JSON.stringify({ ...claims, sub: "somebody-else" })).toString("base64url"), signature].join(".");
    },
  };
  for (const [name, make] of Object.entries(forge)) {
    const sent_to = await depart(panel, acme.code);
    provider.id_token = make(await honestClaims(database, provider, sent_to, email()));
    const reply = await comeBack(server, panel, answerTo(sent_to, provider));
    assert.equal(placeOf(reply), "/sign-in?company=refused", name);
    assert.equal((await told())?.outcome, "SIGNATURE_INVALID", name);
  }
  assert.equal(panel.cookies.has(session_cookie), false);
  assert.deepEqual(other.asked, [], "keys were fetched from where a token pointed");
});

test("keys are rotated: a new one counts at once, and one that was withdrawn no more", async () => {
  assert.equal(placeOf((await signInWith({})).reply), "/");
  const old = provider.key;
  provider.key = newSigningKey();
  provider.published = [old, provider.key];
  assert.equal(placeOf((await signInWith({})).reply), "/", "the new key");
  provider.published = [provider.key];
  const fresh = provider.key;
  provider.key = old;
  const late = await signInWith({});
  provider.key = fresh;
  await refused(late, "SIGNATURE_INVALID");
});

test("a token for another client, by another issuer, or with no audience is refused", async () => {
  await refused(await signInWith({ aud: "another-client" }), "AUDIENCE_DIFFERS");
  await refused(await signInWith({ aud: ["another-client", "a-third"] }), "AUDIENCE_DIFFERS");
  await refused(await signInWith({ aud: ["muster", "another-client"], azp: "another-client" }), "AUDIENCE_DIFFERS");
  await refused(await signInWith({ iss: other.issuer }), "ISSUER_DIFFERS");
  await refused(await signInWith({ aud: undefined }), "RESPONSE_INVALID");
  await refused(await signInWith({ sub: undefined }), "RESPONSE_INVALID");
  await refused(await signInWith({ sub: "s".repeat(256) }), "RESPONSE_INVALID");
});

test("clocks may differ by four minutes in either direction, and by no more", async () => {
  const now_s = Date.parse(frozen) / 1_000;
  const minutes = 60;
  assert.equal(placeOf((await signInWith({ iat: now_s - 9 * minutes, exp: now_s - 4 * minutes + 5 })).reply), "/");
  assert.equal(placeOf((await signInWith({ iat: now_s + 4 * minutes - 5, exp: now_s + 9 * minutes })).reply), "/");
  assert.equal(placeOf((await signInWith({ nbf: now_s + 4 * minutes - 5 })).reply), "/");
  await refused(await signInWith({ iat: now_s - 9 * minutes, exp: now_s - 4 * minutes - 5 }), "TOKEN_TOO_OLD");
  await refused(await signInWith({ iat: now_s + 4 * minutes + 5, exp: now_s + 9 * minutes }), "TOKEN_OF_THE_FUTURE");
  await refused(await signInWith({ nbf: now_s + 4 * minutes + 5 }), "TOKEN_OF_THE_FUTURE");
});

test("a subject or an address that was given to another person lets neither in", async () => {
  const [first, second] = await Promise.all([0, 1].map(() => createAccount(database, acme.tenant_id, "learner")));
  const of = (account: { login: string } | undefined, sub: string) => ({ sub, email: account!.login, email_verified: true });
  assert.equal(placeOf((await signInWith(of(first, "s-1"))).reply), "/");
  await refused(await signInWith(of(second, "s-1")), "SUBJECT_REASSIGNED", "unknown");
  await refused(await signInWith(of(first, "s-2")), "OTHER_SUBJECT", "unknown");
  assert.equal(placeOf((await signInWith(of(first, "s-1"))).reply), "/", "the first one still signs in");
  // If no account here has the address, it cannot belong to another person.
  assert.equal(placeOf((await signInWith({ sub: "s-1", email: "new@acme.example", email_verified: true })).reply), "/");
  const it = await signInAs(server, database, acme, "it_admin");
  const { sign_ins } = (await it.get("/identity-provider/sign-ins")).body;
  const reassigned = sign_ins.find(({ outcome }: { outcome: string }) => outcome === "SUBJECT_REASSIGNED");
  assert.equal(reassigned.account.id, first!.id, "whose the subject has been");
  assert.equal((await it.delete(`/identity-provider/links/${first!.id}`)).status, 204);
  assert.equal(placeOf((await signInWith(of(second, "s-1"))).reply), "/", "after the link was forgotten");
});

test("an address counts only where the provider vouches for it", async () => {
  for (const email_verified of [false, undefined, "true", 1])
    await refused(await signInWith({ sub: `s-${String(email_verified)}`, email_verified }), "EMAIL_NOT_VERIFIED", "unknown");
  await refused(await signInWith({ sub: "s-nobody", email: "nobody@acme.example" }), "NOT_KNOWN", "unknown");
  // Entra states it in xms_edov, in several formats. Nothing else can confirm what email_verified denies.
  const unsaid = { email_verified: undefined };
  for (const xms_edov of [false, 0, "0", "false", "yes", null])
    await refused(await signInWith({ sub: `s-${String(xms_edov)}`, ...unsaid, xms_edov }), "EMAIL_NOT_VERIFIED", "unknown");
  await refused(await signInWith({ sub: "s-denied", email_verified: false, xms_edov: true }), "EMAIL_NOT_VERIFIED", "unknown");
  for (const xms_edov of [true, 1, "1", "true"]) assert.equal(placeOf((await signInWith({ ...unsaid, xms_edov })).reply), "/");
});

test("a provider that is down is told, in the list too, and the password still opens", async () => {
  const down = await startOwnProvider();
  await down.close();
  await giveProvider(database, acme.tenant_id, { issuer: other.issuer });
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code);
  other.instead.set("/token", (request) => request.socket.destroy());
  const reply = await comeBack(server, panel, answerTo(sent_to, other));
  await refused({ panel, reply }, "PROVIDER_UNREACHABLE", "unavailable");
  other.instead.set("/token", (_request, _body, answer) => answer.writeHead(500).end("oops"));
  const again = await depart(panel, acme.code);
  await refused({ panel, reply: await comeBack(server, panel, answerTo(again, other)) }, "RESPONSE_INVALID");
  assert.match((await told())!.said!, /HTTP 500/);
  const it = await signInAs(server, database, acme, "it_admin");
  assert.equal((await it.get("/session")).status, 200);
});

test("what the provider says when it refuses is kept for the administrators, as one line", async () => {
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code);
  const more = { error: "access_denied", error_description: `no\r\nway\u202e ${"x".repeat(1_000)}` };
  const address = new URL(answerTo(sent_to, provider, more));
  address.searchParams.delete("code");
  await refused({ panel, reply: await comeBack(server, panel, address.href) }, "PROVIDER_REFUSED");
  const { said } = (await told())!;
  assert.match(said!, /^access_denied: no way x+$/);
  assert.equal(said!.length, 300);
});

test("a provider that holds its answers back keeps no more calls than its own, and no other organisation waiting", async () => {
  assert.ok(calls_per_origin_max < 100);
  const held: (() => void)[] = [];
  other.instead.set("/.well-known/openid-configuration", (_request, _body, reply) => void held.push(() => reply.destroy()));
  const beta = await createOrganisation(database, { organisation: { code: "GAMMA", name: "Gamma" } });
  await giveProvider(database, beta.tenant_id, { issuer: `${other.issuer}/held` });
  other.instead.set("/held/.well-known/openid-configuration", (_request, _body, reply) => void held.push(() => reply.destroy()));
  const waiting = openPanel(server).post("/sign-in/company", { tenant_code: beta.code });
  assert.equal(placeOf((await signInWith({})).reply), "/", "ACME signs in meanwhile");
  while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
  for (const release of held) release();
  const reply = await waiting;
  assert.equal(reply.body.code, "PROVIDER_NOT_USABLE");
  assert.deepEqual([reply.body.refusal, reply.body.said], [null, null], "strangers are told why");
});
