// Several users who create, reset, delete or open the sandbox of an organisation at the same time, and the audit log of a
// sandbox's life.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { needsServer, openDatabase, waitsForLock, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { apiOf, byKey, startServer, type Reply, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let it: Panel;
before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, { organisation: { code: "ACME" } });
  it = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"));
});
after(async () => {
  await server.close();
  await database.close();
});

const reset = () => it.post("/sandbox/ACME-SANDBOX/reset");
const remove = () => it.delete("/sandbox/ACME-SANDBOX");

/** Status and code of each answer, sorted by status. */
const told = (replies: Reply[]) =>
  replies.map(({ status, body }) => [status, body?.code]).toSorted(([one], [other]) => one - other);

/** The remaining rows of all sandboxes. The organisation itself has neither clients nor people. */
async function left() {
  const { rows } = await database.superuser.query(
    `select (select count(*)::int from tenant where kind = 'sandbox') as sandboxes, (select count(*)::int from client) as clients,
      (select count(*)::int from person) as people`,
  );
  return rows[0];
}

test("two clicks at once make one sandbox, and the other click is told that there is one", async () => {
  const replies = await Promise.all(["One", "Two"].map((name) => it.post("/sandbox", { name })));
  assert.deepEqual(told(replies), [
    [201, "ACME-SANDBOX"],
    [409, "SANDBOX_EXISTS"],
  ]);
  assert.deepEqual(await left(), { sandboxes: 1, clients: 1, people: 30 });
});

test("three clicks at once reset it once, and the others are told that it stands", async () => {
  const replies = await Promise.all([reset(), reset(), reset()]);
  assert.deepEqual(told(replies), [
    [201, "ACME-SANDBOX"],
    [409, "SANDBOX_EXISTS"],
    [409, "SANDBOX_EXISTS"],
  ]);
  assert.deepEqual(await left(), { sandboxes: 1, clients: 1, people: 30 });
  const { secret } = replies.find(({ status }) => status === 201)!.body;
  assert.equal((await apiOf(server, byKey("ACME-SANDBOX", secret)).get("/api/v1/client")).status, 200);
});

test("reset and deleted at once, it is deleted once and stands as new", async () => {
  const replies = await Promise.all([remove(), reset(), remove()]);
  assert.deepEqual(told(replies), [
    [201, "ACME-SANDBOX"],
    [204, undefined],
    [204, undefined],
  ]);
  assert.deepEqual(await left(), { sandboxes: 1, clients: 1, people: 30 });
});

test("the organisation's audit log tells who made, reset and deleted its sandbox", async () => {
  assert.equal((await reset()).status, 201);
  assert.equal((await remove()).status, 204);
  assert.deepEqual(await left(), { sandboxes: 0, clients: 0, people: 0 });
  const { rows } = await database.superuser.query(
    `select distinct operation, actor_type, changes->>'code' as code from audit_log
    where tenant_id = $1 and target_type = 'sandbox' order by operation`,
    [acme.tenant_id],
  );
  const row = (operation: string) => ({ operation, actor_type: "administrator", code: "ACME-SANDBOX" });
  assert.deepEqual(rows, [row("sandbox.create"), row("sandbox.remove"), row("sandbox.reset")]);
});

/** The answer of a call when the sandbox is deleted right after the call has found it. */
async function whileDeleted(call: () => Promise<Reply>): Promise<Reply> {
  assert.equal((await it.post("/sandbox", { name: "Trial" })).status, 201);
  const other = await database.superuser.connect();
  try {
    await other.query("begin");
    // The call inserts an audit row after it has found the sandbox, and waits for this lock.
    await other.query("lock table audit_log in share row exclusive mode");
    const calling = call();
    while (!(await waitsForLock(database))) await setImmediate();
    // Deletes only the sandbox's own row; triggers and foreign keys are off.
    await other.query("set local session_replication_role = replica");
    await other.query("delete from tenant where code = 'ACME-SANDBOX'");
    await other.query("commit");
    return await calling;
  } finally {
    other.release();
  }
}

test("what is asked of a sandbox that goes in the same instant is answered by name", { skip: needsServer() }, async () => {
  const opened = await whileDeleted(() => it.post("/sandbox/open"));
  assert.deepEqual([opened.status, opened.body.code], [404, "NOT_FOUND"]);
  assert.equal((await whileDeleted(remove)).status, 204);
  const made = await whileDeleted(reset);
  assert.deepEqual([made.status, made.body.code], [201, "ACME-SANDBOX"]);
});
