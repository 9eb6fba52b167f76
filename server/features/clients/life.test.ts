import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { administratorOf, createOrganisation, type TestOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { apiOf, byKey, request, startServer, test_keyring, type TestServer } from "../../../test/harness/server.ts";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { Problem } from "../../platform/http/problem.ts";
import { changeClient } from "./change.ts";
import { createClient } from "./create.ts";
import { revokeClient, revokeSecret } from "./revoke.ts";
import { overlap_max_s, rotateSecret } from "./rotate-secret.ts";

let database: TestDatabase;
let server: TestServer;
let pool: Pool;
let organisation: TestOrganisation;
let context: Context;
let client: { client_id: string; secret: string };
let organisations = 0;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  pool = database.pool();
});
after(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  await database.clock.release();
  organisations += 1;
  organisation = await createOrganisation(database, {
    organisation: { code: `ACME-${organisations}` },
    contract: { rate: { per_minute: 600, burst: 100, per_day: 5_000 } },
    clients: [{ name: "HR sync", scopes: ["users:read"] }],
  });
  context = administratorOf(organisation);
  client = organisation.clients["HR sync"]!;
  // The refused requests of one test must not block the address for the next.
  await database.superuser.query("truncate infra.failed_authentication");
});

test("a disabled client is refused at once, with its key and with a live token, and works again when enabled", async () => {
  const token = await tokenOf(client);
  assert.deepEqual(await statuses(client.secret, token), [200, 200]);
  await changeClient(pool, context, client.client_id, { disabled: true });
  assert.deepEqual(await statuses(client.secret, token), [401, 401]);
  await changeClient(pool, context, client.client_id, { disabled: false });
  assert.deepEqual(await statuses(client.secret, token), [200, 200]);
  assert.deepEqual(await operations(), ["client.disable", "client.enable"]);
});

test("a revoked client is refused at once, with its key and with a live token, and stays so", async () => {
  const token = await tokenOf(client);
  await revokeClient(pool, context, client.client_id);
  assert.deepEqual(await statuses(client.secret, token), [401, 401]);
  await refused("CLIENT_REVOKED", changeClient(pool, context, client.client_id, { disabled: false }));
  await refused("CLIENT_REVOKED", rotate(0));
  await refused("CLIENT_REVOKED", revokeClient(pool, context, client.client_id));
  assert.deepEqual(await operations(), ["client.revoke"]);
});

test("a rotated secret overlaps with the one before for the time asked, and not a second longer", async () => {
  await database.clock.freeze("2026-05-04T10:00:00Z");
  const token = await tokenOf(client);
  const rotated = await rotate(600);
  assert.equal(rotated.previous_expires_at, "2026-05-04T10:10:00.000Z");
  assert.match(rotated.secret, new RegExp(`^lms_live_${rotated.key_id}_`));
  await database.clock.advance(599);
  assert.deepEqual(await statuses(rotated.secret, client.secret, token), [200, 200, 200]);
  await database.clock.advance(1);
  assert.deepEqual(await statuses(rotated.secret, client.secret, token), [200, 401, 401]);
});

test("a rotation without overlap ends the old secret and its tokens at once", async () => {
  const token = await tokenOf(client);
  const rotated = await rotate(0);
  assert.equal(rotated.previous_expires_at, null);
  assert.deepEqual(await statuses(rotated.secret, client.secret, token), [200, 401, 401]);
});

test("no more than two secrets of a client work at a time, however often it is rotated", async () => {
  const second = await rotate(600);
  const third = await rotate(600);
  assert.deepEqual(await statuses(client.secret, second.secret, third.secret), [401, 200, 200]);
  const fourth = await rotate(0);
  assert.deepEqual(await statuses(second.secret, third.secret, fourth.secret), [401, 401, 200]);
});

test("a second rotation never prolongs the secret that was rotated out before", async () => {
  await database.clock.freeze("2026-05-04T10:00:00Z");
  const second = await rotate(60);
  await revokeSecret(pool, context, client.client_id, second.key_id);
  const third = await rotate(overlap_max_s);
  assert.equal(third.previous_expires_at, "2026-05-04T10:01:00.000Z");
});

test("rotations at the same time leave two working secrets at most", async () => {
  const rotated = await Promise.all([rotate(600), rotate(600), rotate(600)]);
  const answers = await statuses(client.secret, ...rotated.map(({ secret }) => secret));
  assert.deepEqual(
    answers.toSorted((a, b) => a - b),
    [200, 200, 401, 401],
  );
});

test("one secret can be revoked while the other stays valid", async () => {
  const second = await rotate(600);
  const [, , first_key_id] = client.secret.split("_");
  await revokeSecret(pool, context, client.client_id, first_key_id!);
  assert.deepEqual(await statuses(client.secret, second.secret), [401, 200]);
  await refused("NOT_FOUND", revokeSecret(pool, context, client.client_id, first_key_id!));
});

test("an overlap is a whole number of seconds up to 30 days", async () => {
  for (const overlap of [-1, 0.5, Number.NaN, overlap_max_s + 1]) await refused("VALIDATION_FAILED", rotate(overlap));
  assert.deepEqual(await statuses(client.secret), [200]);
});

test("changed scopes, methods, allow-list and expiry act on the next request", async () => {
  const { client_id } = client;
  const token = await tokenOf(client);
  const now = async () => statuses(client.secret, token);
  await changeClient(pool, context, client_id, { scopes: ["enrollments:write"] });
  assert.deepEqual(await now(), [403, 403]);
  await changeClient(pool, context, client_id, { scopes: ["users:read"], methods: ["oauth2"] });
  assert.deepEqual(await now(), [401, 200]);
  await changeClient(pool, context, client_id, { methods: ["api_key", "oauth2"], ip_allowlist: ["192.0.2.0/24"] });
  assert.deepEqual(await now(), [401, 401]);
  await changeClient(pool, context, client_id, { ip_allowlist: ["192.0.2.0/24", "127.0.0.1"] });
  assert.deepEqual(await now(), [200, 200]);
  await changeClient(pool, context, client_id, { expires_on: "2020-01-01" });
  assert.deepEqual(await now(), [401, 401]);
  await changeClient(pool, context, client_id, { expires_on: null });
  assert.deepEqual(await now(), [200, 200]);
});

test("an expiry date is the last day on which a client works, to the end of that day where the organisation is", async () => {
  await changeClient(pool, context, client.client_id, { expires_on: "2026-03-29" });
  await database.clock.freeze("2026-03-29T21:59:59Z");
  assert.deepEqual(await statuses(client.secret), [200]);
  await database.clock.advance(1);
  assert.deepEqual(await statuses(client.secret), [401]);
});

test("lower limits act on the next request, and limits above the contract are refused", async () => {
  await changeClient(pool, context, client.client_id, { rate: { burst: 7, per_minute: 60 } });
  const { headers } = await api(client.secret).get("/api/v1/departments");
  assert.equal(headers.get("ratelimit-policy"), "60;w=60;burst=7, 5000;w=86400");
  const above = changeClient(pool, context, client.client_id, { rate: { burst: 101, per_minute: 600, per_day: 5_001 } });
  const problem = await refused("VALIDATION_FAILED", above);
  assert.deepEqual(placesOf(problem), ["#/rate/burst", "#/rate/per_day"]);
  assert.deepEqual(await operations(), ["client.change"]);
});

test("the limits of identity providers are given as far as the contract allows, by a change and by the organisation file", async () => {
  const policyOf = async (secret: string) => (await api(secret).get("/api/v1/departments")).headers.get("ratelimit-policy");
  await changeClient(pool, context, client.client_id, { rate: { burst: 7 } });
  await changeClient(pool, context, client.client_id, { rate: { profile: "identity_provider", per_day: 4_000 } });
  assert.equal(await policyOf(client.secret), "600;w=60;burst=100, 4000;w=86400");
  const file = {
    organisation: { code: organisation.code },
    contract: { rate: { per_minute: 6_000, burst: 6_000, per_day: 5_000_000 } },
    clients: [{ name: "IdP", scopes: ["users:read" as const], rate: { profile: "identity_provider" as const } }],
  };
  const { clients } = await createOrganisation(database, file);
  assert.equal(await policyOf(clients["IdP"]!.secret), "1500;w=60;burst=1500, 1000000;w=86400");
  assert.equal(await policyOf(client.secret), "6000;w=60;burst=6000, 4000;w=86400");
});

test("invalid networks and hosts are refused, each with its place", async () => {
  const change = {
    ip_allowlist: ["10.0.0.0/8", "10.1.0.0/8", "nowhere"],
    webhook_hosts: ["hooks.acme.example", "https://acme.example", "10.0.0.1", "*.co.uk", "*.github.io", "*.acme.co.uk"],
  };
  const problem = await refused("VALIDATION_FAILED", changeClient(pool, context, client.client_id, change));
  assert.deepEqual(placesOf(problem), [
    "#/ip_allowlist/1",
    "#/ip_allowlist/2",
    "#/webhook_hosts/1",
    "#/webhook_hosts/2",
    "#/webhook_hosts/3",
    "#/webhook_hosts/4",
  ]);
});

test("a change that changes nothing leaves no audit row; one that does names before and after", async () => {
  await changeClient(pool, context, client.client_id, { scopes: ["users:read"], webhook_hosts: [] });
  assert.deepEqual(await operations(), []);
  await changeClient(pool, context, client.client_id, { webhook_hosts: ["HOOKS.acme.example"], expires_on: "2027-12-31" });
  const { rows } = await database.superuser.query(
    "select changes from audit_log where operation = 'client.change' and target_id = $1",
    [client.client_id],
  );
  assert.deepEqual(rows, [
    { changes: { webhook_hosts: [[], ["hooks.acme.example"]], expires_at: [null, "2027-12-31T23:00:00.000Z"] } },
  ]);
});

test("a new client works with the secret that is shown, and its name is taken from then on", async () => {
  const { secret } = await createClient(pool, test_keyring, context, { name: "Time clock", scopes: ["users:read"] });
  assert.deepEqual(await statuses(secret), [200]);
  await refused("CLIENT_NAME_TAKEN", createClient(pool, test_keyring, context, { name: "  TIME clock" }));
  await refused("CLIENT_NAME_TAKEN", changeClient(pool, context, client.client_id, { name: "Tíme clock" }));
  assert.deepEqual(await operations(), ["client.create"]);
});

test("another organisation's client is as unknown as one that does not exist", async () => {
  const other = await createOrganisation(database, {
    organisation: { code: `OTHER-${organisations}` },
    clients: [{ name: "HR sync" }],
  });
  for (const id of [other.clients["HR sync"]!.client_id, "019a0000-0000-7000-8000-000000000000", "nonsense"]) {
    await refused("NOT_FOUND", changeClient(pool, context, id, { disabled: true }));
    await refused("NOT_FOUND", revokeClient(pool, context, id));
    await refused("NOT_FOUND", rotateSecret(pool, test_keyring, context, id, { overlap_seconds: 0 }));
  }
});

test("what cannot be audited does not happen", async () => {
  await database.superuser.query("alter table audit_log add constraint closed check (false) not valid");
  try {
    await assert.rejects(revokeClient(pool, context, client.client_id));
    await assert.rejects(rotate(0));
    assert.deepEqual(await statuses(client.secret), [200]);
  } finally {
    await database.superuser.query("alter table audit_log drop constraint closed");
  }
});

function api(secret: string) {
  return apiOf(server, byKey(organisation.code, secret));
}

function rotate(overlap_seconds: number) {
  return rotateSecret(pool, test_keyring, context, client.client_id, { overlap_seconds });
}

async function tokenOf({ client_id, secret }: { client_id: string; secret: string }): Promise<string> {
  const reply = await fetch(`${server.url}/api/v1/oauth/token`, {
    method: "POST",
    headers: {
      "x-tenant-code": organisation.code,
      authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString("base64")}`,
    },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  return ((await reply.json()) as { access_token: string }).access_token;
}

/** The statuses of the same read request with each of these secrets and tokens. */
async function statuses(...credentials: string[]): Promise<number[]> {
  const found: number[] = [];
  for (const credential of credentials) {
    const headers: Record<string, string> = credential.startsWith("lms_")
      ? { "x-api-key": credential }
      : { authorization: `Bearer ${credential}` };
    const reply = await request(server.url, "GET", "/api/v1/departments", {
      headers: { "x-tenant-code": organisation.code, ...headers },
    });
    found.push(reply.status);
  }
  return found;
}

async function refused(code: string, attempt: Promise<unknown>): Promise<Problem> {
  const error = await attempt.then(
    () => assert.fail(`was not refused with ${code}`),
    (error: unknown) => error,
  );
  assert.ok(error instanceof Problem, String(error));
  assert.equal(error.type.code, code);
  return error;
}

function placesOf(problem: Problem): string[] {
  return (problem.members["errors"] as { pointer: string }[]).map(({ pointer }) => pointer);
}

/** The operations in the audit log of this organisation, in order. */
async function operations(): Promise<string[]> {
  const { rows } = await database.superuser.query<{ operation: string }>(
    "select operation from audit_log where tenant_id = $1 and actor_type = 'administrator' order by id",
    [organisation.tenant_id],
  );
  return rows.map((row) => row.operation);
}
