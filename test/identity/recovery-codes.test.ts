// Recovery codes over HTTP: shown once, stored as digests, each usable once, and a new set replaces the previous one.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { openPanel, signInAs, test_password, type Panel } from "../harness/panel/panel.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { linkOf } from "../panel/samples/sign-in.ts";
import { ownerOf } from "./passkeys.ts";

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

const byPassword = (login: string, more: Record<string, unknown> = {}) =>
  openPanel(server).post("/sign-in", { tenant_code: acme.code, login, password: test_password, ...more });
const make = async (panel: Panel): Promise<string[]> => {
  const reply = await panel.post("/recovery-codes");
  assert.equal(reply.status, 200, reply.text);
  return reply.body.codes;
};

test("ten codes, of which each stands in for the second factor once, in groups or not", async () => {
  const { panel, account } = await ownerOf(server, database, acme);
  const codes = await make(panel);
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^\d{4}(-\d{4}){5}$/);
  const asked = await byPassword(account.login);
  assert.deepEqual(asked.body.ways, ["passkey", "recovery_code"]);
  assert.equal((await byPassword(account.login, { recovery_code: codes[0] })).status, 200);
  const again = await byPassword(account.login, { recovery_code: codes[0] });
  assert.deepEqual([again.status, again.body.code], [401, "SIGN_IN_FAILED"]);
  assert.equal((await byPassword(account.login, { recovery_code: ` ${codes[1]!.replaceAll("-", " ")} ` })).status, 200);
  const { left, created_at } = (await panel.get("/recovery-codes")).body;
  assert.deepEqual([left, typeof created_at], [8, "string"]);
  const { rows } = await database.superuser.query(
    `select operation, changes from audit_log where operation like 'recovery-code.%' and target_id = $1 order by id`,
    [account.id],
  );
  assert.deepEqual(rows, [
    { operation: "recovery-code.make", changes: { count: 10 } },
    { operation: "recovery-code.use", changes: { left: 9 } },
    { operation: "recovery-code.use", changes: { left: 8 } },
  ]);
});

test("of one code at two processes at once, one signs in", async () => {
  const other_process = await startServer(database);
  try {
    const { panel, account } = await ownerOf(server, database, acme, "learner");
    const [code] = await make(panel);
    const replies = await Promise.all(
      [server, other_process, server, other_process].map((at) =>
        openPanel(at).post("/sign-in", {
          tenant_code: acme.code,
          login: account.login,
          password: test_password,
          recovery_code: code,
        }),
      ),
    );
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 401, 401, 401],
    );
  } finally {
    await other_process.close();
  }
});

test("a new set ends the one before; a code is its account's own, and alone it opens nothing", async () => {
  const { panel, account } = await ownerOf(server, database, acme);
  const other = await ownerOf(server, database, acme);
  const [old] = await make(panel);
  const [fresh] = await make(panel);
  assert.equal((await byPassword(account.login, { recovery_code: old })).body.code, "SIGN_IN_FAILED");
  assert.equal((await byPassword(other.account.login, { recovery_code: fresh })).body.code, "SIGN_IN_FAILED");
  assert.equal((await byPassword(account.login, { recovery_code: fresh, password: "something else" })).status, 401);
  assert.equal((await byPassword(account.login, { recovery_code: "1".repeat(24) })).status, 401);
  assert.equal((await byPassword(account.login, { recovery_code: "not a code" })).status, 401);
  await database.clock.advance(61);
  assert.equal((await byPassword(account.login, { recovery_code: fresh })).status, 200, "a wrong password used nothing up");
});

test("a link takes a code, too, and so does the password that is given again", async () => {
  const { panel, account } = await ownerOf(server, database, acme, "learner");
  const [one, two] = await make(panel);
  const token = await linkOf({ database, organisation: acme }, account.id);
  assert.equal((await openPanel(server).post("/sign-in/link", { token, recovery_code: one })).status, 200);
  assert.equal((await panel.post("/step-up", { password: test_password, recovery_code: one })).status, 403);
  assert.equal((await panel.post("/step-up", { password: test_password, recovery_code: two })).status, 204);
});

test("only digests are stored; they need a second factor, a recent password, and go with the last factor", async () => {
  const without = await signInAs(server, database, acme, "learner");
  assert.equal((await without.post("/recovery-codes")).body.code, "NO_SECOND_FACTOR");
  const { panel, account, id } = await ownerOf(server, database, acme);
  const codes = await make(panel);
  const { rows } = await database.superuser.query(
    "select row_to_json(r)::text as text from recovery_code r where account_id = $1",
    [account.id],
  );
  assert.equal(rows.length, 10);
  const stored = rows.map(({ text }) => text as string).join("\n");
  for (const code of codes) assert.ok(!stored.includes(code) && !stored.includes(code.replaceAll("-", "")));
  assert.equal((await panel.delete(`/passkeys/${id}`)).status, 204);
  assert.equal((await panel.get("/recovery-codes")).body.left, 0);
  assert.equal((await byPassword(account.login)).status, 200);
  await database.clock.advance(601);
  assert.equal((await panel.post("/recovery-codes")).body.code, "STEP_UP_REQUIRED");
});

test("codes cannot be guessed in a session by somebody who knows the password", async () => {
  const { panel } = await ownerOf(server, database, acme);
  const [code] = await make(panel);
  const guess = async (recovery_code: string) =>
    (await panel.post("/step-up", { password: test_password, recovery_code })).status;
  const statuses: number[] = [];
  for (let tries = 0; tries < 6; tries += 1) statuses.push(await guess(`0000-0000-0000-0000-0000-000${tries}`));
  assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429]);
  await database.clock.advance(61);
  assert.equal(await guess(code!), 204);
});
