import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
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
  acme = await createOrganisation(database, {});
  panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"));
});
after(async () => {
  await server?.close();
  await database?.close();
});

async function create(body: object) {
  const reply = await panel.post("/clients", body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as { client: any; secret: string };
}
const patch = (id: string, body: object) => panel.call("PATCH", `/clients/${id}`, { body });

test("a new client calls at once, and the panel shows the rest of its bucket and its day", async () => {
  const { client, secret } = await create({ name: "HR", scopes: ["users:read"], rate: { per_day: 100 } });
  assert.deepEqual([client.bucket.tokens, client.bucket.next_token_ms, client.last_used_at], [30, null, null]);
  const api = apiOf(server, byKey(acme.code, secret));
  const reply = await api.get("/api/v1/departments");
  const { bucket, last_used_at, limits } = (await panel.get(`/clients/${client.id}`)).body;
  assert.equal(String(bucket.tokens), reply.headers.get("ratelimit-remaining"));
  assert.deepEqual([bucket.used_today, limits.per_day, typeof last_used_at], [1, 100, "string"]);
  assert.ok(bucket.next_token_ms > 0 && bucket.full_ms >= bucket.next_token_ms && bucket.full_ms <= 3_000);
});

test("a client is shown with the address that used it last, despite refused requests in its name since", async () => {
  const { client, secret } = await create({ name: "Addressed", scopes: ["users:read"] });
  assert.equal(client.last_used_address, null);
  await apiOf(server, byKey(acme.code, secret)).get("/api/v1/departments");
  const addressOf = async () => (await panel.get(`/clients/${client.id}`)).body.last_used_address;
  while ((await addressOf()) === null) await setTimeout(50);
  await database.superuser.query(
    `insert into request_log (tenant_id, id, client_id, at, method, path, status, request_id, address, duration_us)
     select tenant_id, 'ffffffff-ffff-7fff-8fff-ffffffffffff', id, now(), 'GET', '/api/v1/users', 401, 'req_x', '192.0.2.9', 1
     from client where id = $1`,
    [client.id],
  );
  assert.equal(await addressOf(), "127.0.0.1");
});

test("a change leaves alone what it does not name, and acts on the next request", async () => {
  const made = await create({
    name: "Report",
    scopes: ["users:read", "compliance:read"],
    methods: ["api_key"],
    ip_allowlist: ["127.0.0.1"],
    expires_on: "2999-05-01",
    webhook_hosts: ["hooks.acme.example"],
    scim_profile: "okta",
  });
  const { bucket: _, state: __, ...before } = made.client;
  const { bucket: ___, state, ...later } = (await patch(made.client.id, { scopes: ["compliance:read"] })).body;
  assert.deepEqual(later, { ...before, scopes: ["compliance:read"] });
  assert.deepEqual([state, later.expires_on], ["active", "2999-05-01"]);
  const api = apiOf(server, byKey(acme.code, made.secret));
  assert.equal((await api.get("/api/v1/departments")).status, 403);
  await panel.post(`/clients/${made.client.id}/disable`);
  assert.equal((await api.get("/api/v1/course-catalog")).status, 401);
  await patch(made.client.id, { disabled: false });
  assert.equal((await api.get("/api/v1/course-catalog")).status, 200);
});

test("several clients are disabled at once, each with an audit row, or none where one is unknown", async () => {
  const [one, two] = [await create({ name: "One", scopes: [] }), await create({ name: "Two", scopes: [] })];
  const ids = [one.client.id, two.client.id];
  const unknown = await panel.post("/clients/disable", { ids: [...ids, "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f"] });
  assert.equal(unknown.status, 404, unknown.text);
  const stateOf = async (id: string) => (await panel.get(`/clients/${id}`)).body.state;
  assert.equal(await stateOf(ids[0]), "active");
  await panel.delete(`/clients/${(await create({ name: "Gone", scopes: [] })).client.id}`);
  assert.deepEqual((await panel.post("/clients/disable", { ids })).body, { disabled: 2 });
  for (const id of ids) {
    assert.equal(await stateOf(id), "disabled");
    const { entries } = (await panel.get(`/audit?target_id=${id}`)).body;
    assert.deepEqual([entries[0].operation, entries[0].changes], ["client.disable", { disabled: [false, true] }]);
  }
  assert.deepEqual((await panel.post("/clients/disable", { ids })).body, { disabled: 0 });
  assert.equal((await panel.get(`/audit?target_id=${ids[0]}`)).body.entries.length, 2);
  assert.equal((await panel.post("/clients/disable", { ids: [] })).status, 422);
});

test("a client's requests of the last day are shown by the hour, with its tokens", async () => {
  const { client, secret } = await create({ name: "Busy", scopes: ["users:read"] });
  const read = async () => (await panel.get(`/clients/${client.id}/activity`)).body;
  assert.deepEqual([(await read()).hours.length, (await read()).tokens], [24, { count: 0, last_at: null }]);
  const headers = { authorization: `Basic ${btoa(`${client.id}:${secret}`)}`, "x-tenant-code": acme.code };
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  assert.equal((await fetch(`${server.url}/api/v1/oauth/token`, { method: "POST", headers, body })).status, 200);
  const api = apiOf(server, byKey(acme.code, secret));
  assert.equal((await api.get("/api/v1/departments")).status, 200);
  assert.equal((await api.get("/api/v1/nowhere")).status, 404);
  const sum = ({ hours }: any, kind: string) => hours.reduce((all: number, hour: any) => all + hour[kind], 0);
  let told = await read();
  while (sum(told, "succeeded") + sum(told, "refused") < 3) told = await read();
  assert.deepEqual([sum(told, "succeeded"), sum(told, "refused"), sum(told, "failed"), told.tokens.count], [2, 1, 0, 1]);
  assert.ok(Math.abs(Date.parse(told.tokens.last_at) - Date.now()) < 60_000);
  assert.equal((await panel.get("/clients/019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f/activity")).status, 404);
});

test("a rotated secret and the one before it work, each until its end; an ended one does not", async () => {
  const { client, secret } = await create({ name: "Rotated", scopes: ["users:read"] });
  const rotated = (await panel.post(`/clients/${client.id}/secrets`, { overlap_seconds: 3_600 })).body;
  const statusOf = async (text: string) => (await apiOf(server, byKey(acme.code, text)).get("/api/v1/departments")).status;
  assert.deepEqual([await statusOf(secret), await statusOf(rotated.secret)], [200, 200]);
  const { secrets } = (await panel.get(`/clients/${client.id}`)).body;
  assert.deepEqual(
    secrets.map(({ key_id, expires_at }: any) => [key_id, expires_at]),
    [
      [rotated.key_id, null],
      [secret.slice(9, 21), rotated.previous_expires_at],
    ],
  );
  assert.equal((await panel.delete(`/clients/${client.id}/secrets/${secret.slice(9, 21)}`)).status, 204);
  assert.deepEqual([await statusOf(secret), await statusOf(rotated.secret)], [401, 200]);
  assert.equal((await panel.delete(`/clients/${client.id}/secrets/${encodeURIComponent("\0")}`)).status, 404);
  assert.equal((await panel.delete(`/clients/${client.id}`)).status, 204);
  assert.equal(await statusOf(rotated.secret), 401);
  assert.equal((await patch(client.id, { name: "Back" })).body.code, "CLIENT_REVOKED");
});

test("clients are found by a part of the name, by state, scope, client id and key id, page by page", async () => {
  const { client, secret } = await create({ name: "Zürich façade", scopes: ["webhooks:manage"] });
  const namesOf = async (query: string) => {
    const reply = await panel.get(`/clients?${query}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.body.clients.map(({ name }: any) => name);
  };
  for (const query of ["q=zurich", `q=${client.id}`, `q=${secret.slice(9, 21)}`, "scope=webhooks:manage"])
    assert.deepEqual(await namesOf(query), ["Zürich façade"], query);
  const all = await namesOf("");
  assert.deepEqual([...(await namesOf("limit=2")), ...(await namesOf("limit=100&offset=2"))], all);
  assert.ok((await namesOf("state=revoked")).includes("Rotated"));
  assert.deepEqual(await namesOf("q=%25"), []);
});

test("limits above the contract, wrong networks and names that are taken are refused at their fields", async () => {
  await create({ name: "Taken", scopes: [] });
  assert.equal((await panel.post("/clients", { name: " TAKEN ", scopes: [] })).body.code, "CLIENT_NAME_TAKEN");
  const reply = await panel.post("/clients", { name: "x", ip_allowlist: ["10.0.0.1/8"], rate: { burst: 31 } });
  assert.deepEqual(
    reply.body.errors.map(({ pointer, code }: any) => [pointer, code]),
    [
      ["#/ip_allowlist/0", "INVALID_FORMAT"],
      ["#/rate/burst", "OUT_OF_RANGE"],
    ],
  );
});

test("changes are listed, newest first, without the secret", async () => {
  const { client, secret } = await create({ name: "Watched", scopes: ["users:read"] });
  await patch(client.id, { name: "Watched closely" });
  const { text, body } = await panel.get(`/audit?target_id=${client.id}`);
  assert.deepEqual(
    body.entries.map(({ operation }: any) => operation),
    ["client.change", "client.create"],
  );
  assert.deepEqual(body.entries[0].changes, { name: ["Watched", "Watched closely"] });
  assert.ok(!text.includes(secret));
});
