import assert from "node:assert/strict";
import { newId } from "../../server/platform/ids.ts";
import { newSecret, sealSecret } from "../../server/features/sign-in/one-time-code.ts";
import { seal } from "../../server/platform/crypto/seal.ts";
import type { TestDatabase } from "../harness/database.ts";
import type { OwnProvider, Claims } from "../harness/identity/own-provider.ts";
import type { Panel } from "../harness/panel/panel.ts";
import { request, test_keyring, type Reply, type TestServer } from "../harness/server.ts";
import { codeOf } from "../panel/samples/sign-in.ts";

export const base_url = "https://muster.example";

type Provider = {
  issuer: string;
  client_id?: string;
  secret?: string;
  external_id_claim?: string | null;
  state?: "draft" | "tested" | "on";
};

/** Gives an organisation an identity provider, by default one that is switched on. */
export async function giveProvider(database: TestDatabase, tenant_id: string, provider: Provider): Promise<void> {
  const { issuer, client_id = "muster", secret = "a secret of the provider", external_id_claim = "sub", state = "on" } = provider;
  const id = newId();
  await verifyDomain(database, tenant_id);
  await database.superuser.query("delete from identity_provider where tenant_id = $1", [tenant_id]);
  await database.superuser.query(
    `insert into identity_provider (tenant_id, id, issuer, client_id, authentication, secret, external_id_claim, state, tested_at)
    values ($1, $2, $3, $4, 'client_secret_basic', $5, $6, $7, now())`,
    [tenant_id, id, issuer, client_id, seal(test_keyring, "identity-provider", id, secret), external_id_claim, state],
  );
}

/** Marks a domain as verified for an organisation, as if its record had been found just now. */
export async function verifyDomain(database: TestDatabase, tenant_id: string, domain = "panel.example"): Promise<void> {
  await database.superuser.query(
    `insert into identity_domain (tenant_id, id, domain, token, verified_at, look_us)
    values ($1, $2, $3, 'a token of a test, of some length', now(), infra.now_us() + 86400000000)
    on conflict do nothing`,
    [tenant_id, newId(), domain],
  );
}

/** The address to which a browser is sent to sign in. */
export async function depart(panel: Panel, tenant_code: string, next?: string): Promise<URL> {
  const reply = await panel.post("/sign-in/company", { tenant_code, ...(next === undefined ? {} : { next }) });
  assert.equal(reply.status, 200, reply.text);
  return new URL(reply.body.location);
}

/** The browser comes back; returns the answer, and stores its cookies as a browser does. */
export async function comeBack(server: Pick<TestServer, "url">, panel: Panel, address: string): Promise<Reply> {
  const { pathname, search } = new URL(address);
  const cookie = [...panel.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { "sec-fetch-site": "cross-site", ...(cookie ? { cookie } : {}) };
  const reply = await request(server.url, "GET", pathname + search, { headers });
  for (const line of reply.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    panel.cookies.set(name!, value!);
  }
  return reply;
}

/** The place in the panel to which an answer redirects. */
export function placeOf(reply: Reply): string {
  assert.equal(reply.status, 303, reply.text);
  const location = reply.headers.get("location")!;
  assert.ok(location.startsWith(`${base_url}/panel/`), `leads to ${location}`);
  return location.slice(`${base_url}/panel`.length);
}

/** The claims of an honest ID token now, by the database's clock. */
export async function honestClaims(
  database: TestDatabase,
  provider: OwnProvider,
  sent_to: URL,
  more: Claims = {},
): Promise<Claims> {
  const { rows } = await database.superuser.query<{ s: string }>("select (infra.now_us() / 1000000)::text as s");
  const now_s = Number(rows[0]!.s);
  const nonce = sent_to.searchParams.get("nonce")!;
  return { iss: provider.issuer, aud: "muster", sub: "subject-1", nonce, iat: now_s, exp: now_s + 300, ...more };
}

/** The address at which a browser comes back with a code. */
export function answerTo(sent_to: URL, provider: Pick<OwnProvider, "issuer">, more: Record<string, string> = {}): string {
  const answer = { code: "a-code", state: sent_to.searchParams.get("state")!, iss: provider.issuer, ...more };
  return `${sent_to.searchParams.get("redirect_uri")!}?${new URLSearchParams(answer).toString()}`;
}

/** Gives an account a second factor; returns its secret. */
export async function giveSecondFactor(database: TestDatabase, account_id: string): Promise<string> {
  const { secret } = newSecret("test");
  await database.superuser.query(
    "update credential set totp_secret = $2, totp_confirmed_at = now(), totp_step = 0 where account_id = $1",
    [account_id, sealSecret(test_keyring, account_id, secret)],
  );
  return secret;
}

/** The present code of an authenticator app, by the database's clock. */
export async function codeNow(database: TestDatabase, secret: string): Promise<string> {
  const { rows } = await database.superuser.query<{ ms: string }>("select (infra.now_us() / 1000)::text as ms");
  return codeOf(secret, Number(rows[0]!.ms));
}
