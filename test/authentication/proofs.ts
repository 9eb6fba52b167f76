// Clients with tokens that are bound to a key (DPoP, RFC 9449), and their proofs.
import assert from "node:assert/strict";
import type { webcrypto } from "node:crypto";
import * as oauth from "oauth4webapi";
import type { TestDatabase } from "../harness/database.ts";
import type { TestServer } from "../harness/server.ts";
import { arrangeClient, askForToken, byBasic, read_path, token_path, type ClientShape, type TestClient } from "./arrange.ts";
import { newPair } from "./key-pairs.ts";

/** The address that all servers of the test have as their public one. */
export const origin = "https://muster.example";
export const issuer = { issuer: origin, token_endpoint: origin + token_path };
export type Pair = webcrypto.CryptoKeyPair;
export type Holder = TestClient & { pair: Pair; token: string };

/** A proof made by oauth4webapi; `modify` may change its members; `token` null: for the token endpoint. */
export async function proofBy(
  pair: Pair,
  token: string | null,
  {
    method = "GET",
    path = read_path,
    modify = () => undefined,
  }: { method?: string; path?: string; modify?: oauth.ModifyAssertionFunction } = {},
): Promise<string> {
  let proof: string | null = null;
  const keep = async (_: string, { headers }: { headers: Record<string, string> }) => {
    proof = new Headers(headers).get("dpop");
    return new Response(null, { status: 200 });
  };
  const DPoP = oauth.DPoP({}, pair, { [oauth.modifyAssertion]: modify });
  const options = { DPoP, [oauth.customFetch]: keep as never };
  if (token === null) {
    await oauth.clientCredentialsGrantRequest(issuer, { client_id: "any" }, oauth.None(), new URLSearchParams(), options);
  } else {
    await oauth.protectedResourceRequest(token, method, new URL(origin + path), new Headers(), null, options);
  }
  return proof!;
}

/** A client with a token that is bound to one of its keys. */
export async function arrangeHolder(database: TestDatabase, server: TestServer, shape: ClientShape = {}): Promise<Holder> {
  const client = await arrangeClient(database, { scopes: ["users:read"], ...shape });
  const pair = await newPair();
  const { body, text } = await askForToken(server.url, { ...byBasic(client), dpop: await proofBy(pair, null) });
  assert.equal(body.token_type, "DPoP", text);
  return { ...client, pair, token: body.access_token };
}

export const bound = ({ tenant_code, token }: Holder, dpop: string | string[]) => ({
  "x-tenant-code": tenant_code,
  authorization: `DPoP ${token}`,
  dpop,
});

export const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
export const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;

/** A proof without its signature, with a changed header. */
export function unsignedOf(proof: string, more: object): string {
  const [header, claims] = proof.split(".");
  return `${encode({ ...decode(header!), ...more })}.${claims}`;
}

export const seconds = (offset: number): oauth.ModifyAssertionFunction => {
  return (_, claims) => void (claims["iat"] = Math.floor(Date.now() / 1_000) + offset);
};
export const modified = (holder: Holder, modify: oauth.ModifyAssertionFunction) => proofBy(holder.pair, holder.token, { modify });
