// Refused tokens that are bound to a key (DPoP): the log has the cause, and all answers are the same.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, beforeEach, suite, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { arrangeClient, askForToken, byBasic, byToken, change, knock, read_path, type Answered } from "./arrange.ts";
import { key_algorithms, newPair } from "./key-pairs.ts";
import { comparable, lastCause, listening } from "./listening.ts";
import {
  arrangeHolder,
  bound,
  decode,
  encode,
  modified,
  proofBy,
  seconds,
  unsignedOf,
  type Holder,
  type Pair,
} from "./proofs.ts";

let database: TestDatabase;
let server: TestServer;
const statements: string[] = [];

before(async () => {
  database = await openDatabase();
  server = await startServer({
    ...database,
    pool: (...given: Parameters<TestDatabase["pool"]>) => listening(database.pool(...given), statements),
  });
});
after(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  await database.superuser.query("truncate infra.failed_authentication, infra.sliding_window");
});

type Sent = { headers: Record<string, string | string[]> };

/** Each proof is wrong in one point only; otherwise it fits the token and the request. */
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
      const holder = await arrangeHolder(database, server);
      const { headers } = await make(holder);
      await database.superuser.query("truncate infra.failed_authentication, rate_bucket");
      const answer = await knock(server.url + read_path, { headers });
      assert.equal(answer.status, 401, answer.text);
      assert.equal(lastCause(server), cause);
      const { rows } = await database.superuser.query("select cardinality(at_us) as count from infra.failed_authentication");
      assert.deepEqual(rows, [{ count: 1 }]);
      assert.equal((await database.superuser.query("select from rate_bucket")).rowCount, 0);
    });
  }

  test("AU1 AU2 every cause has the same bytes and the challenge of DPoP, and costs the same statement", async () => {
    const answers = new Map<string, Answered>();
    const costs = new Map<string, string[]>();
    for (const [index, [, name, make]] of refused.entries()) {
      const { headers } = await make(await arrangeHolder(database, server));
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
    const holder = await arrangeHolder(database, server);
    const wrong = await knock(server.url + read_path, { headers: byToken(holder, "mt_x"), from: "127.2.2.1" });
    for (const dpop of [undefined, await proofBy(holder.pair, holder.token)]) {
      const headers = { ...byToken(holder, holder.token), ...(dpop ? { dpop } : {}) };
      const answer = await knock(server.url + read_path, { headers, from: "127.2.2.1" });
      assert.deepEqual(comparable(answer), comparable(wrong));
      assert.equal(lastCause(server), "token_bound");
    }
  });

  test("AU1 the organisation's log names the client whose proof was refused", async () => {
    const holder = await arrangeHolder(database, server);
    const { headers } = await knock(server.url + read_path, { headers: bound(holder, "hello") });
    const line = server.log.findLast(({ msg }) => msg === "refused an authentication");
    assert.deepEqual(
      [line?.["request_id"], line?.["tenant_id"], line?.["client_id"]],
      [headers["x-request-id"], holder.tenant_id, holder.client_id],
    );
  });
});

/** RFC 8725 §2.1: the public key used as a shared secret. */
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

/** Signed by a thief of the token, who knows the public key. */
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
