import { request as send, type IncomingHttpHeaders } from "node:http";
import { readKeys } from "../../server/features/clients/public-keys/read-keys.ts";
import { digestOf, newKeyId, newSecret } from "../../server/features/clients/secret.ts";
import { scopes } from "../../server/platform/context.ts";
import { newId } from "../../server/platform/ids.ts";
import type { TestDatabase } from "../harness/database.ts";
import { test_keyring } from "../harness/server.ts";

/** An integration client with its credentials. */
export type TestClient = { tenant_id: string; tenant_code: string; client_id: string; key_id: string; secret: string };

export type ClientShape = {
  tenant_code?: string;
  scopes?: readonly string[];
  methods?: readonly string[];
  ip_allowlist?: readonly string[];
  /** Limits of the contract; the client has no limits of its own. */
  rate?: { per_minute: number; burst: number; per_day: number };
};

/** Inserts a tenant with one client directly into the tables, in any shape that a test needs. */
export async function arrangeClient(database: TestDatabase, shape: ClientShape = {}): Promise<TestClient> {
  const tenant_id = newId();
  const tenant_code = shape.tenant_code ?? `T-${tenant_id.slice(-12).toUpperCase()}`;
  const rate = shape.rate ?? { per_minute: 20, burst: 30, per_day: 5_000 };
  await database.superuser.query(
    `insert into tenant (id, code, name, kind, time_zone, rate_per_minute, rate_burst, rate_per_day)
     values ($1, $2, 'Test', 'live', 'Europe/Warsaw', $3, $4, $5)`,
    [tenant_id, tenant_code, rate.per_minute, rate.burst, rate.per_day],
  );
  return addClient(database, { tenant_id, tenant_code }, shape);
}

/** Adds a client to an existing tenant. */
export async function addClient(
  database: TestDatabase,
  { tenant_id, tenant_code }: Pick<TestClient, "tenant_id" | "tenant_code">,
  shape: ClientShape = {},
): Promise<TestClient> {
  const client_id = newId();
  await database.superuser.query(
    `insert into client (tenant_id, id, name, name_norm, scopes, methods, ip_allowlist) values ($1, $2::uuid, $2::text, $2::text, $3, $4, $5)`,
    [tenant_id, client_id, shape.scopes ?? scopes, shape.methods ?? ["api_key", "oauth2"], shape.ip_allowlist ?? []],
  );
  const added = await addSecret(database, { tenant_id, client_id });
  return { tenant_id, tenant_code, client_id, ...added };
}

/** Adds a secret to a client. */
export async function addSecret(
  database: TestDatabase,
  { tenant_id, client_id }: Pick<TestClient, "tenant_id" | "client_id">,
): Promise<{ key_id: string; secret: string }> {
  const secret = newSecret("live");
  await database.superuser.query(
    `insert into client_secret (tenant_id, client_id, key_id, pepper_version, digest) values ($1, $2, $3, $4, $5)`,
    [tenant_id, client_id, secret.key_id, test_keyring.versions[0], digestOf(test_keyring, secret.text)],
  );
  return { key_id: secret.key_id, secret: secret.text };
}

/** Adds a public key to a client, as the panel would. Without a `kid` in the JWK, its thumbprint is used. */
export async function addKey(
  database: TestDatabase,
  { tenant_id, client_id }: Pick<TestClient, "tenant_id" | "client_id">,
  jwk: object,
): Promise<{ key_id: string; kid: string }> {
  const [key] = readKeys(JSON.stringify(jwk));
  const { kid, algorithm, thumbprint } = key!;
  const key_id = newKeyId();
  await database.superuser.query(
    `insert into client_secret (tenant_id, client_id, key_id, pepper_version, digest) values ($1, $2, $3, 0, $4)`,
    [tenant_id, client_id, key_id, Buffer.from(thumbprint, "base64url")],
  );
  await database.superuser.query(
    `insert into client_key (tenant_id, client_id, key_id, kid, algorithm, thumbprint, jwk) values ($1, $2, $3, $4, $5, $6, $7)`,
    [tenant_id, client_id, key_id, kid, algorithm, thumbprint, JSON.stringify(key!.jwk)],
  );
  return { key_id, kid };
}

/** Changes columns of a client or of its secrets, as an administrator would. */
export async function change(
  database: TestDatabase,
  table: "client" | "client_secret",
  client_id: string,
  set: string,
): Promise<void> {
  await database.superuser.query(`update ${table} set ${set} where ${table === "client" ? "id" : "client_id"} = $1`, [client_id]);
}

export function byKey(client: TestClient): Record<string, string> {
  return { "x-tenant-code": client.tenant_code, "x-api-key": client.secret };
}

export function byToken(client: TestClient, access_token: string): Record<string, string> {
  return { "x-tenant-code": client.tenant_code, authorization: `Bearer ${access_token}` };
}

export function byBasic(client: TestClient): Record<string, string> {
  return { "x-tenant-code": client.tenant_code, authorization: basic(client.client_id, client.secret) };
}

export function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
}

export type Knock = {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  /** The loopback address of the caller, 127.0.0.2 … */
  from?: string;
};

export type Answered = { status: number; headers: IncomingHttpHeaders; raw_headers: string[]; text: string; body: any };

/** Sends one request exactly as written. Unlike `fetch` it can repeat headers and choose its own address. */
export function knock(url: string, { method = "GET", headers = {}, body, from }: Knock = {}): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const sent = send(url, { method, headers, ...(from === undefined ? {} : { localAddress: from }) }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const is_json = /json/.test(response.headers["content-type"] ?? "");
      resolve({
        status: response.statusCode!,
        headers: response.headers,
        raw_headers: response.rawHeaders,
        text,
        body: is_json && text !== "" ? JSON.parse(text) : null,
      });
    });
  });
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

/**
 * Like `knock`, but repeats a request that a slow machine answered with 503 for lack of a connection, because it was not
 * executed.
 */
export async function insist(url: string, send: Knock): Promise<Answered> {
  for (let tried = 1; ; tried += 1) {
    const answer = await knock(url, send);
    if (answer.status !== 503 || tried === 10) return answer;
  }
}

export const token_path = "/api/v1/oauth/token";
/** A cheap read for clients with `users:read`. */
export const read_path = "/api/v1/departments";

/** Requests a token; `parameters` replace the usual body. */
export function askForToken(
  url: string,
  headers: Record<string, string | string[]>,
  parameters: Record<string, string> | string = { grant_type: "client_credentials" },
  from?: string,
): Promise<Answered> {
  return knock(url + token_path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: typeof parameters === "string" ? parameters : new URLSearchParams(parameters).toString(),
    ...(from === undefined ? {} : { from }),
  });
}
