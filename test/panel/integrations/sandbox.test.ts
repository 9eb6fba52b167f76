// The sandbox of an organisation: created by a click, opened and left, without any way from it into the organisation except back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { needsServer, openDatabase, waitsForLock, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import {
  createAccount,
  openPanel,
  session_cookie,
  sessionOf,
  signInAs,
  test_password,
  type Panel,
} from "../../harness/panel/panel.ts";
import { apiOf, byKey, startServer, type Api, type Reply, type TestServer } from "../../harness/server.ts";

const home_cookie = "__Host-muster_home";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let other: TestOrganisation;
let it: Panel;
let code: string;
let secret: string;
let api: Api;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    organisation: { code: "ACME", name: "ACME Logistics", time_zone: "Europe/Warsaw" },
  });
  other = await createOrganisation(database, { organisation: { code: "OTHER", name: "Other" } });
  it = await panelOf(acme, "it_admin");
  const made = await it.post("/sandbox", { name: "ACME, sandbox" });
  assert.equal(made.status, 201, made.text);
  ({ code, secret } = made.body);
  api = apiOf(server, byKey(code, secret));
});
after(async () => {
  await server.close();
  await database.close();
});

type Role = "it_admin" | "training_admin" | "compliance_officer";
const panelOf = async ({ tenant_id }: TestOrganisation, role: Role) =>
  sessionOf(server, database, tenant_id, await createAccount(database, tenant_id, role));
const whereIs = async (panel: Panel) => (await panel.get("/session")).body.organisation?.code;
async function sandboxId(): Promise<string> {
  const { rows } = await database.superuser.query("select id from tenant where code = $1", [code]);
  return rows[0].id;
}

test("one click makes a sandbox with people, departments, courses and every flag, and a client that may call", async () => {
  assert.equal(code, "ACME-SANDBOX");
  assert.match(secret, /^lms_test_/);
  const { body: client } = await api.get("/api/v1/client");
  assert.deepEqual([client.organisation.kind, client.organisation.name], ["sandbox", "ACME, sandbox"]);
  const { summary } = (await api.get("/api/v1/compliance/matrix")).body;
  for (const flag of summary.severity_order) assert.ok(summary.counts[flag] > 0, JSON.stringify(summary.counts));
  const { users } = (await api.get("/api/v1/users?limit=100")).body;
  assert.equal(users.length, 30);
  assert.ok(users.every(({ email }: { email: string }) => email.endsWith(".example")));
  const { sandbox } = (await it.get("/sandbox")).body;
  assert.deepEqual([sandbox.code, sandbox.people, sandbox.people_max], ["ACME-SANDBOX", 30, 500]);
});

test("an organisation has one sandbox, and a sandbox has none", async () => {
  const again = await it.post("/sandbox", { name: "Another" });
  assert.deepEqual([again.status, again.body.code], [409, "SANDBOX_EXISTS"]);
  const inside = await panelOf(acme, "it_admin");
  await inside.post("/sandbox/open");
  assert.equal((await inside.post("/sandbox", { name: "Deeper" })).status, 404);
});

test("an administrator goes in, in the same role, and back; the organisation's audit log says who went", async () => {
  const panel = await panelOf(acme, "compliance_officer");
  const opened = await panel.post("/sandbox/open");
  assert.equal(opened.status, 200, opened.text);
  assert.deepEqual([opened.body.organisation.code, opened.body.account.role], [code, "compliance_officer"]);
  assert.equal(await whereIs(panel), code);
  assert.deepEqual((await panel.get("/sandbox")).body, { sandbox: null, home: { code: "ACME", name: "ACME Logistics" } });
  assert.deepEqual((await panel.post("/sandbox/clock", { advance: "P1D" })).body.code, "ROLE_NOT_ALLOWED");
  const back = await panel.post("/sandbox/leave");
  assert.deepEqual([back.status, back.body.organisation.code], [200, "ACME"]);
  assert.equal(await whereIs(panel), "ACME");
  assert.equal(panel.cookies.has(home_cookie), false);
  const { rows } = await database.superuser.query(
    "select count(*)::int as count from audit_log where tenant_id = $1 and operation = 'sandbox.open' and changes->>'code' = $2",
    [acme.tenant_id, code],
  );
  assert.ok(rows[0].count >= 1);
});

test("a session of the sandbox leads nowhere else: not without the cookie of the one it was opened from, nor with a stranger's", async () => {
  const panel = await panelOf(acme, "it_admin");
  await panel.post("/sandbox/open");
  const thief = openPanel(server);
  thief.cookies.set(session_cookie, panel.cookies.get(session_cookie)!);
  assert.equal((await thief.post("/sandbox/leave")).status, 401);
  const stranger = await panelOf(other, "it_admin");
  thief.cookies.set(home_cookie, stranger.cookies.get(session_cookie)!);
  assert.equal((await thief.post("/sandbox/leave")).status, 401);
  assert.equal(await whereIs(thief), code);
  // The cookie that leads back does not sign anyone in.
  const only_home = openPanel(server);
  only_home.cookies.set(home_cookie, panel.cookies.get(home_cookie)!);
  assert.equal((await only_home.get("/session")).status, 401);
});

test("another organisation sees, opens, resets and deletes nothing of it", async () => {
  const stranger = await panelOf(other, "it_admin");
  assert.deepEqual((await stranger.get("/sandbox")).body, { sandbox: null, home: null });
  assert.equal((await stranger.post("/sandbox/open")).status, 404);
  assert.equal((await stranger.post(`/sandbox/${code}/reset`)).status, 404);
  assert.equal((await stranger.delete(`/sandbox/${code}`)).status, 404);
  assert.equal((await stranger.post("/sandbox/clock", { advance: "P1D" })).status, 404);
  const in_acme = await api.get("/api/v1/users", { headers: { "x-tenant-code": "ACME" } });
  assert.equal(in_acme.status, 401);
});

test("the session in the sandbox ends with the one that it was opened from: signed out, disabled, of another role", async () => {
  for (const end of ["sign-out", "disable", "role"] as const) {
    const account = await createAccount(database, acme.tenant_id, "training_admin");
    const panel = await sessionOf(server, database, acme.tenant_id, account);
    const outside = openPanel(server);
    outside.cookies.set(session_cookie, panel.cookies.get(session_cookie)!);
    await panel.post("/sandbox/open");
    assert.equal(await whereIs(panel), code);
    if (end === "sign-out") await outside.post("/sign-out");
    else {
      const change = end === "disable" ? { disabled: true } : { role: "compliance_officer" };
      const changed = await it.call("PATCH", `/administrators/${account.id}`, { body: change });
      assert.equal(changed.status, 200, changed.text);
    }
    assert.equal((await panel.get("/session")).status, 401, end);
  }
});

test("who signs out in the sandbox is signed out of the organisation too", async () => {
  const panel = await panelOf(acme, "it_admin");
  const outside = openPanel(server);
  outside.cookies.set(session_cookie, panel.cookies.get(session_cookie)!);
  await panel.post("/sandbox/open");
  assert.equal((await panel.post("/sign-out")).status, 204);
  assert.deepEqual([...panel.cookies.keys()], []);
  assert.equal((await outside.get("/session")).status, 401);
});

test("the account in the sandbox has no password to sign in with", async () => {
  const panel = await signInAs(server, database, { tenant_id: acme.tenant_id, code: "ACME" }, "it_admin");
  await panel.post("/sandbox/open");
  const direct = await openPanel(server).post("/sign-in", {
    tenant_code: code,
    login: panel.account.login,
    password: test_password,
  });
  assert.deepEqual([direct.status, direct.body.code], [401, "SIGN_IN_FAILED"]);
});

test("within the sandbox the clock moves on, and the organisation's does not", async () => {
  const panel = await panelOf(acme, "training_admin");
  await panel.post("/sandbox/open");
  const before = (await panel.get("/session")).body.organisation.now;
  const moved = await panel.post("/sandbox/clock", { advance: "P2D" });
  assert.equal(moved.status, 200, moved.text);
  const days = (Date.parse(moved.body.now) - Date.parse(before)) / 86_400_000;
  assert.ok(days > 1.9 && days < 2.2, String(days));
  assert.equal((await panel.post("/sandbox/leave")).status, 200);
  assert.equal((await panel.post("/sandbox/clock", { advance: "P2D" })).status, 404);
});

test("a sandbox keeps mails and sends none", async () => {
  const panel = await panelOf(acme, "it_admin");
  await panel.post("/sandbox/open");
  const invited = await panel.post("/administrators", { email: "real@customer.example", name: "Real", role: "it_admin" });
  assert.ok(invited.status < 300, invited.text);
  const { mails } = (await panel.get("/mailbox")).body;
  assert.deepEqual([mails[0].recipient, mails[0].state], ["real@customer.example", "kept"]);
  const { rows } = await database.superuser.query(
    "select count(*)::int as due from mail where tenant_id = $1 and due_us is not null",
    [await sandboxId()],
  );
  assert.equal(rows[0].due, 0);
});

test("a sandbox holds 500 people", async () => {
  await database.superuser.query(
    `insert into person (tenant_id, id, employee_no, employee_no_norm, first_name, last_name, full_name_norm, login, login_norm, worker_type)
    select t.id, gen_random_uuid(), 'F' || n, 'f' || n, 'Full', 'House', 'house full', 'f' || n, 'f' || n, 'internal_payroll'
    from tenant t, generate_series(1, 469) n where t.code = $1`,
    [code],
  );
  const person = (employee_no: string) => ({
    body: { employee_no, first_name: "Nina", last_name: "Nowa", email: `${employee_no}@sandbox.example` },
  });
  assert.equal((await api.post("/api/v1/users", person("last").body)).status, 201);
  const refused = await api.post("/api/v1/users", person("one-more").body);
  assert.deepEqual([refused.status, refused.body.code], [409, "SANDBOX_FULL"]);
});

test("reset makes it as new under the same code; deleted, nothing is left of it", async () => {
  const panel = await panelOf(acme, "it_admin");
  const before = await sandboxId();
  const inside = await panelOf(acme, "it_admin");
  await inside.post("/sandbox/open");
  assert.equal((await panel.post("/sandbox/OTHER/reset")).status, 404);
  const reset = await panel.post(`/sandbox/${code}/reset`);
  assert.equal(reset.status, 201, reset.text);
  assert.equal(reset.body.code, code);
  assert.equal((await inside.get("/session")).status, 401);
  assert.equal((await api.get("/api/v1/client")).status, 401);
  const fresh = apiOf(server, byKey(code, reset.body.secret));
  assert.equal((await fresh.get("/api/v1/users?limit=1")).body.pagination.total, 30);
  const after = await sandboxId();
  assert.notEqual(after, before);
  assert.equal((await whileLogged(after, () => panel.delete(`/sandbox/${code}`))).status, 204);
  assert.equal((await panel.get("/sandbox")).body.sandbox, null);
  const { rows: tables } = await database.superuser.query(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  );
  assert.ok(tables.length > 40);
  for (const { name } of tables) {
    const { rows } = await database.superuser.query(`select count(*)::int as count from ${name} where tenant_id = any ($1)`, [
      [before, after],
    ]);
    assert.deepEqual([name, rows[0].count], [name, 0]);
  }
});

/**
 * What `call` returns while a request of the organisation is being written to the log: `call` either ends before that or waits
 * for it.
 */
async function whileLogged(tenant_id: string, call: () => Promise<Reply>): Promise<Reply> {
  if (needsServer()) return call();
  const other = await database.superuser.connect();
  try {
    await other.query("begin");
    const row = {
      tenant_id,
      age_us: 0,
      method: "GET",
      path: "/",
      status: 200,
      request_id: "late",
      address: "192.0.2.1",
      duration_us: 1,
    };
    await other.query("select infra.log_requests($1)", [JSON.stringify([row])]);
    const calling = call();
    const answered = calling.then(() => true);
    while (!(await Promise.race([answered, waitsForLock(database)]))) await setImmediate();
    await other.query("commit");
    return await calling;
  } finally {
    other.release();
  }
}
