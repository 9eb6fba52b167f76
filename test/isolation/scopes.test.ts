import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { issueToken } from "../../server/features/clients/admission/access-token.ts";
import { scopes as all_scopes, type Scope } from "../../server/platform/context.ts";
import { newId } from "../../server/platform/ids.ts";
import type { Operation } from "../contract/document.ts";
import { sampleOf, send } from "../contract/samples.ts";
import type { Place } from "../contract/samples/sample.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { apiOf, startServer, test_keyring, type Api, type TestServer } from "../harness/server.ts";
import { seeded } from "../input/seeded.ts";
import { createFullOrganisation, credentialsOf } from "./neighbours.ts";

let database: TestDatabase;
let server: TestServer;
let place: Place;
let operations: Operation[];

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  const organisation = await createFullOrganisation(database, "aardvark");
  place = { database, organisation, mark: "aardvark", api: apiOf(server, credentialsOf(organisation)) };
  operations = (await server.contract()).document.operations.filter(({ scopes }) => scopes !== null);
  assert.ok(operations.length >= 12, `saw only ${operations.length} operations`);
});
after(async () => {
  await server.close();
  await database.close();
});

const setOf = (holds: (scope: Scope) => boolean) => all_scopes.filter(holds);

/** No scope, each alone, all but each, and all: an operation is allowed exactly if one of its scopes is included. */
const subsets: Scope[][] = [
  [],
  ...all_scopes.map((one) => [one]),
  ...all_scopes.map((one) => setOf((scope) => scope !== one)),
  [...all_scopes],
];

async function grant(scopes: readonly Scope[]): Promise<void> {
  await database.superuser.query("update client set scopes = $1 where tenant_id = $2", [scopes, place.organisation.tenant_id]);
}

/**
 * A request without arranged data, which the operation answers at worst with 404 or 422, but never 403 if a scope is sufficient.
 */
function knock(api: Api, operation: Operation) {
  const path = operation.path.replace(/\{[^}]+\}/g, newId());
  if (operation.body && !operation.body.content["application/json"]) return api.call(operation.method, `${path}?dry_run=perhaps`);
  return api.call(operation.method, path, operation.body ? { body: { no_such_member: 1 } } : {});
}

async function holdsOrRefuses(api: Api, operation: Operation, effective: readonly Scope[], context: string): Promise<void> {
  const reply = await knock(api, operation);
  const may = operation.scopes!.some((scope) => (effective as readonly string[]).includes(scope));
  assert.equal(reply.status === 403, !may, `${operation.id} with ${context} answered ${reply.status}`);
  if (may) {
    assert.ok([200, 404, 422].includes(reply.status), `${operation.id} with ${context} answered ${reply.status}`);
  } else {
    assert.equal(reply.body.code, "INSUFFICIENT_SCOPE");
    assert.deepEqual(reply.body.required_scopes, operation.scopes, operation.id);
  }
}

/** The specification's own table, so that document and server cannot both be wrong. */
const specified: Readonly<Record<string, readonly string[]>> = {
  "GET /api/v1/users": ["users:read"],
  "POST /api/v1/users": ["users:write"],
  "PATCH /api/v1/users/{id}": ["users:write"],
  "GET /api/v1/departments": ["users:read"],
  "GET /api/v1/contractors": ["users:read"],
  "GET /api/v1/course-catalog": ["enrollments:write", "compliance:read"],
  "POST /api/v1/enrollments": ["enrollments:write"],
  "GET /api/v1/compliance/matrix": ["compliance:read"],
  "GET /api/v1/webhooks/subscriptions": ["webhooks:manage"],
  "POST /api/v1/webhooks/subscriptions": ["webhooks:manage"],
  "POST /api/v1/webhooks/subscriptions/{id}/ping": ["webhooks:manage"],
  "POST /api/v1/webhooks/subscriptions/{id}/rotate-secret": ["webhooks:manage"],
  "POST /api/v1/webhooks/subscriptions/{id}/enable": ["webhooks:manage"],
  "GET /api/v1/webhooks/subscriptions/{id}/deliveries": ["webhooks:manage"],
  // Operations that were added later.
  "POST /api/v1/imports/users": ["users:write"],
  "GET /api/v1/imports/{id}": ["users:write"],
  "GET /api/v1/imports/{id}/report.csv": ["users:write"],
  "GET /api/v1/users/{id}": ["users:read"],
  "GET /api/v1/enrollments": ["enrollments:write", "compliance:read"],
  "POST /api/v1/enrollments/batch": ["enrollments:write"],
  "GET /api/v1/enrollments/{id}": ["enrollments:write", "compliance:read"],
  "PATCH /api/v1/enrollments/{id}": ["enrollments:write"],
  "POST /api/v1/enrollments/{id}/cancel": ["enrollments:write"],
  "POST /api/v1/attempts": ["attempts:write"],
  "POST /api/v1/attempts/batch": ["attempts:write"],
  "GET /api/v1/gate": ["gate:read"],
  "GET /api/v1/compliance/explain": ["compliance:read"],
  "GET /api/v1/compliance/changes": ["compliance:read"],
  "GET /api/v1/compliance/forecast": ["compliance:read"],
  "GET /api/v1/sandbox/clock": ["enrollments:write"],
  "POST /api/v1/sandbox/clock": ["enrollments:write"],
  "POST /api/v1/sandbox/enrollments/{id}/progress": ["enrollments:write"],
  "GET /api/v1/certificates": ["compliance:read"],
  "GET /api/v1/certificates/{id}": ["compliance:read"],
  "GET /api/v1/certificates/{id}/pdf": ["compliance:read"],
  "GET /api/v1/webhooks/subscriptions/{id}": ["webhooks:manage"],
  "PATCH /api/v1/webhooks/subscriptions/{id}": ["webhooks:manage"],
  "DELETE /api/v1/webhooks/subscriptions/{id}": ["webhooks:manage"],
  "POST /api/v1/webhooks/subscriptions/{id}/replay": ["webhooks:manage"],
  "POST /api/v1/webhooks/subscriptions/{id}/deliveries/{delivery_id}/retry": ["webhooks:manage"],
  "POST /api/v1/webhooks/deliveries/{delivery_id}/retry": ["webhooks:manage"],
  "GET /api/v1/events": ["webhooks:manage"],
  "GET /api/v1/departments/{id}": ["users:read"],
  "POST /api/v1/departments": ["structure:write"],
  "PATCH /api/v1/departments/{id}": ["structure:write"],
  "GET /api/v1/contractors/{id}": ["users:read"],
  "POST /api/v1/contractors": ["structure:write"],
  "PATCH /api/v1/contractors/{id}": ["structure:write"],
  "GET /api/v1/groups": ["structure:read"],
  "POST /api/v1/groups": ["structure:write"],
  "GET /api/v1/groups/{id}": ["structure:read"],
  "PATCH /api/v1/groups/{id}": ["structure:write"],
  "DELETE /api/v1/groups/{id}": ["structure:write"],
  "GET /api/v1/groups/{id}/members": ["structure:read"],
  "POST /api/v1/groups/{id}/members": ["structure:write"],
  "GET /api/v1/rules": ["structure:read"],
  "POST /api/v1/rules": ["structure:write"],
  "POST /api/v1/rules/preview": ["structure:write"],
  "GET /api/v1/rules/{id}": ["structure:read"],
  "PATCH /api/v1/rules/{id}": ["structure:write"],
  "DELETE /api/v1/rules/{id}": ["structure:write"],
};

test("TI4 every operation needs the scopes that the specification names, in the document as well", () => {
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`;
    assert.ok(specified[name], `${name} is new: add its scopes to test/isolation/scopes.test.ts`);
    assert.deepEqual([...operation.scopes!].sort(), [...specified[name]].sort(), name);
  }
});

test("TI4 every operation with sets of scopes: 403 exactly when none of its scopes is held", async () => {
  for (const held of subsets) {
    await grant(held);
    for (const operation of operations) await holdsOrRefuses(place.api, operation, held, `the client's scopes ${held.join(" ")}`);
  }
});

function withToken(scopes: readonly Scope[]): Api {
  const [client] = Object.values(place.organisation.clients);
  const token = issueToken(test_keyring, {
    key_id: client!.secret.split("_")[2]!,
    expires_us: (Date.now() + 600_000) * 1_000,
    scopes: [...scopes],
    jkt: null,
  });
  return apiOf(server, { "x-tenant-code": place.organisation.code, authorization: `Bearer ${token}` });
}

test("TI4 a token with any set of scopes opens no more than it says", async () => {
  await grant(all_scopes);
  for (const held of subsets) {
    const api = withToken(held);
    for (const operation of operations) await holdsOrRefuses(api, operation, held, `a token for ${held.join(" ")}`);
  }
});

test("TI4 a token opens no more than its client may now: the scopes of both count", async () => {
  const random = seeded();
  const anySet = () => setOf(() => random.pick([true, false]));
  for (let round = 0; round < 30; round += 1) {
    const [granted, named] = [anySet(), anySet()];
    await grant(granted);
    const effective = named.filter((scope) => granted.includes(scope));
    const context = `SEED=${random.seed}: a token for ${named.join(" ")} of a client with ${granted.join(" ")}`;
    for (const operation of operations) await holdsOrRefuses(withToken(named), operation, effective, context);
  }
});

test("TI4 one scope of an operation is enough to carry it out", async () => {
  for (const operation of operations) {
    const { make, status } = sampleOf(operation);
    for (const scope of operation.scopes as Scope[]) {
      await grant(all_scopes);
      const request = await make(place, `${operation.id}-${scope.replace(":", "-")}`.slice(0, 40));
      await grant([scope]);
      const reply = await send(place.api, operation, request);
      assert.equal(reply.status, status, `${operation.id} with ${scope}: ${reply.text}`);
    }
  }
});

test("TI4 what lacks a scope does nothing, whatever it sends", async () => {
  for (const operation of operations) {
    await grant(all_scopes);
    const request = await sampleOf(operation).make(place, `denied-${operation.id}`);
    await grant(all_scopes.filter((scope) => !operation.scopes!.includes(scope)));
    const { rows: before } = await database.superuser.query(
      "select (select count(*) from audit_log) as audited, (select count(*) from event) as told",
    );
    const reply = await send(place.api, operation, request);
    assert.equal(reply.status, 403, operation.id);
    const { rows: later } = await database.superuser.query(
      "select (select count(*) from audit_log) as audited, (select count(*) from event) as told",
    );
    assert.deepEqual(later, before, operation.id);
  }
});

test("TI4 HEAD needs what GET needs", async () => {
  for (const operation of operations.filter(({ method }) => method === "GET")) {
    const path = operation.path.replace(/\{[^}]+\}/g, newId());
    await grant(all_scopes.filter((scope) => !operation.scopes!.includes(scope)));
    assert.equal((await place.api.call("HEAD", path)).status, 403, operation.id);
    await grant(operation.scopes as Scope[]);
    // 422: a parameter is missing, but no scope is.
    assert.ok([200, 404, 422].includes((await place.api.call("HEAD", path)).status), operation.id);
  }
});
