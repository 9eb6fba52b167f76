// Authorization server metadata (RFC 8414, docs/decisions/0048), read by an OAuth library.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as oauth from "oauth4webapi";
import { scopes } from "../../server/platform/context.ts";
import { readDocument } from "../guides/documents.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { freePorts } from "../harness/ports.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { addKey, arrangeClient, byKey, knock } from "./arrange.ts";
import { newPair } from "./key-pairs.ts";
import { lastCause } from "./listening.ts";

let database: TestDatabase;
let server: TestServer;

before(async () => {
  database = await openDatabase();
  server = await startServer(database, { own_port: (await freePorts(1))[0]! });
});
after(async () => {
  await server.close();
  await database.close();
});

const well_known = "/.well-known/oauth-authorization-server";
const insecure = { [oauth.allowInsecureRequests]: true };

async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
  const address = new URL(issuer);
  const response = await oauth.discoveryRequest(address, { algorithm: "oauth2", ...insecure });
  return oauth.processDiscoveryResponse(address, response);
}

test("oauth4webapi discovers the token endpoint and gets a token by each method that the metadata names", async () => {
  const client = await arrangeClient(database, { scopes: ["users:read"] });
  const issuer = await discover(server.url);
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const { kid } = await addKey(database, client, await crypto.subtle.exportKey("jwk", pair.publicKey));
  const methods: Record<string, (secret: string) => oauth.ClientAuth> = {
    client_secret_basic: oauth.ClientSecretBasic,
    client_secret_post: oauth.ClientSecretPost,
    private_key_jwt: () => oauth.PrivateKeyJwt({ key: pair.privateKey, kid }),
  };
  assert.deepEqual(issuer.token_endpoint_auth_methods_supported, Object.keys(methods));
  for (const method of issuer.token_endpoint_auth_methods_supported) {
    const response = await oauth.clientCredentialsGrantRequest(
      issuer,
      { client_id: client.client_id },
      methods[method]!(client.secret),
      new URLSearchParams(),
      { ...insecure, headers: { "x-tenant-code": client.tenant_code } },
    );
    const token = await oauth.processClientCredentialsResponse(issuer, { client_id: client.client_id }, response);
    assert.equal(token.scope, "users:read", method);
  }
});

test("of the algorithms in the metadata, an RSA key obtains a token by the one of its JWK, else by RS256 alone, as the guide says", async () => {
  assert.match(readDocument("docs/guides/integration.md").text, /paste the RSA key as a JWK with `"alg": "PS256"`/);
  const issuer = await discover(server.url);
  const { publicKey, privateKey } = await newPair("PS256");
  const { alg, ...nameless } = await crypto.subtle.exportKey("jwk", publicKey);
  const statusOf = async (jwk: object) => {
    const client = await arrangeClient(database, { scopes: ["users:read"] });
    const { kid } = await addKey(database, client, jwk);
    const response = await oauth.clientCredentialsGrantRequest(
      issuer,
      { client_id: client.client_id },
      oauth.PrivateKeyJwt({ key: privateKey, kid }),
      new URLSearchParams(),
      { ...insecure, headers: { "x-tenant-code": client.tenant_code } },
    );
    await response.text();
    return response.status;
  };
  assert.deepEqual([alg, await statusOf({ ...nameless, alg })], ["PS256", 200]);
  assert.equal(await statusOf(nameless), 401);
  assert.equal(lastCause(server), "assertion_algorithm");
});

test("the metadata says what is true and nothing else", async () => {
  const { status, headers, body } = await knock(server.url + well_known);
  assert.deepEqual([status, headers["content-type"]], [200, "application/json; charset=utf-8"]);
  assert.deepEqual(body, {
    issuer: server.url,
    token_endpoint: `${server.url}/api/v1/oauth/token`,
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "private_key_jwt"],
    token_endpoint_auth_signing_alg_values_supported: ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"],
    dpop_signing_alg_values_supported: ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"],
    grant_types_supported: ["client_credentials"],
    response_types_supported: [],
    scopes_supported: scopes,
    service_documentation: `${server.url}/docs`,
  });
  assert.equal((await knock(body.service_documentation)).status, 200);
  const { components, servers } = (await knock(`${server.url}/openapi.json`)).body;
  assert.equal(servers[0].url, body.issuer);
  const { tokenUrl, scopes: described } = components.securitySchemes.oauth2.flows.clientCredentials;
  assert.deepEqual([tokenUrl, Object.keys(described)], [body.token_endpoint, body.scopes_supported]);
});

test("the metadata is public, takes nothing from a bucket, and may be kept for a while", async () => {
  const client = await arrangeClient(database);
  const first = await knock(server.url + well_known, { headers: byKey(client) });
  assert.match(first.headers["cache-control"]!, /^public, max-age=\d+$/);
  assert.equal(first.headers["ratelimit-limit"], undefined);
  const again = await knock(server.url + well_known, { headers: { "if-none-match": first.headers.etag! } });
  assert.deepEqual([again.status, again.text], [304, ""]);
  const posted = await knock(server.url + well_known, { method: "POST" });
  assert.deepEqual([posted.status, posted.headers["allow"]], [405, "GET, HEAD"]);
});

test("RFC 8414 §3.1 the metadata of an issuer with a path stands between host and path, and below the issuer", async (t) => {
  const below = await startServer(database, { own_port: (await freePorts(1))[0]!, base_path: "/training/eu" });
  t.after(() => below.close());
  const issuer = await discover(`${below.url}/training/eu`);
  assert.equal(issuer.issuer, `${below.url}/training/eu`);
  assert.equal(issuer.token_endpoint, `${below.url}/training/eu/api/v1/oauth/token`);
  // A proxy for this path also forwards the paths below it.
  assert.equal((await knock(below.url + well_known)).body.issuer, issuer.issuer);
  assert.equal((await knock(`${below.url + well_known}/another`)).status, 404);
});
