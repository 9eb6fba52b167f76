import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import {
  addSecret,
  arrangeClient,
  askForToken,
  byBasic,
  byKey,
  byToken,
  change,
  knock,
  read_path,
  type TestClient,
} from "./arrange.ts";

let database: TestDatabase;
let nodes: [TestServer, TestServer];

before(async () => {
  database = await openDatabase();
  nodes = [await startServer(database), await startServer(database)];
});
after(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.close();
});

/** What an administrator does to a client, and how it is reversed. */
const actions: [name: string, act: (client: TestClient) => Promise<void>, undo: (client: TestClient) => Promise<void>][] = [
  [
    "disable",
    ({ client_id }) => changeClient(client_id, "disabled_at = now()"),
    ({ client_id }) => changeClient(client_id, "disabled_at = null"),
  ],
  [
    "revoke",
    ({ client_id }) => changeClient(client_id, "revoked_at = now()"),
    ({ client_id }) => changeClient(client_id, "revoked_at = null"),
  ],
  [
    "revoke the secret of",
    ({ client_id }) => change(database, "client_secret", client_id, "revoked_at = now()"),
    ({ client_id }) => change(database, "client_secret", client_id, "revoked_at = null"),
  ],
  [
    "expire",
    ({ client_id }) => changeClient(client_id, "expires_at = '2020-01-01'"),
    ({ client_id }) => changeClient(client_id, "expires_at = null"),
  ],
  [
    "shut the allow-list of",
    ({ client_id }) => changeClient(client_id, "ip_allowlist = '{192.0.2.0/24}'"),
    ({ client_id }) => changeClient(client_id, "ip_allowlist = '{}'"),
  ],
];
const trials_per_action = 40;

for (const [name, act, undo] of actions) {
  test(`AU3 to ${name} a client on one node ends its key and its live token on the other at once, in ${trials_per_action} trials`, async () => {
    const client = await arrangeClient(database, { rate: { per_minute: 100_000, burst: 100_000, per_day: 100_000 } });
    const token = (await askForToken(nodes[0].url, byBasic(client))).body.access_token as string;
    const statuses = () =>
      Promise.all(
        [byKey(client), byToken(client, token)].map(
          async (headers) => (await knock(nodes[1].url + read_path, { headers })).status,
        ),
      );
    for (let trial = 1; trial <= trials_per_action; trial += 1) {
      // Reset, because the expected failures would block this test's own address.
      await database.superuser.query("truncate infra.failed_authentication");
      assert.deepEqual(await statuses(), [200, 200], `before trial ${trial}`);
      await act(client);
      assert.deepEqual(await statuses(), [401, 401], `trial ${trial}`);
      await undo(client);
    }
  });
}

test("AU3 a method that is switched off ends what was obtained by it, and leaves the other", async () => {
  const client = await arrangeClient(database);
  const token = (await askForToken(nodes[0].url, byBasic(client))).body.access_token as string;
  const statuses = async () => [
    (await knock(nodes[1].url + read_path, { headers: byKey(client) })).status,
    (await knock(nodes[1].url + read_path, { headers: byToken(client, token) })).status,
    (await askForToken(nodes[1].url, byBasic(client))).status,
  ];
  await changeClient(client.client_id, "methods = '{api_key}'");
  assert.deepEqual(await statuses(), [200, 401, 401]);
  await changeClient(client.client_id, "methods = '{oauth2}'");
  assert.deepEqual(await statuses(), [401, 200, 200]);
});

test("AU3 a scope that is taken away is gone from live tokens; one that is added reaches new tokens only", async () => {
  const client = await arrangeClient(database, { scopes: ["users:read", "users:write"] });
  const token = (await askForToken(nodes[0].url, byBasic(client))).body.access_token as string;
  const read = async () => (await knock(nodes[1].url + read_path, { headers: byToken(client, token) })).status;
  assert.equal(await read(), 200);
  await changeClient(client.client_id, "scopes = '{users:write}'");
  assert.equal(await read(), 403);
  const narrow = (await askForToken(nodes[0].url, byBasic(client))).body.access_token as string;
  await changeClient(client.client_id, "scopes = '{users:read,users:write}'");
  assert.equal(await read(), 200);
  assert.equal((await knock(nodes[1].url + read_path, { headers: byToken(client, narrow) })).status, 403);
});

test("AU3 two secrets of a client overlap: the older one ends at its instant, and its tokens with it", async (t) => {
  t.after(() => database.clock.release());
  await database.clock.freeze("2026-06-01T12:00:00Z");
  const client = await arrangeClient(database);
  const newer = { ...client, ...(await addSecret(database, client)) };
  await database.superuser.query("update client_secret set expires_at = '2026-06-01T12:05:00Z' where key_id = $1", [
    client.key_id,
  ]);
  const tokens = await Promise.all(
    [client, newer].map(async (shown) => (await askForToken(nodes[0].url, byBasic(shown))).body.access_token as string),
  );
  const statuses = async () =>
    Promise.all(
      [byKey(client), byToken(client, tokens[0]!), byKey(newer), byToken(newer, tokens[1]!)].map(
        async (headers) => (await knock(nodes[1].url + read_path, { headers })).status,
      ),
    );
  await database.clock.advance(299);
  assert.deepEqual(await statuses(), [200, 200, 200, 200]);
  await database.clock.advance(1);
  assert.deepEqual(await statuses(), [401, 401, 200, 200]);
});

test("AU8 a token passes 899 s after it was issued, and neither after 900 nor 901", async (t) => {
  t.after(() => database.clock.release());
  await database.clock.freeze("2026-06-01T12:00:00Z");
  const client = await arrangeClient(database);
  const token = (await askForToken(nodes[0].url, byBasic(client))).body.access_token as string;
  const status = async () => (await knock(nodes[1].url + read_path, { headers: byToken(client, token) })).status;
  await database.clock.advance(899);
  assert.equal(await status(), 200);
  await database.clock.advance(1);
  assert.equal(await status(), 401);
  await database.clock.advance(1);
  assert.equal(await status(), 401);
});

test("AU8 a client expires at its instant, on the database's clock", async (t) => {
  t.after(() => database.clock.release());
  await database.clock.freeze("2027-12-31T22:59:59Z");
  const client = await arrangeClient(database);
  await changeClient(client.client_id, "expires_at = '2027-12-31T23:00:00Z'");
  const status = async () => (await knock(nodes[0].url + read_path, { headers: byKey(client) })).status;
  assert.equal(await status(), 200);
  await database.clock.advance(1);
  assert.equal(await status(), 401);
});

test("AU8 a token of one organisation does not pass under another's code, nor a key, nor Basic", async () => {
  const [mine, theirs] = [await arrangeClient(database), await arrangeClient(database)];
  const token = (await askForToken(nodes[0].url, byBasic(mine))).body.access_token as string;
  const foreign = { "x-tenant-code": theirs.tenant_code };
  assert.equal((await knock(nodes[0].url + read_path, { headers: { ...byToken(mine, token), ...foreign } })).status, 401);
  assert.equal((await knock(nodes[0].url + read_path, { headers: { ...byKey(mine), ...foreign } })).status, 401);
  assert.equal((await askForToken(nodes[0].url, { ...byBasic(mine), ...foreign })).status, 401);
});

test("AU8 cookies, Basic, and a secret behind Bearer open nothing under /api", async () => {
  const client = await arrangeClient(database);
  const tenant = { "x-tenant-code": client.tenant_code };
  for (const headers of [
    { ...tenant, cookie: `session=${client.secret}` },
    byBasic(client),
    { ...tenant, authorization: `Bearer ${client.secret}` },
    { ...tenant, authorization: client.secret },
  ]) {
    assert.equal((await knock(nodes[0].url + read_path, { headers })).status, 401);
  }
});

test("AU8 a token that is changed in any of its characters is refused", async () => {
  const client = await arrangeClient(database);
  const token = (await askForToken(nodes[0].url, byBasic(client))).body.access_token as string;
  for (let at = 0; at < token.length; at += 1) {
    await database.superuser.query("truncate infra.failed_authentication");
    const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
    assert.equal((await knock(nodes[0].url + read_path, { headers: byToken(client, changed) })).status, 401, `character ${at}`);
  }
  for (const changed of [`${token}=`, `${token}A`, token.slice(0, -1), token.toUpperCase(), `mt_${token}`, "mt_"]) {
    await database.superuser.query("truncate infra.failed_authentication");
    assert.equal((await knock(nodes[0].url + read_path, { headers: byToken(client, changed) })).status, 401, changed);
  }
});

function changeClient(client_id: string, set: string): Promise<void> {
  return change(database, "client", client_id, set);
}
