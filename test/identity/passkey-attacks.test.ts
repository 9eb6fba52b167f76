// Attacks on passkeys: answers that are replayed, made for another address, purpose, browser or account, without the user, or by
// a cloned authenticator.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { newAuthenticator, type Answer, type Lie } from "../harness/identity/authenticator.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, session_cookie, sessionOf, test_password } from "../harness/panel/panel.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { addPasskey, ownerOf, signInAlone, type Owner } from "./passkeys.ts";

let database: TestDatabase;
let server: TestServer;
let other_node: TestServer;
let acme: TestOrganisation;
let beta: TestOrganisation;
let ada: Owner;

before(async () => {
  database = await openDatabase();
  server = await startServer(database, { trust_proxy: "127.0.0.1/32" });
  other_node = await startServer(database);
  acme = await createOrganisation(database, {});
  beta = await createOrganisation(database, { organisation: { code: "BETA", name: "Beta" } });
  ada = await ownerOf(server, database, acme);
});
// Advances the clock, because an address may try sixty times a minute.
beforeEach(() => database.clock.advance(61));
after(async () => {
  await server.close();
  await other_node.close();
  await database.close();
});

const byPassword = (login: string, more: Record<string, unknown>, panel = openPanel(server)) =>
  panel.post("/sign-in", { tenant_code: acme.code, login, password: test_password, ...more });

/** The answer is a refusal without a session. */
async function refused(reply: { status: number; body: any; text: string; headers: Headers }, what: string): Promise<void> {
  assert.deepEqual([reply.status, reply.body.code], [401, "PASSKEY_NOT_ACCEPTED"], `${what}: ${reply.text}`);
  assert.ok(!reply.headers.getSetCookie().some((line) => line.startsWith(session_cookie)), what);
}

test("an answer counts once, in every process", async () => {
  const panel = openPanel(server);
  const asked = await panel.post("/sign-in/passkey/request");
  const body = { passkey: ada.authenticator.answer(asked.body) };
  assert.equal((await panel.post("/sign-in/passkey", body)).status, 200);
  await refused(await panel.post("/sign-in/passkey", body), "again");
  const elsewhere = openPanel(other_node);
  for (const [name, value] of panel.cookies) elsewhere.cookies.set(name, value);
  await refused(await elsewhere.post("/sign-in/passkey", body), "again, at another process");
});

test("of many copies of one answer at once, one counts", async () => {
  const { authenticator } = await ownerOf(server, database, acme, "learner", newAuthenticator({ counts: false }));
  const panel = openPanel(server);
  const asked = await panel.post("/sign-in/passkey/request");
  const body = { passkey: authenticator.answer(asked.body) };
  const cookie = [...panel.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      openPanel(at % 2 === 0 ? server : other_node).call("POST", "/sign-in/passkey", { headers: { cookie }, body }),
    ),
  );
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, ...Array.from({ length: 9 }, () => 401)],
  );
});

test("what was signed with lies in it is refused: another origin, RP ID, type, a frame of another site, nobody there, nobody verified", async () => {
  const lies: Record<string, Lie> = {
    "another origin": { origin: "https://muster.example.evil.example" },
    "a subdomain": { origin: "https://panel.muster.example" },
    "another port": { origin: "https://muster.example:444" },
    "without TLS": { origin: "http://muster.example" },
    "another RP ID": { rp_id: "evil.example" },
    "the RP ID above": { rp_id: "example" },
    "the other ceremony": { type: "webauthn.create" },
    "within a page of another site": { cross_origin: true },
    "nobody there": { user_present: false },
    "nobody verified": { user_verified: false },
    "copies that were not allowed": { backup_eligible: true },
    "no user handle": { user_handle: null },
    "a user handle that is none": { user_handle: "AAAA" },
    "a challenge that nobody made": { challenge: Buffer.alloc(56, 7).toString("base64url") },
    "an empty challenge": { challenge: "" },
  };
  for (const [what, lie] of Object.entries(lies)) await refused(await signInAlone(server, ada.authenticator, lie), what);
  assert.equal((await signInAlone(server, ada.authenticator)).status, 200, "the truth still counts");
});

test("bytes that were changed on the way are refused", async () => {
  const panel = openPanel(server);
  const turned = (text: string, at: number) => {
    const bytes = Buffer.from(text, "base64url");
    bytes[at]! ^= 1;
    return bytes.toString("base64url");
  };
  const text = (written: string) => Buffer.from(written).toString("base64url");
  const changes: ((good: Answer) => Partial<Answer>)[] = [
    ({ signature }) => ({ signature: turned(signature, Buffer.from(signature, "base64url").length - 1) }),
    () => ({ signature: "AA" }),
    ({ authenticator_data }) => ({ authenticator_data: turned(authenticator_data, 36) }),
    () => ({ authenticator_data: "AA" }),
    ({ client_data }) => ({ client_data: text(`${Buffer.from(client_data, "base64url").toString()} `) }),
    () => ({ client_data: text("not json") }),
    () => ({ client_data: text("null") }),
    () => ({ client_data: text(`{"challenge":7}`) }),
  ];
  for (const change of changes) {
    const asked = await panel.post("/sign-in/passkey/request");
    const good = ada.authenticator.answer(asked.body);
    await refused(await panel.post("/sign-in/passkey", { passkey: { ...good, ...change(good) } }), String(change));
  }
});

test("an answer is good in the browser that was asked, for what it was asked, and for five minutes", async () => {
  const asked_one = openPanel(server);
  const asked = await asked_one.post("/sign-in/passkey/request");
  const passkey = ada.authenticator.answer(asked.body);
  await refused(await openPanel(server).post("/sign-in/passkey", { passkey }), "a browser without a cookie");
  const another = openPanel(server);
  await another.post("/sign-in/passkey/request");
  await refused(await another.post("/sign-in/passkey", { passkey }), "another browser that was asked, too");

  // Login CSRF: an attacker's own answer, sent from another browser.
  const beside = await byPassword(ada.account.login, {}, asked_one);
  const second = ada.authenticator.answer(beside.body.passkey);
  await refused(await asked_one.post("/sign-in/passkey", { passkey: second }), "asked beside the password, given alone");
  const alone = await asked_one.post("/sign-in/passkey/request");
  const given = { passkey: ada.authenticator.answer(alone.body) };
  assert.equal((await byPassword(ada.account.login, given, asked_one)).body.code, "SIGN_IN_FAILED", "asked alone, given beside");
  const { panel } = ada;
  const stepping = await panel.post("/step-up/passkey");
  await refused(await panel.post("/sign-in/passkey", { passkey: ada.authenticator.answer(stepping.body) }), "asked to step up");

  const late = await asked_one.post("/sign-in/passkey/request");
  const answer = ada.authenticator.answer(late.body);
  await database.clock.advance(301);
  await refused(await asked_one.post("/sign-in/passkey", { passkey: answer }), "too late");
});

test("another account's passkey proves nothing: beside the password, in a session, or under its name", async () => {
  const bea = await ownerOf(server, database, acme, "it_admin");
  const panel = openPanel(server);
  const asked = await byPassword(ada.account.login, {}, panel);
  const foreign = bea.authenticator.answer({ ...asked.body.passkey, allow: [] }, { user_handle: null });
  assert.equal((await byPassword(ada.account.login, { passkey: foreign }, panel)).body.code, "SIGN_IN_FAILED");

  const stepping = await ada.panel.post("/step-up/passkey");
  const theirs = bea.authenticator.answer({ ...stepping.body, allow: [] });
  assert.equal((await ada.panel.post("/step-up", { passkey: theirs })).body.code, "PASSWORD_NOT_CONFIRMED");

  const question = await panel.post("/sign-in/passkey/request");
  const { user_handle } = ada.authenticator.answer(question.body);
  await refused(await signInAlone(server, bea.authenticator, { user_handle }), "the user handle of another account");
  const named = bea.authenticator.answer(question.body, {
    credential_id: ada.authenticator.answer(question.body).id,
    user_handle,
  });
  await refused(await panel.post("/sign-in/passkey", { passkey: named }), "the name of another passkey");
  assert.equal((await bea.panel.delete(`/passkeys/${ada.id}`)).status, 404);
  assert.equal((await bea.panel.call("PATCH", `/passkeys/${ada.id}`, { body: { name: "Mine" } })).status, 404);
  assert.equal((await ada.panel.get("/passkeys")).body.passkeys.length, 1);
});

test("another organisation's passkey proves nothing here, and its administrators cannot reach it", async () => {
  const ben = await ownerOf(server, database, beta, "it_admin");
  const handle = (code: string) =>
    Buffer.concat([Buffer.from(ben.account.id.replaceAll("-", ""), "hex"), Buffer.from(code)]).toString("base64url");
  await refused(await signInAlone(server, ben.authenticator, { user_handle: handle(acme.code) }), "the other code");
  await refused(await signInAlone(server, ben.authenticator, { user_handle: handle("NOWHERE") }), "an unknown code");
  await refused(await signInAlone(server, ben.authenticator, { user_handle: handle("beta") }), "a code that is none");
  assert.equal((await ben.panel.delete(`/passkeys/${ada.id}`)).status, 404);
  const reply = await signInAlone(server, ben.authenticator);
  assert.equal(reply.body.organisation?.code, "BETA", reply.text);
});

test("a passkey that somebody has cannot be added again, by its owner or by others", async () => {
  const account = await createAccount(database, acme.tenant_id, "learner");
  const panel = await sessionOf(server, database, acme.tenant_id, account);
  const known = ada.authenticator.answer((await panel.post("/sign-in/passkey/request")).body).id;
  const creation = await panel.post("/passkeys/request");
  const made = newAuthenticator().make(creation.body, { credential_id: known });
  assert.equal((await panel.post("/passkeys", { name: "Mine now", ...made })).body.code, "PASSKEY_NOT_ADDED");
});

test("what was made for another origin, session, purpose or twice is not added", async () => {
  const account = await createAccount(database, acme.tenant_id, "learner");
  const [one, two] = [
    await sessionOf(server, database, acme.tenant_id, account),
    await sessionOf(server, database, acme.tenant_id, account),
  ];
  const add = (panel: typeof one, made: object) => panel.post("/passkeys", { name: "Key", ...made });
  const lies: Lie[] = [
    { origin: "https://evil.example" },
    { rp_id: "evil.example" },
    { type: "webauthn.get" },
    { user_present: false },
    { cross_origin: true },
  ];
  for (const lie of lies) {
    const creation = await one.post("/passkeys/request");
    const reply = await add(one, newAuthenticator().make(creation.body, lie));
    assert.equal(reply.body.code, "PASSKEY_NOT_ADDED", JSON.stringify(lie));
  }
  const creation = await one.post("/passkeys/request");
  const made = newAuthenticator().make(creation.body);
  assert.equal((await add(two, made)).body.code, "PASSKEY_NOT_ADDED", "another session of the same account");
  assert.equal((await add(one, { ...made, attestation: "AAAA" })).body.code, "PASSKEY_NOT_ADDED", "no attestation");
  assert.equal((await add(one, { ...made, id: newAuthenticator().make(creation.body).id })).body.code, "PASSKEY_NOT_ADDED");
  assert.equal((await add(one, made)).status, 201);
  const another = newAuthenticator().make(creation.body);
  assert.equal((await add(one, another)).body.code, "PASSKEY_NOT_ADDED", "the same challenge again");
});

test("a counter that goes back blocks the passkey for good, is audited, and does not open the door to the password alone", async () => {
  const owner = await ownerOf(server, database, acme);
  const { authenticator, account, id, panel } = owner;
  assert.equal((await signInAlone(server, authenticator, { count: 40 })).status, 200);
  await refused(await signInAlone(server, authenticator, { count: 40 }), "the same count");
  await refused(await signInAlone(server, authenticator, { count: 41 }), "blocked");
  const [mine] = (await panel.get("/passkeys")).body.passkeys;
  assert.deepEqual([mine.id, mine.blocked], [id, true]);
  const { rows } = await database.superuser.query(
    "select changes, actor_type from audit_log where operation = 'passkey.block' and target_id = $1",
    [account.id],
  );
  assert.deepEqual(rows, [{ changes: { passkey_id: id, sign_count: [40, 40] }, actor_type: "system" }]);
  const asked = await byPassword(account.login, {});
  assert.deepEqual([asked.body.code, asked.body.ways, asked.body.passkey], ["SECOND_FACTOR_REQUIRED", [], null]);
});

test("a count that is not signed blocks nothing", async () => {
  const { authenticator, panel } = await ownerOf(server, database, acme);
  assert.equal((await signInAlone(server, authenticator, { count: 9 })).status, 200);
  const browser = openPanel(server);
  const asked = await browser.post("/sign-in/passkey/request");
  const answer = authenticator.answer(asked.body, { count: 10 });
  const data = Buffer.from(answer.authenticator_data, "base64url");
  data.writeUInt32BE(1, 33);
  const passkey = { ...answer, authenticator_data: data.toString("base64url") };
  await refused(await browser.post("/sign-in/passkey", { passkey }), "a count of somebody else");
  assert.equal((await panel.get("/passkeys")).body.passkeys[0].blocked, false);
  assert.equal((await signInAlone(server, authenticator, { count: 11 })).status, 200);
});

test("session fixation: the session of a sign-in is a new one, whatever cookie the browser brings", async () => {
  const panel = openPanel(server);
  const planted = "A".repeat(43);
  panel.cookies.set(session_cookie, planted);
  const reply = await signInAlone(server, ada.authenticator, {}, panel);
  assert.equal(reply.status, 200);
  assert.notEqual(panel.cookies.get(session_cookie), planted);

  // Another account's session, and an earlier session of the same account.
  const attacker = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "learner"));
  const brought = attacker.cookies.get(session_cookie)!;
  const victim = openPanel(server);
  victim.cookies.set(session_cookie, brought);
  assert.equal((await signInAlone(server, ada.authenticator, {}, victim)).body.account.id, ada.account.id);
  assert.notEqual(victim.cookies.get(session_cookie), brought);
  assert.equal((await attacker.get("/session")).body.account.id, attacker.account.id);
});

test("strangers who ask for passkeys leave nothing behind, and answers that are none are counted by address", async () => {
  const before_asking = await database.superuser.query("select count(*)::int as count from passkey_challenge");
  const panel = openPanel(server);
  for (let asked = 0; asked < 100; asked += 1) assert.equal((await panel.post("/sign-in/passkey/request")).status, 200);
  const after_asking = await database.superuser.query("select count(*)::int as count from passkey_challenge");
  assert.deepEqual(after_asking.rows, before_asking.rows);
  const passkey = { id: "AAAA", client_data: "AAAA", authenticator_data: "AAAA", signature: "AAAA", user_handle: null };
  const headers = { "x-forwarded-for": "203.0.113.9" };
  const replies = [];
  for (let tried = 0; tried < 61; tried += 1) replies.push(await panel.post("/sign-in/passkey", { passkey }, { headers }));
  assert.deepEqual([replies[59]!.status, replies[60]!.status, replies[60]!.body.code], [401, 429, "TOO_MANY_SIGN_INS"]);
});

test("a challenge that was spent is forgotten once it has ended", async () => {
  const owner = await ownerOf(server, database, beta, "learner");
  await database.clock.advance(301);
  assert.equal((await signInAlone(server, owner.authenticator)).status, 200);
  const { rows } = await database.superuser.query("select count(*)::int as count from passkey_challenge where tenant_id = $1", [
    beta.tenant_id,
  ]);
  assert.equal(rows[0].count, 1);
});

test("a passkey of a session that is not stepped up adds nothing", async () => {
  const account = await createAccount(database, acme.tenant_id, "learner");
  const stale = await sessionOf(server, database, acme.tenant_id, account, { stale: true });
  const fresh = await sessionOf(server, database, acme.tenant_id, account);
  const creation = await fresh.post("/passkeys/request");
  const reply = await stale.post("/passkeys", { name: "Key", ...newAuthenticator().make(creation.body) });
  assert.equal(reply.body.code, "STEP_UP_REQUIRED");
  assert.ok(await addPasskey(fresh, newAuthenticator()));
});
