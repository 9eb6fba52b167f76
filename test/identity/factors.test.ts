// Help for a user who has lost a passkey, and notices to an account's owner about each change of its credentials.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, sessionOf, signInAs, test_password } from "../harness/panel/panel.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { ownerOf, signInAlone } from "./passkeys.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {});
});
after(async () => {
  await server.close();
  await database.close();
});

/** The recipients of mails about factors, the earliest first. */
async function told(): Promise<string[]> {
  const { rows } = await database.superuser.query(
    "select recipient from mail where kind = 'account.factors_changed' order by id",
  );
  return rows.map(({ recipient }) => recipient as string);
}

test("a mail tells the owner when a passkey is added or removed, and when recovery codes are made", async () => {
  const before_it = (await told()).length;
  const { panel, account, id } = await ownerOf(server, database, acme, "learner");
  assert.deepEqual((await told()).slice(before_it), [account.login], "added");
  assert.equal((await panel.post("/recovery-codes")).status, 200);
  assert.deepEqual((await told()).slice(before_it), [account.login, account.login], "codes");
  assert.equal((await panel.delete(`/passkeys/${id}`)).status, 204);
  assert.deepEqual((await told()).slice(before_it), [account.login, account.login, account.login], "removed");
});

test("an IT administrator resets the factors of a learner who has lost them: sessions end, the password alone signs in, and a mail tells it", async () => {
  const lena = await ownerOf(server, database, acme, "learner");
  const { login } = lena.account;
  const byPassword = () => openPanel(server).post("/sign-in", { tenant_code: acme.code, login, password: test_password });
  assert.equal((await byPassword()).body.code, "SECOND_FACTOR_REQUIRED");
  const before_it = (await told()).length;
  const it = await signInAs(server, database, acme, "it_admin");
  const path = `/people/${lena.account.id}/second-factor`;
  assert.equal((await it.delete(path)).status, 204);
  assert.equal((await lena.panel.get("/session")).status, 401, "the session on the lost device ends");
  assert.equal((await signInAlone(server, lena.authenticator)).status, 401);
  assert.equal((await byPassword()).status, 200);
  assert.deepEqual((await told()).slice(before_it), [login]);
  const { rows } = await database.superuser.query(
    "select actor_id, target_id from audit_log where operation = 'person.reset-second-factor'",
  );
  assert.deepEqual(rows, [{ actor_id: it.account.id, target_id: lena.account.id }]);
  assert.equal((await it.delete(path)).body.code, "NO_SECOND_FACTOR");
});

test("nobody else resets them: not another role, not without the password of the last ten minutes, not from another organisation", async () => {
  const lena = await ownerOf(server, database, acme, "learner");
  const path = `/people/${lena.account.id}/second-factor`;
  const beta = await createOrganisation(database, { organisation: { code: "BETA", name: "Beta" } });
  const stale = await createAccount(database, acme.tenant_id, "it_admin");
  const refusals = await Promise.all([
    signInAs(server, database, acme, "training_admin"),
    sessionOf(server, database, acme.tenant_id, stale, { stale: true }),
    signInAs(server, database, beta, "it_admin"),
  ]);
  const codes = [];
  for (const panel of refusals) codes.push((await panel.delete(path)).body.code);
  assert.deepEqual(codes, ["ROLE_NOT_ALLOWED", "STEP_UP_REQUIRED", "NOT_FOUND"]);
  assert.equal((await signInAlone(server, lena.authenticator)).status, 200, "the passkey is as good as before");
});

test("an administrator whose second factor is reset by another one is told by mail", async () => {
  const ada = await ownerOf(server, database, acme);
  const it = await signInAs(server, database, acme, "it_admin");
  const before_it = (await told()).length;
  assert.equal((await it.delete(`/administrators/${ada.account.id}/second-factor`)).status, 204);
  assert.deepEqual((await told()).slice(before_it), [ada.account.login]);
});
