// AU10 and the promises of sign-in: one answer for every cause, limits that lock no user out, links and codes that work once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isCommonPassword } from "../../../server/features/sign-in/common-passwords.ts";
import { linksForTerminal } from "../../../server/features/sign-in/links/invite.ts";
import { unseal } from "../../../server/platform/crypto/seal.ts";
import { needsServer, openDatabase, waitsForLock, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, operatorPoolOf, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import {
  createAccount,
  openPanel,
  sessionOf,
  signInAs,
  test_password,
  type Panel,
  givePassword,
} from "../../harness/panel/panel.ts";
import { startServer, test_keyring, type TestServer } from "../../harness/server.ts";
import { codeOf, linkOf } from "../samples/sign-in.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
const frozen = "2026-02-02T07:00:00.000Z";

before(async () => {
  database = await openDatabase();
  server = await startServer(database, { trust_proxy: "127.0.0.1/32" });
  acme = await createOrganisation(database, {
    admins: [{ email: "it@acme.example", name: "Ida Techna", role: "it_admin" }],
    people: [
      { employee_no: "P1", first_name: "Lena", last_name: "Nowak", email: "lena@acme.example", worker_type: "internal_payroll" },
    ],
  });
  await database.clock.freeze(frozen);
});
after(async () => {
  await server.close();
  await database.close();
});

let addresses = 0;
/** An unused address, so that limits of addresses do not interfere. */
const from = () => ({ "x-forwarded-for": `198.51.100.${(addresses += 1)}` });

const signIn = (panel: Panel, login: string, password = test_password, more: Record<string, unknown> = {}, headers = from()) =>
  panel.post("/sign-in", { tenant_code: "ACME", login, password, ...more }, { headers });

const lastMail = async (): Promise<string> => {
  const { rows } = await database.superuser.query("select id, body from mail order by created_at desc, id desc limit 1");
  return unseal(test_keyring, "mail", rows[0].id, rows[0].body);
};
const tokenIn = (text: string) => /\/panel\/link#([\w-]{43})/.exec(text)![1]!;

test("AU10 every cause of a failed sign-in has the same answer", async () => {
  const { login, id } = await createAccount(database, acme.tenant_id, "it_admin");
  const gone = await createAccount(database, acme.tenant_id, "it_admin");
  await database.superuser.query("update administrator set disabled_at = now() where id = $1", [gone.id]);
  const left = await createAccount(database, acme.tenant_id, "learner");
  await database.superuser.query("update person set state = 'deactivated' where id = $1", [left.id]);
  const causes: [string, Record<string, unknown>][] = [
    ["wrong password", { login, password: "wrong" }],
    ["unknown login", { login: "no-account@acme.example" }],
    ["unknown organisation", { tenant_code: "NOWHERE", login }],
    ["a code that is none", { tenant_code: "\u{1F984}'; --", login }],
    ["disabled", { login: gone.login }],
    ["left", { login: left.login }],
    ["no password yet", { login: "it@acme.example" }],
    ["empty password", { login, password: "" }],
  ];
  const answers = new Set<string>();
  for (const [name, more] of causes) {
    const reply = await openPanel(server).post(
      "/sign-in",
      { tenant_code: "ACME", login, password: test_password, ...more },
      { headers: from() },
    );
    assert.deepEqual([reply.status, reply.body.code], [401, "SIGN_IN_FAILED"], name);
    const headers = [...reply.headers].filter(([header]) => !["date", "x-request-id"].includes(header));
    answers.add(JSON.stringify([{ ...reply.body, request_id: "" }, headers]));
  }
  assert.equal(answers.size, 1, [...answers].join("\n"));
  assert.ok(id);
});

test("who proves a password that is changed before the session begins is not signed in", { skip: needsServer() }, async () => {
  const account = await createAccount(database, acme.tenant_id, "it_admin");
  const changing = await database.superuser.connect();
  try {
    await changing.query("begin");
    await changing.query("update credential set password_hash = password_hash || 'x' where account_id = $1", [account.id]);
    const signing_in = signIn(openPanel(server), account.login);
    // The password was checked against the old hash, and the new session now waits for the account's row.
    while (!(await waitsForLock(database)));
    await changing.query("commit");
    assert.equal((await signing_in).status, 401);
  } finally {
    changing.release();
  }
});

test("ten wrong passwords close a login for a quarter of an hour, known or not, and not in the browser that it knows", async () => {
  const known = await signInAs(server, database, acme, "it_admin");
  for (const login of [known.account.login, "no-such-account@acme.example"]) {
    for (let tried = 0; tried < 10; tried += 1) {
      if (tried === 5) {
        assert.equal((await signIn(openPanel(server), login, "wrong")).status, 429);
        await database.clock.advance(61);
      }
      assert.equal((await signIn(openPanel(server), login, "wrong")).status, 401, `attempt ${tried + 1}`);
    }
    await database.clock.advance(61);
    const reply = await signIn(openPanel(server), login);
    assert.deepEqual([reply.status, reply.body.code], [429, "TOO_MANY_SIGN_INS"]);
    assert.equal(reply.headers.get("retry-after"), String(reply.body.retry_after_seconds));
    assert.ok(reply.body.retry_after_seconds <= 900);
  }
  assert.equal((await signIn(known, known.account.login)).status, 200);
  await database.clock.advance(900);
  assert.equal((await signIn(openPanel(server), known.account.login)).status, 200);
});

test("an address may try sixty times a minute", async () => {
  const headers = { "x-forwarded-for": "203.0.113.77" };
  const statuses = await Promise.all(
    Array.from({ length: 61 }, async (_, at) => {
      const reply = await openPanel(server).post("/sign-in/link", { token: `x${at}` }, { headers });
      return reply.status;
    }),
  );
  assert.deepEqual(
    [statuses.filter((status) => status === 401).length, statuses.filter((status) => status === 429).length],
    [60, 1],
  );
});

test("the link that the terminal prints signs in once, sets the first password, and ends", async () => {
  const pool = operatorPoolOf(database);
  const [other] = await linksForTerminal(pool, "https://muster.example", "ACME");
  const [link] = await linksForTerminal(pool, "https://muster.example", "ACME");
  assert.equal(link!.email, "it@acme.example");
  const panel = openPanel(server);
  const use = (url: string) => panel.post("/sign-in/link", { token: tokenIn(url) }, { headers: from() });
  const reply = await use(link!.url);
  assert.deepEqual([reply.status, reply.body.must_set_password, reply.body.account.role], [200, true, "it_admin"]);
  assert.equal((await use(link!.url)).status, 401);
  assert.equal((await use(other!.url)).body.code, "LINK_NOT_VALID", "they end with the first that is used");
  const refusals = {
    short: "TOO_SHORT",
    [`${"long enough ".repeat(12)}!`]: "TOO_LONG",
    "Password1234!": "TOO_COMMON",
    "ida-techna-2026": "TOO_COMMON",
  };
  for (const [password, code] of Object.entries(refusals)) {
    const refused = await panel.post("/password", { password });
    assert.deepEqual(
      [refused.status, refused.body.errors[0].pointer, refused.body.errors[0].code],
      [422, "#/password", code],
      password,
    );
  }
  assert.equal((await panel.post("/password", { password: test_password })).status, 204);
  assert.equal((await panel.get("/session")).body.must_set_password, false);
  assert.equal((await panel.post("/password", { password: "something else entirely" })).body.code, "PASSWORD_NOT_CONFIRMED");
  assert.deepEqual(await linksForTerminal(pool, "https://muster.example", "ACME"), []);
  assert.equal((await signIn(openPanel(server), "IT@acme.example")).status, 200);
});

test("links that are printed stand beside each other, ten at a time", async () => {
  const pool = operatorPoolOf(database);
  await createOrganisation(database, {
    organisation: { code: "MANY", name: "Many" },
    admins: [{ email: "it@many.example", name: "Mia", role: "it_admin" }],
  });
  const print = async () => (await linksForTerminal(pool, "https://muster.example", "MANY"))[0]!.url;
  const urls: string[] = [];
  while (urls.length < 11) urls.push(await print());
  const use = (url: string) => openPanel(server).post("/sign-in/link", { token: tokenIn(url) }, { headers: from() });
  assert.equal((await use(urls[0]!)).status, 401, "the eleventh has ended the first");
  assert.equal((await use(urls[1]!)).status, 200);
  assert.equal((await use(urls[10]!)).status, 401);
});

test("a link ends after its time", async () => {
  const learner = await createAccount(database, acme.tenant_id, "learner");
  const token = await linkOf({ database, organisation: acme }, learner.id);
  await database.clock.advance(7 * 86_400);
  const reply = await openPanel(server).post("/sign-in/link", { token }, { headers: from() });
  assert.deepEqual([reply.status, reply.body.code], [401, "LINK_NOT_VALID"]);
});

test("of two who use a link at once, one gets in", async () => {
  const learner = await createAccount(database, acme.tenant_id, "learner");
  const token = await linkOf({ database, organisation: acme }, learner.id);
  const replies = await Promise.all(
    [1, 2, 3, 4].map(() => openPanel(server).post("/sign-in/link", { token }, { headers: from() })),
  );
  assert.deepEqual(
    replies.map(({ status }) => status).sort((a, b) => a - b),
    [200, 401, 401, 401],
  );
});

test("a learner is invited by mail, sets the password at the first sign-in, and is active from then on", async () => {
  const { rows } = await database.superuser.query("select id from person where employee_no = 'P1'");
  const trainer = await signInAs(server, database, acme, "training_admin");
  const invited = await trainer.post(`/people/${rows[0].id}/invitation`);
  assert.deepEqual([invited.status, invited.body.mailed_to, invited.body.link], [200, "lena@acme.example", null]);
  const panel = openPanel(server);
  const reply = await panel.post("/sign-in/link", { token: tokenIn(await lastMail()) }, { headers: from() });
  assert.deepEqual([reply.status, reply.body.account.role, reply.body.account.name], [200, "learner", "Lena Nowak"]);
  assert.equal((await panel.post("/password", { password: test_password })).status, 204);
  const person = await database.superuser.query("select state, last_sign_in_at is not null as seen from person where id = $1", [
    rows[0].id,
  ]);
  assert.deepEqual(person.rows, [{ state: "active", seen: true }]);
  assert.equal((await signIn(openPanel(server), "lena@acme.example")).status, 200);
});

test("a forgotten password is reset by mail, which ends all sessions; an unknown login hears the same", async () => {
  const old = await signInAs(server, database, acme, "compliance_officer");
  const ask = (login: string) => openPanel(server).post("/password-reset", { tenant_code: "acme", login }, { headers: from() });
  const [known, unknown] = [await ask(old.account.login), await ask("no-account@acme.example")];
  assert.deepEqual([known.status, known.text, unknown.status, unknown.text], [202, "", 202, ""]);
  const token = tokenIn(await lastMail());
  const password = "forty seven yellow kettles";
  const set = () => openPanel(server).post("/password", { token, password }, { headers: from() });
  assert.equal((await set()).status, 204);
  assert.equal((await set()).body.code, "LINK_NOT_VALID");
  assert.equal((await old.get("/session")).status, 401);
  assert.equal((await signIn(openPanel(server), old.account.login)).status, 401);
  assert.equal((await signIn(openPanel(server), old.account.login, password)).status, 200);
});

test("a second factor is asked for once it is confirmed, and each code works once", async () => {
  const panel = await signInAs(server, database, acme, "it_admin");
  const elsewhere = await sessionOf(server, database, acme.tenant_id, panel.account);
  const { secret, otpauth_url } = (await panel.post("/second-factor")).body;
  assert.match(otpauth_url, /^otpauth:\/\/totp\/Muster:/);
  const { rows } = await database.superuser.query(
    "select encode(totp_secret, 'escape') as sealed from credential where account_id = $1",
    [panel.account.id],
  );
  assert.ok(!rows[0].sealed.includes(secret));
  const { rows: clock } = await database.superuser.query("select infra.now_us() / 1000 as ms");
  const now_ms = Number(clock[0].ms);
  assert.equal((await panel.post("/second-factor/confirm", { code: "000000" })).body.code, "WRONG_CODE");
  assert.equal((await signIn(openPanel(server), panel.account.login)).status, 200);
  assert.equal((await panel.post("/second-factor/confirm", { code: codeOf(secret, now_ms) })).status, 204);
  assert.equal((await elsewhere.get("/session")).status, 401);
  assert.equal((await panel.get("/session")).body.account.second_factor, true);

  const missing = await signIn(openPanel(server), panel.account.login);
  assert.deepEqual([missing.status, missing.body.code], [401, "SECOND_FACTOR_REQUIRED"]);
  assert.equal((await signIn(openPanel(server), panel.account.login, "wrong")).body.code, "SIGN_IN_FAILED");
  const used = await signIn(openPanel(server), panel.account.login, test_password, { totp: codeOf(secret, now_ms) });
  assert.deepEqual([used.status, used.body.code], [401, "SIGN_IN_FAILED"]);
  await database.clock.advance(61);
  const totp = codeOf(secret, now_ms + 61_000);
  assert.equal((await signIn(openPanel(server), panel.account.login, test_password, { totp })).status, 200);
  assert.equal((await signIn(openPanel(server), panel.account.login, test_password, { totp })).status, 401);
  assert.equal((await panel.post("/step-up", { password: test_password })).body.code, "SECOND_FACTOR_REQUIRED");
  assert.equal((await panel.delete("/second-factor")).status, 204);
  assert.equal((await signIn(openPanel(server), panel.account.login)).status, 200);
});

test("the last IT administrator can be neither removed, nor disabled, nor given another role", async () => {
  const organisation = await createOrganisation(database, { organisation: { code: "LONE", name: "Lone" } });
  const account = await createAccount(database, organisation.tenant_id, "it_admin");
  const panel = await sessionOf(server, database, organisation.tenant_id, account);
  const at = `/administrators/${account.id}`;
  for (const [method, body] of [
    ["DELETE", undefined],
    ["PATCH", { disabled: true }],
    ["PATCH", { role: "training_admin" }],
  ] as const) {
    const reply = await panel.call(method, at, body ? { body } : {});
    assert.deepEqual([reply.status, reply.body.code], [409, "LAST_IT_ADMINISTRATOR"]);
  }
  const second = (await panel.post("/administrators", { email: "two@lone.example", name: "Two", role: "it_admin" })).body;
  assert.deepEqual([second.state, second.second_factor], ["invited", false]);
  assert.equal((await panel.post("/administrators", { email: "TWO@lone.example", name: "Two", role: "it_admin" })).status, 409);
  for (const body of [{ role: "training_admin" }, { disabled: true }]) {
    const reply = await panel.call("PATCH", at, { body });
    assert.deepEqual([reply.status, reply.body.code], [409, "LAST_IT_ADMINISTRATOR"], "who is invited cannot sign in yet");
  }
  assert.equal((await panel.delete(at)).status, 409);
  await givePassword(database, organisation.tenant_id, { id: second.id, kind: "administrator", login: second.email });
  assert.equal((await panel.call("PATCH", at, { body: { role: "training_admin" } })).status, 200);
  assert.equal((await panel.get("/session")).status, 401);
});

test("an IT administrator who is invited in vain can be removed, by the one who can sign in", async () => {
  const organisation = await createOrganisation(database, { organisation: { code: "VAIN", name: "Vain" } });
  const panel = await signInAs(server, database, organisation, "it_admin");
  const invited = (await panel.post("/administrators", { email: "typo@vain.example", name: "Typo", role: "it_admin" })).body;
  assert.equal((await panel.delete(`/administrators/${invited.id}`)).status, 204);
});

test("at least three thousand usual passwords are refused, and unusual ones are not", () => {
  const months = ["January", "Styczeń", "summer", "Lato", "Winter", "password", "haslo", "qwerty", "Welcome", "dragon"];
  const tails = ["", "!", "!!", "1", "12", "123", "1234", "12345", "2024", "2025", "2026", "#1"];
  const pairs = months.flatMap((one) => months.flatMap((two) => tails.map((tail) => one + two + tail)));
  const dressed = pairs.map((text) => text.replaceAll("a", "@").replaceAll("o", "0"));
  const usual = [...new Set([...pairs, ...dressed, ...pairs.map((text) => text.toUpperCase())])].filter(
    (text) => !text.includes("_x_"),
  );
  assert.ok(usual.length >= 3_000, `only ${usual.length}`);
  assert.deepEqual(
    usual.filter((text) => !isCommonPassword(text, [])),
    [],
  );
  for (const text of ["aaaaaaaaaaaa", "abcabcabcabc", "123456789012", "qwertyuiop12", "1q2w3e4r5t6y"].slice(0, 4))
    assert.ok(isCommonPassword(text, []), text);
  for (const text of [test_password, "forty seven yellow kettles", "kX9#vLq2$Tz7!m", "zażółć gęślą jaźń"])
    assert.ok(!isCommonPassword(text, []), text);
  assert.ok(isCommonPassword("Kowalski-2026!", ["Jan Kowalski"]));
});
