// client_secret_post (RFC 6749 §2.3.1, docs/decisions/0048): id and secret as parameters of the token request.
import assert from "node:assert/strict";
import { after, before, beforeEach, suite, test } from "node:test";
import * as oauth from "oauth4webapi";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { arrangeClient, askForToken, byBasic, byToken, knock, read_path, token_path, type TestClient } from "./arrange.ts";

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
  await database.clock.advance(600);
  client = await arrangeClient(database, { scopes: ["users:read", "compliance:read"] });
});

const grant_type = "client_credentials";
const tenantOf = ({ tenant_code }: TestClient) => ({ "x-tenant-code": tenant_code });
const formOf = ({ client_id, secret }: TestClient) => ({ grant_type, client_id, client_secret: secret });

suite("AU7 client_secret_post", () => {
  test("AU7 §2.3.1 id and secret in the body obtain the same token as by HTTP Basic", async () => {
    const answer = await askForToken(server.url, tenantOf(client), { ...formOf(client), scope: "users:read" });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.scope, "users:read");
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal(answer.headers["ratelimit-remaining"], "30");
    assert.equal((await knock(server.url + read_path, { headers: byToken(client, answer.body.access_token) })).status, 200);
  });

  test("AU7 oauth4webapi obtains a token by ClientSecretPost", async () => {
    const issuer = { issuer: server.url, token_endpoint: server.url + token_path };
    const response = await oauth.clientCredentialsGrantRequest(
      issuer,
      { client_id: client.client_id },
      oauth.ClientSecretPost(client.secret),
      new URLSearchParams({ scope: "compliance:read" }),
      { [oauth.allowInsecureRequests]: true, headers: tenantOf(client) },
    );
    const token = await oauth.processClientCredentialsResponse(issuer, { client_id: client.client_id }, response);
    assert.equal(token.scope, "compliance:read");
  });

  const refused: [name: string, form: (client: TestClient) => Record<string, string> | string, headers?: "basic"][] = [
    ["Basic beside the same id and secret", formOf, "basic"],
    ["Basic beside another secret", (it) => ({ ...formOf(it), client_secret: "lms_live_x" }), "basic"],
    ["Basic beside a secret alone", ({ secret }) => ({ grant_type, client_secret: secret }), "basic"],
    ["Basic beside an id alone", ({ client_id }) => ({ grant_type, client_id }), "basic"],
    ["two secrets", (it) => `${new URLSearchParams(formOf(it)).toString()}&client_secret=x`],
    ["two ids", (it) => `${new URLSearchParams(formOf(it)).toString()}&client_id=x`],
  ];
  for (const [name, form, way] of refused) {
    test(`AU7 §2.3 ${name} is invalid_request`, async () => {
      const answer = await askForToken(server.url, way ? byBasic(client) : tenantOf(client), form(client));
      assert.deepEqual([answer.status, answer.body.error], [400, "invalid_request"], answer.text);
      assert.ok(!answer.text.includes(client.secret));
    });
  }

  test("AU7 §2.3 an API key beside a secret in the body is invalid_request", async () => {
    const headers = { ...tenantOf(client), "x-api-key": client.secret };
    assert.equal((await askForToken(server.url, headers, formOf(client))).body.error, "invalid_request");
  });

  test("AU7 a secret in the URL is no secret in the body", async () => {
    const headers = { ...tenantOf(client), "content-type": "application/x-www-form-urlencoded" };
    const url = `${server.url}${token_path}?client_id=${client.client_id}&client_secret=${client.secret}`;
    const answer = await knock(url, { method: "POST", headers, body: `grant_type=${grant_type}` });
    assert.deepEqual([answer.status, answer.body.error], [400, "invalid_request"]);
  });

  test("AU7 a wrong secret is judged before grant and scope, and after the form could be read", async () => {
    const wrong = `${client.secret.slice(0, -1)}~`;
    const judged = { client_id: client.client_id, client_secret: wrong, grant_type: "telepathy", scope: "everything" };
    const answer = await askForToken(server.url, tenantOf(client), judged);
    assert.deepEqual([answer.status, answer.body.error], [401, "invalid_client"]);
    assert.equal(answer.headers["www-authenticate"], 'Basic realm="muster"');
    const unread = await askForToken(server.url, tenantOf(client), `client_secret=${wrong}&scope=%zz`);
    assert.deepEqual([unread.status, unread.body.error], [400, "invalid_request"]);
  });

  test("RL8 wrong secrets in the body count as failures, a form without a secret does not", async () => {
    const from = "127.0.0.21";
    const ask = (form: Record<string, string> | string) => askForToken(server.url, tenantOf(client), form, from);
    const without: (Record<string, string> | string)[] = [
      { grant_type },
      { grant_type, client_id: client.client_id },
      { grant_type, client_secret: "" },
      "",
    ];
    for (const form of without)
      for (let time = 1; time <= 6; time += 1)
        assert.deepEqual([(await ask(form)).status, (await ask(form)).body.error], [401, "invalid_client"]);
    await database.clock.advance(61);
    for (let failure = 1; failure <= 20; failure += 1)
      assert.equal((await ask({ ...formOf(client), client_secret: "wrong" })).status, 401);
    const blocked = await ask(formOf(client));
    assert.deepEqual([blocked.status, blocked.body.code], [429, "TOO_MANY_FAILED_AUTHENTICATIONS"]);
  });

  test("AU7 a body beyond 8 KiB is not read for a stranger either", async () => {
    const answer = await askForToken(server.url, tenantOf(client), `client_secret=${"x".repeat(8_192)}`);
    assert.deepEqual([answer.status, answer.body.code], [413, "PAYLOAD_TOO_LARGE"]);
  });

  test("AU3 the client's state counts for a secret in the body: OAuth that is switched off is invalid_client", async () => {
    const keyed = await arrangeClient(database, { methods: ["api_key"] });
    assert.equal((await askForToken(server.url, tenantOf(keyed), formOf(keyed))).body.error, "invalid_client");
  });
});
