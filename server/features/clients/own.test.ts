import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { arrangeClient, byKey, change } from "../../../test/authentication/arrange.ts";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { apiOf, request, startServer, test_keyring, type TestServer } from "../../../test/harness/server.ts";
import { issueToken } from "./admission/access-token.ts";

let database: TestDatabase;
let server: TestServer;
before(async () => {
  database = await openDatabase();
  await database.clock.freeze("2026-02-02T12:00:00Z");
  server = await startServer(database);
});
after(async () => {
  await server.close();
  await database.close();
});

const url = "/api/v1/client";
const rate_headers = (headers: Headers) =>
  ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "ratelimit-policy", "retry-after"].map((name) =>
    headers.get(name),
  );

test("a client reads itself without a scope and without a token of its bucket, which it sees as it stands", async () => {
  const client = await arrangeClient(database, { scopes: ["users:read"] });
  const api = apiOf(server, byKey(client));
  const { status, body, text, headers } = await api.get(url);
  assert.equal(status, 200, text);
  assert.deepEqual(body, {
    id: client.client_id,
    name: client.client_id,
    organisation: { tenant_code: client.tenant_code, name: "Test", kind: "live", time_zone: "Europe/Warsaw" },
    scopes: ["users:read"],
    granted_scopes: ["users:read"],
    expires_at: null,
    token_expires_at: null,
    dpop_bound_access_tokens: false,
    limits: { per_minute: 20, burst: 30, per_day: 5_000 },
    usage: { used_today: 0, left_today: 5_000, available_now: 30 },
  });
  assert.deepEqual(rate_headers(headers), ["30", "30", "0", "20;w=60;burst=30, 5000;w=86400", null]);
  for (let number = 0; number < 30; number += 1) assert.equal((await api.get("/api/v1/users?limit=1")).status, 200);
  assert.equal((await api.get("/api/v1/users?limit=1")).status, 429);
  const empty = await api.get(url);
  assert.deepEqual([empty.status, empty.body.usage], [200, { used_today: 30, left_today: 4_970, available_now: 0 }]);
  assert.equal((await api.get("/api/v1/users?limit=1")).status, 429, "nothing was given back either");

  const bare = await arrangeClient(database, { scopes: [] });
  assert.deepEqual((await apiOf(server, byKey(bare)).get(url)).body.scopes, []);
});

test("with a token it is told the token's end, and what the token may do of what the client may", async () => {
  const client = await arrangeClient(database, { scopes: ["users:read", "compliance:read"] });
  const expires_us = Date.parse("2026-02-02T12:10:00Z") * 1_000;
  const token = issueToken(test_keyring, { key_id: client.key_id, expires_us, scopes: ["users:read", "users:write"], jkt: null });
  const { body } = await apiOf(server, { "x-tenant-code": client.tenant_code, authorization: `Bearer ${token}` }).get(url);
  assert.deepEqual(
    [body.token_expires_at, body.scopes, body.granted_scopes],
    ["2026-02-02T12:10:00.000Z", ["users:read"], ["users:read", "compliance:read"]],
  );
});

test("who is not admitted is answered as everywhere, and counted", async () => {
  const client = await arrangeClient(database);
  const seen = (body: any) => ({ ...body, request_id: "", instance: "" });
  const control = await apiOf(server, {}).get("/api/v1/users");
  assert.deepEqual(seen((await apiOf(server, {}).get(url)).body), seen(control.body));
  const api = apiOf(server, byKey(client));
  const strange = await apiOf(server, byKey({ ...client, tenant_code: "OTHER" })).get(url);
  await change(database, "client", client.client_id, "revoked_at = now()");
  const revoked = await api.get(url);
  for (const reply of [strange, revoked]) {
    assert.deepEqual([reply.status, seen(reply.body)], [401, seen(control.body)]);
    assert.deepEqual(rate_headers(reply.headers), [null, null, null, null, null]);
  }
  for (let failures = 2; failures < 20; failures += 1) assert.equal((await api.get(url)).status, 401);
  // A blocked request is answered before the client is known, so it gets no rate-limit headers.
  const blocked = await request(server.url, "GET", url, { headers: byKey(client) });
  assert.deepEqual([blocked.status, blocked.body.code], [429, "TOO_MANY_FAILED_AUTHENTICATIONS"]);
  await database.superuser.query("delete from infra.failed_authentication");
});

test("sixty reads within a minute are the most, and take nothing from the bucket either", async () => {
  const client = await arrangeClient(database);
  const api = apiOf(server, byKey(client));
  for (let number = 0; number < 60; number += 1) assert.equal((await api.get(url)).status, 200);
  const refused = await api.get(url);
  assert.deepEqual([refused.status, refused.body.code, refused.body.limit_name], [429, "RATE_LIMITED", "own_client"]);
  assert.deepEqual([refused.headers.get("retry-after"), refused.headers.get("ratelimit-remaining")], ["60", "30"]);
  await database.clock.advance(60);
  assert.equal((await api.get(url)).status, 200);
});
