// People who are created at their first sign-in: with a certified provider from the sign-in page on, and with one that a test
// controls.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { signInThere, startCertifiedProvider, type CertifiedProvider } from "../harness/identity/certified-provider.ts";
import { signed, startOwnProvider, type Claims, type OwnProvider } from "../harness/identity/own-provider.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, session_cookie, sessionOf, type Panel } from "../harness/panel/panel.ts";
import { startServer, type Reply, type TestServer } from "../harness/server.ts";
import { answerTo, base_url, comeBack, depart, giveProvider, honestClaims, placeOf, verifyDomain } from "./arrange.ts";

const file = {
  departments: [
    { name: "Logistyka Północ", code: "LOG" },
    { name: "Head office", code: "HEAD" },
  ],
  courses: [{ title: "Fire safety", code: "FIRE" }],
  licenses: [{ name: "Seats", courses: ["FIRE"], seats_total: 1 }],
  rules: [{ name: "Warehouse", when: { department: "LOG" }, assign: ["FIRE"] }],
};

const settings = {
  on: true,
  first_name_claim: "given_name",
  last_name_claim: "family_name",
  employee_no_claim: "employee_number",
  department_claim: "department",
  department_id: null,
  worker_type: "internal_payroll",
  contractor_id: null,
};

const turn = (panel: Panel, more: Record<string, unknown> = {}) =>
  panel.call("PUT", "/identity-provider/people", { body: { ...settings, ...more } });
const lastSignIn = async (panel: Panel) => (await panel.get("/identity-provider/sign-ins")).body.sign_ins[0];

describe("at a certified provider", () => {
  let database: TestDatabase;
  let server: TestServer;
  let provider: CertifiedProvider;
  let acme: TestOrganisation;
  let it: Panel;
  const secret = "a secret that the provider has made";
  const directory: Record<string, Record<string, unknown>> = {};

  before(async () => {
    database = await openDatabase();
    provider = await startCertifiedProvider();
    const redirect_uris = [`${base_url}/panel/sign-in/ACME/callback`];
    provider.serve(directory, { client_id: "muster", client_secret: secret, redirect_uris });
    server = await startServer(database, { identity_origins: [provider.issuer] });
    acme = await createOrganisation(database, file);
    it = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"));
  });
  after(async () => {
    await server.close();
    await provider.close();
    await database.close();
  });

  const setUp = (more: Record<string, unknown> = {}) =>
    it.call("PUT", "/identity-provider", {
      body: {
        issuer: provider.issuer,
        client_id: "muster",
        authentication: "client_secret_basic",
        client_secret: secret,
        external_id_claim: null,
        ...more,
      },
    });

  async function tryOut(login: string): Promise<string> {
    const reply = await it.post("/identity-provider/test");
    return placeOf(await comeBack(server, it, await signInThere(provider.issuer, reply.body.location, login)));
  }

  async function signIn(login: string): Promise<{ panel: Panel; place: string }> {
    const panel = openPanel(server);
    const location = await depart(panel, acme.code);
    return { panel, place: placeOf(await comeBack(server, panel, await signInThere(provider.issuer, location.href, login))) };
  }

  const somebody = (login: string, more: Record<string, unknown> = {}) => {
    directory[login] = {
      email: `${login}@panel.example`,
      email_verified: true,
      given_name: "Zofia",
      family_name: "Nowak",
      employee_number: 4711,
      department: "logistyka  polnoc",
      ...more,
    };
  };

  test("it is off until an IT administrator switches it on: with a provider that was tested and a verified domain, and without SCIM", async () => {
    assert.equal((await turn(it)).status, 404, "no provider yet");
    assert.equal((await setUp()).body.provider.people, null);
    assert.equal((await turn(it)).body.code, "PROVIDER_NOT_TESTED");
    somebody("zofia");
    assert.equal(await tryOut("zofia"), "/settings/sign-in?test=unknown");
    assert.equal((await it.call("PUT", "/identity-provider/state", { body: { on: true } })).status, 200);
    assert.equal((await signIn("zofia")).place, "/sign-in?company=unknown");
    assert.equal((await lastSignIn(it)).outcome, "NOT_KNOWN", "off by default");

    assert.equal((await turn(it)).body.code, "VERIFIED_DOMAIN_NEEDED");
    await verifyDomain(database, acme.tenant_id);
    const stale = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"), {
      stale: true,
    });
    assert.equal((await turn(stale)).body.code, "STEP_UP_REQUIRED");
    const nowhere = await turn(it, { department_id: acme.tenant_id, worker_type: "b2b_contractor" });
    assert.deepEqual(
      nowhere.body.errors.map(({ pointer, code }: any) => [pointer, code]),
      [
        ["#/department_id", "UNKNOWN_DEPARTMENT"],
        ["#/contractor_id", "CONTRACTOR_REQUIRED"],
      ],
    );
    const on = await turn(it);
    assert.equal(on.status, 200, on.text);
    assert.deepEqual(on.body.provider.people, settings);
    const { rows } = await database.superuser.query(
      "select changes from audit_log where operation = 'identity_provider.set_people'",
    );
    assert.deepEqual([rows.length, rows[0].changes.on], [1, [null, true]]);
  });

  test("a test sign-in says that a person would be created, and creates none", async () => {
    assert.equal(await tryOut("zofia"), "/settings/sign-in?test=ok");
    const { outcome, note, account } = await lastSignIn(it);
    assert.deepEqual([outcome, note, account], ["OK", "PERSON_WOULD_BE_CREATED", null]);
    const { rows } = await database.superuser.query("select id from person");
    assert.deepEqual(rows, []);
  });

  test("who is nobody here becomes a person with the training that rules ask of them, and is told of like any other", async () => {
    const { panel, place } = await signIn("zofia");
    assert.equal(place, "/");
    const { account } = (await panel.get("/session")).body;
    assert.deepEqual([account.role, account.name, account.email], ["learner", "Zofia Nowak", "zofia@panel.example"]);
    const { rows } = await database.superuser.query(
      `select p.employee_no, p.managed_by, p.state, d.code, (select count(*)::int from enrollment e where e.person_id = p.id) as enrollments,
        (select linked_by from identity_link l where l.person_id = p.id) as linked_by
      from person p left join department d on d.id = p.department_id where p.id = $1`,
      [account.id],
    );
    assert.deepEqual(rows, [
      { employee_no: "4711", managed_by: "platform", state: "active", code: "LOG", enrollments: 1, linked_by: "created" },
    ]);
    const { outcome, note, account: listed } = await lastSignIn(it);
    assert.deepEqual([outcome, note, listed.id], ["OK", "PERSON_CREATED", account.id]);
    const { rows: audited } = await database.superuser.query(
      "select operation, actor_type, actor_name from audit_log where target_id = $1 or operation = 'session.start' order by id",
      [account.id],
    );
    assert.deepEqual(audited[0], { operation: "person.create", actor_type: "system", actor_name: "sign-in" });
    assert.equal(audited.at(-1).operation, "session.start");
    const { rows: events } = await database.superuser.query("select type from event where type like 'user.%' order by id");
    assert.equal(events[0].type, "user.created");
  });

  test("a later sign-in finds the person and changes nothing of the record, whatever the provider says by then", async () => {
    const record = async () =>
      (await database.superuser.query("select to_jsonb(p) - 'last_sign_in_at' - 'updated_at' - 'version' as row from person p"))
        .rows;
    const before_it = await record();
    somebody("zofia", { given_name: "Sophie", department: "Head office", employee_number: 9 });
    assert.equal((await signIn("zofia")).place, "/");
    assert.deepEqual(await record(), before_it);
    assert.equal((await lastSignIn(it)).note, null);
  });

  test("licences hold: who comes when no seat is left is created, and the training waits for one", async () => {
    somebody("jan", { given_name: "Jan", family_name: "Lis", employee_number: "J 1" });
    const { panel, place } = await signIn("jan");
    assert.equal(place, "/");
    const { id } = (await panel.get("/session")).body.account;
    const { rows } = await database.superuser.query("select kind from alert where person_id = $1", [id]);
    assert.equal(rows.length, 1);
    assert.equal((await database.superuser.query("select id from enrollment where person_id = $1", [id])).rows.length, 0);
  });

  test("what is missing is named, all at once, and nobody is created", async () => {
    somebody("kim", { given_name: undefined, employee_number: { value: 1 }, department: "Nowhere", email: "kim@panel.example" });
    assert.equal((await signIn("kim")).place, "/sign-in?company=unknown");
    const first = await lastSignIn(it);
    assert.equal(first.outcome, "PERSON_INCOMPLETE");
    assert.match(
      first.said,
      /^employee_number \(employee_no\): .*; given_name \(first_name\): |^given_name \(first_name\): .*; employee_number \(employee_no\): /,
    );
    somebody("kim", { department: "Nowhere", employee_number: "K1" });
    await signIn("kim");
    const second = await lastSignIn(it);
    assert.deepEqual(
      [second.outcome, second.said],
      ["PERSON_INCOMPLETE", "department (department_name): no department in use has this name"],
    );
    somebody("kim", { department: undefined, employee_number: 4711 });
    await signIn("kim");
    const third = await lastSignIn(it);
    assert.deepEqual([third.outcome, third.said], ["PERSON_CONFLICTS", "A person with this employee number already exists."]);
    const { rows } = await database.superuser.query("select id from person where first_name = 'Kim'");
    assert.deepEqual(rows, []);
  });

  test("a fixed department, and a number that nobody has, where the organisation names no claims for them", async () => {
    const { rows } = await database.superuser.query("select id from department where code = 'HEAD'");
    const fixed = { department_claim: null, employee_no_claim: null, department_id: rows[0].id };
    assert.equal((await turn(it, fixed)).status, 200);
    somebody("ola");
    const { panel } = await signIn("ola");
    const { rows: made } = await database.superuser.query(
      "select p.employee_no, d.code from person p join department d on d.id = p.department_id where p.id = $1",
      [(await panel.get("/session")).body.account.id],
    );
    assert.deepEqual(made, [{ employee_no: "ola@panel.example", code: "HEAD" }]);
    await turn(it);
  });

  test("who has left is not made anew", async () => {
    await database.superuser.query(
      "update person set state = 'deactivated', deactivated_at = now() where employee_no = 'ola@panel.example'",
    );
    await database.superuser.query("delete from identity_link");
    assert.equal((await signIn("ola")).place, "/sign-in?company=unknown");
    assert.equal((await lastSignIn(it)).outcome, "ACCOUNT_NOT_IN_USE");
  });

  test("where SCIM brings people in nobody is created, and it cannot be switched on", async () => {
    await createOrganisation(database, { ...file, clients: [{ name: "idp", scopes: ["scim"], scim_profile: "generic" }] });
    somebody("new");
    assert.equal((await signIn("new")).place, "/sign-in?company=unknown");
    assert.equal((await lastSignIn(it)).outcome, "SCIM_BRINGS_PEOPLE");
    assert.equal((await turn(it, { last_name_claim: "other" })).body.code, "PEOPLE_COME_BY_SCIM");
    assert.equal((await turn(it, { on: false })).status, 200, "it can be switched off");
    await database.superuser.query("update client set revoked_at = now()");
    assert.equal((await turn(it)).status, 200);
  });

  test("another client or provider is a draft, and creates nobody until it is tested and switched on anew", async () => {
    const other = await setUp({ client_id: "another" });
    assert.deepEqual([other.body.provider.state, other.body.provider.people.on], ["draft", false]);
    assert.equal(other.body.provider.people.first_name_claim, "given_name", "the rest is kept");
  });
});

describe("a provider that says what the test says", () => {
  let database: TestDatabase;
  let server: TestServer;
  let provider: OwnProvider;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    provider = await startOwnProvider();
    server = await startServer(database, { identity_origins: [provider.origin] });
    acme = await createOrganisation(database, file);
  });
  after(async () => {
    await server.close();
    await provider.close();
    await database.close();
  });
  beforeEach(async () => {
    provider.instead.clear();
    provider.metadata = { userinfo_endpoint: `${provider.origin}/userinfo` };
    await giveProvider(database, acme.tenant_id, { issuer: provider.issuer });
    await database.superuser.query("update identity_provider set people = $1", [
      JSON.stringify({ ...settings, employee_no_claim: null }),
    ]);
    await database.superuser.query("delete from identity_link");
    await database.superuser.query(
      "delete from person where not exists (select from enrollment e where e.person_id = person.id)",
    );
  });

  const honest = {
    email: "eva@panel.example",
    email_verified: true,
    given_name: "Eva",
    family_name: "Maj",
    department: "HEAD OFFICE",
  };

  async function signInWith(claims: Claims): Promise<{ panel: Panel; reply: Reply }> {
    const panel = openPanel(server);
    const sent_to = await depart(panel, acme.code);
    provider.id_token = signed(provider.key, await honestClaims(database, provider, sent_to, claims));
    return { panel, reply: await comeBack(server, panel, answerTo(sent_to, provider)) };
  }

  async function refused(
    { panel, reply }: { panel: Panel; reply: Reply },
    outcome: string,
    shown = "unknown",
  ): Promise<string | null> {
    assert.equal(placeOf(reply), `/sign-in?company=${shown}`);
    assert.equal(panel.cookies.has(session_cookie), false, "a session began");
    const { rows } = await database.superuser.query("select outcome, said from identity_sign_in order by id desc limit 1");
    assert.equal(rows[0].outcome, outcome, JSON.stringify(rows));
    assert.deepEqual(
      (await database.superuser.query("select id from person where first_name = 'Eva'")).rows,
      [],
      "a person was made",
    );
    return rows[0].said;
  }

  /** The claims from userinfo. The ID token lacks a name, so that userinfo is requested. */
  const inUserinfo = (claims: Claims) =>
    provider.instead.set("/userinfo", (_request, _body, reply) => {
      reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(claims));
    });

  test("an honest answer makes a person: those below differ from it in one thing", async () => {
    const { panel, reply } = await signInWith(honest);
    assert.equal(placeOf(reply), "/");
    assert.equal((await panel.get("/session")).body.account.name, "Eva Maj");
    const { rows } = await database.superuser.query(
      "select p.id from person p join department d on d.id = p.department_id where d.code = 'HEAD'",
    );
    assert.equal(rows.length, 1);
  });

  test("an address that is not vouched for, of a domain that is not proved, or none at all makes nobody", async () => {
    await refused(await signInWith({ ...honest, email_verified: false }), "EMAIL_NOT_VERIFIED");
    assert.equal(
      await refused(await signInWith({ ...honest, email: "eva@elsewhere.example" }), "DOMAIN_NOT_VERIFIED"),
      "elsewhere.example",
    );
    await refused(await signInWith({ ...honest, email: "eva@sub.panel.example" }), "DOMAIN_NOT_VERIFIED");
    inUserinfo({ sub: "subject-1" });
    assert.equal(await refused(await signInWith({ ...honest, email: undefined }), "PERSON_INCOMPLETE"), "email: is missing");
  });

  test("userinfo gives a name that the ID token lacks; of another subject, or in place of what the token says, it counts for nothing", async () => {
    const nameless = { ...honest, given_name: undefined };
    inUserinfo({ sub: "somebody-else", given_name: "Eva" });
    await refused(await signInWith(nameless), "RESPONSE_INVALID", "refused");
    inUserinfo({ sub: "subject-1", given_name: "Eva", email_verified: true });
    await refused(await signInWith({ ...nameless, email_verified: undefined }), "EMAIL_NOT_VERIFIED");
    inUserinfo({ sub: "subject-1", given_name: "Eva", family_name: "Other", email: "root@panel.example" });
    const { panel } = await signInWith(nameless);
    const { account } = (await panel.get("/session")).body;
    assert.deepEqual([account.name, account.email], ["Eva Maj", "eva@panel.example"]);
  });

  test("two sign-ins at once make one person, and both are signed in", async () => {
    const ways = await Promise.all(
      [0, 1, 2].map(async () => {
        const panel = openPanel(server);
        return { panel, sent_to: await depart(panel, acme.code) };
      }),
    );
    const tokens = await Promise.all(
      ways.map(async ({ sent_to }) => signed(provider.key, await honestClaims(database, provider, sent_to, honest))),
    );
    provider.instead.set("/token", (_request, body, reply) => {
      const id_token = tokens[Number(new URLSearchParams(body).get("code"))];
      reply.writeHead(200, { "content-type": "application/json" });
      reply.end(JSON.stringify({ access_token: "opaque", token_type: "Bearer", id_token }));
    });
    const replies = await Promise.all(
      ways.map(({ panel, sent_to }, place) => comeBack(server, panel, answerTo(sent_to, provider, { code: String(place) }))),
    );
    assert.deepEqual(replies.map(placeOf), ["/", "/", "/"]);
    const ids = await Promise.all(ways.map(async ({ panel }) => (await panel.get("/session")).body.account.id));
    assert.equal(new Set(ids).size, 1);
    const { rows } = await database.superuser.query("select id from person where first_name = 'Eva'");
    assert.deepEqual(rows, [{ id: ids[0] }]);
    const { rows: noted } = await database.superuser.query(
      "select note from identity_sign_in where person_id = $1 and note is not null",
      [ids[0]],
    );
    assert.equal(noted.length, 1, "it was created once");
  });

  test("another subject with the address of somebody who was created gets neither their account nor one of its own", async () => {
    await signInWith(honest);
    const { panel, reply } = await signInWith({ ...honest, sub: "subject-2" });
    assert.equal(placeOf(reply), "/sign-in?company=unknown");
    assert.equal(panel.cookies.has(session_cookie), false);
    const { rows } = await database.superuser.query("select outcome from identity_sign_in order by id desc limit 1");
    assert.equal(rows[0].outcome, "OTHER_SUBJECT");
  });
});
