// Passkeys over HTTP, with a software authenticator: what they allow, together with the password and alone, and what they do not.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { newAuthenticator } from "../harness/identity/authenticator.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, session_cookie, sessionOf, signInAs, test_password } from "../harness/panel/panel.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { codeOf, linkOf } from "../panel/samples/sign-in.ts";
import { giveProvider } from "./arrange.ts";
import { addPasskey, ownerOf, signInAlone } from "./passkeys.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {});
});
// Advances the clock, because an address may try sixty times a minute.
beforeEach(() => database.clock.advance(61));
after(async () => {
  await server.close();
  await database.close();
});

const byPassword = (login: string, more: Record<string, unknown> = {}, panel = openPanel(server)) =>
  panel.post("/sign-in", { tenant_code: acme.code, login, password: test_password, ...more });

/** The present code of an authenticator app, by the database's clock. */
async function codeNow(secret: string): Promise<string> {
  const { rows } = await database.superuser.query("select (infra.now_us() / 1000)::float8 as ms");
  return codeOf(secret, rows[0].ms);
}

async function auditOf(account_id: string): Promise<{ operation: string; changes: Record<string, unknown> }[]> {
  const { rows } = await database.superuser.query(
    `select operation, changes from audit_log where target_id = $1 or actor_id = $1 order by id`,
    [account_id],
  );
  return rows;
}

test("a learner and a guard add passkeys, and sign in with nothing else", async () => {
  for (const role of ["learner", "guard"] as const) {
    const { account, authenticator, id } = await ownerOf(server, database, acme, role);
    const reply = await signInAlone(server, authenticator);
    assert.deepEqual([reply.status, reply.body.account?.id], [200, account.id], reply.text);
    assert.ok(reply.body.stepped_up_until !== null, "who has just been verified need not give a password");
    const [mine] = (await reply.panel.get("/passkeys")).body.passkeys;
    assert.deepEqual([mine.id, mine.name, mine.blocked], [id, "Laptop", false]);
    assert.ok(mine.last_used_at >= mine.created_at);
    const { changes } = (await auditOf(account.id)).findLast(({ operation }) => operation === "session.start")!;
    assert.deepEqual(changes, { by: "passkey", passkey_id: id });
  }
});

test("from the first passkey on the password alone signs in no more; the passkey beside it does, and says so in the audit log", async () => {
  const { account, authenticator } = await ownerOf(server, database, acme);
  const panel = openPanel(server);
  const asked = await byPassword(account.login, {}, panel);
  assert.deepEqual([asked.status, asked.body.code, asked.body.ways], [401, "SECOND_FACTOR_REQUIRED", ["passkey"]], asked.text);
  assert.equal(asked.body.passkey.user_verification, "preferred");
  // As with a security key without a PIN.
  const passkey = authenticator.answer(asked.body.passkey, { user_verified: false, user_handle: null });
  const reply = await byPassword(account.login, { passkey }, panel);
  assert.equal(reply.status, 200, reply.text);
  const { changes } = (await auditOf(account.id)).findLast(({ operation }) => operation === "session.start")!;
  assert.deepEqual(changes, { by: "password", second_factor: "passkey" });
  assert.equal((await byPassword(account.login, { password: "something else" })).body.code, "SIGN_IN_FAILED");
});

test("beside a one-time code either will do", async () => {
  const { panel, account, authenticator } = await ownerOf(server, database, acme);
  const { secret } = (await panel.post("/second-factor")).body;
  assert.equal((await panel.post("/second-factor/confirm", { code: await codeNow(secret) })).status, 204);
  const elsewhere = openPanel(server);
  const asked = await byPassword(account.login, {}, elsewhere);
  assert.deepEqual(asked.body.ways, ["totp", "passkey"]);
  const passkey = authenticator.answer(asked.body.passkey);
  assert.equal((await byPassword(account.login, { passkey }, elsewhere)).status, 200);
  await database.clock.advance(60);
  assert.equal((await byPassword(account.login, { totp: await codeNow(secret) })).status, 200);
});

test("a one-time link asks for the passkey, too, and is good until it was shown", async () => {
  const { account, authenticator } = await ownerOf(server, database, acme, "learner");
  const token = await linkOf({ database, organisation: acme }, account.id);
  const panel = openPanel(server);
  const asked = await panel.post("/sign-in/link", { token });
  assert.equal(asked.body.code, "SECOND_FACTOR_REQUIRED", asked.text);
  const passkey = authenticator.answer(asked.body.passkey);
  const stranger = newAuthenticator();
  stranger.make({ challenge: "x", rp: { id: "muster.example" }, user: { id: passkey.user_handle! } });
  const wrong = await panel.post("/sign-in/link", { token, passkey: stranger.answer({ ...asked.body.passkey, allow: [] }) });
  assert.equal(wrong.body.code, "SIGN_IN_FAILED");
  assert.equal((await panel.post("/sign-in/link", { token, passkey })).status, 200);
});

test("adding and removing ask for a recent password or passkey; adding renews the token and ends the other sessions", async () => {
  const account = await createAccount(database, acme.tenant_id, "it_admin");
  const stale = await sessionOf(server, database, acme.tenant_id, account, { stale: true });
  const other = await sessionOf(server, database, acme.tenant_id, account);
  assert.equal((await stale.post("/passkeys/request")).body.code, "STEP_UP_REQUIRED");
  assert.equal((await stale.post("/step-up", { password: test_password })).status, 204);
  const old = stale.cookies.get(session_cookie)!;
  const authenticator = newAuthenticator();
  const id = await addPasskey(stale, authenticator);
  assert.notEqual(stale.cookies.get(session_cookie), old);
  assert.equal((await other.get("/session")).status, 401);
  assert.equal((await stale.call("GET", "/session", { headers: { cookie: `${session_cookie}=${old}` } })).status, 401);

  await database.clock.advance(601);
  assert.equal((await stale.delete(`/passkeys/${id}`)).body.code, "STEP_UP_REQUIRED");
  const asked = await stale.post("/step-up/passkey");
  assert.equal(asked.body.user_verification, "required");
  const unverified = authenticator.answer(asked.body, { user_verified: false });
  assert.equal((await stale.post("/step-up", { passkey: unverified })).body.code, "PASSWORD_NOT_CONFIRMED");
  const again = await stale.post("/step-up/passkey");
  assert.equal((await stale.post("/step-up", { passkey: authenticator.answer(again.body) })).status, 204);
  assert.equal((await stale.delete(`/passkeys/${id}`)).status, 204);
  assert.equal((await stale.post("/step-up/passkey")).status, 404);
  assert.equal((await byPassword(account.login)).status, 200, "without a second factor the password is enough");
  assert.deepEqual(
    (await auditOf(account.id)).map(({ operation }) => operation).filter((operation) => operation.startsWith("passkey")),
    ["passkey.add", "passkey.remove"],
  );
});

test("the password given again needs the second factor, which a passkey is", async () => {
  const { panel, authenticator } = await ownerOf(server, database, acme);
  const asked = await panel.post("/step-up", { password: test_password });
  assert.equal(asked.body.code, "SECOND_FACTOR_REQUIRED", asked.text);
  const passkey = authenticator.answer(asked.body.passkey, { user_verified: false });
  assert.equal((await panel.post("/step-up", { passkey })).body.code, "PASSWORD_NOT_CONFIRMED", "beside the password only");
  const again = await panel.post("/step-up", { password: test_password });
  const shown = authenticator.answer(again.body.passkey, { user_verified: false });
  assert.equal((await panel.post("/step-up", { password: test_password, passkey: shown })).status, 204);
  assert.equal((await panel.post("/step-up", {})).body.code, "PASSWORD_NOT_CONFIRMED");
});

test("an account has ten passkeys at most, each with a name of its own choice", async () => {
  const panel = await signInAs(server, database, acme, "learner");
  const ids: string[] = [];
  for (let made = 0; made < 10; made += 1) ids.push(await addPasskey(panel, newAuthenticator(), { name: `Key ${made}` }));
  assert.equal((await panel.post("/passkeys/request")).body.code, "TOO_MANY_PASSKEYS");
  const renamed = await panel.call("PATCH", `/passkeys/${ids[0]}`, { body: { name: "Phone" } });
  assert.deepEqual([renamed.status, renamed.body.name], [200, "Phone"]);
  assert.equal((await panel.call("PATCH", `/passkeys/${ids[0]}`, { body: { name: "a\u0000b" } })).status, 422);
  const { passkeys } = (await panel.get("/passkeys")).body;
  assert.deepEqual(
    passkeys.map(({ name }: { name: string }) => name),
    ["Phone", ...Array.from({ length: 9 }, (_, at) => `Key ${at + 1}`)],
  );
});

test("two tabs that add the tenth at once do not make eleven", async () => {
  const panel = await signInAs(server, database, acme, "learner");
  for (let made = 0; made < 9; made += 1) await addPasskey(panel, newAuthenticator());
  const creations = [await panel.post("/passkeys/request"), await panel.post("/passkeys/request")];
  const cookie = `${session_cookie}=${panel.cookies.get(session_cookie)!}`;
  const replies = await Promise.all(
    creations.map(({ body }) =>
      panel.call("POST", "/passkeys", { headers: { cookie }, body: { name: "Tenth", ...newAuthenticator().make(body) } }),
    ),
  );
  // The other request comes too late: the session has a new token, or the account has the maximum number of passkeys.
  assert.equal(replies.filter(({ status }) => status === 201).length, 1, replies.map(({ text }) => text).join("\n"));
  const { rows } = await database.superuser.query("select count(*)::int as count from passkey where account_id = $1", [
    panel.account.id,
  ]);
  assert.equal(rows[0].count, 10);
});

test("an administrator who has lost the passkey is helped by another one", async () => {
  const { account } = await ownerOf(server, database, acme);
  const helper = await signInAs(server, database, acme, "it_admin");
  const listed = (await helper.get("/administrators")).body.administrators.find(({ id }: { id: string }) => id === account.id);
  assert.equal(listed.second_factor, true);
  assert.equal((await helper.delete(`/administrators/${account.id}/second-factor`)).status, 204);
  assert.equal((await byPassword(account.login)).status, 200);
});

test("who leaves loses the way in at once, and who is erased the passkeys", async () => {
  const { panel, account, authenticator } = await ownerOf(server, database, acme, "learner");
  const set = (state: string) => database.superuser.query("update person set state = $1 where id = $2", [state, account.id]);
  await set("deactivated");
  assert.equal((await panel.get("/session")).status, 401);
  assert.equal((await signInAlone(server, authenticator)).body.code, "PASSKEY_NOT_ACCEPTED");
  await set("anonymized");
  const { rows } = await database.superuser.query("select from passkey where account_id = $1", [account.id]);
  assert.deepEqual(rows, []);
});

test("where the company's identity is required a passkey opens nothing past it, but the administrator for emergencies is let in", async () => {
  const gamma = await createOrganisation(database, { organisation: { code: "GAMMA", name: "Gamma" } });
  const named = await ownerOf(server, database, gamma);
  const other = await ownerOf(server, database, gamma);
  const lena = await ownerOf(server, database, gamma, "learner");
  const { secret } = (await named.panel.post("/second-factor")).body;
  assert.equal((await named.panel.post("/second-factor/confirm", { code: await codeNow(secret) })).status, 204);
  await giveProvider(database, gamma.tenant_id, { issuer: "https://id.example" });
  const setRule = (rule: string) =>
    database.superuser.query("update identity_provider set rule = $1, break_glass_id = $2 where tenant_id = $3", [
      rule,
      named.account.id,
      gamma.tenant_id,
    ]);
  const answers = async () => {
    const replies = [];
    for (const { authenticator } of [named, other, lena]) replies.push(await signInAlone(server, authenticator));
    return replies.map(({ status, body }) => (status === 200 ? "in" : body.code));
  };
  await setRule("required_for_administrators");
  assert.deepEqual(await answers(), ["in", "COMPANY_SIGN_IN_REQUIRED", "in"]);
  await setRule("required_for_all");
  assert.deepEqual(await answers(), ["in", "COMPANY_SIGN_IN_REQUIRED", "COMPANY_SIGN_IN_REQUIRED"]);
  const { changes } = (await auditOf(named.account.id)).findLast(({ operation }) => operation === "session.start")!;
  assert.deepEqual(changes, { by: "passkey", passkey_id: named.id, break_glass: true });
});
