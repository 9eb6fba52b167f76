import assert from "node:assert/strict";
import { after, before, beforeEach, suite, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { arrangeClient, askForToken, basic, byBasic, byToken, knock, read_path, token_path, type TestClient } from "./arrange.ts";

let database: TestDatabase;
let server: TestServer;
let client: TestClient;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
});
after(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  // Advances the clock, so that no token was requested in the present minute.
  await database.clock.advance(600);
  client = await arrangeClient(database, { scopes: ["users:read", "users:write", "compliance:read"] });
});

suite("AU7 RFC 6749", () => {
  test("AU7 §5.1 a token comes as Bearer for 900 seconds, with its scope, never stored, and opens the API", async () => {
    const answer = await askForToken(server.url, byBasic(client));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal(answer.headers["pragma"], "no-cache");
    assert.match(answer.headers["content-type"]!, /^application\/json\b/);
    assert.deepEqual(Object.keys(answer.body).sort(), ["access_token", "expires_in", "scope", "token_type"]);
    assert.match(answer.body.access_token, /^mt_[A-Za-z0-9_-]+$/);
    assert.equal(answer.body.token_type, "Bearer");
    assert.equal(answer.body.expires_in, 900);
    assert.equal(answer.body.scope, "users:read users:write compliance:read");
    assert.equal((await knock(server.url + read_path, { headers: byToken(client, answer.body.access_token) })).status, 200);
  });

  test("AU7 a token request takes nothing from the client's bucket, and shows it", async () => {
    const answer = await askForToken(server.url, byBasic(client));
    assert.deepEqual(
      Object.entries(answer.headers).filter(([name]) => name.startsWith("ratelimit")),
      [
        ["ratelimit-limit", "30"],
        ["ratelimit-remaining", "30"],
        ["ratelimit-reset", "0"],
        ["ratelimit-policy", "20;w=60;burst=30, 5000;w=86400"],
        ["ratelimit", answer.headers["ratelimit"]],
      ],
    );
    assert.match(answer.headers["ratelimit"] as string, /^"bucket";r=30, "daily_quota";r=5000;t=\d+$/);
    const read = await knock(server.url + read_path, { headers: byToken(client, answer.body.access_token) });
    assert.equal(read.headers["ratelimit-remaining"], "29");
  });

  const scopes: [name: string, form: string, status: number, outcome: string][] = [
    ["one granted scope is given alone", "grant_type=client_credentials&scope=users:read", 200, "users:read"],
    [
      "several scopes are given, repeated ones once",
      "grant_type=client_credentials&scope=users:write+users:read+users:write",
      200,
      "users:read users:write",
    ],
    [
      "§3.2 a scope without a value counts as left out",
      "grant_type=client_credentials&scope=",
      200,
      "users:read users:write compliance:read",
    ],
    ["a scope that the client lacks is refused", "grant_type=client_credentials&scope=users:read+scim", 400, "invalid_scope"],
    ["an unknown scope is refused", "grant_type=client_credentials&scope=everything", 400, "invalid_scope"],
    ["scopes are told apart by case", "grant_type=client_credentials&scope=Users:Read", 400, "invalid_scope"],
    ["§3.3 a blank scope is malformed", "grant_type=client_credentials&scope=+", 400, "invalid_scope"],
    ["§3.3 two spaces are malformed", "grant_type=client_credentials&scope=users:read++users:write", 400, "invalid_scope"],
    ["§3.3 a comma separates nothing", "grant_type=client_credentials&scope=users:read,users:write", 400, "invalid_scope"],
    [
      "§3.3 a quotation mark is no letter of a scope",
      "grant_type=client_credentials&scope=%22users:read%22",
      400,
      "invalid_scope",
    ],
    ["a scope with U+0000 is refused", "grant_type=client_credentials&scope=users:read%00", 400, "invalid_scope"],
  ];
  for (const [name, form, status, outcome] of scopes) {
    test(`AU7 ${name}`, async () => {
      const answer = await askForToken(server.url, byBasic(client), form);
      assert.equal(answer.status, status, answer.text);
      assert.equal(status === 200 ? answer.body.scope : answer.body.error, outcome);
    });
  }

  const errors: [name: string, form: string, error: string][] = [
    ["a missing grant_type", "scope=users:read", "invalid_request"],
    ["an empty body", "", "invalid_request"],
    ["§3.2 a grant_type without a value", "grant_type=&scope=users:read", "invalid_request"],
    ["a repeated grant_type", "grant_type=client_credentials&grant_type=client_credentials", "invalid_request"],
    ["a repeated scope", "grant_type=client_credentials&scope=users:read&scope=users:write", "invalid_request"],
    [
      "a repeated parameter whose first value is empty",
      "grant_type=client_credentials&scope=&scope=users:write",
      "invalid_request",
    ],
    [
      "a repeated parameter under two spellings",
      "grant_type=client_credentials&grant%5Ftype=client_credentials",
      "invalid_request",
    ],
    ["a repeated unknown parameter", "grant_type=client_credentials&resource=a&resource=b", "invalid_request"],
    ["an unknown grant", "grant_type=telepathy", "unsupported_grant_type"],
    ["the password grant", "grant_type=password&username=a&password=b", "unsupported_grant_type"],
    ["the authorization code grant", "grant_type=authorization_code&code=a", "unsupported_grant_type"],
    ["the refresh grant", "grant_type=refresh_token&refresh_token=a", "unsupported_grant_type"],
    ["a grant in capitals", "grant_type=CLIENT_CREDENTIALS", "unsupported_grant_type"],
    ["a grant with U+0000", "grant_type=client_credentials%00", "unsupported_grant_type"],
    ["a secret in the body beside Basic", "grant_type=client_credentials&client_secret=x", "invalid_request"],
    ["a client id in the body beside Basic", "grant_type=client_credentials&client_id=x", "invalid_request"],
    ["broken percent-encoding", "grant_type=client_credentials&scope=%zz", "invalid_request"],
    ["percent-encoding that is cut off", "grant_type=client_credentials&scope=%4", "invalid_request"],
    ["percent-encoded bytes that are no UTF-8", "grant_type=client_credentials&scope=%ff", "invalid_request"],
    ["a JSON body under the form's media type", '{"grant_type":"client_credentials"}', "invalid_request"],
  ];
  for (const [name, form, error] of errors) {
    test(`AU7 §5.2 ${name} is ${error}`, async () =>
      assertError(await askForToken(server.url, byBasic(client), form), 400, error));
  }

  test("AU7 §5.2 bytes that are no UTF-8 are invalid_request", async () => {
    const headers = { ...byBasic(client), "content-type": "application/x-www-form-urlencoded" };
    const body = Buffer.concat([Buffer.from("grant_type=client_credentials&scope="), Buffer.from([0xc3, 0x28])]);
    assertError(await knock(server.url + token_path, { method: "POST", headers, body }), 400, "invalid_request");
  });

  test("AU7 §3.2 unknown parameters are ignored, and so are empty pairs", async () => {
    const answer = await askForToken(server.url, byBasic(client), "&audience=x&&grant_type=client_credentials&foo&");
    assert.equal(answer.status, 200);
  });

  test("AU7 names and values may be percent-encoded", async () => {
    const answer = await askForToken(
      server.url,
      byBasic(client),
      "%67rant_type=client%5Fcredentials&scope=users%3Aread%20users%3Awrite",
    );
    assert.equal(answer.body.scope, "users:read users:write");
  });

  for (const [name, type] of [
    ["no media type", undefined],
    ["JSON", "application/json"],
    ["multipart", "multipart/form-data; boundary=x"],
    ["plain text", "text/plain"],
    ["another charset", "application/x-www-form-urlencoded; charset=utf-16"],
  ] as const) {
    test(`AU7 §4.4.2 a body with ${name} is invalid_request`, async () => {
      const headers: Record<string, string> = { ...byBasic(client), ...(type === undefined ? {} : { "content-type": type }) };
      const body = name === "JSON" ? '{"grant_type":"client_credentials"}' : "grant_type=client_credentials";
      assertError(await knock(server.url + token_path, { method: "POST", headers, body }), 400, "invalid_request");
    });
  }

  test("AU7 a compressed body is invalid_request", async () => {
    const headers = { ...byBasic(client), "content-encoding": "gzip" };
    assertError(await askForToken(server.url, headers), 400, "invalid_request");
  });

  test("AU7 the media type may name UTF-8 in any spelling", async () => {
    for (const type of [
      "application/x-www-form-urlencoded; charset=UTF-8",
      'Application/X-WWW-Form-URLencoded;charset="utf-8"',
    ]) {
      assert.equal((await askForToken(server.url, { ...byBasic(client), "content-type": type })).status, 200, type);
    }
  });

  test("AU7 a body of 8 KiB is read, one byte more is 413 in both vocabularies", async () => {
    const fill = (bytes: number) => "grant_type=client_credentials&x=".padEnd(bytes, "x");
    assert.equal((await askForToken(server.url, byBasic(client), fill(8_192))).status, 200);
    const answer = await askForToken(server.url, byBasic(client), fill(8_193));
    assert.equal(answer.status, 413);
    assert.equal(answer.body.error, "invalid_request");
    assert.equal(answer.body.code, "PAYLOAD_TOO_LARGE");
    assert.equal(answer.body.limit_bytes, 8_192);
  });

  for (const name of ["client_id", "client_secret", "client%5Fsecret"]) {
    test(`AU7 §2.3.1 ${name} in the URL is refused, whatever the header says`, async () => {
      const headers = { ...byBasic(client), "content-type": "application/x-www-form-urlencoded" };
      const url = `${server.url}${token_path}?${name}=x`;
      assertError(await knock(url, { method: "POST", headers, body: "grant_type=client_credentials" }), 400, "invalid_request");
    });
  }

  test("AU7 §3.2 parameters in the URL are not parameters of the request", async () => {
    const headers = { ...byBasic(client), "content-type": "application/x-www-form-urlencoded" };
    assertError(
      await knock(`${server.url}${token_path}?grant_type=client_credentials`, { method: "POST", headers }),
      400,
      "invalid_request",
    );
  });

  test("AU7 §2.3 two ways to authenticate are invalid_request: an API key beside Basic, Basic twice", async () => {
    assertError(await askForToken(server.url, { ...byBasic(client), "x-api-key": client.secret }), 400, "invalid_request");
    const twice = { "x-tenant-code": client.tenant_code, authorization: [byBasic(client)["authorization"]!, "Basic eDp5"] };
    assertError(await askForToken(server.url, twice), 400, "invalid_request");
  });

  test("AU7 §2.3.1 id and secret of Basic are form-encoded, the scheme's name has no case", async () => {
    const encode = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
    const tenant = { "x-tenant-code": client.tenant_code };
    const encoded = basic(encode(client.client_id), encode(client.secret));
    assert.equal((await askForToken(server.url, { ...tenant, authorization: encoded })).status, 200);
    const lower = basic(client.client_id.toUpperCase(), client.secret).replace("Basic", "bAsIc");
    assert.equal((await askForToken(server.url, { ...tenant, authorization: lower })).status, 200);
  });

  const refusals: [name: string, headers: (client: TestClient) => Record<string, string>][] = [
    ["no credentials", () => ({})],
    ["a wrong secret", ({ client_id, secret }) => ({ authorization: basic(client_id, `${secret.slice(0, -1)}~`) })],
    ["another client's id", ({ secret }) => ({ authorization: basic("019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f", secret) })],
    ["the name instead of the id", ({ secret }) => ({ authorization: basic("HR sync", secret) })],
    ["an id with U+0000", ({ client_id, secret }) => ({ authorization: basic(`${client_id}%00`, secret) })],
    ["only an id", ({ client_id }) => ({ authorization: basic(client_id, "") })],
    ["a bearer token", () => ({ authorization: "Bearer mt_x" })],
    ["no base64", () => ({ authorization: "Basic :::" })],
    ["base64 without a colon", () => ({ authorization: `Basic ${btoa("x")}` })],
    ["broken percent-encoding", ({ secret }) => ({ authorization: basic("%zz", secret) })],
    ["bytes that are no UTF-8", () => ({ authorization: `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString("base64")}` })],
  ];
  for (const [name, headers] of refusals) {
    test(`AU7 §5.2 ${name} is invalid_client with a Basic challenge`, async () => {
      const answer = await askForToken(server.url, { "x-tenant-code": client.tenant_code, ...headers(client) });
      assertError(answer, 401, "invalid_client");
      assert.equal(answer.headers["www-authenticate"], 'Basic realm="muster"');
    });
  }

  test("AU7 a client without scopes gets no token", async () => {
    const bare = await arrangeClient(database, { scopes: [] });
    assertError(await askForToken(server.url, byBasic(bare)), 400, "invalid_scope");
  });

  test("AU7 the endpoint answers POST only", async () => {
    for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const answer = await knock(server.url + token_path, { method, headers: byBasic(client) });
      assert.equal(answer.status, 405, method);
      assert.equal(answer.headers["allow"], "POST", method);
    }
  });

  test("AU7 every description keeps to the letters of §5.2", async () => {
    const answer = await askForToken(
      server.url,
      byBasic(client),
      `grant_type=client_credentials&scope=${encodeURIComponent('"\\ł')}`,
    );
    assertError(answer, 400, "invalid_scope");
  });

  test("AU7 a database that is away is 503 in both vocabularies", async (t) => {
    const away = {
      ...database,
      pool: () => ({
        ...database.pool(),
        connect: () => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" })),
      }),
    };
    const lame = await startServer(away);
    t.after(() => lame.close());
    const answer = await askForToken(lame.url, byBasic(client));
    assert.equal(answer.status, 503);
    assert.equal(answer.body.error, "temporarily_unavailable");
    assert.equal(answer.body.code, "UNAVAILABLE");
    assert.equal(answer.headers["retry-after"], "1");
    assert.match(answer.headers["content-type"]!, /^application\/json\b/);
  });
});

function assertError(answer: Awaited<ReturnType<typeof knock>>, status: number, error: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.headers["content-type"]!, /^application\/json\b/);
  assert.equal(answer.headers["cache-control"], "no-store");
  assert.deepEqual(Object.keys(answer.body).sort(), ["error", "error_description"]);
  assert.equal(answer.body.error, error);
  // RFC 6749 §5.2: %x20-21 / %x23-5B / %x5D-7E
  assert.match(answer.body.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
}
