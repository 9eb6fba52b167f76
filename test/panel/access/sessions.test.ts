// AD1: what a session is, how it is renewed, and what ends it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { request as rawRequest, type OutgoingHttpHeaders } from "node:http";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import {
  createAccount,
  openPanel,
  own_page,
  session_cookie,
  sessionOf,
  signInAs,
  test_password,
} from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

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

const statusOf = async (panel: { get(path: string): Promise<{ status: number }> }) => (await panel.get("/session")).status;

/** The status of a POST with exactly these headers, some of them repeated. */
const statusOfRaw = (path: string, headers: OutgoingHttpHeaders): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = rawRequest(`${server.url}${path}`, { method: "POST", headers }, (response) =>
      resolve(response.resume().statusCode!),
    );
    sent.on("error", reject).end();
  });

test("AD1 the session's cookie is out of reach of scripts and other sites, and only its hash is stored", async () => {
  const account = await createAccount(database, acme.tenant_id, "it_admin");
  const panel = openPanel(server);
  const reply = await panel.post("/sign-in", {
    tenant_code: "acme",
    login: account.login.toUpperCase(),
    password: test_password,
  });
  assert.equal(reply.status, 200, reply.text);
  const cookie = reply.headers.getSetCookie().find((line) => line.startsWith(session_cookie))!;
  assert.match(cookie, /^__Host-muster_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/);

  const token = panel.cookies.get(session_cookie)!;
  const { rows } = await database.superuser.query(
    "select token_hash, row_to_json(s)::text as text from panel_session s where account_id = $1",
    [account.id],
  );
  assert.deepEqual(rows[0].token_hash, createHash("sha256").update(token).digest());
  assert.ok(!rows[0].text.includes(token));

  const session = (await panel.get("/session")).body;
  assert.deepEqual(
    [session.account.id, session.account.role, session.organisation.code, session.must_set_password, session.base_url],
    [account.id, "it_admin", "ACME", false, "https://muster.example"],
  );
  assert.equal((await panel.call("GET", "/session", { headers: { cookie: "" } })).status, 401);
});

test("AD1 an administrator's session ends after half an hour without use, and after twelve hours", async () => {
  const panel = await signInAs(server, database, acme, "it_admin");
  await database.clock.advance(29 * 60);
  assert.equal(await statusOf(panel), 200);
  await database.clock.advance(29 * 60);
  assert.equal(await statusOf(panel), 200);
  await database.clock.advance(30 * 60);
  assert.equal(await statusOf(panel), 401);

  const busy = await signInAs(server, database, acme, "it_admin");
  for (let minutes = 25; minutes < 12 * 60; minutes += 25) {
    await database.clock.advance(25 * 60);
    assert.equal(await statusOf(busy), 200, `after ${minutes} minutes`);
  }
  await database.clock.advance(25 * 60);
  assert.equal(await statusOf(busy), 401);
});

test("AD1 a learner's session lasts eight hours without use, and thirty days", async () => {
  const panel = await signInAs(server, database, acme, "learner");
  for (let hours = 7; hours < 30 * 24; hours += 7) {
    await database.clock.advance(7 * 3600);
    assert.equal(await statusOf(panel), 200, `after ${hours} hours`);
  }
  await database.clock.advance(7 * 3600);
  assert.equal(await statusOf(panel), 401);
  const idle = await signInAs(server, database, acme, "learner");
  await database.clock.advance(8 * 3600);
  assert.equal(await statusOf(idle), 401);
});

test("AD1 giving the password again renews the token, and the old one is worth nothing", async () => {
  const panel = await signInAs(server, database, acme, "it_admin");
  const old = panel.cookies.get(session_cookie)!;
  const before = (await panel.get("/session")).body.stepped_up_until;
  await database.clock.advance(601);
  assert.equal((await panel.get("/session")).body.stepped_up_until, null);
  assert.equal((await panel.post("/second-factor")).body.code, "STEP_UP_REQUIRED");
  assert.equal((await panel.post("/step-up", { password: "something else" })).body.code, "PASSWORD_NOT_CONFIRMED");
  assert.equal((await panel.post("/step-up", { password: test_password })).status, 204);
  assert.ok((await panel.get("/session")).body.stepped_up_until > before);
  assert.equal((await panel.post("/second-factor")).status, 200);
  assert.notEqual(panel.cookies.get(session_cookie), old);
  assert.equal((await panel.call("GET", "/session", { headers: { cookie: `${session_cookie}=${old}` } })).status, 401);
});

test("AD1 sessions are listed and ended one by one, one's own only", async () => {
  const account = await createAccount(database, acme.tenant_id, "training_admin");
  const [one, two] = [openPanel(server), openPanel(server)];
  for (const panel of [one, two])
    await panel.post("/sign-in", { tenant_code: "ACME", login: account.login, password: test_password });
  const { sessions } = (await one.get("/sessions")).body;
  assert.deepEqual(sessions.map((entry: { current: boolean }) => entry.current).sort(), [false, true]);
  const other = sessions.find((entry: { current: boolean }) => !entry.current);
  const stranger = await signInAs(server, database, acme, "it_admin");
  assert.equal((await stranger.delete(`/sessions/${other.id}`)).status, 404);
  assert.equal((await one.delete(`/sessions/${other.id}`)).status, 204);
  assert.deepEqual([await statusOf(one), await statusOf(two)], [200, 401]);
  assert.equal((await one.post("/sign-out")).status, 204);
  assert.equal(one.cookies.has(session_cookie), false);
  assert.equal((await one.delete("/sessions/nonsense")).status, 401);
});

test("AD1 who gets no answer to signing out asks again, and the browser keeps nothing", async () => {
  for (const path of ["/sign-out", "/sign-out/company"]) {
    const panel = await signInAs(server, database, acme, "learner");
    const kept = new Map(panel.cookies);
    assert.ok(kept.has(session_cookie));
    // The answer is lost: the session has ended, but the browser still has its cookie.
    await panel.post(path);
    for (const [name, value] of kept) panel.cookies.set(name, value);
    assert.equal(await statusOf(panel), 401);
    const again = await panel.post(path);
    assert.deepEqual([again.status, again.body?.location ?? null], [path === "/sign-out" ? 204 : 200, null]);
    assert.equal(panel.cookies.has(session_cookie), false);
  }
});

test("AD1 all other sessions of the account end at once, in every process, and nobody else's", async () => {
  const other_process = await startServer(database);
  try {
    const account = await createAccount(database, acme.tenant_id, "learner");
    const here = await sessionOf(server, database, acme.tenant_id, account);
    const elsewhere = await Promise.all(
      [server, other_process, other_process].map((at) => sessionOf(at, database, acme.tenant_id, account)),
    );
    const stranger = await signInAs(server, database, acme, "learner");
    for (const panel of elsewhere) assert.equal(await statusOf(panel), 200);
    const listed = (await here.get("/sessions")).body.sessions;
    assert.equal(listed.length, 4);
    for (const { created_at, seen_at, address, user_agent } of listed) {
      assert.ok(created_at <= seen_at);
      assert.deepEqual([address, user_agent], ["127.0.0.1", "test"]);
    }
    const reply = await here.call("DELETE", "/sessions");
    assert.deepEqual([reply.status, reply.body], [200, { ended: 3 }]);
    for (const panel of elsewhere) assert.equal(await statusOf(panel), 401);
    assert.deepEqual([await statusOf(here), await statusOf(stranger)], [200, 200]);
    const { rows } = await database.superuser.query(
      "select changes from audit_log where operation = 'session.end-others' and target_id = $1",
      [account.id],
    );
    assert.deepEqual(rows, [{ changes: { ended: 3 } }]);
    assert.deepEqual((await here.call("DELETE", "/sessions")).body, { ended: 0 });
  } finally {
    await other_process.close();
  }
});

test("AD1 sessions end with the account, and do not come back when it does", async () => {
  const learner = await signInAs(server, database, acme, "learner");
  const set = (state: string) =>
    database.superuser.query("update person set state = $1 where id = $2", [state, learner.account.id]);
  await set("suspended");
  assert.equal(await statusOf(learner), 401);
  await set("active");
  assert.equal(await statusOf(learner), 401);
});

test("AD1 a change of role, or being disabled, ends an administrator's sessions", async () => {
  const [changed, disabled] = [
    await signInAs(server, database, acme, "it_admin"),
    await signInAs(server, database, acme, "it_admin"),
  ];
  await database.superuser.query("update administrator set role = 'compliance_officer' where id = $1", [changed.account.id]);
  await database.superuser.query("update administrator set disabled_at = now() where id = $1", [disabled.account.id]);
  assert.deepEqual([await statusOf(changed), await statusOf(disabled)], [401, 401]);
});

test("AD2 a change that does not come from a page of this service is refused", async () => {
  const panel = await signInAs(server, database, acme, "it_admin");
  const wrong: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "https://muster.example:444" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
  ];
  for (const headers of wrong) {
    for (const path of ["/sign-out", "/sign-in", "/password-reset", "/step-up"]) {
      const reply = await panel.call("POST", path, { headers, body: {} });
      assert.deepEqual([reply.status, reply.body.code], [403, "CROSS_SITE_REQUEST"], `${path} ${JSON.stringify(headers)}`);
    }
  }
  const cookie = [...panel.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  for (const twice of ["origin", "sec-fetch-site"]) {
    const headers = Object.entries({ ...own_page, cookie }).map(([name, value]) => [
      name,
      name === twice ? [value, value] : value,
    ]);
    assert.equal(await statusOfRaw("/panel/api/sign-out", Object.fromEntries(headers)), 403, `two headers ${twice}`);
  }
  const form = await panel.call("POST", "/sign-out", { headers: { "content-type": "text/plain" }, body: "{}" });
  assert.equal(form.status, 415);
  assert.equal(await statusOf(panel), 200);
});
