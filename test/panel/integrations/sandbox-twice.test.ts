// Two who make the sandbox of an organisation at once, and what its audit log tells of a sandbox's life.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

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

test("two clicks at once make one sandbox, and the other click is told that there is one", async () => {
  const replies = await Promise.all(["One", "Two"].map((name) => it.post("/sandbox", { name })));
  const told = replies.map(({ status, body }) => [status, body.code]);
  assert.deepEqual(
    told.toSorted(([one], [other]) => one - other),
    [
      [201, "ACME-SANDBOX"],
      [409, "SANDBOX_EXISTS"],
    ],
  );
  const { rows } = await database.superuser.query(
    `select (select count(*)::int from tenant where kind = 'sandbox') as sandboxes, (select count(*)::int from client) as clients,
      (select count(*)::int from person) as people`,
  );
  assert.deepEqual(rows, [{ sandboxes: 1, clients: 1, people: 30 }]);
});

test("the organisation's audit log tells who made, reset and deleted its sandbox", async () => {
  assert.equal((await it.post("/sandbox/ACME-SANDBOX/reset")).status, 201);
  assert.equal((await it.delete("/sandbox/ACME-SANDBOX")).status, 204);
  const { rows } = await database.superuser.query(
    `select distinct operation, actor_type, changes->>'code' as code from audit_log
    where tenant_id = $1 and target_type = 'sandbox' order by operation`,
    [acme.tenant_id],
  );
  const row = (operation: string) => ({ operation, actor_type: "administrator", code: "ACME-SANDBOX" });
  assert.deepEqual(rows, [row("sandbox.create"), row("sandbox.remove"), row("sandbox.reset")]);
});
