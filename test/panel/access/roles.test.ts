// AD4: every operation of the panel × every kind of caller.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, openPanel, sessionOf, type Role, type TestAccount } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { call, isOpen, listOperations, placeFor, type PanelOperation } from "../operations.ts";
import { sampleOf, strayOf } from "../samples.ts";

const roles: readonly Role[] = ["it_admin", "training_admin", "compliance_officer", "guard", "learner"];

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let other: TestOrganisation;
let operations: PanelOperation[];
const accounts = new Map<Role, TestAccount>();

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {});
  other = await createOrganisation(database, { organisation: { code: "OTHER", name: "Other" } });
  operations = await listOperations();
  assert.ok(operations.length >= 15, `saw only ${operations.length} operations`);
  for (const role of roles) accounts.set(role, await createAccount(database, acme.tenant_id, role));
});
after(async () => {
  await server.close();
  await database.close();
});

const signedIn = (role: Role, stale = false) => sessionOf(server, database, acme.tenant_id, accounts.get(role)!, { stale });
const other_sites: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
];
const guard_codes: ReadonlySet<string> = new Set([
  "UNAUTHENTICATED",
  "ROLE_NOT_ALLOWED",
  "STEP_UP_REQUIRED",
  "CROSS_SITE_REQUEST",
]);

test("AD4 every operation says its roles and whether it asks for the password again, and has a sample", () => {
  for (const operation of operations) {
    const { id, roles: named, step_up } = operation;
    assert.ok(named.length > 0 && named.every((role) => role === "anonymous" || roles.includes(role)), id);
    assert.equal(typeof step_up, "boolean", id);
    assert.ok(sampleOf(operation));
  }
  assert.deepEqual(strayOf(operations.map(({ id }) => id)), []);
});

test("AD4 only open operations can be called without a session", async () => {
  for (const operation of operations.filter((one) => !isOpen(one))) {
    const reply = await call(openPanel(server), operation, {});
    assert.deepEqual([reply.status, reply.body.code], [401, "UNAUTHENTICATED"], operation.id);
    const garbage = openPanel(server);
    garbage.cookies.set("__Host-muster_session", "A".repeat(43));
    assert.equal((await call(garbage, operation, {})).status, 401, operation.id);
  }
});

test("AD4 each role reaches its own operations only", async () => {
  for (const operation of operations) {
    for (const role of roles) {
      const reply = await call(await signedIn(role), operation, {});
      const code = reply.body?.code as string | undefined;
      if (operation.roles.includes(role)) assert.ok(!guard_codes.has(code ?? ""), `${operation.id} ${role} ${code}`);
      else assert.deepEqual([reply.status, code], [403, "ROLE_NOT_ALLOWED"], `${operation.id} ${role}`);
      assert.ok(reply.status < 500, `${operation.id} ${role} ${reply.text}`);
    }
  }
});

test("AD4 what shows secrets or widens access is refused while the password was given long ago", async () => {
  const asking = operations.filter(({ step_up }) => step_up);
  assert.ok(asking.length >= 5);
  for (const operation of asking) {
    const reply = await call(await signedIn(operation.roles[0] as Role, true), operation, {});
    assert.deepEqual([reply.status, reply.body.code], [403, "STEP_UP_REQUIRED"], operation.id);
  }
});

test("AD2 every change from another site's page is refused, signed in or not", async () => {
  for (const operation of operations.filter(({ method }) => method !== "GET")) {
    for (const headers of other_sites) {
      const role = operation.roles.find((name) => name !== "anonymous") as Role;
      const reply = await call(await signedIn(role), operation, {}, headers);
      assert.deepEqual([reply.status, reply.body.code], [403, "CROSS_SITE_REQUEST"], operation.id);
    }
  }
});

/** Path parameters with fixed choices, which are the same in each organisation. */
const choices = /\{(kind|language)\}/g;

test("AD4 another organisation's ids are answered like unknown ids", async () => {
  for (const operation of operations.filter(({ path }) => path.replace(choices, "").includes("{"))) {
    const sample = sampleOf(operation);
    const place = await placeFor({ database, server, organisation: other }, operation);
    const request = await sample.make(place, `x${operation.id.toLowerCase()}`);
    const role = operation.roles[0] as Role;
    const [foreign, unknown] = [
      await call(await signedIn(role), operation, request),
      await call(await signedIn(role), operation, { ...request, path: {} }),
    ];
    const shown = ({ status, body }: typeof foreign) => [status, { ...body, request_id: "", instance: "" }];
    assert.deepEqual(shown(foreign), shown(unknown), operation.id);
    assert.ok([404, 422].includes(foreign.status), `${operation.id}: ${foreign.text}`);
    const reply = await call(place.panel, operation, request);
    assert.equal(reply.status, sample.status, `${operation.id} of its own organisation: ${reply.text}`);
  }
});
