// DPoP (RFC 9449, docs/decisions/0060): tokens that work only together with a key of the client, here by somebody else's implementation.
import assert from "node:assert/strict";
import { createHmac, type webcrypto } from "node:crypto";
import { after, before, beforeEach, suite, test } from "node:test";
import * as oauth from "oauth4webapi";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { apiOf, startServer, type TestServer } from "../harness/server.ts";
import {
  arrangeClient,
  askForToken,
  byBasic,
  byKey,
  byToken,
  change,
  knock,
  read_path,
  token_path,
  type Answered,
  type ClientShape,
  type TestClient,
} from "./arrange.ts";
import { key_algorithms, newPair, type KeyAlgorithm } from "./key-pairs.ts";
import { comparable, listening } from "./listening.ts";

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
/** What the servers call themselves, whichever is asked. */
const origin = "https://muster.example";
const issuer = { issuer: origin, token_endpoint: origin + token_path };
const by_proxy = {
  [oauth.customFetch]: ((url: string, init: RequestInit) => fetch(url.replace(origin, server.url), init)) as never,
};
type Pair = webcrypto.CryptoKeyPair;
type Holder = TestClient & { pair: Pair; token: string };

/** A proof as oauth4webapi makes it, with other members where `modify` sets them; `token` null: for the token endpoint. */
async function proofBy(
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

/** A client with a token that is bound to a key of it. */
async function arrangeHolder(shape: ClientShape = {}, algorithm: KeyAlgorithm = "ES256"): Promise<Holder> {
  const client = await arrangeClient(database, { scopes: ["users:read"], ...shape });
  const pair = await newPair(algorithm);
  const { body, text } = await askForToken(server.url, { ...byBasic(client), dpop: await proofBy(pair, null) });
  assert.equal(body.token_type, "DPoP", text);
  return { ...client, pair, token: body.access_token };
}

const bound = ({ tenant_code, token }: Holder, dpop: string | string[]) => ({
  "x-tenant-code": tenant_code,
  authorization: `DPoP ${token}`,
  dpop,
});
const read = async (holder: Holder, node = server) =>
  knock(node.url + read_path, { headers: bound(holder, await proofBy(holder.pair, holder.token)) });

/** The cause that the log has of the last refusal. */
function lastCause(): unknown {
  return server.log.findLast(({ msg }) => msg === "refused an authentication")?.["cause"];
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;

/** A proof without its signature, under another header. */
function unsignedOf(proof: string, more: object): string {
  const [header, claims] = proof.split(".");
  return `${encode({ ...decode(header!), ...more })}.${claims}`;
}

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
    const holder = await arrangeHolder({ scopes: ["scim", "users:read"] });
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
    const holder = await arrangeHolder();
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
    const holder = await arrangeHolder();
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

type Sent = { headers: Record<string, string | string[]> };
const seconds = (offset: number): oauth.ModifyAssertionFunction => {
  return (_, claims) => void (claims["iat"] = Math.floor(Date.now() / 1_000) + offset);
};
const modified = (holder: Holder, modify: oauth.ModifyAssertionFunction) => proofBy(holder.pair, holder.token, { modify });

/** Each proof is spoiled in one point; of the holder's token, for the request that is sent. */
const spoiled: [cause: string, name: string, proof: (holder: Holder) => Promise<string | string[]>][] = [
  ["proof_repeated", "two proofs", async (h) => [await proofBy(h.pair, h.token), await proofBy(h.pair, h.token)]],
  [
    "proof_malformed",
    "two proofs in one header",
    async (h) => `${await proofBy(h.pair, h.token)}, ${await proofBy(h.pair, h.token)}`,
  ],
  ["proof_malformed", "no JWT", async () => "hello"],
  ["proof_malformed", "another typ", (h) => modified(h, (header) => void (header["typ"] = "JWT"))],
  ["proof_malformed", "crit", (h) => modified(h, (header) => void (header["crit"] = ["exp"]))],
  ["proof_algorithm", "alg: none", async (h) => `${unsignedOf(await proofBy(h.pair, h.token), { alg: "none" })}.`],
  ["proof_algorithm", "HMAC", byHmac],
  ["proof_key", "no jwk", (h) => modified(h, (header) => void delete header["jwk"])],
  ["proof_key", "the private key in jwk", withPrivateKey],
  ["proof_key", "an RSA key that is too short", byShortKey],
  ["proof_key", "a key of another type than alg", (h) => modified(h, (header) => void (header["alg"] = "RS256"))],
  ["proof_signature", "another key's signature", byAnotherUnderOurs],
  ["proof_signature", "claims that were changed afterwards", withOtherClaims],
  ["proof_claims", "no jti", (h) => modified(h, (_, claims) => void delete claims["jti"])],
  ["proof_claims", "a jti of 256 letters", (h) => modified(h, (_, claims) => void (claims["jti"] = "a".repeat(256)))],
  ["proof_claims", "no iat", (h) => modified(h, (_, claims) => void delete claims["iat"])],
  ["proof_claims", "an iat beyond all times", (h) => modified(h, (_, claims) => void (claims["iat"] = 1e300))],
  ["proof_claims", "no htu", (h) => modified(h, (_, claims) => void delete claims["htu"])],
  ["proof_method", "another method", (h) => proofBy(h.pair, h.token, { method: "POST" })],
  ["proof_method", "a method in small letters", (h) => modified(h, (_, claims) => void (claims["htm"] = "get"))],
  ["proof_url", "another path", (h) => proofBy(h.pair, h.token, { path: "/api/v1/users" })],
  ["proof_url", "another host", (h) => modified(h, (_, claims) => void (claims["htu"] = `https://other.example${read_path}`))],
  ["proof_url", "no URL", (h) => modified(h, (_, claims) => void (claims["htu"] = read_path))],
  ["proof_token", "no ath", (h) => modified(h, (_, claims) => void delete claims["ath"])],
  ["proof_token", "another token's ath", (h) => proofBy(h.pair, `${h.token}a`)],
  ["proof_old", "an old iat", (h) => modified(h, seconds(-3_600))],
  ["proof_early", "a future iat", (h) => modified(h, seconds(3_600))],
  ["proof_used", "a used proof", usedBefore],
  ["proof_other_key", "a proof of another key", async (h) => proofBy(await newPair(), h.token)],
];

suite("AU1 a bound token that is refused", () => {
  const refused: [cause: string, name: string, sent: (holder: Holder) => Promise<Sent>][] = [
    [
      "proof_missing",
      "no proof",
      async (h) => ({ headers: { "x-tenant-code": h.tenant_code, authorization: `DPoP ${h.token}` } }),
    ],
    ...spoiled.map(([cause, name, proof]) => {
      return [cause, name, async (h: Holder) => ({ headers: bound(h, await proof(h)) })] as (typeof refused)[number];
    }),
    [
      "token_unbound",
      "a token that is not bound",
      async (h) => {
        const { body } = await askForToken(server.url, byBasic(h));
        return { headers: bound({ ...h, token: body.access_token }, await proofBy(h.pair, body.access_token)) };
      },
    ],
    [
      "invalid_token",
      "a forged token",
      async (h) => {
        const token = h.token.slice(0, -8) + (h.token.at(-8) === "A" ? "B" : "A") + h.token.slice(-7);
        return { headers: bound({ ...h, token }, await proofBy(h.pair, token)) };
      },
    ],
    [
      "client_disabled",
      "a disabled client",
      async (h) => {
        await change(database, "client", h.client_id, "disabled_at = now()");
        return { headers: bound(h, await proofBy(h.pair, h.token)) };
      },
    ],
    [
      "method_off",
      "a client that may not use OAuth",
      async (h) => {
        await change(database, "client", h.client_id, "methods = '{api_key}'");
        return { headers: bound(h, await proofBy(h.pair, h.token)) };
      },
    ],
    [
      "tenant_mismatch",
      "another organisation's code",
      async (h) => {
        const { tenant_code } = await arrangeClient(database);
        return { headers: bound({ ...h, tenant_code }, await proofBy(h.pair, h.token)) };
      },
    ],
  ];
  for (const [cause, name, make] of refused) {
    test(`AU1 ${name}: 401, ${cause} in the log, one failure of the address, and nothing is taken from the bucket`, async () => {
      const holder = await arrangeHolder();
      const { headers } = await make(holder);
      await database.superuser.query("truncate infra.failed_authentication, rate_bucket");
      const answer = await knock(server.url + read_path, { headers });
      assert.equal(answer.status, 401, answer.text);
      assert.equal(lastCause(), cause);
      const { rows } = await database.superuser.query("select cardinality(at_us) as count from infra.failed_authentication");
      assert.deepEqual(rows, [{ count: 1 }]);
      assert.equal((await database.superuser.query("select from rate_bucket")).rowCount, 0);
    });
  }

  test("AU1 AU2 every cause has the same bytes and the challenge of DPoP, and costs the same statement", async () => {
    const answers = new Map<string, Answered>();
    const costs = new Map<string, string[]>();
    for (const [index, [, name, make]] of refused.entries()) {
      const { headers } = await make(await arrangeHolder());
      statements.length = 0;
      answers.set(name, await knock(server.url + read_path, { headers, from: `127.2.1.${index + 1}` }));
      costs.set(name, [...statements]);
      await database.superuser.query("truncate infra.sliding_window");
    }
    const [first] = answers.values();
    assert.equal(first!.headers["www-authenticate"], 'DPoP realm="muster", algs="RS256 PS256 ES256 EdDSA Ed25519"');
    for (const [name, answer] of answers) assert.deepEqual(comparable(answer), comparable(first!), name);
    const [cost] = costs.values();
    assert.equal(cost!.filter((text) => /infra\.admit/.test(text)).length, 1);
    for (const [name, list] of costs) assert.deepEqual(list, cost, name);
  });

  test("AU1 a bound token that comes as Bearer is refused as any wrong one, with a proof and without", async () => {
    const holder = await arrangeHolder();
    const wrong = await knock(server.url + read_path, { headers: byToken(holder, "mt_x"), from: "127.2.2.1" });
    for (const dpop of [undefined, await proofBy(holder.pair, holder.token)]) {
      const headers = { ...byToken(holder, holder.token), ...(dpop ? { dpop } : {}) };
      const answer = await knock(server.url + read_path, { headers, from: "127.2.2.1" });
      assert.deepEqual(comparable(answer), comparable(wrong));
      assert.equal(lastCause(), "token_bound");
    }
  });

  test("AU1 the organisation's log names the client whose proof was refused", async () => {
    const holder = await arrangeHolder();
    const { headers } = await knock(server.url + read_path, { headers: bound(holder, "hello") });
    const line = server.log.findLast(({ msg }) => msg === "refused an authentication");
    assert.deepEqual(
      [line?.["request_id"], line?.["tenant_id"], line?.["client_id"]],
      [headers["x-request-id"], holder.tenant_id, holder.client_id],
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
    const holder = await arrangeHolder();
    const before_it = await askForToken(server.url, byBasic(holder));
    await change(database, "client", holder.client_id, "dpop_bound_access_tokens = true");
    const answer = await askForToken(server.url, byBasic(holder), { grant_type });
    assert.deepEqual([answer.status, answer.body.error], [400, "invalid_dpop_proof"]);
    assert.match(answer.body.error_description, /has to send a DPoP proof/);
    assert.equal((await knock(server.url + read_path, { headers: byToken(holder, before_it.body.access_token) })).status, 401);
    assert.equal(lastCause(), "dpop_required");
    assert.equal((await read(holder)).status, 200);
    const own = await apiOf(server, byKey(holder)).get("/api/v1/client");
    assert.deepEqual([own.status, own.body.dpop_bound_access_tokens], [200, true]);
  });
});

suite("CO2 a proof is used once", () => {
  test("CO2 of the same proof at two processes at once, one is admitted", async () => {
    for (let round = 1; round <= 8; round += 1) {
      const holder = await arrangeHolder();
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
    const holder = await arrangeHolder({ rate: { per_minute: 1, burst: 1, per_day: 100 } });
    assert.equal((await read(holder)).status, 200);
    const headers = bound(holder, await proofBy(holder.pair, holder.token));
    assert.equal((await knock(server.url + read_path, { headers })).status, 429);
    await database.superuser.query("truncate rate_bucket");
    assert.equal((await knock(server.url + read_path, { headers })).status, 200);
    await database.superuser.query("truncate rate_bucket");
    assert.equal((await knock(server.url + read_path, { headers })).status, 401);
  });

  test("CO2 another key may have the same jti, and a proof is remembered until it is too old", async () => {
    const [one, other] = [await arrangeHolder(), await arrangeHolder()];
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

/** RFC 8725 §2.1: the public key, taken for a shared secret. */
async function byHmac(holder: Holder): Promise<string> {
  const proof = await proofBy(holder.pair, holder.token);
  const text = unsignedOf(proof, { alg: "HS256" });
  const { jwk } = decode(proof.split(".")[0]!);
  return `${text}.${createHmac("sha256", JSON.stringify(jwk)).update(text).digest("base64url")}`;
}

async function withPrivateKey(holder: Holder): Promise<string> {
  const jwk = await crypto.subtle.exportKey("jwk", holder.pair.privateKey);
  return modified(holder, (header) => void Object.assign(header["jwk"] as object, { d: jwk.d }));
}

async function byShortKey(holder: Holder): Promise<string> {
  const how = { ...key_algorithms.RS256, modulusLength: 1_024 };
  const pair: unknown = await crypto.subtle.generateKey(how, true, ["sign", "verify"]);
  const { publicKey, privateKey } = pair as Pair;
  const proof = await proofBy(holder.pair, holder.token);
  const { kty, n, e } = await crypto.subtle.exportKey("jwk", publicKey);
  const text = unsignedOf(proof, { alg: "RS256", jwk: { kty, n, e } });
  const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", privateKey, Buffer.from(text));
  return `${text}.${Buffer.from(signature).toString("base64url")}`;
}

/** By a thief of the token, who knows the public key. */
async function byAnotherUnderOurs(holder: Holder): Promise<string> {
  const { jwk } = decode((await proofBy(holder.pair, holder.token)).split(".")[0]!);
  return proofBy(await newPair(), holder.token, { modify: (header) => void (header["jwk"] = jwk as never) });
}

async function withOtherClaims(holder: Holder): Promise<string> {
  const [header, claims, signature] = (await proofBy(holder.pair, holder.token)).split(".");
  return `${header}.${encode({ ...decode(claims!), jti: "another" })}.${signature}`;
}

async function usedBefore(holder: Holder): Promise<string> {
  const proof = await proofBy(holder.pair, holder.token);
  assert.equal((await knock(server.url + read_path, { headers: bound(holder, proof) })).status, 200);
  return proof;
}
