// Roles that follow from a provider's claims: previewed first, then given and withdrawn at each sign-in; with a certified
// provider, and with one that a test controls.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { signInThere, startCertifiedProvider, type CertifiedProvider } from "../harness/identity/certified-provider.ts";
import { signed, startOwnProvider, type Claims, type OwnProvider } from "../harness/identity/own-provider.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, sessionOf, type Panel, type TestAccount } from "../harness/panel/panel.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { answerTo, base_url, comeBack, depart, giveProvider, honestClaims, placeOf, verifyDomain } from "./arrange.ts";

const file = { departments: [{ name: "Warehouse", code: "WH" }] };
type Line = { value: string; role: string; department_ids: string[] | null };
const line = (value: string, role: string, department_ids: string[] | null = null): Line => ({ value, role, department_ids });
const lines = [line("muster-it", "it_admin"), line("muster-officers", "compliance_officer"), line("muster-gate", "guard")];

const setRoles = (it: Panel, more: Record<string, unknown> = {}) =>
  it.call("PUT", "/identity-provider/roles", { body: { claim: "groups", lines, ...more } });
const turn = (it: Panel, on: boolean) => it.call("PUT", "/identity-provider/roles/state", { body: { on } });
const preview = async (it: Panel): Promise<any[]> => (await it.get("/identity-provider/roles")).body.people;

describe("at a certified provider", () => {
  let database: TestDatabase;
  let server: TestServer;
  let provider: CertifiedProvider;
  let acme: TestOrganisation;
  let it: Panel;
  let ada: TestAccount;
  let lena: TestAccount;
  const client = {
    client_id: "muster",
    client_secret: "a secret that the provider has made",
    redirect_uris: [`${base_url}/panel/sign-in/ACME/callback`],
  };
  const directory: Record<string, Record<string, unknown>> = {};

  before(async () => {
    database = await openDatabase();
    provider = await startCertifiedProvider();
    provider.serve(directory, client, { claims_in_token: true });
    server = await startServer(database, { identity_origins: [provider.issuer] });
    acme = await createOrganisation(database, file);
    await verifyDomain(database, acme.tenant_id);
    ada = await createAccount(database, acme.tenant_id, "it_admin");
    lena = await createAccount(database, acme.tenant_id, "learner");
    it = await sessionOf(server, database, acme.tenant_id, ada);
    directory["lena"] = { email: lena.login, email_verified: true, groups: ["everybody"] };
    directory["ola"] = { email: "ola@panel.example", email_verified: true, groups: ["muster-gate", "muster-officers"] };
  });
  after(async () => {
    await server.close();
    await provider.close();
    await database.close();
  });

  async function signIn(login: string): Promise<{ panel: Panel; place: string; account: any }> {
    const panel = openPanel(server);
    const location = await depart(panel, acme.code);
    const place = placeOf(await comeBack(server, panel, await signInThere(provider.issuer, location.href, login)));
    return { panel, place, account: (await panel.get("/session")).body?.account };
  }

  async function tryOut(login: string): Promise<string> {
    const reply = await it.post("/identity-provider/test");
    return placeOf(await comeBack(server, it, await signInThere(provider.issuer, reply.body.location, login)));
  }

  const audited = async () =>
    (
      await database.superuser.query(
        "select operation, actor_name, changes from audit_log where operation in ('administrator.give-role', 'administrator.take-role') order by id",
      )
    ).rows;

  test("it is set up, shown by test sign-ins, and only then switched on; a change switches it off again", async () => {
    assert.equal((await setRoles(it)).status, 404, "no provider yet");
    const set_up = await it.call("PUT", "/identity-provider", {
      body: {
        issuer: provider.issuer,
        client_id: client.client_id,
        authentication: "client_secret_basic",
        client_secret: client.client_secret,
        external_id_claim: null,
        scopes: "groups",
      },
    });
    assert.deepEqual([set_up.body.provider.roles, set_up.body.provider.scopes], [null, "groups"]);
    assert.equal((await turn(it, true)).status, 404);
    const wrong = await setRoles(it, {
      lines: [
        line("a", "guard"),
        line("a", "it_admin"),
        line("b", "it_admin", [acme.tenant_id]),
        line("c", "training_admin", [acme.tenant_id]),
      ],
    });
    assert.deepEqual(
      wrong.body.errors.map(({ pointer, code }: any) => [pointer, code]),
      [
        ["#/lines/1/value", "SAME"],
        ["#/lines/2/department_ids", "NOT_ALLOWED"],
        ["#/lines/3/department_ids", "UNKNOWN_DEPARTMENT"],
      ],
    );
    const set = await setRoles(it);
    assert.deepEqual(set.body.provider?.roles, { on: false, claim: "groups", lines }, set.text);
    assert.equal((await turn(it, true)).body.code, "PROVIDER_NOT_TESTED");
    directory["ada"] = { email: ada.login, email_verified: true, groups: [] };
    assert.equal(await tryOut("ada"), "/settings/sign-in?test=ok");
    assert.equal((await it.call("PUT", "/identity-provider/state", { body: { on: true } })).status, 200);
    assert.equal((await signIn("lena")).account.id, lena.id);
    assert.equal((await signIn("ola")).place, "/sign-in?company=unknown", "roles are not given while it is off");
    const shown = await preview(it);
    assert.deepEqual(
      shown.map(({ subject, values, role_now, role_then, effect }) => ({ subject, values, role_now, role_then, effect })),
      [
        {
          subject: "ola",
          values: ["muster-gate", "muster-officers"],
          role_now: null,
          role_then: "compliance_officer",
          effect: "given",
        },
        { subject: "lena", values: ["everybody"], role_now: null, role_then: null, effect: "nothing" },
        { subject: "ada", values: [], role_now: "it_admin", role_then: "it_admin", effect: "kept" },
      ],
    );
    assert.deepEqual(await audited(), [], "a look changes nothing");
    const stale = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"), {
      stale: true,
    });
    assert.equal((await turn(stale, true)).body.code, "STEP_UP_REQUIRED");
    await database.superuser.query("delete from administrator where id = $1", [stale.account.id]);
    assert.equal((await turn(it, true)).body.provider.roles.on, true);
    assert.equal((await setRoles(it, { lines: lines.slice(0, 2) })).body.provider.roles.on, false);
    await setRoles(it);
    assert.equal((await turn(it, true)).body.provider.roles.on, true);
  });

  test("a role is given to who had none, changed, taken and given again, each time with its cause in the audit log", async () => {
    const given = await signIn("ola");
    assert.deepEqual([given.place, given.account.role, given.account.email], ["/", "compliance_officer", "ola@panel.example"]);
    directory["ola"] = { ...directory["ola"], groups: ["muster-gate"] };
    const changed = await signIn("ola");
    assert.deepEqual([changed.account.id, changed.account.role], [given.account.id, "guard"]);
    assert.equal((await given.panel.get("/session")).status, 401, "sessions of the other role end");
    directory["ola"] = { ...directory["ola"], groups: ["others"] };
    const taken = await signIn("ola");
    assert.equal(taken.place, "/sign-in?company=unknown");
    assert.equal((await changed.panel.get("/session")).status, 401);
    const { rows } = await database.superuser.query("select outcome, said from identity_sign_in order by id desc limit 1");
    assert.deepEqual(rows, [{ outcome: "NO_ROLE", said: "groups" }]);
    directory["ola"] = { ...directory["ola"], groups: ["muster-officers"] };
    assert.equal((await signIn("ola")).account.id, given.account.id, "what belongs to the administrator was kept");
    const by = { by: "identity_provider", claim: "groups" };
    assert.deepEqual(await audited(), [
      {
        operation: "administrator.give-role",
        actor_name: "sign-in",
        changes: { role: [null, "compliance_officer"], ...by, value: "muster-officers" },
      },
      {
        operation: "administrator.give-role",
        actor_name: "sign-in",
        changes: { role: ["compliance_officer", "guard"], ...by, value: "muster-gate" },
      },
      { operation: "administrator.take-role", actor_name: "sign-in", changes: { role: ["guard", null], ...by } },
      {
        operation: "administrator.give-role",
        actor_name: "sign-in",
        changes: { role: [null, "compliance_officer"], ...by, value: "muster-officers" },
      },
    ]);
  });

  test("a person who gets a role signs in with it, and as the person again when it is taken", async () => {
    directory["lena"] = { ...directory["lena"], groups: ["muster-gate"] };
    const guard = await signIn("lena");
    assert.deepEqual([guard.account.kind, guard.account.role, guard.account.name], ["administrator", "guard", "Lena Learner"]);
    directory["lena"] = { ...directory["lena"], groups: [] };
    const { account, place } = await signIn("lena");
    assert.deepEqual([place, account.id, account.role], ["/", lena.id, "learner"]);
    const [last] = (await it.get("/identity-provider/sign-ins")).body.sign_ins;
    assert.deepEqual([last.outcome, last.note], ["OK", "ROLE_TAKEN"]);
    assert.equal((await signIn("lena")).account.id, lena.id);
  });

  test("the last IT administrator keeps the role, and so does the one for emergencies", async () => {
    const kept = await signIn("ada");
    assert.deepEqual([kept.account.id, kept.account.role], [ada.id, "it_admin"]);
    directory["ada"] = { ...directory["ada"], groups: ["muster-gate"] };
    assert.equal((await signIn("ada")).account.role, "it_admin", "nor is it made less");
    const bea = await createAccount(database, acme.tenant_id, "it_admin");
    directory["bea"] = { email: bea.login, email_verified: true, groups: [] };
    await database.superuser.query("update identity_provider set break_glass_id = $1", [ada.id]);
    assert.equal((await signIn("ada")).account.role, "it_admin");
    assert.equal((await signIn("bea")).place, "/sign-in?company=unknown", "another one loses it");
    const [, first] = (await it.get("/identity-provider/sign-ins")).body.sign_ins;
    assert.equal(first.note, "ROLE_KEPT");
    await database.superuser.query("update identity_provider set break_glass_id = null");
  });

  test("an administrator whom another one has disabled is not enabled by a group, and who was enabled by hand is judged anew", async () => {
    const { rows } = await database.superuser.query("select id from administrator where email = 'ola@panel.example'");
    const disable = (disabled: boolean) => it.call("PATCH", `/administrators/${rows[0].id}`, { body: { disabled } });
    assert.equal((await disable(true)).status, 200);
    assert.equal((await signIn("ola")).place, "/sign-in?company=unknown");
    assert.equal((await disable(false)).status, 200);
    assert.equal((await signIn("ola")).account.role, "compliance_officer");
  });

  test("a line may limit to departments; a claim that only userinfo says gives nothing", async () => {
    const { rows } = await database.superuser.query("select id from department where code = 'WH'");
    await setRoles(it, { lines: [line("muster-officers", "compliance_officer", [rows[0].id])] });
    await turn(it, true);
    assert.deepEqual(
      (await signIn("ola")).account.departments.map(({ name }: any) => name),
      ["Warehouse"],
    );
    provider.serve(directory, client);
    const { place } = await signIn("ola");
    assert.equal(place, "/sign-in?company=unknown");
    const [last] = (await it.get("/identity-provider/sign-ins")).body.sign_ins;
    assert.equal(last.outcome, "NO_ROLE");
    assert.equal((await turn(it, false)).body.provider.roles.on, false);
  });
});

describe("a provider that says what the test says", () => {
  let database: TestDatabase;
  let server: TestServer;
  let provider: OwnProvider;
  let acme: TestOrganisation;
  let ada: TestAccount;
  let lena: TestAccount;
  let guard: TestAccount;

  before(async () => {
    database = await openDatabase();
    provider = await startOwnProvider();
    server = await startServer(database, { identity_origins: [provider.origin] });
    acme = await createOrganisation(database, file);
    ada = await createAccount(database, acme.tenant_id, "it_admin");
    lena = await createAccount(database, acme.tenant_id, "learner");
    guard = await createAccount(database, acme.tenant_id, "guard");
  });
  after(async () => {
    await server.close();
    await provider.close();
    await database.close();
  });
  beforeEach(async () => {
    provider.instead.clear();
    await giveProvider(database, acme.tenant_id, { issuer: provider.issuer });
    await database.superuser.query("update identity_provider set roles = $1", [
      JSON.stringify({ on: true, claim: "groups", lines }),
    ]);
    await database.superuser.query("delete from identity_link");
  });

  const of = ({ login }: TestAccount): Claims => ({ email: login, email_verified: true });

  async function signInWith(claims: Claims): Promise<{ panel: Panel; place: string; account: any }> {
    const panel = openPanel(server);
    const sent_to = await depart(panel, acme.code);
    provider.id_token = signed(provider.key, await honestClaims(database, provider, sent_to, claims));
    const place = placeOf(await comeBack(server, panel, answerTo(sent_to, provider)));
    return { panel, place, account: (await panel.get("/session")).body?.account };
  }

  const last = async () =>
    (await database.superuser.query("select outcome, said, note, role_values from identity_sign_in order by id desc limit 1"))
      .rows[0];
  const administrators = async () =>
    (
      await database.superuser.query(
        "select id, role, disabled_at is not null as disabled, role_taken_at is not null as taken from administrator order by id",
      )
    ).rows;

  test("a value that names a role, in other letters, or one that has no line gives nothing", async () => {
    const before_it = await administrators();
    for (const groups of [
      ["it_admin"],
      ["administrator"],
      ["MUSTER-IT"],
      ["muster-it "],
      ["muster"],
      "muster-it,other",
      ["__proto__"],
    ]) {
      const { account } = await signInWith({ ...of(lena), groups });
      assert.deepEqual([account.id, account.role], [lena.id, "learner"], JSON.stringify(groups));
    }
    const elsewhere = await signInWith({ ...of(lena), groups: [], roles: ["muster-it"], role: "it_admin" });
    assert.equal(elsewhere.account.role, "learner", "another claim");
    assert.deepEqual(await administrators(), before_it);
  });

  test("an object, mixed values, 10,000 groups and Entra's overage give nothing, are named, and let nobody in as administrator", async () => {
    const many = Array.from({ length: 10_000 }, (_, place) => `group ${place}`);
    const cases: [Claims, string][] = [
      [{ groups: { "muster-it": true } }, "ROLES_INVALID"],
      [{ groups: ["muster-it", { value: "muster-it" }] }, "ROLES_INVALID"],
      [{ groups: [...many, "muster-it"] }, "ROLES_TOO_MANY"],
      [{ _claim_names: { groups: "src1" }, _claim_sources: { src1: { endpoint: `${provider.origin}/graph` } } }, "ROLES_OVERAGE"],
      [{ hasgroups: true }, "ROLES_OVERAGE"],
    ];
    const before_it = await administrators();
    for (const [claims, fault] of cases) {
      await database.superuser.query("delete from identity_link");
      const learner = await signInWith({ ...of(lena), ...claims });
      assert.deepEqual(
        [learner.account?.role, (await last()).note],
        ["learner", fault],
        "who is no administrator gets in as before",
      );
      const administrator = await signInWith({ ...of(guard), sub: "subject-2", ...claims });
      assert.equal(administrator.place, "/sign-in?company=refused");
      assert.deepEqual([(await last()).outcome, (await last()).said], [fault, "groups"]);
      const kept = await signInWith({ ...of(ada), sub: "subject-3", ...claims });
      assert.deepEqual([kept.account?.role, (await last()).note], ["it_admin", fault], "the last IT administrator can mend it");
    }
    assert.deepEqual(await administrators(), before_it);
    assert.ok(!provider.asked.some(({ path }) => path === "/graph"), "nothing that a claim names is called");
  });

  test("what is kept of values is bounded", async () => {
    const groups = ["x".repeat(10_000), "y".repeat(257), ...Array.from({ length: 198 }, (_, place) => `group ${place}`)];
    await signInWith({ ...of(lena), groups });
    const { role_values } = await last();
    assert.deepEqual([role_values.length, role_values[0]], [198, "group 0"]);
  });

  test("a subject that was given to another person inherits no role", async () => {
    const officer = await createAccount(database, acme.tenant_id, "compliance_officer");
    const first = await signInWith({ ...of(officer), sub: "shared", groups: ["muster-it"] });
    assert.equal(first.account.role, "it_admin");
    const theirs = await signInWith({ ...of(lena), sub: "shared", groups: ["muster-it"] });
    assert.equal(theirs.place, "/sign-in?company=unknown");
    assert.equal((await last()).outcome, "SUBJECT_REASSIGNED");
    const renamed = await signInWith({ email: "new@panel.example", email_verified: true, sub: "shared", groups: [] });
    assert.equal(renamed.place, "/sign-in?company=unknown", "nor by an address that nobody has: the values are those of today");
    assert.equal((await last()).outcome, "NO_ROLE");
    const { account } = await signInWith({ ...of(lena), sub: "shared", groups: ["everybody"] });
    assert.deepEqual([account.id, account.role], [lena.id, "learner"], "the subject is free, and brings nothing along");
  });

  test("no administrator is made of an address that is not vouched for or not of a verified domain", async () => {
    const before_it = (await administrators()).length;
    for (const claims of [
      { email: "eve@panel.example", email_verified: false },
      { email: "eve@elsewhere.example", email_verified: true },
      {},
    ]) {
      const { place } = await signInWith({ ...claims, sub: "eve", groups: ["muster-it"] });
      assert.equal(place, "/sign-in?company=unknown");
    }
    assert.equal((await administrators()).length, before_it);
  });

  test("two sign-ins at once make one administrator, and of two that would each leave no IT administrator one keeps the role", async () => {
    const ways = async (all: Claims[]) => {
      const begun = await Promise.all(
        all.map(async (claims) => {
          const panel = openPanel(server);
          const sent_to = await depart(panel, acme.code);
          return { panel, sent_to, token: signed(provider.key, await honestClaims(database, provider, sent_to, claims)) };
        }),
      );
      provider.instead.set("/token", (_request, body, reply) => {
        const { token: id_token } = begun[Number(new URLSearchParams(body).get("code"))]!;
        reply.writeHead(200, { "content-type": "application/json" });
        reply.end(JSON.stringify({ access_token: "opaque", token_type: "Bearer", id_token }));
      });
      return Promise.all(
        begun.map(async ({ panel, sent_to }, place) =>
          placeOf(await comeBack(server, panel, answerTo(sent_to, provider, { code: String(place) }))),
        ),
      );
    };
    const eva = { email: "eva@panel.example", email_verified: true, sub: "eva", groups: ["muster-gate"] };
    const places = await ways([eva, eva]);
    assert.ok(places.includes("/"), places.join(" "));
    const { rows } = await database.superuser.query("select role from administrator where email = 'eva@panel.example'");
    assert.deepEqual(rows, [{ role: "guard" }]);

    await database.superuser.query("update administrator set disabled_at = now() where role = 'it_admin' and id <> $1", [ada.id]);
    const bea = await createAccount(database, acme.tenant_id, "it_admin");
    await ways([
      { ...of(ada), sub: "ada", groups: [] },
      { ...of(bea), sub: "bea", groups: [] },
    ]);
    const left = (await administrators()).filter(({ role, disabled }) => role === "it_admin" && !disabled);
    assert.equal(left.length, 1);
  });
});
