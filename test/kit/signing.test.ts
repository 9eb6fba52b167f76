// Clients that sign, with the SDKs as published and with muster-sync: token requests with a key in place of a secret
// (private_key_jwt), and tokens that are bound to a key (DPoP). The client accepts no other credentials.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { packTypescript } from "../../scripts/build-sdk.ts";
import { Muster, type KeyPair } from "../../sdk/typescript/src/index.ts";
import { fakeClock, fakeService } from "../../sdk/typescript/src/testing.ts";
import { addKey, arrangeClient, byBasic, change, askForToken, type TestClient } from "../authentication/arrange.ts";
import { newPair } from "../authentication/key-pairs.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { freePorts } from "../harness/ports.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { findPython, installWheel, withSigning } from "./python.ts";

const run = promisify(execFile);
let database: TestDatabase;
let server: TestServer;
let folder: string;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "muster-signing-"));
  database = await openDatabase();
  // A server with an address of its own, because proofs contain the called address.
  server = await startServer(database, { own_port: (await freePorts(1))[0]! });
});
after(async () => {
  await server?.close();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

const pairs: Record<string, () => { publicKey: KeyObject; privateKey: KeyObject }> = {
  RSA: () => generateKeyPairSync("rsa", { modulusLength: 2_048 }),
  "EC on P-256": () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
  Ed25519: () => generateKeyPairSync("ed25519"),
};

/** A client without a valid secret, whose tokens must be bound, and its private key as PEM. */
async function arrange(type: string): Promise<TestClient & { pem: string }> {
  const client = await arrangeClient(database, { scopes: ["users:read", "compliance:read"], methods: ["oauth2"] });
  const { publicKey, privateKey } = pairs[type]!();
  await addKey(database, client, publicKey.export({ format: "jwk" }));
  await change(database, "client", client.client_id, "dpop_bound_access_tokens = true");
  assert.equal((await askForToken(server.url, byBasic(client))).status, 400);
  return { ...client, pem: privateKey.export({ format: "pem", type: "pkcs8" }) };
}

const envOf = ({ tenant_code, client_id, pem }: TestClient & { pem: string }) => ({
  ...process.env,
  BASE_URL: server.url,
  TENANT_CODE: tenant_code,
  CLIENT_ID: client_id,
  PRIVATE_KEY: pem,
});

test("the tarball for TypeScript signs and proves with a key of each type", async () => {
  const fresh = path.join(folder, "fresh");
  mkdirSync(fresh);
  writeFileSync(path.join(fresh, "package.json"), '{ "type": "module", "private": true }');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", packTypescript(folder)], { cwd: fresh, stdio: "pipe" });
  writeFileSync(
    path.join(fresh, "sign.mjs"),
    `import { Muster } from "muster-sdk";
const { BASE_URL, TENANT_CODE, CLIENT_ID, PRIVATE_KEY } = process.env;
const muster = new Muster({ baseUrl: BASE_URL, tenantCode: TENANT_CODE, clientId: CLIENT_ID, privateKey: PRIVATE_KEY, dpop: true });
const pages = await Promise.all([1, 2, 3].map((limit) => muster.users.list({ limit })));
console.log(pages.length, (await muster.request({ method: "GET", path: "/api/v1/client" })).dpop_bound_access_tokens);
`,
  );
  for (const type of Object.keys(pairs)) {
    const { stdout } = await run(process.execPath, ["sign.mjs"], { cwd: fresh, env: envOf(await arrange(type)) });
    assert.equal(stdout.trim(), "3 true", type);
  }
});

test("in TypeScript a JWK with its kid, and keys that cannot be exported, sign and prove as well", async () => {
  const client = await arrangeClient(database, { scopes: ["users:read"] });
  const pair = await newPair("PS256");
  const jwk = await crypto.subtle.exportKey("jwk", pair.privateKey);
  const { n, e, kty } = jwk;
  await addKey(database, client, { n, e, kty, alg: "PS256", kid: "mine" });
  const made: unknown = await crypto.subtle.generateKey({ name: "Ed25519" }, false, ["sign", "verify"]);
  const held = made as KeyPair;
  const { kid } = await addKey(database, client, await crypto.subtle.exportKey("jwk", held.publicKey));
  const given = { baseUrl: `${server.url}/`, tenantCode: client.tenant_code, clientId: client.client_id };
  for (const own of [
    { privateKey: { ...jwk, kid: "mine" }, dpop: held },
    { privateKey: held.privateKey, keyId: kid, dpop: pair },
    { privateKey: held.privateKey, keyId: kid },
    { clientSecret: client.secret, dpop: true },
  ])
    assert.deepEqual((await new Muster({ ...given, ...own }).departments.list()).departments, []);
  const nameless = new Muster({ ...given, privateKey: held.privateKey });
  await assert.rejects(nameless.departments.list(), /Give keyId/);
});

test("in TypeScript each try has an assertion and a proof of its own, and a token that is not bound is refused", async () => {
  const bound = { access_token: "t1", token_type: "DPoP", expires_in: 900 };
  const list = { body: { pagination: {}, departments: [] } };
  const service = fakeService({
    "POST /api/v1/oauth/token": [{ status: 503, body: {} }, { body: bound }],
    "GET /api/v1/departments": [{ status: 503, body: {} }, list],
  });
  const { privateKey } = await newPair();
  const given = { baseUrl: "https://muster.test", tenantCode: "ACME", clientId: "c", clock: fakeClock() };
  await new Muster({ ...given, privateKey, dpop: true, fetch: service.fetch }).departments.list();
  const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split(".")[1]!, "base64url").toString()) as Record<string, string>;
  const proofs = service.requests.map(({ headers }) => claimsOf(headers.get("dpop")!));
  const token_url = "https://muster.test/api/v1/oauth/token";
  const list_url = "https://muster.test/api/v1/departments";
  assert.deepEqual(
    proofs.map(({ htm, htu, ath }) => [htm, htu, ath !== undefined]),
    [
      ["POST", token_url, false],
      ["POST", token_url, false],
      ["GET", list_url, true],
      ["GET", list_url, true],
    ],
  );
  const assertions = service.requests.slice(0, 2).map(({ body }) => {
    return claimsOf(new URLSearchParams(String(body)).get("client_assertion")!);
  });
  assert.equal(new Set([...proofs, ...assertions].map(({ jti }) => jti)).size, 6);
  assert.deepEqual(
    service.requests.slice(2).map(({ headers }) => headers.get("authorization")),
    ["DPoP t1", "DPoP t1"],
  );
  const plain = fakeService({ "POST /api/v1/oauth/token": { body: { ...bound, token_type: "Bearer" } } });
  await assert.rejects(
    new Muster({ ...given, clientSecret: "s", dpop: true, fetch: plain.fetch }).departments.list(),
    /bound to no key/,
  );
  assert.throws(() => new Muster({ ...given, clientSecret: "s", privateKey }), /either clientSecret, privateKey/);
  assert.throws(() => new Muster({ baseUrl: "https://x", tenantCode: "A", apiKey: "k", dpop: true }), /dpop binds tokens/);
});

test("muster-sync signs with the key in a file, and binds its tokens", async () => {
  const client = await arrange("EC on P-256");
  const file = path.join(folder, "key.pem");
  writeFileSync(file, client.pem, { mode: 0o600 });
  const command = path.join(import.meta.dirname, "../../sdk/typescript/src/command/main.ts");
  const env = {
    PATH: process.env["PATH"],
    MUSTER_BASE_URL: server.url,
    MUSTER_TENANT_CODE: client.tenant_code,
    MUSTER_CLIENT_ID: client.client_id,
    MUSTER_PRIVATE_KEY_FILE: file,
  };
  const exported = ["compliance", "export", "--out", path.join(folder, "out.csv")];
  await run(process.execPath, [command, ...exported], { env: { ...env, MUSTER_DPOP: "1" } });
  const failing = async (more: Record<string, string>) =>
    run(process.execPath, [command, ...exported], { env: { ...env, ...more } }).then(
      () => "it worked",
      ({ stderr }: { stderr: string }) => stderr,
    );
  assert.match(await failing({}), /DPoP proof/);
  assert.match(await failing({ MUSTER_DPOP: "yes" }), /MUSTER_DPOP must be 1 or 0/);
  assert.match(
    await failing({ MUSTER_PRIVATE_KEY_FILE: path.join(folder, "none.pem") }),
    /MUSTER_PRIVATE_KEY_FILE cannot be read/,
  );
});

const found = findPython();
const signing = typeof found === "string" ? found : withSigning(found);

test(
  "the wheel for Python signs and proves with a key of each type, by sync and async programs",
  { skip: typeof signing === "string" ? signing : false },
  async () => {
    const { program, env } = installWheel(signing as Exclude<typeof signing, string>, folder);
    const script = path.join(import.meta.dirname, "python/sign.py");
    for (const type of Object.keys(pairs)) {
      const { stdout } = await run(program, [script], { cwd: folder, env: { ...envOf(await arrange(type)), ...env } });
      assert.equal(stdout.trim(), "6 True", type);
    }
  },
);
