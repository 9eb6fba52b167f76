// What pages of other origins may read in a browser (Fetch §3.2, docs/decisions/0048).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import {
  arrangeClient,
  askForToken,
  byBasic,
  byKey,
  byToken,
  knock,
  read_path,
  token_path,
  type Answered,
} from "../authentication/arrange.ts";

let database: TestDatabase;
let server: TestServer;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
});
after(async () => {
  await server.close();
  await database.close();
});

const origin = "https://app.example";
const public_paths = [
  "/openapi.json",
  "/postman-collection.json",
  "/problems",
  "/problems/rate-limited",
  "/schemas/events/course.completed",
  "/docs",
  "/docs/start.js",
  "/docs/reference.js",
  "/.well-known/oauth-authorization-server",
];

const corsOf = ({ headers }: Answered) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control-")));

const preflight = (path: string, method = "GET", asked = "if-none-match") =>
  knock(server.url + path, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": method, "access-control-request-headers": asked },
  });

for (const path of public_paths) {
  test(`${path} may be read by pages of every origin, the same for all`, async () => {
    const answers = [
      await knock(server.url + path, { headers: { origin } }),
      await knock(server.url + path, { method: "HEAD", headers: { origin: "null" } }),
      await knock(server.url + path),
    ];
    for (const answer of answers) {
      assert.equal(answer.status, 200);
      assert.deepEqual(corsOf(answer), {
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "ETag, X-Request-Id",
      });
      assert.doesNotMatch(answer.headers.vary ?? "", /origin|\*/i);
    }
    const kept = await knock(server.url + path, { headers: { origin, "if-none-match": answers[0]!.headers.etag! } });
    assert.deepEqual([kept.status, kept.headers["access-control-allow-origin"]], [304, "*"]);
  });

  test(`a browser that asks first may send headers of its own to ${path}, and no credentials`, async () => {
    const answer = await preflight(path);
    assert.deepEqual([answer.status, answer.text], [204, ""]);
    assert.deepEqual(corsOf(answer), {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "*",
      "access-control-max-age": "86400",
    });
  });
}

test("a failure at a public address may be read as well; the forms of a problem page vary by Accept only", async () => {
  const missing = await knock(`${server.url}/problems/no-such-thing`, { headers: { origin } });
  assert.deepEqual([missing.status, missing.headers["access-control-allow-origin"]], [404, "*"]);
  const page = await knock(`${server.url}/problems/rate-limited`, { headers: { origin } });
  assert.deepEqual(page.headers.vary?.split(", ").sort(), ["accept", "accept-encoding"]);
});

test("OPTIONS that is no preflight is answered as before", async () => {
  for (const headers of [{}, { origin }, { "access-control-request-method": "GET" }] as Record<string, string>[]) {
    const answer = await knock(`${server.url}/openapi.json`, { method: "OPTIONS", headers });
    assert.deepEqual([answer.status, answer.headers["allow"], corsOf(answer)], [405, "GET, HEAD", {}]);
  }
});

test("calls of the API are not for pages of other origins, whatever they show", async () => {
  const client = await arrangeClient(database);
  const token = await askForToken(server.url, { ...byBasic(client), origin });
  const answers = [
    token,
    await knock(server.url + read_path, { headers: { ...byKey(client), origin } }),
    await knock(server.url + read_path, { headers: { ...byToken(client, token.body.access_token), origin } }),
    await knock(server.url + read_path, { headers: { origin } }),
    await knock(`${server.url}/scim/v2/${client.tenant_code}/Users`, {
      headers: { authorization: `Bearer ${client.secret}`, origin },
    }),
    await knock(`${server.url}/panel/`, { headers: { origin } }),
    await knock(`${server.url}/readyz`, { headers: { origin } }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 401, 200, 200, 200],
  );
  for (const answer of answers) assert.deepEqual(corsOf(answer), {});
});

test("a preflight of an API call is refused without a word that a browser would take for leave", async () => {
  for (const [path, method, asked] of [
    [read_path, "GET", "authorization,x-tenant-code"],
    [token_path, "POST", "authorization,x-tenant-code"],
    ["/api/v1/users", "POST", "content-type,x-api-key,x-tenant-code"],
    ["/scim/v2/ACME/Users", "GET", "authorization"],
    ["/problems/rate-limited/more", "GET", "if-none-match"],
  ] as const) {
    const answer = await preflight(path, method, asked);
    assert.ok(answer.status >= 400, `${path} ${answer.status}`);
    assert.deepEqual(corsOf(answer), {}, path);
  }
});
