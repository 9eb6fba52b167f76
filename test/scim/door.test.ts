import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { issueToken } from "../../server/features/clients/admission/access-token.ts";
import type { Scope } from "../../server/platform/context.ts";
import { arrangeClient, change, type TestClient } from "../authentication/arrange.ts";
import { arrangeCauses } from "../authentication/causes.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { scimOf, urns } from "../harness/scim.ts";
import { request, startServer, test_keyring, type Reply, type TestServer } from "../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let client: TestClient;

before(async () => {
  database = await openDatabase();
  server = await startServer(database, { trust_proxy: "127.0.0.0/8" });
  client = await arrangeClient(database, { scopes: ["scim"], rate: { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 } });
});
after(async () => {
  await server.close();
  await database.close();
});

function tokenOf({ key_id }: TestClient, scopes: Scope[]): string {
  return issueToken(test_keyring, { key_id, expires_us: (Date.now() + 600_000) * 1_000, scopes, jkt: null });
}

/** The text with another character in the middle of the secret part: never the same text or another encoding of it. */
function withOneChanged(text: string): string {
  const at = text.length - 8;
  return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
}

/** Sends a request from an address of its own, so that failures do not block other tests. */
function knock(headers: Record<string, string>, path = "/Users", address = "192.0.2.1"): Promise<Reply> {
  return request(`${server.url}/scim/v2/${client.tenant_code}`, "GET", path, {
    headers: { "x-forwarded-for": address, ...headers },
  });
}

function assertError(reply: Reply, status: number, scimType?: string): void {
  assert.equal(reply.status, status, reply.text);
  assert.equal(reply.headers.get("content-type"), "application/scim+json");
  assert.deepEqual(reply.body.schemas, [urns.error]);
  assert.equal(reply.body.status, String(status));
  assert.equal(reply.body.scimType, scimType);
  assert.ok(reply.body.detail.length > 10, reply.text);
}

test("the client's secret and a token with the scope scim both open SCIM, as Bearer", async () => {
  for (const bearer of [client.secret, tokenOf(client, ["scim"])]) {
    const reply = await scimOf(server, client.tenant_code, bearer).get("/Users");
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.headers.get("content-type"), "application/scim+json");
    assert.equal(reply.headers.get("ratelimit-limit"), "100000");
  }
});

test("AU1 every cause of a 401 is answered by the same bytes in SCIM's form, with WWW-Authenticate", async () => {
  const other = await arrangeClient(database, { scopes: ["scim"] });
  const disabled = await arrangeClient(database, { scopes: ["scim"] });
  await change(database, "client", disabled.client_id, "disabled_at = now()");
  const bearers = {
    none: null,
    "not even a scheme": "non-token",
    nonsense: "Bearer nonsense",
    "a foreign client's secret": `Bearer ${other.secret}`,
    "a wrong secret": `Bearer ${withOneChanged(client.secret)}`,
    "a foreign token": `Bearer ${tokenOf(other, ["scim"])}`,
    "a forged token": `Bearer ${withOneChanged(tokenOf(client, ["scim"]))}`,
    "another scheme": `Basic ${Buffer.from(`${client.client_id}:${client.secret}`).toString("base64")}`,
  };
  const bodies = new Set<string>();
  for (const [name, authorization] of Object.entries(bearers)) {
    const reply = await knock(authorization === null ? {} : { authorization });
    assertError(reply, 401);
    assert.equal(reply.headers.get("www-authenticate"), 'Bearer realm="muster"', name);
    assert.equal(reply.headers.get("ratelimit-limit"), null);
    bodies.add(reply.text);
  }
  const disabled_reply = await scimOf(server, disabled.tenant_code, disabled.secret).get("/Users");
  assert.equal(disabled_reply.status, 401);
  bodies.add(disabled_reply.text);
  assert.equal(bodies.size, 1);
});

test("AU1 every cause of a 401 that the integration API knows is one here, by secret and by token, with the same bytes and headers", async () => {
  const answers = new Map<string, unknown>();
  let asked = 0;
  for (const { name, headers } of await arrangeCauses(database)) {
    for (const shown of [headers.api_key, headers.bearer]) {
      const { "x-tenant-code": tenant_code, "x-api-key": secret, authorization } = shown ?? {};
      const bearer = secret === undefined ? authorization : `Bearer ${secret}`;
      if (tenant_code === undefined || bearer === undefined) continue;
      asked += 1;
      const reply = await request(server.url, "GET", `/scim/v2/${tenant_code}/Users`, {
        headers: { authorization: bearer, "x-forwarded-for": `203.0.113.${asked}` },
      });
      assert.equal(reply.status, 401, name);
      const kept = [...reply.headers].filter(([header]) => !["date", "x-request-id"].includes(header));
      answers.set(`${name} by ${secret === undefined ? "token" : "secret"}`, [reply.text, kept]);
    }
  }
  assert.ok(answers.size >= 20, `${answers.size} causes`);
  const [first] = answers.values();
  for (const [name, answer] of answers) assert.deepEqual(answer, first, name);
});

test("X-API-Key and X-Tenant-Code open nothing here", async () => {
  const reply = await knock({ "x-api-key": client.secret, "x-tenant-code": client.tenant_code });
  assertError(reply, 401);
});

test("without the scope scim, of the client or of the token, SCIM answers 403", async () => {
  const reader = await arrangeClient(database, { scopes: ["users:read", "users:write"] });
  assertError(await scimOf(server, reader.tenant_code, reader.secret).get("/Users"), 403);
  assertError(await scimOf(server, client.tenant_code, tokenOf(client, ["users:read"])).get("/Users"), 403);
});

test("an address of nothing answers 404, a wrong method 405 with Allow, /Me 501, and all of it only behind the door", async () => {
  const scim = scimOf(server, client.tenant_code, client.secret);
  assertError(await scim.get("/Nothing"), 404);
  assertError(await scim.post("/Nothing", "not json"), 404);
  assertError(await scim.get(""), 404);
  assertError(await scim.get("/Users/00919288221112222"), 404);
  const wrong = await scim.put("/Users", {});
  assertError(wrong, 405);
  for (const [path, method] of [
    ["/Users/.search", "GET"],
    ["/Groups/.search/", "DELETE"],
    ["/.search", "PATCH"],
  ] as const) {
    const search = await scim.call(method, path);
    assertError(search, 405);
    assert.equal(search.headers.get("allow"), "POST", path);
  }
  assert.deepEqual(wrong.headers.get("allow")!.split(", ").sort(), ["GET", "POST"]);
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) assertError(await scim.call(method, "/Me"), 501);
  for (const path of ["/Nothing", "/Me", ""]) assertError(await knock({}, path), 401);
  for (const method of ["OPTIONS", "PROPFIND", "LOCK", "QUERY"]) {
    const refused = await scim.call(method, "/Users/x");
    assertError(refused, 405);
    assert.equal(refused.headers.get("allow"), "GET, PUT, PATCH, DELETE", method);
    assertError(await scim.call(method, "/Nothing"), 404);
    assertError(await scim.call(method, "/Me"), 501);
  }
  const head = await scim.call("HEAD", "/Users");
  assert.deepEqual([head.status, head.text], [200, ""]);
});

test("bodies come as application/scim+json or application/json, in any letter case and under any charset", async () => {
  const scim = scimOf(server, client.tenant_code, client.secret);
  const types = [
    "application/scim+json",
    "application/json",
    "Application/SCIM+JSON; charset=utf-8",
    'application/json; charset="UTF-8"',
    "application/scim+json;charset=iso-8859-1",
  ];
  for (const [index, type] of types.entries()) {
    const reply = await scim.post("/Users", { schemas: [urns.user], userName: `type${index}` }, { "content-type": type });
    assert.equal(reply.status, 201, `${type}: ${reply.text}`);
    assert.equal(reply.headers.get("content-type"), "application/scim+json");
  }
  assertError(await scim.post("/Users", "userName=x", { "content-type": "application/x-www-form-urlencoded" }), 415);
  for (const type of ["text/xml", "application/json-patch+json", "application/scim+jsonx", "application/problem+json", "json"]) {
    assertError(await scim.post("/Users", { schemas: [urns.user], userName: "other" }, { "content-type": type }), 415);
  }
});

test("a body that is no JSON object is refused with 400 invalidSyntax, and a large one with 413", async () => {
  const scim = scimOf(server, client.tenant_code, client.secret);
  for (const body of ["{", "[]", '"x"', "null", '{"a":1,"a":2}', '{"__proto__":{"userName":"x"}}']) {
    assertError(await scim.post("/Users", body), 400, "invalidSyntax");
  }
  assertError(await scim.call("POST", "/Users"), 400, "invalidSyntax");
  assertError(await scim.post("/Users", '{"userName":"a\\u0000b"}'), 400, "invalidValue");
  assertError(await scim.post("/Users", '{"userName":"a\\ud800b"}'), 400, "invalidValue");
  assertError(await scim.post("/Users", { userName: "x", nickName: "x".repeat(1_100_000) }), 413);
});

test("a slash at the end and unknown query parameters do no harm", async () => {
  const scim = scimOf(server, client.tenant_code, client.secret);
  for (const path of ["/Users/", "/Users?apiVersion=2", "/Schemas/", "/ServiceProviderConfig?x=y", "/Users/?a&b=%zz"]) {
    assert.equal((await scim.get(path)).status, 200, path);
  }
});

test("beyond the bucket SCIM answers 429 in its own form, with an integer Retry-After, and does nothing", async () => {
  const slow = await arrangeClient(database, { scopes: ["scim"], rate: { per_minute: 20, burst: 3, per_day: 5_000 } });
  const scim = scimOf(server, slow.tenant_code, slow.secret);
  const made = await scim.post("/Users", { schemas: [urns.user], userName: "one" });
  assert.equal(made.headers.get("ratelimit-remaining"), "2");
  await scim.get("/Nothing");
  await scim.get("/Users");
  const refused = await scim.post("/Users", { schemas: [urns.user], userName: "two" });
  assertError(refused, 429);
  assert.match(refused.headers.get("retry-after")!, /^[123]$/);
  assert.equal(refused.headers.get("ratelimit-remaining"), "0");
  const { rows } = await database.superuser.query("select login from person where tenant_id = $1", [slow.tenant_id]);
  assert.deepEqual(
    rows.map(({ login }) => login),
    ["one"],
  );
});

test("failed authentications count: after twenty the address is blocked for SCIM, valid credentials included", async () => {
  const address = "198.51.100.7";
  for (let failed = 0; failed < 20; failed += 1) {
    assertError(await knock({ authorization: "Bearer nonsense" }, "/Users", address), 401);
  }
  const blocked = await knock({ authorization: `Bearer ${client.secret}` }, "/Users", address);
  assertError(blocked, 429);
  assert.match(blocked.headers.get("retry-after")!, /^\d+$/);
  assert.equal(blocked.headers.get("ratelimit-limit"), null);
  assertError(await knock({}, "/Nothing", address), 429);
});
