// DPoP (RFC 9449, docs/decisions/0060): tokens that work only together with a key of the client, tested with another
// implementation.
import assert from "node:assert/strict";
import { after, before, beforeEach, suite, test } from "node:test";
import * as oauth from "oauth4webapi";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { apiOf, startServer, type TestServer } from "../harness/server.ts";
import { arrangeClient, askForToken, byBasic, byKey, byToken, change, knock, read_path, token_path } from "./arrange.ts";
import { key_algorithms, newPair, type KeyAlgorithm } from "./key-pairs.ts";
import { comparable, lastCause, listening } from "./listening.ts";
import {
  arrangeHolder,
  bound,
  issuer,
  modified,
  origin,
  proofBy,
  seconds,
  unsignedOf,
  type Holder,
  type Pair,
} from "./proofs.ts";

let database: TestDatabase;
let nodes: [TestServer, TestServer];
let server: TestServer;
const statements: string[] = [];

before(async () => {
  database = await openDatabase();
  const heard = {
    ...database,
    pool: (...given: Parameters<TestDatabase["pool"]>) => listening(database.pool(...given), statements),
  };
  server = await startServer(heard);
  nodes = [server, await startServer(database)];
});
after(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.close();
});
beforeEach(async () => {
  await database.superuser.query("truncate infra.failed_authentication, infra.sliding_window");
});

const grant_type = "client_credentials";
const by_proxy = {
  [oauth.customFetch]: ((url: string, init: RequestInit) => fetch(url.replace(origin, server.url), init)) as never,
};
const read = async (holder: Holder, node = server) =>
  knock(node.url + read_path, { headers: bound(holder, await proofBy(holder.pair, holder.token)) });

suite("AU7 DPoP", () => {
  for (const algorithm of Object.keys(key_algorithms) as KeyAlgorithm[]) {
    test(`AU7 oauth4webapi proves a key of ${algorithm}, obtains a token that is bound to it and calls the API with it`, async () => {
      const client = await arrangeClient(database, { scopes: ["users:read"] });
      const { client_id, tenant_code } = client;
      const DPoP = oauth.DPoP({}, await newPair(algorithm));
      const response = await oauth.clientCredentialsGrantRequest(
        issuer,
        { client_id },
        oauth.ClientSecretBasic(client.secret),
        new URLSearchParams({ scope: "users:read" }),
        { ...by_proxy, DPoP, headers: { "x-tenant-code": tenant_code } },
      );
      const token = await oauth.processClientCredentialsResponse(issuer, { client_id }, response);
      assert.deepEqual([token.token_type, token.expires_in, token.scope], ["dpop", 900, "users:read"]);
      for (const query of ["", "?limit=1&q=a%20b"]) {
        const url = new URL(origin + read_path + query);
        const headers = new Headers({ "x-tenant-code": tenant_code });
        const answer = await oauth.protectedResourceRequest(token.access_token, "GET", url, headers, null, { ...by_proxy, DPoP });
        assert.equal(answer.status, 200);
      }
    });
  }

  test("AU7 a bound token is good for SCIM, for HEAD, and to read the own client", async () => {
    const holder = await arrangeHolder(database, server, { scopes: ["scim", "users:read"] });
    const calls = [
      { method: "GET", path: `/scim/v2/${holder.tenant_code}/Users` },
      { method: "GET", path: "/api/v1/client" },
      { method: "HEAD", path: "/api/v1/users" },
    ];
    for (const { method, path } of calls) {
      const proof = await proofBy(holder.pair, holder.token, { method, path });
      const answer = await knock(server.url + path, { method, headers: bound(holder, proof) });
      assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
    }
  });

  test("AU7 htu is compared in its normal form", async () => {
    const holder = await arrangeHolder(database, server);
    for (const htu of ["HTTPS://muster.example:443/x/../api/v1/%64epartments?a=b#c", origin + read_path]) {
      const proof = await proofBy(holder.pair, holder.token, { modify: (_, claims) => void (claims["htu"] = htu) });
      assert.equal((await knock(server.url + read_path, { headers: bound(holder, proof) })).status, 200, htu);
    }
  });

  test("AU7 a token request without a proof is answered as ever, and a Bearer token needs none and heeds none", async () => {
    const client = await arrangeClient(database);
    const { body } = await askForToken(server.url, byBasic(client));
    assert.equal(body.token_type, "Bearer");
    const headers = byToken(client, body.access_token);
    for (const dpop of [undefined, "hello", await proofBy(await newPair(), body.access_token)]) {
      const answer = await knock(server.url + read_path, { headers: { ...headers, ...(dpop ? { dpop } : {}) } });
      assert.equal(answer.status, 200);
    }
  });

  test("AU7 each request costs one statement of admission, by Bearer and by DPoP", async () => {
    const holder = await arrangeHolder(database, server);
    const { body } = await askForToken(server.url, byBasic(holder));
    const dpop = await proofBy(holder.pair, holder.token);
    const costs: string[][] = [];
    for (const headers of [byKey(holder), byToken(holder, body.access_token), bound(holder, dpop)]) {
      statements.length = 0;
      assert.equal((await knock(server.url + read_path, { headers })).status, 200);
      costs.push([...statements]);
    }
    const [by_key, by_bearer, by_dpop] = costs;
    assert.deepEqual(by_bearer, by_key);
    assert.equal(by_bearer!.filter((text) => text.includes("infra.admit_together(")).length, 1);
    assert.deepEqual(
      by_dpop!.map((text) => (text.includes("infra.admit_proof(") ? "admission" : text)),
      by_bearer!.map((text) => (text.includes("infra.admit_together(") ? "admission" : text)),
    );
  });
});

suite("AU7 a proof at the token endpoint", () => {
  const flaws: [name: string, proof: (pair: Pair) => Promise<string | string[]>, described: RegExp][] = [
    ["twice", async (pair) => [await proofBy(pair, null), await proofBy(pair, null)], /must stand once/],
    ["unsigned", async (pair) => `${unsignedOf(await proofBy(pair, null), { alg: "none" })}.`, /alg/],
    ["of a resource", (pair) => proofBy(pair, "token", { path: token_path }), /htm/],
    ["for another URL", (pair) => proofBy(pair, null, { modify: (_, claims) => void (claims["htu"] = origin) }), /htu/],
    ["old", (pair) => proofBy(pair, null, { modify: seconds(-3_600) }), /60 seconds ago/],
    ["of the future", (pair) => proofBy(pair, null, { modify: seconds(3_600) }), /30 seconds ahead/],
    [
      "used before",
      async (pair) => {
        const proof = await proofBy(pair, null);
        assert.equal((await askForToken(server.url, { ...byBasic(await arrangeClient(database)), dpop: proof })).status, 200);
        return proof;
      },
      /used before/,
    ],
  ];
  for (const [name, proof, described] of flaws) {
    test(`AU7 ${name}: 400 invalid_dpop_proof says what is wrong, and nothing is issued`, async () => {
      const client = await arrangeClient(database);
      const dpop = await proof(await newPair());
      await database.superuser.query("truncate infra.sliding_window");
      const answer = await askForToken(server.url, { ...byBasic(client), dpop });
      assert.deepEqual([answer.status, answer.body.error], [400, "invalid_dpop_proof"], answer.text);
      assert.match(answer.body.error_description, described);
      const issued = await database.superuser.query("select from infra.sliding_window where kind = 'issued_token'");
      assert.equal(issued.rowCount, 0);
    });
  }

  test("AU1 who is not a client hears nothing of a proof", async () => {
    const client = await arrangeClient(database);
    const plain = await askForToken(server.url, byBasic({ ...client, secret: "wrong" }));
    const proved = await askForToken(server.url, { ...byBasic({ ...client, secret: "wrong" }), dpop: "hello" });
    assert.deepEqual(comparable(proved), comparable(plain));
  });
});

suite("AU7 a client whose tokens have to be bound", () => {
  test("AU7 gets no other, and one that it has already is refused from then on; its API key goes on", async () => {
    const holder = await arrangeHolder(database, server);
    const before_it = await askForToken(server.url, byBasic(holder));
    await change(database, "client", holder.client_id, "dpop_bound_access_tokens = true");
    const answer = await askForToken(server.url, byBasic(holder), { grant_type });
    assert.deepEqual([answer.status, answer.body.error], [400, "invalid_dpop_proof"]);
    assert.match(answer.body.error_description, /has to send a DPoP proof/);
    assert.equal((await knock(server.url + read_path, { headers: byToken(holder, before_it.body.access_token) })).status, 401);
    assert.equal(lastCause(server), "dpop_required");
    assert.equal((await read(holder)).status, 200);
    const own = await apiOf(server, byKey(holder)).get("/api/v1/client");
    assert.deepEqual([own.status, own.body.dpop_bound_access_tokens], [200, true]);
  });
});

suite("CO2 a proof is used once", () => {
  test("CO2 of the same proof at two processes at once, one is admitted", async () => {
    for (let round = 1; round <= 8; round += 1) {
      const holder = await arrangeHolder(database, server);
      const headers = bound(holder, await proofBy(holder.pair, holder.token));
      const answers = await Promise.all(
        [...nodes, ...nodes].map((node, index) => knock(node.url + read_path, { headers, from: `127.3.${round}.${index + 1}` })),
      );
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((one, other) => one - other),
        [200, 401, 401, 401],
      );
      await database.superuser.query("truncate infra.sliding_window");
    }
  });

  test("CO2 what is not admitted is not used up: after a 429 the same proof passes, once", async () => {
    const holder = await arrangeHolder(database, server, { rate: { per_minute: 1, burst: 1, per_day: 100 } });
    assert.equal((await read(holder)).status, 200);
    const headers = bound(holder, await proofBy(holder.pair, holder.token));
    assert.equal((await knock(server.url + read_path, { headers })).status, 429);
    await database.superuser.query("truncate rate_bucket");
    assert.equal((await knock(server.url + read_path, { headers })).status, 200);
    await database.superuser.query("truncate rate_bucket");
    assert.equal((await knock(server.url + read_path, { headers })).status, 401);
  });

  test("CO2 another key may have the same jti, and a proof is remembered until it is too old", async () => {
    const [one, other] = [await arrangeHolder(database, server), await arrangeHolder(database, server)];
    await database.superuser.query("truncate infra.used_proof");
    let iat = 0;
    const same: oauth.ModifyAssertionFunction = (_, claims) => {
      claims["jti"] = "same";
      iat = claims["iat"] as number;
    };
    for (const holder of [one, other]) {
      const proof = await modified(holder, same);
      assert.equal((await knock(server.url + read_path, { headers: bound(holder, proof) })).status, 200);
    }
    const { rows } = await database.superuser.query("select until_us::text from infra.used_proof order by until_us desc limit 1");
    assert.deepEqual(rows, [{ until_us: String((iat + 60) * 1_000_000) }]);
  });
});
