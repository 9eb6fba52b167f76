// Sign-in by the company's identity is required: what no longer opens a session, who can still sign in, and what may not be
// changed.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { issueLink } from "../../server/features/sign-in/links/links.ts";
import type { Pool } from "../../server/platform/db/pool.ts";
import { withTenant } from "../../server/platform/db/transaction.ts";
import { openDatabase, waitsForLock, type TestDatabase } from "../harness/database.ts";
import { signed, startOwnProvider, type OwnProvider } from "../harness/identity/own-provider.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, sessionOf, test_password, type Panel, type TestAccount } from "../harness/panel/panel.ts";
import { startServer, type Reply, type TestServer } from "../harness/server.ts";
import {
  answerTo,
  base_url,
  codeNow,
  comeBack,
  depart,
  giveProvider,
  giveSecondFactor,
  honestClaims,
  placeOf,
} from "./arrange.ts";

let database: TestDatabase;
let server: TestServer;
let pool: Pool;
let provider: OwnProvider;
let acme: TestOrganisation;
/** IT administrators: ada has a second factor and is the administrator for emergencies. */
let ada: TestAccount;
let bea: TestAccount;
let lena: TestAccount;
let secret: string;
let it: Panel;

before(async () => {
  database = await openDatabase();
  pool = database.pool();
  provider = await startOwnProvider();
  server = await startServer(database, { identity_origins: [provider.origin], mails_readable: true });
  acme = await createOrganisation(database, {});
  [ada, bea, lena] = await Promise.all([
    createAccount(database, acme.tenant_id, "it_admin"),
    createAccount(database, acme.tenant_id, "it_admin"),
    createAccount(database, acme.tenant_id, "learner"),
  ]);
});
after(async () => {
  await server.close();
  await provider.close();
  await database.close();
});
let minutes = 0;
beforeEach(async () => {
  minutes += 30;
  await database.clock.freeze(new Date(Date.parse("2026-02-02T07:00:00Z") + minutes * 60_000).toISOString());
  await database.superuser.query("delete from panel_session");
  await database.superuser.query("delete from mail");
  await giveProvider(database, acme.tenant_id, { issuer: provider.issuer });
  secret = await giveSecondFactor(database, ada.id);
  it = await sessionOf(server, database, acme.tenant_id, bea);
});

type Rule = "offered" | "required_for_administrators" | "required_for_all";
const setRule = (rule: Rule, break_glass_id: string | null = ada.id) =>
  it.call("PUT", "/identity-provider/rule", { body: { rule, break_glass_id } });

async function requireIt(rule: Rule): Promise<void> {
  const reply = await setRule(rule);
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual([reply.body.provider.rule, reply.body.provider.break_glass_id], [rule, ada.id]);
}

const byPassword = (login: string, password = test_password, totp?: string, panel = openPanel(server)) =>
  panel.post("/sign-in", { tenant_code: acme.code, login, password, ...(totp === undefined ? {} : { totp }) });

/** A browser that signs in by the provider as the account with this address. */
async function byCompany({ login }: TestAccount): Promise<Panel> {
  const panel = openPanel(server);
  const sent_to = await depart(panel, acme.code);
  const claims = await honestClaims(database, provider, sent_to, { sub: login, email: login, email_verified: true });
  provider.id_token = signed(provider.key, claims);
  assert.equal(placeOf(await comeBack(server, panel, answerTo(sent_to, provider))), "/");
  return panel;
}

/** A sign-in link for an account, as in an earlier mail. */
async function linkOf({ kind, id }: TestAccount): Promise<string> {
  const context = { tenant: { id: acme.tenant_id, code: acme.code } } as never;
  const { url } = await withTenant(pool, acme.tenant_id, (db) =>
    issueLink(db, context, { base_url }, { account: { kind, id }, purpose: "first" }),
  );
  return url.split("#")[1]!;
}

async function mails(): Promise<{ kind: string; recipient: string }[]> {
  const { rows } = await database.superuser.query("select kind, recipient from mail order by kind, recipient");
  return rows;
}

function plain({ status, body }: Reply) {
  return [status, { ...body, request_id: null }];
}

const isIn = async (panel: Panel) => (await panel.get("/session")).status === 200;

test("it can be required only of a provider that was tested and is on, with an administrator who gets in without it", async () => {
  const guard = await createAccount(database, acme.tenant_id, "training_admin");
  await giveSecondFactor(database, guard.id);
  const beta = await createOrganisation(database, { organisation: { code: "BETA", name: "Beta" } });
  const stranger = await createAccount(database, beta.tenant_id, "it_admin");
  await giveSecondFactor(database, stranger.id);
  const invited = await createAccount(database, acme.tenant_id, "it_admin");
  await giveSecondFactor(database, invited.id);
  await database.superuser.query("update credential set password_hash = null where account_id = $1", [invited.id]);
  const disabled = await createAccount(database, acme.tenant_id, "it_admin");
  await giveSecondFactor(database, disabled.id);
  await database.superuser.query("update administrator set disabled_at = now() where id = $1", [disabled.id]);
  for (const rule of ["required_for_administrators", "required_for_all"] as const) {
    for (const id of [null, bea.id, guard.id, stranger.id, invited.id, disabled.id, lena.id])
      assert.equal((await setRule(rule, id)).body.code, "BREAK_GLASS_NEEDED", `${rule} ${id}`);
    for (const state of ["draft", "tested"] as const) {
      await giveProvider(database, acme.tenant_id, { issuer: provider.issuer, state });
      assert.equal((await setRule(rule)).body.code, "PROVIDER_NOT_TESTED", state);
    }
    await giveProvider(database, acme.tenant_id, { issuer: provider.issuer });
  }
  assert.equal((await it.get("/identity-provider")).body.provider.rule, "offered");
  const stale = await sessionOf(server, database, acme.tenant_id, bea, { stale: true });
  const body = { rule: "required_for_all", break_glass_id: ada.id };
  assert.equal((await stale.call("PUT", "/identity-provider/rule", { body })).body.code, "STEP_UP_REQUIRED");
  await requireIt("required_for_all");
});

test("required of all: every password is answered alike, right or wrong, known or not, and the company's door is open", async () => {
  await requireIt("required_for_all");
  const right = await byPassword(lena.login);
  assert.deepEqual([right.status, right.body.code], [403, "COMPANY_SIGN_IN_REQUIRED"]);
  assert.match(right.text, /Sign in with your company/);
  for (const reply of [
    await byPassword(lena.login, "wrong"),
    await byPassword("nobody@acme.example"),
    await byPassword(bea.login),
    await byPassword(ada.login, "wrong"),
  ])
    assert.deepEqual(plain(reply), plain(right));
  assert.ok(await isIn(await byCompany(lena)));
  assert.ok(await isIn(await byCompany(bea)));
});

test("required of administrators: theirs is refused, learners use a password as before", async () => {
  await requireIt("required_for_administrators");
  assert.equal((await byPassword(bea.login)).body.code, "COMPANY_SIGN_IN_REQUIRED");
  assert.equal((await byPassword(bea.login, "wrong")).body.code, "SIGN_IN_FAILED");
  assert.equal((await byPassword(lena.login)).status, 200);
  assert.equal((await openPanel(server).post("/sign-in/link", { token: await linkOf(lena) })).status, 200);
});

test("the administrator for emergencies gets in by password and second factor; it is audited, and mailed to the IT administrators", async () => {
  await requireIt("required_for_all");
  assert.equal((await byPassword(ada.login)).body.code, "SECOND_FACTOR_REQUIRED");
  assert.equal((await byPassword(ada.login, test_password, "000000")).body.code, "SIGN_IN_FAILED");
  assert.deepEqual(await mails(), [], "nobody has signed in yet");
  const panel = openPanel(server);
  const reply = await byPassword(ada.login, test_password, await codeNow(database, secret), panel);
  assert.equal(reply.status, 200, reply.text);
  assert.ok(await isIn(panel));
  const { rows } = await database.superuser.query(
    "select actor_id, changes from audit_log where operation = 'session.start' order by id desc limit 1",
  );
  assert.deepEqual(rows, [{ actor_id: ada.id, changes: { by: "password", second_factor: "totp", break_glass: true } }]);
  const { rows: admins } = await database.superuser.query<{ email: string }>(
    "select email from administrator where tenant_id = $1 and role = 'it_admin' and disabled_at is null order by email",
    [acme.tenant_id],
  );
  const told = await mails();
  assert.deepEqual(
    told,
    admins.map(({ email }) => ({ kind: "sign_in.break_glass", recipient: email })),
  );
  assert.ok(told.length >= 2);
  const [mail] = (await panel.get("/mailbox")).body.mails;
  assert.match(mail.text, /Ada Admin[\s\S]*127\.0\.0\.1[\s\S]*\/panel\/settings\/sign-in/);

  const offered = await panel.call("PUT", "/identity-provider/rule", { body: { rule: "offered", break_glass_id: null } });
  assert.equal(offered.status, 200, "the way out when the provider does not work");
  assert.equal((await byPassword(bea.login)).status, 200);
});

test("earlier links, resets and invitations set no password; the mails say where the door is", async () => {
  const [to_enter, to_set] = [await linkOf(lena), await linkOf(bea)];
  await requireIt("required_for_all");
  const entered = await openPanel(server).post("/sign-in/link", { token: to_enter });
  assert.deepEqual([entered.status, entered.body.code], [403, "COMPANY_SIGN_IN_REQUIRED"]);
  const set = await openPanel(server).post("/password", { token: to_set, password: "seven quiet lanterns" });
  assert.deepEqual([set.status, set.body.code], [403, "COMPANY_SIGN_IN_REQUIRED"]);

  for (const { login } of [lena, ada])
    assert.equal((await openPanel(server).post("/password-reset", { tenant_code: acme.code, login })).status, 202);
  assert.deepEqual(await mails(), [
    { kind: "password.not_used", recipient: lena.login },
    { kind: "password.reset", recipient: ada.login },
  ]);
  const training = await sessionOf(
    server,
    database,
    acme.tenant_id,
    await createAccount(database, acme.tenant_id, "training_admin"),
  );
  const invited = await training.post(`/people/${lena.id}/invitation`);
  assert.deepEqual([invited.status, invited.body.code], [403, "COMPANY_SIGN_IN_REQUIRED"]);
  const made = await it.post("/administrators", { email: "new@acme.example", name: "Nora New", role: "guard" });
  assert.equal(made.status, 201, made.text);
  const { mails: read } = (await it.get("/mailbox")).body;
  for (const [kind, recipient] of [
    ["password.not_used", lena.login],
    ["account.invited_by_company", "new@acme.example"],
  ]) {
    const mail = read.find((one: { kind: string; recipient: string }) => one.kind === kind && one.recipient === recipient);
    assert.ok(mail.text.includes(`${base_url}/panel/sign-in?organisation=${acme.code}`), mail.text);
    assert.doesNotMatch(mail.text, /\/panel\/link#/);
  }
});

test("a stricter rule ends what it would not have let begin, at once; those of the provider, the caller's and the one for emergencies go on", async () => {
  const learner = await sessionOf(server, database, acme.tenant_id, lena);
  const colleague = await sessionOf(server, database, acme.tenant_id, bea);
  const emergency = await sessionOf(server, database, acme.tenant_id, ada);
  const company = await byCompany(lena);
  await requireIt("required_for_administrators");
  assert.deepEqual(await Promise.all([learner, colleague, emergency, company, it].map(isIn)), [true, false, true, true, true]);
  await requireIt("required_for_all");
  assert.deepEqual(await Promise.all([learner, emergency, company, it].map(isIn)), [false, true, true, true]);
});

test("a sign-in that began before the rule does not slip through beside it", async () => {
  const holding = await database.superuser.connect();
  try {
    await holding.query("begin");
    await holding.query("update identity_provider set rule = 'required_for_all', break_glass_id = $2 where tenant_id = $1", [
      acme.tenant_id,
      ada.id,
    ]);
    const signing_in = byPassword(lena.login);
    while (!(await waitsForLock(database)));
    await holding.query("commit");
    assert.equal((await signing_in).body.code, "COMPANY_SIGN_IN_REQUIRED");
  } finally {
    holding.release();
  }
});

test("while it is required nobody takes the provider away, and the administrator for emergencies stays able to get in", async () => {
  await requireIt("required_for_administrators");
  const put = (body: Record<string, unknown>) =>
    it.call("PUT", "/identity-provider", {
      body: {
        issuer: provider.issuer,
        authentication: "client_secret_basic",
        external_id_claim: "sub",
        client_id: "muster",
        ...body,
      },
    });
  const refused: [string, Reply][] = [
    ["removed", await it.delete("/identity-provider")],
    ["switched off", await it.call("PUT", "/identity-provider/state", { body: { on: false } })],
    ["another client", await put({ client_id: "another", client_secret: "x" })],
  ];
  for (const [what, reply] of refused) assert.deepEqual([reply.status, reply.body.code], [409, "PROVIDER_REQUIRED"], what);
  assert.equal((await put({ client_secret: "a new secret" })).body.provider.state, "on", "a new secret locks nobody out");

  const hers = await sessionOf(server, database, acme.tenant_id, ada);
  const at = `/administrators/${ada.id}`;
  const kept: [string, Reply][] = [
    ["disabled", await it.call("PATCH", at, { body: { disabled: true } })],
    ["another role", await it.call("PATCH", at, { body: { role: "training_admin" } })],
    ["removed", await it.delete(at)],
    ["second factor reset", await it.delete(`${at}/second-factor`)],
    ["second factor removed", await hers.delete("/second-factor")],
  ];
  for (const [what, reply] of kept) assert.deepEqual([reply.status, reply.body.code], [409, "BREAK_GLASS_ADMINISTRATOR"], what);
  assert.equal((await it.call("PATCH", at, { body: { name: "Ada Other" } })).status, 200);
  await it.call("PATCH", at, { body: { name: "Ada Admin" } });

  assert.equal((await setRule("offered", null)).status, 200);
  assert.equal((await hers.delete("/second-factor")).status, 204);
  assert.equal((await it.delete("/identity-provider")).status, 204);
});

test("each change of the rule is in the audit log, with what was before", async () => {
  await requireIt("required_for_administrators");
  await requireIt("required_for_all");
  await requireIt("required_for_all");
  const { rows } = await database.superuser.query(
    "select changes from audit_log where operation = 'identity_provider.set_rule' order by id desc limit 2",
  );
  assert.deepEqual(
    rows.map(({ changes }) => changes),
    [
      { rule: ["required_for_administrators", "required_for_all"] },
      { rule: ["offered", "required_for_administrators"], break_glass_id: [null, ada.id] },
    ],
  );
});
