// Keys that are rotated while people sign in, and a provider that is unreachable for a while: it is reported, and no sign-in is
// lost.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { newSigningKey, signed, startOwnProvider, type OwnProvider, type SigningKey } from "../harness/identity/own-provider.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, session_cookie, type TestAccount } from "../harness/panel/panel.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { answerTo, comeBack, depart, giveProvider, honestClaims, placeOf } from "./arrange.ts";

let database: TestDatabase;
let servers: TestServer[];
let provider: OwnProvider;
let acme: TestOrganisation;
let lena: TestAccount;

before(async () => {
  database = await openDatabase();
  provider = await startOwnProvider();
  servers = await Promise.all([0, 1].map(() => startServer(database, { identity_origins: [provider.origin] })));
  acme = await createOrganisation(database, {});
  lena = await createAccount(database, acme.tenant_id, "learner");
  await giveProvider(database, acme.tenant_id, { issuer: provider.issuer });
});
after(async () => {
  await Promise.all(servers.map((one) => one.close()));
  await provider.close();
  await database.close();
});

/** The token endpoint chooses the token by the code, because several sign-ins run at once. */
function answerByCode(tokens: ReadonlyMap<string, () => string>): void {
  provider.instead.set("/token", (_request, body, reply) => {
    const token = tokens.get(new URLSearchParams(body).get("code") ?? "");
    reply.writeHead(200, { "content-type": "application/json" });
    reply.end(JSON.stringify({ access_token: "opaque", token_type: "Bearer", expires_in: 60, id_token: token!() }));
  });
}

const tokens = new Map<string, () => string>();
let ways = 0;

/** Signs in at one of the processes; returns where the browser ends. The provider signs with its key of that moment. */
async function signIn(server: TestServer, key: () => SigningKey): Promise<string> {
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code);
  const claims = await honestClaims(database, provider, sent_to, { sub: "lena", email: lena.login, email_verified: true });
  ways += 1;
  const code = `code-${ways}`;
  tokens.set(code, () => signed(key(), claims));
  const place = placeOf(await comeBack(server, panel, answerTo(sent_to, provider, { code })));
  return panel.cookies.has(session_cookie) ? place : `${place} without a session`;
}

test("keys roll over under load: every sign-in works, with the previous key and with the new one", async () => {
  answerByCode(tokens);
  const rounds = 6;
  const at_once = 8;
  const places: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const next = newSigningKey();
    // As providers do it: a key is published first and used later; the old one stays published while its tokens may still arrive.
    const under_way = Array.from({ length: at_once }, (_, n) => signIn(servers[n % 2]!, () => provider.key));
    provider.published = [provider.key, next];
    const beside = Array.from({ length: at_once }, (_, n) => signIn(servers[n % 2]!, () => provider.key));
    provider.key = next;
    places.push(...(await Promise.all([...under_way, ...beside])));
    provider.published = [next];
  }
  assert.deepEqual([...new Set(places)], ["/"], JSON.stringify(places));
  assert.equal(places.length, rounds * at_once * 2);
});

test("a provider that goes away under load is told to who comes, and works again as soon as it is back", async () => {
  answerByCode(tokens);
  const away = (_request: unknown, _body: string, reply: { destroy(): void }) => reply.destroy();
  const token = provider.instead.get("/token")!;
  const before_it = await Promise.all(servers.map((server) => signIn(server, () => provider.key)));
  provider.instead.set("/token", away).set("/keys", away).set("/.well-known/openid-configuration", away);
  const during = await Promise.all([...servers, ...servers].map((server) => signIn(server, () => provider.key)));
  provider.instead.clear();
  provider.instead.set("/token", token);
  const after_it = await Promise.all(servers.map((server) => signIn(server, () => provider.key)));
  assert.deepEqual(
    [before_it, after_it],
    [
      ["/", "/"],
      ["/", "/"],
    ],
  );
  assert.deepEqual(
    during,
    Array.from({ length: 4 }, () => "/sign-in?company=unavailable without a session"),
  );
  const { rows } = await database.superuser.query(
    "select outcome, count(*)::int as n from identity_sign_in where outcome <> 'OK' group by 1",
  );
  assert.deepEqual(rows, [{ outcome: "PROVIDER_UNREACHABLE", n: 4 }]);
});
