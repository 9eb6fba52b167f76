import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let other: TestOrganisation;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {});
  other = await createOrganisation(database, { organisation: { code: "OTHER", name: "Other" } });
});
after(async () => {
  await server.close();
  await database.close();
});

test("an administrator's sessions are listed and ended by another, at once and with one audit row", async () => {
  const admin = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"));
  const lost = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
  const at = `/administrators/${lost.account.id}`;
  const counted = async () =>
    (await admin.get("/administrators")).body.administrators.find(({ id }: { id: string }) => id === lost.account.id).sessions;
  assert.equal(await counted(), 1);
  const { sessions } = (await admin.get(`${at}/sessions`)).body;
  assert.deepEqual(
    sessions.map(({ current, address }: { current: boolean; address: string }) => ({ current, address })),
    [{ current: false, address: "127.0.0.1" }],
  );
  assert.equal((await admin.delete(`${at}/sessions/${sessions[0].id}`)).status, 204);
  assert.equal((await lost.get("/session")).status, 401);
  assert.equal(await counted(), 0);
  assert.equal((await admin.delete(`${at}/sessions/${sessions[0].id}`)).status, 404);
  const { rows } = await database.superuser.query(
    "select target_id, changes from audit_log where tenant_id = $1 and operation = 'administrator.end-session'",
    [acme.tenant_id],
  );
  assert.deepEqual(rows, [{ target_id: lost.account.id, changes: { session_id: [sessions[0].id, null] } }]);
});

test("sessions of learners and of other organisations' administrators cannot be found or ended", async () => {
  const admin = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"));
  const learner = await createAccount(database, acme.tenant_id, "learner");
  const theirs = await sessionOf(server, database, other.tenant_id, await createAccount(database, other.tenant_id, "it_admin"));
  const [{ id }] = (await theirs.get("/sessions")).body.sessions;
  for (const account_id of [learner.id, theirs.account.id, "nonsense", "\u0000"]) {
    const at = `/administrators/${encodeURIComponent(account_id)}/sessions`;
    assert.equal((await admin.get(at)).status, 404, account_id);
    assert.equal((await admin.delete(`${at}/${id}`)).status, 404, account_id);
  }
  assert.equal((await admin.delete(`/administrators/${admin.account.id}/sessions/${id}`)).status, 404);
  assert.equal((await theirs.get("/session")).status, 200);
});

test("a change that changes nothing leaves no audit row", async () => {
  const admin = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"));
  const at = `/administrators/${admin.account.id}`;
  for (const body of [{}, { name: "Ada Admin", role: "it_admin", disabled: false }, { name: "Ada Lovelace" }]) {
    assert.equal((await admin.call("PATCH", at, { body })).status, 200);
  }
  const { rows } = await database.superuser.query(
    "select operation, changes from audit_log where tenant_id = $1 and target_id = $2",
    [acme.tenant_id, admin.account.id],
  );
  assert.deepEqual(rows, [{ operation: "administrator.change", changes: {} }]);
});
