// Sessions that end with the provider's: OpenID Connect Back-Channel Logout 1.0, with a certified provider, and with tokens that
// differ from an honest one in one point.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import {
  signInThere,
  signOutThere,
  startCertifiedProvider,
  type CertifiedProvider,
} from "../harness/identity/certified-provider.ts";
import {
  newSigningKey,
  pemOf,
  signed,
  startOwnProvider,
  type Claims,
  type OwnProvider,
} from "../harness/identity/own-provider.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, session_cookie, sessionOf, type Panel, type TestAccount } from "../harness/panel/panel.ts";
import { request, startServer, type Reply, type TestServer } from "../harness/server.ts";
import { answerTo, base_url, comeBack, depart, giveProvider, honestClaims, placeOf } from "./arrange.ts";

let database: TestDatabase;
let servers: TestServer[];
let server: TestServer;
let certified: CertifiedProvider;
let provider: OwnProvider;
let acme: TestOrganisation;
let ada: TestAccount;
let lena: TestAccount;
const secret = "a secret that the provider has made";
const frozen = "2026-02-02T07:00:00.000Z";
const event = "http://schemas.openid.net/event/backchannel-logout";

before(async () => {
  database = await openDatabase();
  [certified, provider] = await Promise.all([startCertifiedProvider(), startOwnProvider()]);
  const identity_origins = [certified.issuer, provider.origin];
  servers = await Promise.all([0, 1].map(() => startServer(database, { identity_origins })));
  server = servers[0]!;
  acme = await createOrganisation(database, {});
  [ada, lena] = await Promise.all([
    createAccount(database, acme.tenant_id, "it_admin"),
    createAccount(database, acme.tenant_id, "learner"),
  ]);
});
after(async () => {
  await Promise.all(servers.map((one) => one.close()));
  await Promise.all([certified.close(), provider.close()]);
  await database.close();
});
beforeEach(async () => {
  await database.superuser.query("delete from panel_session");
  await database.superuser.query("delete from identity_link");
  await giveProvider(database, acme.tenant_id, { issuer: provider.issuer });
  provider.published = [provider.key];
  provider.asked.length = 0;
});

const isIn = async (panel: Panel) => (await panel.get("/session")).status === 200;

/** The same browser at each process. */
function tabsOf(panel: Panel): Panel[] {
  return servers.map((one) => {
    const tab = openPanel(one);
    tab.cookies.set(session_cookie, panel.cookies.get(session_cookie)!);
    return tab;
  });
}

test("who signs out at a certified provider is out here at once, in every process; other sessions go on", async () => {
  certified.serve(
    { ada: { email: ada.login, email_verified: true }, lena: { email: lena.login, email_verified: true } },
    {
      client_id: "muster",
      client_secret: secret,
      redirect_uris: [`${base_url}/panel/sign-in/ACME/callback`],
      backchannel_logout_uri: `${server.url}/panel/sign-in/ACME/logout`,
      backchannel_logout_session_required: true,
    },
  );
  await giveProvider(database, acme.tenant_id, { issuer: certified.issuer, secret });
  const signIn = async (login: string) => {
    const [panel, cookies] = [openPanel(server), new Map<string, string>()];
    const location = await depart(panel, acme.code);
    assert.equal(placeOf(await comeBack(server, panel, await signInThere(certified.issuer, location.href, login, cookies))), "/");
    return { panel, cookies };
  };
  const [lenas, at_home, adas] = [await signIn("lena"), await signIn("lena"), await signIn("ada")];
  const by_password = await sessionOf(server, database, acme.tenant_id, lena);
  const tabs = tabsOf(lenas.panel);
  assert.deepEqual(await Promise.all(tabs.map(isIn)), [true, true]);

  await signOutThere(`${certified.issuer}/session/end?client_id=muster`, lenas.cookies);
  assert.deepEqual(await Promise.all(tabs.map(isIn)), [false, false]);
  assert.deepEqual(await Promise.all([at_home.panel, adas.panel, by_password].map(isIn)), [true, true, true]);
  const { rows } = await database.superuser.query(
    "select actor_type, target_type, target_id, changes from audit_log where operation = 'identity_provider.end_sessions'",
  );
  assert.deepEqual(rows, [{ actor_type: "system", target_type: "person", target_id: lena.id, changes: { sessions: [1, 0] } }]);
});

/** A browser in which Lena has signed in by the provider, in a session that the provider calls `sid`. */
async function signInWith(sid: string | null): Promise<Panel> {
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code);
  const more = { sub: "lena", email: lena.login, email_verified: true, ...(sid === null ? {} : { sid }) };
  provider.id_token = signed(provider.key, await honestClaims(database, provider, sent_to, more));
  assert.equal(placeOf(await comeBack(server, panel, answerTo(sent_to, provider))), "/");
  return panel;
}

let tokens = 0;
async function honest(more: Claims = {}): Promise<Claims> {
  const { rows } = await database.superuser.query<{ s: string }>("select (infra.now_us() / 1000000)::text as s");
  const now_s = Number(rows[0]!.s);
  tokens += 1;
  const claims = {
    iss: provider.issuer,
    aud: "muster",
    iat: now_s,
    exp: now_s + 120,
    jti: `token ${tokens}`,
    sub: "lena",
    events: { [event]: {} },
  };
  return Object.fromEntries(Object.entries({ ...claims, ...more }).filter(([, value]) => value !== undefined));
}

function tell(logout_token: string, tenant_code = acme.code): Promise<Reply> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams({ logout_token }).toString();
  return request(server.url, "POST", `/panel/sign-in/${tenant_code}/logout`, { headers, body });
}

test("sub ends all sessions of the subject, sid those that began with it, both those of both; of others none", async () => {
  await database.clock.freeze(frozen);
  const cases: [Claims, boolean[]][] = [
    [{ sub: "lena" }, [false, false, false]],
    [{ sub: undefined, sid: "one" }, [false, true, true]],
    // A session without a `sid` from the provider ends too, because it may be the one that is meant.
    [{ sub: "lena", sid: "one" }, [false, true, false]],
    [{ sub: "lena", sid: "unknown" }, [true, true, false]],
    [{ sub: "somebody else", sid: "one" }, [true, true, true]],
    [{ sub: undefined, sid: "unknown" }, [true, true, true]],
  ];
  for (const [claims, expected] of cases) {
    await database.superuser.query("delete from panel_session");
    const [one, two, without] = [await signInWith("one"), await signInWith("two"), await signInWith(null)];
    const by_password = await sessionOf(server, database, acme.tenant_id, lena);
    const reply = await tell(signed(provider.key, await honest(claims), { typ: "logout+jwt" }));
    assert.deepEqual(
      [reply.status, reply.text, reply.headers.get("cache-control")],
      [200, "", "no-store"],
      JSON.stringify(claims),
    );
    assert.deepEqual(await Promise.all([one, two, without].map(isIn)), expected, JSON.stringify(claims));
    assert.ok(await isIn(by_password), "a session by password is none of the provider's");
  }
});

test("a token that differs from an honest one in one thing ends nothing, and says why", async () => {
  await database.clock.freeze(frozen);
  const now_s = Date.parse(frozen) / 1000;
  const panel = await signInWith("one");
  const stranger = newSigningKey();
  const unsigned = (claims: Claims) =>
    `${[{ alg: "none" }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.`;
  const confused = (claims: Claims) => {
    const text = [{ alg: "HS256", kid: provider.key.kid }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    return `${text}.${createHmac("sha256", pemOf(provider.key)).update(text).digest("base64url")}`;
  };
  const with_claims: [string, Claims][] = [
    ["another issuer", { iss: "https://other.example" }],
    ["another client", { aud: "another" }],
    ["no audience", { aud: undefined }],
    ["no iat", { iat: undefined }],
    ["of the future", { iat: now_s + 241 }],
    ["too long ago", { iat: now_s - 841, exp: undefined }],
    ["expired", { exp: now_s - 241 }],
    ["no jti", { jti: undefined }],
    ["a nonce: an ID token", { nonce: "n" }],
    ["no events", { events: undefined }],
    ["other events", { events: { "http://schemas.openid.net/event/other": {} } }],
    ["events of another shape", { events: { [event]: "yes" } }],
    ["a list of events", { events: [event] }],
    ["neither sub nor sid", { sub: undefined }],
    ["a sub that is no text", { sub: 7 }],
    ["a sid that is too long", { sid: "x".repeat(256) }],
  ];
  const false_tokens: [string, string][] = [
    ...(await Promise.all(
      with_claims.map(async ([what, claims]): Promise<[string, string]> => [what, signed(provider.key, await honest(claims))]),
    )),
    ["signed by a stranger", signed({ ...stranger, kid: provider.key.kid }, await honest())],
    ["signed by a key that is not published", signed(stranger, await honest())],
    ["not signed", unsigned(await honest())],
    ["signed with the public key as a secret", confused(await honest())],
    ["of another type", signed(provider.key, await honest(), { typ: "at+jwt" })],
    ["with what must be understood", signed(provider.key, await honest(), { crit: ["b64"], b64: false })],
    ["no token", "abc"],
    ["empty", ""],
  ];
  for (const [what, token] of false_tokens) {
    const reply = await tell(token);
    assert.deepEqual([reply.status, reply.body.error], [400, "invalid_request"], `${what}: ${reply.text}`);
    assert.ok(reply.body.error_description.length > 5, what);
    assert.ok(await isIn(panel), what);
  }
  const sound = signed(provider.key, await honest());
  for (const code of ["NOWHERE", "BETA"]) assert.equal((await tell(sound, code)).status, 400);
  assert.equal((await tell(sound)).status, 200);
  assert.equal(await isIn(panel), false);
});

test("a token is used once, also at the same time and in another process", async () => {
  await database.clock.freeze(frozen);
  await database.superuser.query("delete from identity_logout");
  const claims = await honest();
  const token = signed(provider.key, claims);
  assert.deepEqual((await Promise.all([tell(token), tell(token), tell(token)])).map(({ status }) => String(status)).toSorted(), [
    "200",
    "400",
    "400",
  ]);
  const panel = await signInWith("one");
  assert.equal((await tell(token)).body.error_description, "it was used before");
  await database.clock.advance(839);
  assert.equal((await tell(token)).status, 400);
  await database.clock.advance(10);
  assert.equal((await tell(token)).body.error_description, "iat is too long ago");
  await tell(signed(provider.key, await honest()));
  const { rows } = await database.superuser.query("select count(*)::int as n from identity_logout");
  assert.equal(rows[0].n, 1, "what is refused for its age is not kept");
  assert.equal(await isIn(panel), false);
});

test("false tokens make few calls to the provider, a new key counts at once, and a provider that is down is told to come again", async () => {
  await database.clock.freeze(frozen);
  const keys_asked = () => provider.asked.filter(({ path }) => path === "/keys").length;
  for (let times = 0; times < 5; times += 1) await tell(signed(newSigningKey(), await honest()));
  assert.ok(keys_asked() <= 1, `${keys_asked()} calls`);
  await tell(signed(newSigningKey(), await honest({ iss: "https://other.example" })));
  assert.ok(keys_asked() <= 1, "what is none of the provider's needs no key");

  const other = await startServer(database, { identity_origins: [provider.origin] });
  try {
    const rolled = newSigningKey();
    provider.published = [provider.key, rolled];
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const tellOther = async (token: string) =>
      request(other.url, "POST", "/panel/sign-in/ACME/logout", {
        headers,
        body: new URLSearchParams({ logout_token: token }).toString(),
      });
    provider.instead.set("/keys", (_request, _body, reply) => reply.writeHead(500).end());
    const down = await tellOther(signed(rolled, await honest()));
    assert.deepEqual([down.status, down.headers.get("retry-after")], [503, "60"]);
    provider.instead.clear();
  } finally {
    await other.close();
  }
});

test("who is forgotten as a subject is out of the sessions that came by it", async () => {
  const panel = await signInWith("one");
  const by_password = await sessionOf(server, database, acme.tenant_id, lena);
  const it = await sessionOf(server, database, acme.tenant_id, ada);
  assert.equal((await it.delete(`/identity-provider/links/${lena.id}`)).status, 204);
  assert.deepEqual(await Promise.all([panel, by_password].map(isIn)), [false, true]);
});

test("front-channel: the issuer and its session end what began with that session, by an address alone; nothing else does", async () => {
  await database.clock.freeze(frozen);
  const [sid, other_sid] = ["a session of the provider", "another session of the provider"];
  const [one, two] = [await signInWith(sid), await signInWith(other_sid)];
  const by_password = await sessionOf(server, database, acme.tenant_id, lena);
  const bring = (given: Record<string, string> | string[][], code = acme.code) =>
    request(server.url, "GET", `/panel/sign-in/${code}/logout?${new URLSearchParams(given).toString()}`, {
      headers: { "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" },
    });
  const iss = provider.issuer;
  const refused: [string, Record<string, string> | string[][], string?][] = [
    ["no session", { iss }],
    ["no issuer", { sid }],
    ["another issuer", { iss: "https://other.example", sid }],
    [
      "two issuers",
      [
        ["iss", iss],
        ["iss", "https://other.example"],
        ["sid", sid],
      ],
    ],
    [
      "two sessions",
      [
        ["iss", iss],
        ["sid", sid],
        ["sid", other_sid],
      ],
    ],
    ["a session that could be guessed", { iss, sid: "1" }],
    ["at another organisation", { iss, sid }, "NOWHERE"],
  ];
  for (const [what, given, code] of refused) {
    const reply = await bring(given, code);
    assert.deepEqual([reply.status, reply.body?.error], [400, "invalid_request"], `${what}: ${reply.text}`);
  }
  assert.equal((await bring({ iss, sid: "a session that nobody has" })).status, 200, "which sessions there are is not told");
  assert.deepEqual(await Promise.all([one, two, by_password].map(isIn)), [true, true, true]);
  const reply = await bring({ iss, sid });
  assert.deepEqual([reply.status, reply.text, reply.headers.get("cache-control")], [200, "", "no-store"]);
  assert.deepEqual(await Promise.all([one, two, by_password].map(isIn)), [false, true, true]);
});
