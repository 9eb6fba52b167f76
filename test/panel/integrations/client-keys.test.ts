// Public keys of a client (docs/decisions/0055), managed by IT administrators in the panel.
import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { after, before, test } from "node:test";
import * as oauth from "oauth4webapi";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { apiOf, byKey, startServer, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let panel: Panel;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, { organisation: { code: "ACME" } });
  panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"));
});
after(async () => {
  await server?.close();
  await database?.close();
});

let clients = 0;
async function newClient(): Promise<{ id: string; secret: string }> {
  clients += 1;
  const { status, body, text } = await panel.post("/clients", { name: `Client ${clients}`, scopes: ["users:read"] });
  assert.equal(status, 201, text);
  return { id: body.client.id, secret: body.secret };
}

const newPair = () => generateKeyPairSync("ed25519");
const pemOf = ({ publicKey }: { publicKey: KeyObject }) => publicKey.export({ format: "pem", type: "spki" });
const jwkOf = ({ publicKey }: { publicKey: KeyObject }) => publicKey.export({ format: "jwk" });
const keysOf = async (id: string) => (await panel.get(`/clients/${id}`)).body.public_keys as any[];

async function add(id: string, keys: string, more: object = {}): Promise<any[]> {
  const { status, body, text } = await panel.post(`/clients/${id}/keys`, { keys, ...more });
  assert.equal(status, 201, text);
  return body.public_keys;
}

/** Requests a token, signed by oauth4webapi. */
async function ask(client_id: string, kid: string, { privateKey }: { privateKey: KeyObject }): Promise<Response> {
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  const der = privateKey.export({ format: "der", type: "pkcs8" });
  const key = await crypto.subtle.importKey("pkcs8", der, { name: "Ed25519" }, false, ["sign"]);
  await oauth.PrivateKeyJwt({ key, kid })({ issuer: "https://muster.example" }, { client_id }, form, new Headers());
  return fetch(`${server.url}/api/v1/oauth/token`, { method: "POST", headers: { "x-tenant-code": acme.code }, body: form });
}

const read = (token: string) =>
  apiOf(server, { "x-tenant-code": acme.code, authorization: `Bearer ${token}` }).get("/api/v1/departments");

test("a key that is pasted signs at once, is shown with its last use, and ends with its tokens when it is removed", async () => {
  const { id, secret } = await newClient();
  const [first, second] = [newPair(), newPair()];
  const [key] = await add(id, pemOf(first));
  const { key_id, kid, created_at: _, ...rest } = key;
  assert.match(key_id, /^[0-9A-Za-z]{12}$/);
  assert.deepEqual(rest, { algorithm: "EdDSA", thumbprint: kid, expires_at: null, last_used_at: null });
  await add(id, JSON.stringify({ keys: [{ ...jwkOf(second), kid: "next", alg: "EdDSA" }] }));

  const tokens: string[] = [];
  for (const [name, pair] of [
    [kid, first],
    ["next", second],
  ] as const) {
    const answer = await ask(id, name, pair);
    assert.equal(answer.status, 200);
    tokens.push(((await answer.json()) as { access_token: string }).access_token);
  }
  const shown = await keysOf(id);
  assert.deepEqual(
    shown.map(({ kid: name, last_used_at }) => [name, typeof last_used_at]),
    [
      [kid, "string"],
      ["next", "string"],
    ],
  );

  assert.equal((await panel.delete(`/clients/${id}/keys/${key_id}`)).status, 204);
  assert.equal((await ask(id, kid, first)).status, 401);
  assert.deepEqual([(await read(tokens[0]!)).status, (await read(tokens[1]!)).status], [401, 200]);
  assert.equal((await apiOf(server, byKey(acme.code, secret)).get("/api/v1/departments")).status, 200);
  assert.deepEqual(
    (await keysOf(id)).map((left) => left.kid),
    ["next"],
  );
  for (const gone of [key_id, "nonsense", "%00"]) assert.equal((await panel.delete(`/clients/${id}/keys/${gone}`)).status, 404);

  // A removed key may be added again, as a new one.
  await add(id, pemOf(first));
  assert.equal((await ask(id, kid, first)).status, 200);
  assert.equal((await read(tokens[0]!)).status, 401);

  const { entries } = (await panel.get(`/audit?target_id=${id}`)).body;
  assert.deepEqual(entries.map(({ operation, changes }: any) => [operation, changes.public_keys]).slice(0, 4), [
    ["client.add_keys", [["next"], ["next", kid]]],
    ["client.remove_key", [[kid, "next"], ["next"]]],
    ["client.add_keys", [[kid], [kid, "next"]]],
    ["client.add_keys", [[], [kid]]],
  ]);
});

test("a key may have a last day, to its end where the organisation is", async () => {
  const { id } = await newClient();
  const pair = newPair();
  const [{ kid, expires_at }] = (await add(id, pemOf(pair), { expires_on: "2020-01-01" })) as [any];
  assert.equal(expires_at, "2020-01-01T23:00:00.000Z");
  assert.equal((await ask(id, kid, pair)).status, 401);
});

test("a set is added whole or not at all, five keys at most, each once and with a kid of its own", async () => {
  const { id } = await newClient();
  const pairs = Array.from({ length: 5 }, newPair);
  const set = (...keys: object[]) => JSON.stringify({ keys });
  const refused = async (keys: string, why: RegExp) => {
    const { status, body, text } = await panel.post(`/clients/${id}/keys`, { keys });
    assert.equal(status, 422, text);
    assert.deepEqual([body.errors.length, body.errors[0].pointer], [1, "#/keys"]);
    assert.match(body.errors[0].detail, why);
  };
  const standing = await keysOf(id);
  await refused(set(jwkOf(pairs[0]!), { kty: "oct", k: "AA" }), /private or shared/);
  await refused(set(jwkOf(pairs[0]!), { ...jwkOf(pairs[0]!), kid: "b" }), /another key/);
  await refused(set({ ...jwkOf(pairs[0]!), kid: "a" }, { ...jwkOf(pairs[1]!), kid: "a" }), /`kid` of its own/);
  assert.deepEqual(await keysOf(id), standing);
  await add(id, set(...pairs.slice(0, 3).map((pair, index) => ({ ...jwkOf(pair), kid: `key-${index}` }))));
  await refused(pemOf(pairs[0]!), /another key/);
  await refused(set({ ...jwkOf(pairs[3]!), kid: "key-1" }), /`kid` of its own/);
  await refused(pairs.slice(2).map(pemOf).join(""), /at most 2 more/);
  await add(id, pairs.slice(3).map(pemOf).join(""));
  assert.equal((await keysOf(id)).length, 5);
  const together = await Promise.all([
    panel.post(`/clients/${id}/keys`, { keys: pemOf(newPair()) }),
    panel.post(`/clients/${id}/keys`, { keys: pemOf(newPair()) }),
  ]);
  assert.deepEqual(
    together.map(({ status }) => status),
    [422, 422],
  );
});

test("keys are no secrets: rotating, ending and counting secrets passes them over", async () => {
  const { id, secret } = await newClient();
  const pair = newPair();
  const [{ kid, key_id }] = (await add(id, pemOf(pair))) as [any];
  assert.equal((await panel.delete(`/clients/${id}/secrets/${key_id}`)).status, 404);
  for (const overlap_seconds of [3_600, 3_600, 0])
    assert.equal((await panel.post(`/clients/${id}/secrets`, { overlap_seconds })).status, 201);
  assert.equal((await ask(id, kid, pair)).status, 200);
  const { secrets, public_keys } = (await panel.get(`/clients/${id}`)).body;
  assert.deepEqual([secrets.length, public_keys.length], [1, 1]);
  assert.notEqual(secrets[0].key_id, secret.slice(9, 21));
  // A client that shall only use keys revokes its last secret.
  assert.equal((await panel.delete(`/clients/${id}/secrets/${secrets[0].key_id}`)).status, 204);
  assert.equal((await ask(id, kid, pair)).status, 200);
  const { rows } = await database.superuser.query("select infra.key_versions_in_use() as version");
  assert.ok(rows.length > 0 && rows.every(({ version }) => version > 0), JSON.stringify(rows));
});

test("keys are the IT administrator's, with a recent password, and of the own organisation", async () => {
  const { id } = await newClient();
  const keys = pemOf(newPair());
  const [{ key_id }] = (await add(id, keys)) as [any];
  const account = await createAccount(database, acme.tenant_id, "it_admin");
  const stale = await sessionOf(server, database, acme.tenant_id, account, { stale: true });
  const trainer = await sessionOf(
    server,
    database,
    acme.tenant_id,
    await createAccount(database, acme.tenant_id, "training_admin"),
  );
  const other = await createOrganisation(database, { organisation: { code: "OTHER" } });
  const stranger = await sessionOf(server, database, other.tenant_id, await createAccount(database, other.tenant_id, "it_admin"));
  const codes = [];
  for (const one of [stale, trainer, stranger]) {
    codes.push((await one.post(`/clients/${id}/keys`, { keys: pemOf(newPair()) })).body.code);
    codes.push((await one.delete(`/clients/${id}/keys/${key_id}`)).body.code);
  }
  assert.deepEqual(codes, [
    "STEP_UP_REQUIRED",
    "STEP_UP_REQUIRED",
    "ROLE_NOT_ALLOWED",
    "ROLE_NOT_ALLOWED",
    "NOT_FOUND",
    "NOT_FOUND",
  ]);
  assert.equal((await keysOf(id)).length, 1);
  await panel.delete(`/clients/${id}`);
  assert.deepEqual(await keysOf(id), []);
  assert.equal((await panel.post(`/clients/${id}/keys`, { keys })).body.code, "CLIENT_REVOKED");
});

test("a removed organisation leaves no key behind", async () => {
  const { id } = await newClient();
  await add(id, pemOf(newPair()));
  await database.superuser.query("delete from client_secret where client_id = $1", [id]);
  const { rowCount } = await database.superuser.query("select from client_key where client_id = $1", [id]);
  assert.equal(rowCount, 0);
});
