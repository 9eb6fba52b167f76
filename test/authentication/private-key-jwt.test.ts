// private_key_jwt (RFC 7523, docs/decisions/0055): a client signs its token requests, here with another implementation.
import assert from "node:assert/strict";
import type { webcrypto } from "node:crypto";
import { after, before, beforeEach, suite, test } from "node:test";
import * as oauth from "oauth4webapi";
import { Muster } from "../../sdk/typescript/src/index.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import {
  addKey,
  arrangeClient,
  askForToken,
  byBasic,
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
import { comparable, lastCause, listening } from "./listening.ts";

let database: TestDatabase;
let nodes: [TestServer, TestServer];
let server: TestServer;
const statements: string[] = [];

before(async () => {
  database = await openDatabase();
  server = await startServer({
    ...database,
    pool: (role, connections_max) => listening(database.pool(role, connections_max), statements),
  });
  nodes = [server, await startServer(database)];
});
after(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.close();
});
beforeEach(async () => {
  await database.superuser.query("truncate infra.failed_authentication, infra.sliding_window");
});

/** The issuer that the servers have in their metadata. */
const issuer: oauth.AuthorizationServer = {
  issuer: "https://muster.example",
  token_endpoint: `https://muster.example${token_path}`,
};
const grant_type = "client_credentials";
const tenantOf = ({ tenant_code }: TestClient) => ({ "x-tenant-code": tenant_code });

type Signer = TestClient & { key: webcrypto.CryptoKey; kid: string; key_id: string };

/** A client with a public key, and its private key. */
async function arrangeSigner(shape: ClientShape = {}, algorithm: KeyAlgorithm = "ES256"): Promise<Signer> {
  const client = await arrangeClient(database, { scopes: ["users:read"], ...shape });
  const pair = await newPair(algorithm);
  const key = await addKey(database, client, await crypto.subtle.exportKey("jwk", pair.publicKey));
  return { ...client, ...key, key: pair.privateKey };
}

/** The parameters of a token request signed by oauth4webapi; `modify` may change the assertion's members. */
async function signedBy(
  { client_id, key, kid }: Pick<Signer, "client_id" | "key" | "kid">,
  modify: oauth.ModifyAssertionFunction = () => undefined,
): Promise<Record<string, string>> {
  const body = new URLSearchParams({ grant_type });
  await oauth.PrivateKeyJwt({ key, kid }, { [oauth.modifyAssertion]: modify })(issuer, { client_id }, body, new Headers());
  return Object.fromEntries(body);
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const read = (client: TestClient, token: string) => knock(server.url + read_path, { headers: byToken(client, token) });

suite("AU7 private_key_jwt", () => {
  for (const algorithm of Object.keys(key_algorithms) as KeyAlgorithm[]) {
    test(`AU7 oauth4webapi signs by ${algorithm}, obtains a token and calls the API with it`, async () => {
      const { client_id, key, kid, ...client } = await arrangeSigner({}, algorithm);
      const response = await oauth.clientCredentialsGrantRequest(
        { ...issuer, token_endpoint: server.url + token_path },
        { client_id },
        oauth.PrivateKeyJwt({ key, kid }),
        new URLSearchParams({ scope: "users:read" }),
        { [oauth.allowInsecureRequests]: true, headers: { "x-tenant-code": client.tenant_code } },
      );
      const token = await oauth.processClientCredentialsResponse(issuer, { client_id }, response);
      assert.deepEqual([token.token_type, token.expires_in, token.scope], ["bearer", 900, "users:read"]);
      assert.equal((await read({ ...client, client_id }, token.access_token)).status, 200);
    });
  }

  test("AU7 an assertion for the token endpoint, without client_id, and by the older name of Ed25519 is taken as well", async () => {
    const signer = await arrangeSigner({}, "Ed25519");
    const { client_id: _, ...form } = await signedBy(signer, (header, claims) => {
      header["alg"] = "EdDSA";
      claims["aud"] = issuer.token_endpoint;
    });
    const answer = await askForToken(server.url, tenantOf(signer), form);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal(answer.headers["ratelimit-remaining"], "30");
  });

  test("AU7 the TypeScript SDK asks for a signature, and calls with the token", async () => {
    const signer = await arrangeSigner();
    const signAssertion = async () => (await signedBy(signer))["client_assertion"]!;
    const muster = new Muster({ baseUrl: server.url, tenantCode: signer.tenant_code, clientId: signer.client_id, signAssertion });
    assert.deepEqual((await muster.departments.list()).departments, []);
  });

  test("AU7 a client's secret goes on beside its keys, and no key obtains anything as a secret or as an API key", async () => {
    const signer = await arrangeSigner();
    assert.equal((await askForToken(server.url, byBasic(signer))).status, 200);
    const secret = `lms_live_${signer.key_id}_${"0".repeat(32)}`;
    const shown = { ...tenantOf(signer), "x-api-key": secret };
    assert.equal((await knock(server.url + read_path, { headers: shown })).status, 401);
    assert.equal((await askForToken(server.url, byBasic({ ...signer, secret }))).status, 401);
  });
});

/** Each makes a valid assertion wrong in one point. */
const spoiled: [cause: string, name: string, form: (signer: Signer) => Promise<Record<string, string>>][] = [
  ["assertion_algorithm", "alg: none", unsigned],
  ["assertion_algorithm", "alg: none with a signature", (signer) => signedBy(signer, (header) => void (header["alg"] = "none"))],
  ["assertion_algorithm", "HMAC, by oauth4webapi's client_secret_jwt", byHmac],
  [
    "assertion_audience",
    "another audience",
    (signer) => signedBy(signer, (_, claims) => void (claims["aud"] = "https://login.example")),
  ],
  [
    "assertion_audience",
    "another audience beside ours",
    (signer) => signedBy(signer, (_, claims) => void (claims["aud"] = [issuer.issuer, "https://login.example"])),
  ],
  ["assertion_used", "a used jti", usedBefore],
  [
    "assertion_expired",
    "expired",
    (signer) => signedBy(signer, (_, claims) => void (claims["exp"] = Date.now() / 1_000 - 3_600)),
  ],
  [
    "assertion_too_long",
    "valid for too long",
    (signer) => signedBy(signer, (_, claims) => void (claims["exp"] = Date.now() / 1_000 + 3_600)),
  ],
  [
    "assertion_early",
    "made in the future",
    (signer) => signedBy(signer, (_, claims) => void (claims["iat"] = Date.now() / 1_000 + 3_600)),
  ],
  ["assertion_claims", "no jti", (signer) => signedBy(signer, (_, claims) => void delete claims["jti"])],
  ["assertion_unknown_key", "an unknown kid", (signer) => signedBy({ ...signer, kid: "another" })],
  ["assertion_unknown_key", "no kid", (signer) => signedBy(signer, (header) => void delete header["kid"])],
  ["assertion_unknown_key", "a kid with a null character", (signer) => signedBy({ ...signer, kid: "a\u0000" })],
  [
    "assertion_unknown_key",
    "an unknown client",
    (signer) => signedBy({ ...signer, client_id: "019a1000-0000-7000-8000-00000000c11e" }),
  ],
  [
    "assertion_signature",
    "another key under the client's kid",
    async (signer) => signedBy({ ...signer, key: (await newPair()).privateKey }),
  ],
  ["assertion_issuer", "another iss", (signer) => signedBy(signer, (_, claims) => void (claims["iss"] = "HR"))],
  ["assertion_issuer", "another client_id in the form", async (signer) => ({ ...(await signedBy(signer)), client_id: "HR" })],
  ["assertion_malformed", "no JWT", async (signer) => ({ ...(await signedBy(signer)), client_assertion: "hello" })],
  [
    "assertion_type",
    "another client_assertion_type",
    async (signer) => ({
      ...(await signedBy(signer)),
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:saml2-bearer",
    }),
  ],
];

suite("AU1 an assertion that is refused", () => {
  for (const [cause, name, form] of spoiled) {
    test(`AU1 ${name}: invalid_client, ${cause} in the log, and one failure of the address`, async () => {
      const signer = await arrangeSigner();
      const answer = await askForToken(server.url, tenantOf(signer), await form(signer));
      assert.deepEqual([answer.status, answer.body.error], [401, "invalid_client"], answer.text);
      assert.equal(lastCause(server), cause);
      const { rows } = await database.superuser.query("select cardinality(at_us) as count from infra.failed_authentication");
      assert.deepEqual(rows, [{ count: 1 }]);
    });
  }

  test("AU1 AU2 every cause has the bytes of a wrong secret, and costs the same two statements", async () => {
    const first = await arrangeSigner();
    const wrong = await askForToken(server.url, byBasic({ ...first, secret: "wrong" }), undefined, "127.2.0.1");
    const costs = new Map<string, string[]>();
    for (const [index, [, name, form]] of spoiled.entries()) {
      const signer = await arrangeSigner();
      const parameters = await form(signer);
      statements.length = 0;
      const answer = await askForToken(server.url, tenantOf(signer), parameters, `127.2.1.${index + 1}`);
      costs.set(name, [...statements]);
      assert.deepEqual(comparable(answer), comparable(wrong), name);
    }
    const [cost] = costs.values();
    assert.equal(cost!.filter((text) => /find_client_key|admit_assertion/.test(text)).length, 2);
    for (const [name, list] of costs) assert.deepEqual(list, cost, name);
  });

  test("AU1 what is wrong is told in the organisation's request log, under the client", async () => {
    const signer = await arrangeSigner();
    const refused = [
      await askForToken(server.url, tenantOf(signer), await signedBy({ ...signer, kid: "another" })),
      await askForToken(server.url, tenantOf(signer), await unsigned(signer)),
    ];
    for (const { headers } of refused) {
      const line = server.log.find(
        ({ msg, request_id }) => msg === "refused an authentication" && request_id === headers["x-request-id"],
      );
      assert.deepEqual([line?.["tenant_id"], line?.["client_id"]], [signer.tenant_id, signer.client_id]);
    }
  });

  test("RL8 the 20th refused assertion blocks the address, a good one included", async () => {
    const from = "127.0.0.31";
    const signer = await arrangeSigner();
    const form = await unsigned(signer);
    for (let failure = 1; failure <= 20; failure += 1)
      assert.equal((await askForToken(server.url, tenantOf(signer), form, from)).status, 401);
    const blocked = await askForToken(server.url, tenantOf(signer), await signedBy(signer), from);
    assert.deepEqual([blocked.status, blocked.body.code], [429, "TOO_MANY_FAILED_AUTHENTICATIONS"]);
  });
});

suite("AU7 §2.3 one way of authentication at a time", () => {
  type Sent = { headers?: Record<string, string>; form: Record<string, string>; query?: string };
  const twice: [name: string, sent: (signer: Signer, form: Record<string, string>) => Sent][] = [
    ["HTTP Basic beside it", (signer, form) => ({ headers: byBasic(signer), form })],
    [
      "HTTP Basic beside its type alone",
      (signer, { client_assertion_type }) => ({
        headers: byBasic(signer),
        form: { grant_type, client_assertion_type: client_assertion_type! },
      }),
    ],
    ["client_secret beside it", (signer, form) => ({ form: { ...form, client_secret: signer.secret } })],
    ["X-API-Key beside it", (signer, form) => ({ headers: { ...tenantOf(signer), "x-api-key": signer.secret }, form })],
    ["no type", (_, { client_assertion_type: __, ...form }) => ({ form })],
    ["a type without it", (_, { client_assertion: __, ...form }) => ({ form })],
    ["it in the URL", (_, { client_assertion, ...form }) => ({ form, query: `client_assertion=${client_assertion}` })],
  ];
  for (const [name, sent] of twice) {
    test(`AU7 an assertion with ${name} is invalid_request, and not used up`, async () => {
      const signer = await arrangeSigner();
      const good = await signedBy(signer);
      const { headers = tenantOf(signer), form, query = "" } = sent(signer, good);
      const answer = await knock(`${server.url}${token_path}?${query}`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: new URLSearchParams(form).toString(),
      });
      assert.deepEqual([answer.status, answer.body.error], [400, "invalid_request"], answer.text);
      assert.ok(!answer.text.includes(good["client_assertion"]!.slice(0, 20)));
      assert.equal((await askForToken(server.url, tenantOf(signer), good)).status, 200);
    });
  }
});

suite("CO2 an assertion is used once", () => {
  test("CO2 of the same assertion at two processes at once, one obtains a token", async () => {
    for (let round = 1; round <= 8; round += 1) {
      const signer = await arrangeSigner();
      const form = await signedBy(signer);
      const answers = await Promise.all(
        [...nodes, ...nodes].map((node, index) => askForToken(node.url, tenantOf(signer), form, `127.3.${round}.${index + 1}`)),
      );
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((one, other) => one - other),
        [200, 401, 401, 401],
      );
    }
  });

  test("CO2 it is used up by a request that is refused for its scope, and another client may have the same jti", async () => {
    const [signer, other] = [await arrangeSigner(), await arrangeSigner()];
    const form = await signedBy(signer, (_, claims) => void (claims["jti"] = "one"));
    const refused = await askForToken(server.url, tenantOf(signer), { ...form, scope: "scim" });
    assert.deepEqual([refused.status, refused.body.error], [400, "invalid_scope"]);
    assert.equal((await askForToken(server.url, tenantOf(signer), form)).status, 401);
    const theirs = await signedBy(other, (_, claims) => void (claims["jti"] = "one"));
    assert.equal((await askForToken(server.url, tenantOf(other), theirs)).status, 200);
  });

  test("CO2 a used assertion is remembered until it would be refused for its age", async () => {
    const signer = await arrangeSigner();
    let exp = 0;
    const form = await signedBy(signer, (_, claims) => void (exp = claims["exp"] as number));
    assert.equal((await askForToken(server.url, tenantOf(signer), form)).status, 200);
    const { rows } = await database.superuser.query<{ until_us: string }>(
      "select until_us::text from infra.used_assertion where client_id = $1",
      [signer.client_id],
    );
    assert.deepEqual(rows, [{ until_us: String((exp + 30) * 1_000_000) }]);
  });
});

suite("AU3 the client's state counts for a signature and for what was obtained by it", () => {
  const ends: [cause: string, name: string, act: (signer: Signer) => Promise<unknown>][] = [
    ["client_disabled", "is disabled", ({ client_id }) => change(database, "client", client_id, "disabled_at = now()")],
    ["client_revoked", "is revoked", ({ client_id }) => change(database, "client", client_id, "revoked_at = now()")],
    ["client_expired", "expires", ({ client_id }) => change(database, "client", client_id, "expires_at = '2020-01-01'")],
    [
      "address_not_allowed",
      "may call from elsewhere only",
      ({ client_id }) => change(database, "client", client_id, "ip_allowlist = '{192.0.2.0/24}'"),
    ],
    ["method_off", "may not use OAuth", ({ client_id }) => change(database, "client", client_id, "methods = '{api_key}'")],
    [
      "secret_expired",
      "has a key whose last day is over",
      ({ client_id }) => change(database, "client_secret", client_id, "expires_at = '2020-01-01'"),
    ],
    [
      "secret_revoked",
      "has a key that was ended",
      ({ client_id }) => change(database, "client_secret", client_id, "revoked_at = now()"),
    ],
  ];
  for (const [cause, name, act] of ends) {
    test(`AU3 a client that ${name}: ${cause}, and its tokens end at once`, async () => {
      const signer = await arrangeSigner();
      const { body } = await askForToken(server.url, tenantOf(signer), await signedBy(signer));
      assert.equal((await read(signer, body.access_token)).status, 200);
      await act(signer);
      assert.equal((await askForToken(server.url, tenantOf(signer), await signedBy(signer))).status, 401);
      assert.equal(lastCause(server), cause);
      assert.equal((await read(signer, body.access_token)).status, 401);
    });
  }

  test("TI1 a signature is of its own organisation only, also where another one has a key of the same kid", async () => {
    const pair = await newPair();
    const jwk = { ...(await crypto.subtle.exportKey("jwk", pair.publicKey)), kid: "shared" };
    const [ours, theirs] = [await arrangeClient(database), await arrangeClient(database)];
    await addKey(database, ours, jwk);
    const as = (client: TestClient) => signedBy({ client_id: client.client_id, key: pair.privateKey, kid: "shared" });
    assert.equal((await askForToken(server.url, tenantOf(theirs), await as(theirs))).status, 401);
    assert.equal((await askForToken(server.url, tenantOf(theirs), await as(ours))).status, 401);
    assert.equal(lastCause(server), "assertion_unknown_key");
    assert.equal((await askForToken(server.url, {}, await as(ours))).status, 401);
    await addKey(database, theirs, jwk);
    const tokens = [];
    for (const client of [ours, theirs])
      tokens.push((await askForToken(server.url, tenantOf(client), await as(client))).body.access_token);
    const statuses = [];
    for (const client of [ours, theirs]) for (const token of tokens) statuses.push((await read(client, token)).status);
    assert.deepEqual(statuses, [200, 401, 401, 200]);
  });

  test("RL8 tokens for signatures count among the ten of a minute, and each request of the address among the sixty", async () => {
    const signer = await arrangeSigner();
    const ask = async (): Promise<Answered> => askForToken(server.url, tenantOf(signer), await signedBy(signer), "127.0.0.32");
    for (let token = 1; token <= 10; token += 1) assert.equal((await ask()).status, 200);
    const refused = await ask();
    assert.deepEqual([refused.status, refused.body.limit_name], [429, "issued_tokens"]);
    const { rows } = await database.superuser.query(
      "select cardinality(at_us) as count from infra.sliding_window where kind = 'token_request'",
    );
    assert.deepEqual(rows, [{ count: 11 }]);
  });
});

/** RFC 7515 §8: a JWS without a signature. */
async function unsigned(signer: Signer): Promise<Record<string, string>> {
  const { client_assertion, ...form } = await signedBy(signer);
  const [, claims] = client_assertion!.split(".");
  return { ...form, client_assertion: `${encode({ alg: "none", kid: signer.kid })}.${claims}.` };
}

async function byHmac({ client_id, secret }: Signer): Promise<Record<string, string>> {
  const body = new URLSearchParams({ grant_type });
  await oauth.ClientSecretJwt(secret)(issuer, { client_id }, body, new Headers());
  return Object.fromEntries(body);
}

async function usedBefore(signer: Signer): Promise<Record<string, string>> {
  const form = await signedBy(signer);
  const { status, text } = await askForToken(server.url, tenantOf(signer), form);
  assert.equal(status, 200, text);
  return form;
}
