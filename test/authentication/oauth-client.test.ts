import assert from "node:assert/strict";
import { after, before, beforeEach, suite, test } from "node:test";
import * as oauth from "oauth4webapi";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { arrangeClient, read_path, token_path, type TestClient } from "./arrange.ts";

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
  client = await arrangeClient(database, { scopes: ["users:read", "users:write", "compliance:read"] });
});

suite("AU7 oauth4webapi as the client", () => {
  const issuer = (): oauth.AuthorizationServer => ({ issuer: server.url, token_endpoint: server.url + token_path });
  const ask = (parameters: Record<string, string>, secret = client.secret) =>
    oauth.clientCredentialsGrantRequest(
      issuer(),
      { client_id: client.client_id },
      oauth.ClientSecretBasic(secret),
      new URLSearchParams(parameters),
      {
        [oauth.allowInsecureRequests]: true,
        headers: { "x-tenant-code": client.tenant_code },
      },
    );
  const read = (response: Response) =>
    oauth.processClientCredentialsResponse(issuer(), { client_id: client.client_id }, response);

  test("AU7 oauth4webapi obtains a token and calls the API with it", async () => {
    const token = await read(await ask({ scope: "users:read" }));
    assert.equal(token.token_type, "bearer");
    assert.equal(token.expires_in, 900);
    assert.equal(token.scope, "users:read");
    const headers = new Headers({ "x-tenant-code": client.tenant_code });
    const allowed = { [oauth.allowInsecureRequests]: true };
    const answer = await oauth.protectedResourceRequest(
      token.access_token,
      "GET",
      new URL(server.url + read_path),
      headers,
      null,
      allowed,
    );
    assert.equal(answer.status, 200);
  });

  test("AU7 oauth4webapi understands invalid_scope", async () => {
    const response = await ask({ scope: "scim" });
    await assert.rejects(
      read(response),
      (error: oauth.ResponseBodyError) => error.error === "invalid_scope" && error.status === 400,
    );
  });

  test("AU7 oauth4webapi understands invalid_client and its challenge", async () => {
    const response = await ask({}, "lms_live_000000000000_00000000000000000000000000000000");
    await assert.rejects(read(response), (error: oauth.WWWAuthenticateChallengeError) => error.cause[0]?.scheme === "basic");
  });

  test("AU7 oauth4webapi understands the 429 of issued tokens", async (t) => {
    t.after(() => database.clock.release());
    await database.clock.freeze("2026-06-01T12:00:00Z");
    for (let count = 1; count <= 10; count += 1) await read(await ask({}));
    const response = await ask({});
    assert.equal(response.headers.get("retry-after"), "60");
    await assert.rejects(
      read(response),
      (error: oauth.ResponseBodyError) => error.error === "temporarily_unavailable" && error.status === 429,
    );
  });

  test("AU7 oauth4webapi's refusal of a bearer token names the Bearer challenge", async () => {
    const headers = new Headers({ "x-tenant-code": client.tenant_code });
    const allowed = { [oauth.allowInsecureRequests]: true };
    const url = new URL(server.url + read_path);
    await assert.rejects(
      oauth.protectedResourceRequest("mt_x", "GET", url, headers, null, allowed),
      (error: oauth.WWWAuthenticateChallengeError) => error.cause[0]?.scheme === "bearer",
    );
  });
});
