// Tools of LTI 1.3 from outside: registered in the panel, launched by learners, and heard. A tool by somebody else's library (ltijs) is launched
// and sends scores; what no library would send is sent by hand.
import assert from "node:assert/strict";
import { createPublicKey } from "node:crypto";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { freePort } from "../../../test/harness/panel/browser.ts";
import { needsServer, openDatabase, waitsForLock, type TestDatabase } from "../../../test/harness/database.ts";
import { workOff } from "../../../test/harness/jobs.ts";
import { follow, formOf, Jar } from "../../../test/harness/lti/browser.ts";
import { newOwnTool, type OwnTool } from "../../../test/harness/lti/own-tool.ts";
import { startTool, type TestTool } from "../../../test/harness/lti/tool.ts";
import { createOrganisation, type TestOrganisation } from "../../../test/harness/organisation/organisation.ts";
import {
  createAccount,
  session_cookie,
  sessionOf,
  type Panel,
  type Role,
  type TestAccount,
} from "../../../test/harness/panel/panel.ts";
import { startServer, test_keyring, type Reply, type TestServer } from "../../../test/harness/server.ts";
import { readKeyring } from "../../platform/crypto/keyring.ts";
import { ownKeyOf } from "./keys/own-key.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let beta: TestOrganisation;
let library: TestTool;
let admin: Panel;
let trainer: Panel;
/** Registered with `library`, and with a tool by hand. */
let simulation: { id: string };
let hand: { id: string; tool: OwnTool };

const codes = ["STORY", "MARK", "LAUNCH", "NAMES", "ATTACK", "SCORE", "USED", "ERASE", "RACE", "MOVES", "AGAIN"];

before(async () => {
  database = await openDatabase();
  library = await startTool();
  server = await startServer(database, { own_port: await freePort(), identity_origins: [library.url] });
  const courses = codes.map((code) => ({
    code,
    title: `Course ${code}`,
    validity: { value: 12, unit: "month" as const },
    attempts_allowed: 2,
    ...(code === "MARK" ? { pass_score: 80 } : {}),
  }));
  acme = await createOrganisation(database, { courses });
  beta = await createOrganisation(database, { courses, organisation: { code: "BETA", name: "Beta" } });
  admin = await open("it_admin");
  trainer = await open("training_admin");
  simulation = await ok(
    admin.post("/lti-tools", { name: "Simulation", ...library.settings, sends_name: false, sends_email: false }),
  );
  hand = await byHand("By hand");
  await library.register({ ...(await platform()), client_id: simulation.id });
});
after(async () => {
  await server?.close();
  await library?.close();
  await database?.close();
});

const query = async (sql: string, values: unknown[] = []) => (await database.superuser.query(sql, values)).rows;

type Signed = Panel & { account: TestAccount; session: string };

/** A session in a browser that calls this server its own. */
async function open(role: Role, of = acme, as?: TestAccount): Promise<Signed> {
  const account = as ?? (await createAccount(database, of.tenant_id, role));
  const panel = await sessionOf(server, database, of.tenant_id, account);
  const session = `muster_session=${panel.cookies.get(session_cookie)!}`;
  panel.cookies.set("muster_session", panel.cookies.get(session_cookie)!);
  const call: Panel["call"] = (method, path, send = {}) =>
    panel.call(method, path, { ...send, headers: { origin: server.url, ...send.headers } });
  return {
    ...panel,
    call,
    get: (path) => call("GET", path),
    post: (path, body, send) => call("POST", path, { ...(body === undefined ? {} : { body }), ...send }),
    delete: (path) => call("DELETE", path),
    session,
  };
}

async function ok(reply: Promise<Reply>): Promise<any> {
  const { status, body, text } = await reply;
  assert.ok(status < 300, text);
  return body;
}

const platform = async (of: Panel = admin) => (await ok(of.get("/lti-tools"))).platform;
const own_settings = {
  login_url: "https://hand.example/login",
  launch_url: "https://hand.example/launch",
  redirect_urls: ["https://hand.example/launch", "https://hand.example/other"],
  sends_name: false,
  sends_email: false,
};

async function byHand(
  name: string,
  of: Panel = admin,
  keysOf = ({ public_key }: OwnTool) => public_key,
): Promise<{ id: string; tool: OwnTool }> {
  const tool = newOwnTool();
  const { id } = await ok(of.post("/lti-tools", { name, ...own_settings, public_keys: keysOf(tool) }));
  return { id, tool };
}

async function setItems(code: string, items: unknown[]): Promise<Reply> {
  const [{ id }] = await query("select id from course where tenant_id = $1 and code = $2", [acme.tenant_id, code]);
  return trainer.call("PUT", `/courses/${id}/items`, { body: { items } });
}

const itemOf = (tool_id: string, rest = {}) => ({
  kind: "lti",
  title: "Drive",
  required: true,
  opens: "at_once",
  tool_id,
  ...rest,
});

type Learner = Signed & { enrollment: string; item: string };

async function enrolled(code: string, rest: { as?: Signed } = {}): Promise<Learner> {
  const learner = rest.as ?? (await open("learner"));
  const [{ id }] = await query(
    `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
    select tenant_id, gen_random_uuid(), $2, id, 2026, 'admin', true, now(), attempts_allowed from course where tenant_id = $1 and code = $3
    returning id`,
    [acme.tenant_id, learner.account.id, code],
  );
  const { items } = await ok(learner.get(`/my/courses/${id}/items`));
  return { ...learner, enrollment: id, item: items[0].id };
}

const launch = (learner: Learner) => learner.post(`/my/courses/${learner.enrollment}/items/${learner.item}/tool`);
const stateOf = async (learner: Learner) => {
  const { status, run, items } = await ok(learner.get(`/my/courses/${learner.enrollment}/items`));
  return { status, result: run?.result ?? null, item: items[0].state, score: items[0].score };
};

/** What the tool would ask at our authorization endpoint after a launch. */
async function askedAfter(launched: string, more: Record<string, string | undefined> = {}): Promise<URL> {
  const said = new URL(launched).searchParams;
  const url = new URL((await platform()).authorization_url);
  const asked: Record<string, string | undefined> = {
    response_type: "id_token",
    response_mode: "form_post",
    scope: "openid",
    prompt: "none",
    client_id: said.get("client_id")!,
    redirect_uri: own_settings.redirect_urls[0],
    login_hint: said.get("login_hint")!,
    lti_message_hint: said.get("lti_message_hint")!,
    nonce: "n-1",
    state: "s-1",
    ...more,
  };
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

async function authorize(url: URL, { session }: { session: string }) {
  const answer = await fetch(url, { headers: { cookie: session } });
  return { status: answer.status, text: await answer.text() };
}

const claimsOf = (id_token: string) => JSON.parse(Buffer.from(id_token.split(".")[1]!, "base64url").toString());

/** The tool by hand is launched; returns by what id it knows the learner. */
async function launchByHand(learner: Learner): Promise<string> {
  const { url } = await ok(launch(learner));
  const { text } = await authorize(await askedAfter(url), learner);
  return claimsOf(formOf(text).fields["id_token"]!).sub;
}

const ags = "https://purl.imsglobal.org/spec/lti-ags/scope";
const all_scopes = ["lineitem.readonly", "result.readonly", "score"].map((name) => `${ags}/${name}`).join(" ");

async function askToken(form: Record<string, string>, code = acme.code): Promise<Reply> {
  const answer = await fetch(`${server.url}/lti/${code}/token`, { method: "POST", body: new URLSearchParams(form) });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

const formWith = (client_assertion: string, scope = all_scopes) => ({
  grant_type: "client_credentials",
  client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  client_assertion,
  scope,
});

async function tokenOf({ id, tool }: { id: string; tool: OwnTool }, scope = all_scopes, code = acme.code): Promise<string> {
  const reply = await askToken(formWith(tool.assertion(id, `${server.url}/lti/${code}/token`), scope), code);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.access_token;
}

let seconds = 0;
/** Each later than the one before, and none of the future. */
const instant = () => new Date(Date.now() - 3_600_000 + (seconds += 1) * 1_000).toISOString();
const scoreOf = (userId: string, rest = {}) => ({
  userId,
  timestamp: instant(),
  activityProgress: "Completed",
  gradingProgress: "FullyGraded",
  scoreGiven: 9,
  scoreMaximum: 10,
  ...rest,
});

async function read(token: string, path: string): Promise<{ status: number; body: any }> {
  const answer = await fetch(`${server.url}/lti/${acme.code}/${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: await answer.json() };
}

async function send(token: string, item: string, body: unknown, code = acme.code): Promise<{ status: number; body: any }> {
  const answer = await fetch(`${server.url}/lti/${code}/line-items/${item}/scores`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/vnd.ims.lis.v1.score+json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}

test("a tool by somebody else's library is launched from a course, reads its line item, sends a score, and the course is completed with a certificate", async () => {
  const custom = [{ name: "scenario", value: "ramp" }];
  assert.equal((await setItems("STORY", [itemOf(simulation.id, { custom })])).status, 200);
  const learner = await enrolled("STORY");
  assert.deepEqual(await stateOf(learner), { status: "assigned", result: null, item: "open", score: null });
  const shown = await ok(learner.get(`/my/courses/${learner.enrollment}/items/${learner.item}`));
  assert.deepEqual(shown.tool, { name: "Simulation", sends_name: false, sends_email: false, sends_parameters: true });
  const { url } = await ok(launch(learner));
  assert.match(await follow(url, learner.session), /Forklift simulation/);
  const token = library.launches.at(-1)!;
  const { context, resource, endpoint, roles, launchPresentation, targetLinkUri } = token.platformContext;
  assert.deepEqual([context.label, context.title, resource.title], ["STORY", "Course STORY", "Drive"]);
  assert.deepEqual(roles, ["http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"]);
  assert.deepEqual([targetLinkUri, token.platformContext.custom], [library.settings.launch_url, { scenario: "ramp" }]);
  assert.equal(launchPresentation.return_url, `${server.url}/panel/my-training/${learner.enrollment}?item=${learner.item}`);
  // Nothing is said of who it is.
  assert.deepEqual(Object.values(token.userInfo).filter(Boolean), []);
  assert.notEqual(token.user, learner.account.id);
  assert.deepEqual((await stateOf(learner)).item, "under_way");

  const { lineItems } = await library.grade.getLineItems(token, { resourceLinkId: true });
  assert.deepEqual(lineItems, [await library.grade.getLineItemById(token, endpoint.lineitem)]);
  const progress = { activityProgress: "InProgress", gradingProgress: "Pending" };
  await library.grade.submitScore(token, endpoint.lineitem, { scoreGiven: 4, ...progress });
  assert.deepEqual((await stateOf(learner)).item, "under_way");
  const final = { activityProgress: "Completed", gradingProgress: "FullyGraded" };
  await library.grade.submitScore(token, endpoint.lineitem, { scoreGiven: 9, scoreMaximum: 10, ...final });
  assert.deepEqual(await stateOf(learner), { status: "completed", result: "passed", item: "done", score: 90 });
  const { scores } = await library.grade.getScores(token, endpoint.lineitem);
  assert.deepEqual(
    scores.map(({ userId, resultScore, resultMaximum }) => [userId, resultScore, resultMaximum]),
    [[token.user, 9, 10]],
  );
  const [result] = await query(
    `select (select count(*)::int from attempt where enrollment_id = $1 and score = 90) as attempts,
      (select count(*)::int from certificate where person_id = $2) as certificates,
      (select count(*)::int from event where tenant_id = $3 and type = 'course.completed') as events`,
    [learner.enrollment, learner.account.id, acme.tenant_id],
  );
  assert.deepEqual(result, { attempts: 1, certificates: 1, events: 1 });
  const [entry] = await query(
    "select actor_type, actor_name from audit_log where tenant_id = $1 and operation = 'enrollment.complete' and target_id = $2",
    [acme.tenant_id, learner.enrollment],
  );
  assert.deepEqual(entry, { actor_type: "system", actor_name: "Simulation" });
});

test("a score below the course's pass mark fails the attempt; the next launch begins another one, and the last allowed one ends the enrollment", async () => {
  await setItems("MARK", [itemOf(hand.id)]);
  const learner = await enrolled("MARK");
  const subject = await launchByHand(learner);
  const token = await tokenOf(hand);
  assert.equal((await send(token, learner.item, scoreOf(subject, { scoreGiven: 7.9 }))).status, 204);
  assert.deepEqual(await stateOf(learner), { status: "in_progress", result: "failed", item: "failed", score: 79 });
  // A better score for a run that has ended counts for nothing: the learner opens the tool again.
  assert.equal((await send(token, learner.item, scoreOf(subject))).status, 204);
  assert.equal((await stateOf(learner)).status, "in_progress");
  const results = async () =>
    ((await read(token, `line-items/${learner.item}/results`)).body as any[]).map((one) => one.resultScore);
  assert.deepEqual(await results(), [9]);
  assert.equal(await launchByHand(learner), subject, "a tool knows a person by one id");
  assert.deepEqual(await results(), [], "the run before has ended, and the one under way has no points yet");
  const begun = scoreOf(subject, { activityProgress: "Started", gradingProgress: "NotReady", scoreGiven: undefined });
  assert.equal((await send(token, learner.item, begun)).status, 204);
  assert.deepEqual(await results(), [], "nor after a score without points");
  assert.equal((await send(token, learner.item, scoreOf(subject, { scoreGiven: 1 }))).status, 204);
  assert.deepEqual((await stateOf(learner)).status, "failed");
  assert.equal((await launch(learner)).body.code, "ENROLLMENT_NOT_OPEN");
});

test("a line item is read at its own id as the course has it now, before it is launched and after it was renamed or taken out", async () => {
  const listed = await setItems("AGAIN", [itemOf(hand.id)]);
  const { id } = listed.body.items[0];
  const token = await tokenOf(hand);
  const shown = async () => {
    const { status, body } = await read(token, `line-items/${id}`);
    return status === 200 ? body.label : status;
  };
  assert.equal(await shown(), "Drive", "never launched");
  assert.deepEqual((await read(token, `line-items/${id}/results`)).body, []);
  const learner = await enrolled("AGAIN");
  await launchByHand(learner);
  await setItems("AGAIN", [itemOf(hand.id, { id, title: "Drive uphill" })]);
  assert.equal(await shown(), "Drive uphill");
  await setItems("AGAIN", [itemOf(simulation.id)]);
  assert.equal(await shown(), "Drive", "a run has it as it was");
  assert.equal((await read(await tokenOf(await byHand("A fourth tool")), `line-items/${id}`)).status, 404);
});

test("a tool is told names and addresses only where the administrator says so, and two tools know a person by two ids", async () => {
  await setItems("NAMES", [itemOf(hand.id), itemOf(simulation.id)]);
  const learner = await enrolled("NAMES");
  const first = await launchByHand(learner);
  const told = async (sends_name: boolean, sends_email: boolean) => {
    await ok(admin.call("PUT", `/lti-tools/${hand.id}`, { body: { name: "By hand", ...own_settings, sends_name, sends_email } }));
    const { url } = await ok(launch(learner));
    const claims = claimsOf(formOf((await authorize(await askedAfter(url), learner)).text).fields["id_token"]!);
    return ["name", "given_name", "family_name", "email"].map((name) => claims[name]);
  };
  assert.deepEqual(await told(true, false), ["Lena Learner", "Lena", "Learner", undefined]);
  assert.deepEqual(await told(false, true), [undefined, undefined, undefined, learner.account.login]);
  assert.deepEqual(await told(false, false), [undefined, undefined, undefined, undefined]);
  const { items } = await ok(learner.get(`/my/courses/${learner.enrollment}/items`));
  const other = { ...learner, item: items[1].id };
  await follow((await ok(launch(other))).url, learner.session);
  assert.notEqual(library.launches.at(-1)!.user, first);
  assert.equal((await setItems("NAMES", [itemOf(hand.id, { url: "https://elsewhere.example/x" })])).status, 422);
  assert.equal((await setItems("NAMES", [itemOf(hand.id, { url: "https://hand.example/scenario/2" })])).status, 200);
});

test("a launch is taken once, in its own session, by its own tool, at an address that is registered letter by letter, and soon", async (t) => {
  t.after(() => database.clock.release());
  await setItems("LAUNCH", [itemOf(hand.id)]);
  const learner = await enrolled("LAUNCH");
  const stranger = await open("learner");
  const other = await byHand("Another tool");
  const launched = async () => (await ok(launch(learner))).url as string;
  const errorOf = async (url: URL, who: { session: string } = learner) => {
    const { status, text } = await authorize(url, who);
    if (status === 400) return `page: ${/<code>(.*)<\/code>/.exec(text)?.[1]}`;
    const { action, fields } = formOf(text);
    assert.equal(action, url.searchParams.get("redirect_uri"));
    assert.equal(fields["state"] ?? null, url.searchParams.get("state"));
    return fields["error"] ?? "taken";
  };
  const one = await launched();
  // What cannot be sent to the tool is told to the learner.
  for (const redirect_uri of [
    "https://hand.example/launch/",
    "https://hand.example/launch?x=1",
    "https://hand.example/Launch",
    "https://hand.example.evil.example/launch",
    "javascript:alert(1)",
    "",
  ])
    assert.equal(await errorOf(await askedAfter(one, { redirect_uri })), "page: redirect_uri_not_registered", redirect_uri);
  assert.equal(await errorOf(await askedAfter(one, { client_id: learner.enrollment })), "page: unknown_client");
  const twice = await askedAfter(one);
  twice.searchParams.append("redirect_uri", "https://hand.example/other");
  assert.equal(await errorOf(twice), "page: invalid_request");
  for (const [more, error] of [
    [{ response_type: "code" }, "unsupported_response_type"],
    [{ response_mode: "fragment" }, "invalid_request"],
    [{ scope: "profile" }, "invalid_scope"],
    [{ prompt: "login" }, "invalid_request"],
    [{ nonce: undefined }, "invalid_request"],
    [{ state: undefined }, "invalid_request"],
    [{ nonce: "n".repeat(3_000) }, "invalid_request"],
    [{ login_hint: undefined }, "invalid_request"],
    [{ login_hint: "x".repeat(43) }, "invalid_request"],
    [{ lti_message_hint: undefined }, "invalid_request"],
    [{ lti_message_hint: learner.item }, "invalid_request"],
    [{ client_id: other.id }, "invalid_request"],
  ] as const)
    assert.equal(await errorOf(await askedAfter(one, more)), error, JSON.stringify(more));
  assert.equal(await errorOf(await askedAfter(one), stranger), "invalid_request");
  assert.equal(await errorOf(await askedAfter(one), { session: "" }), "login_required");
  assert.equal(await errorOf(await askedAfter(one), await open("learner", beta)), "login_required");
  // The learner in another browser is another session.
  assert.equal(await errorOf(await askedAfter(one), await open("learner", acme, learner.account)), "invalid_request");
  // None of that has used it up.
  assert.equal(await errorOf(await askedAfter(one, { redirect_uri: "https://hand.example/other" })), "taken");
  assert.equal(await errorOf(await askedAfter(one)), "invalid_request", "a hint that was used");
  const late = await launched();
  await database.clock.advance(601);
  assert.equal(await errorOf(await askedAfter(late)), "invalid_request", "a hint of eleven minutes ago");
  await database.clock.release();
  // A tool may send the browser by a form, to which browsers add no cookies of ours: it comes again by GET.
  const by_form = await askedAfter(await launched());
  const body = new URLSearchParams(by_form.searchParams);
  const again = await new Jar().go(`${by_form.origin}${by_form.pathname}`, { method: "POST", body });
  assert.equal(again.status, 303);
  const { text } = await authorize(new URL(again.headers.get("location")!), learner);
  assert.equal(claimsOf(formOf(text).fields["id_token"]!).nonce, "n-1");
});

test("a token is issued for one assertion, once, that the tool's own key has signed for us and now", async () => {
  const { tool, id } = hand;
  const audience = `${server.url}/lti/${acme.code}/token`;
  const foreign = newOwnTool();
  const hour_ago_s = Math.floor(Date.now() / 1_000) - 3_600;
  const bad: [string, string][] = [
    ["alg none", tool.assertion(id, audience, {}, { alg: "none" })],
    ["a shared secret made of the public key", tool.assertion(id, audience, {}, { alg: "HS256" })],
    ["another key", foreign.assertion(id, audience)],
    ["another audience", tool.assertion(id, "https://elsewhere.example/token")],
    ["the audience of another organisation", tool.assertion(id, `${server.url}/lti/${beta.code}/token`)],
    ["another tool", tool.assertion(simulation.id, audience)],
    ["no tool", tool.assertion(acme.tenant_id, audience)],
    ["iss and sub differ", tool.assertion(id, audience, { iss: simulation.id })],
    ["an hour ago", tool.assertion(id, audience, { iat: hour_ago_s, exp: hour_ago_s + 60 })],
    ["good for a day", tool.assertion(id, audience, { exp: hour_ago_s + 90_000 })],
    ["of the future", tool.assertion(id, audience, { nbf: hour_ago_s + 7_200 })],
    ["no jti", tool.assertion(id, audience, { jti: undefined })],
    ["an extension that must be understood", tool.assertion(id, audience, {}, { crit: ["b64"], b64: false })],
    ["no JWT", "a.b.c"],
  ];
  const said = new Set<string>();
  for (const [name, assertion] of bad) {
    const { status, text } = await askToken(formWith(assertion));
    assert.equal(status, 401, name);
    said.add(text);
  }
  assert.equal(said.size, 1, "all are answered alike");
  const used = tool.assertion(id, audience);
  assert.equal((await askToken(formWith(used))).status, 200);
  assert.equal((await askToken(formWith(used))).status, 401, "an assertion that was used");
  assert.equal((await askToken(formWith(tool.assertion(id, audience)), beta.code)).status, 401, "at another organisation");
  const errorOf = async (form: Record<string, string>) => (await askToken(form)).body.error;
  assert.equal(await errorOf({ ...formWith(tool.assertion(id, audience)), grant_type: "password" }), "unsupported_grant_type");
  assert.equal(await errorOf({ grant_type: "client_credentials" }), "invalid_request");
  assert.equal(await errorOf(formWith(tool.assertion(id, audience), "openid")), "invalid_scope");
  // Tools ask for line items to write as well: what is granted is said.
  const granted = await askToken(formWith(tool.assertion(id, audience), `${ags}/score ${ags}/lineitem`));
  assert.equal(granted.body.scope, `${ags}/lineitem.readonly ${ags}/score`);
  assert.deepEqual([granted.body.token_type, granted.body.expires_in], ["Bearer", 3_600]);
  const large = await fetch(audience, { method: "POST", body: new URLSearchParams({ client_assertion: "x".repeat(40_000) }) });
  assert.equal(large.status, 413);
  // Other keys end what was issued for those before.
  const fresh = await byHand("Rotating");
  await setItems("USED", [itemOf(fresh.id)]);
  const learner = await enrolled("USED");
  await launchByHand(learner);
  const token = await tokenOf(fresh);
  const status = async () => (await read(token, `line-items/${learner.item}`)).status;
  assert.equal(await status(), 200);
  const body = { name: "Rotating", ...own_settings, public_keys: newOwnTool().public_key };
  await ok(admin.call("PUT", `/lti-tools/${fresh.id}`, { body }));
  assert.equal(await status(), 401);
});

test("a key that was given without a name is found whatever the tool calls it, and a key with a name by that alone", async () => {
  const audience = `${server.url}/lti/${acme.code}/token`;
  const statusOf = async (id: string, tool: OwnTool, kid?: string) =>
    (await askToken(formWith(tool.assertion(id, audience, {}, kid === undefined ? {} : { kid })))).status;
  const second = newOwnTool();
  const jwkOf = ({ public_key }: OwnTool) => createPublicKey(public_key).export({ format: "jwk" });
  const pasted = await byHand("Two of PEM", admin, ({ public_key }) => public_key + second.public_key);
  const nameless = await byHand("A nameless JWK", admin, (tool) => JSON.stringify(jwkOf(tool)));
  const named = await byHand("A named JWK", admin, (tool) => JSON.stringify({ ...jwkOf(tool), kid: "key-1" }));
  assert.deepEqual(
    [
      await statusOf(hand.id, hand.tool, "key-1"),
      await statusOf(pasted.id, pasted.tool, "key-1"),
      await statusOf(pasted.id, second, "key-2"),
      await statusOf(pasted.id, second),
      await statusOf(nameless.id, nameless.tool, "key-1"),
      await statusOf(named.id, named.tool, "key-1"),
    ],
    [200, 200, 200, 200, 200, 200],
  );
  assert.equal(await statusOf(named.id, named.tool, "key-2"), 401);
  assert.equal(await statusOf(pasted.id, named.tool, "key-1"), 401, "of another tool");
});

test("a score is taken from the tool that was launched, of whom was sent there, later than the one before, and with a maximum", async () => {
  await setItems("SCORE", [itemOf(hand.id)]);
  const learner = await enrolled("SCORE");
  const subject = await launchByHand(learner);
  const token = await tokenOf(hand);
  const other = await byHand("A third tool");
  const theirs = await byHand("Theirs", await open("it_admin", beta));
  const waiting = await enrolled("SCORE");
  const progress = { activityProgress: "InProgress" };
  const at = new Date(Date.now() - 60_000).toISOString();
  const status = async (body: unknown, by = token, item = learner.item, code = acme.code) =>
    (await send(by, item, body, code)).status;

  assert.equal(await status(scoreOf(subject), await tokenOf(other)), 404, "a token of another tool");
  assert.equal(await status(scoreOf(subject), await tokenOf(theirs, all_scopes, beta.code)), 401, "of another organisation");
  assert.equal(await status(scoreOf(subject), await tokenOf(theirs, all_scopes, beta.code), learner.item, beta.code), 404);
  assert.equal(await status(scoreOf(subject), token, learner.item, beta.code), 401, "at another organisation's address");
  assert.equal(await status(scoreOf(subject), await tokenOf(hand, `${ags}/result.readonly`)), 403, "without the scope");
  assert.equal(await status(scoreOf(subject), "mlt_1.e30.AAAA"), 401);
  assert.equal(await status(scoreOf(subject), token.slice(0, -2)), 401);
  assert.equal(await status(scoreOf(waiting.account.id)), 404, "somebody who has not been sent to the tool");
  assert.equal(await status(scoreOf(learner.account.id)), 404, "our own id, which the tool does not know");
  assert.equal(await status(scoreOf("student-1")), 404);
  assert.equal(await status(scoreOf(subject), token, acme.tenant_id), 404, "another line item");
  for (const [rest, name] of [
    [{ scoreMaximum: 0 }, "a maximum of nothing"],
    [{ scoreMaximum: undefined }, "points without a maximum"],
    [{ scoreGiven: -1 }, "less than nothing"],
    [{ timestamp: "yesterday" }, "no instant"],
    [{ timestamp: new Date(Date.now() + 3_600_000).toISOString() }, "an instant of the future"],
    [{ activityProgress: "Done" }, "a word that the standard does not have"],
    [{ gradingProgress: undefined }, "no word"],
  ] as const)
    assert.equal(await status(scoreOf(subject, rest)), 422, name);
  assert.equal(await status(scoreOf(subject, { comment: "x".repeat(20_000) })), 413, "a body of 20,000 letters");
  assert.equal(await status("{"), 400);
  assert.equal((await stateOf(learner)).item, "under_way", "none of that has done anything");

  assert.equal(await status(scoreOf(subject, { ...progress, timestamp: at, comment: "well", "https://x.example/y": {} })), 204);
  const older = new Date(Date.parse(at) - 1_000).toISOString();
  for (const timestamp of [older, at])
    assert.equal((await send(token, learner.item, scoreOf(subject, { timestamp }))).body.code, "SCORE_NOT_NEWER");
  assert.equal((await stateOf(learner)).item, "under_way");
  const both = await Promise.all(
    [1, 2].map((more) => status(scoreOf(subject, { timestamp: new Date(Date.parse(at) + more * 1_000) }))),
  );
  assert.ok(both.includes(204), String(both));
  assert.equal((await stateOf(learner)).status, "completed");
  const [{ attempts }] = await query("select count(*)::int as attempts from attempt where enrollment_id = $1", [
    learner.enrollment,
  ]);
  assert.equal(attempts, 1);
  const results = async (search = "", by = token) => {
    const headers = { authorization: `Bearer ${by}` };
    const answer = await fetch(`${server.url}/lti/${acme.code}/line-items/${learner.item}/results${search}`, { headers });
    return { status: answer.status, body: (await answer.json()) as { userId: string }[], link: answer.headers.get("link") };
  };
  assert.deepEqual(
    (await results()).body.map(({ userId }) => userId),
    [subject],
  );
  assert.match((await results("?limit=1")).link!, /rel="next"/);
  assert.deepEqual((await results(`?user_id=${waiting.account.id}`)).body, []);
  assert.equal((await results("", await tokenOf(other))).status, 404);
});

test("an administrator registers tools with public addresses and fit keys, and removes what no course launches", async () => {
  const tool = { name: "Settings", ...own_settings, public_keys: newOwnTool().public_key };
  const faults = async (rest: object) => {
    const { status, body } = await admin.post("/lti-tools", { ...tool, ...rest });
    return [status, body.errors?.[0]?.pointer];
  };
  const jwks = (jwks_url: string) => ({ public_keys: null, jwks_url });
  assert.deepEqual(await faults(jwks("http://tool.example/keys")), [422, "#/jwks_url"]);
  assert.deepEqual(await faults(jwks("https://127.0.0.1/keys")), [422, "#/jwks_url"]);
  assert.deepEqual(await faults(jwks("https://localhost/keys")), [422, "#/jwks_url"]);
  assert.deepEqual(await faults({ jwks_url: "https://tool.example/keys" }), [422, "#/public_keys"]);
  assert.deepEqual(await faults({ public_keys: null }), [422, "#/public_keys"], "neither");
  assert.deepEqual(await faults({ public_keys: "none" }), [422, "#/public_keys"]);
  assert.deepEqual(await faults({ login_url: "http://hand.example/login" }), [422, "#/login_url"]);
  assert.deepEqual(await faults({ launch_url: "javascript:alert(1)" }), [422, "#/launch_url"]);
  assert.deepEqual(await faults({ redirect_urls: ["https://hand.example/a#b"] }), [422, "#/redirect_urls/0"]);
  assert.deepEqual(await faults({ name: "by HAND" }), [422, "#/name"]);
  assert.equal((await trainer.post("/lti-tools", tool)).status, 403);
  assert.equal((await admin.delete(`/lti-tools/${hand.id}`)).body.code, "LTI_TOOL_IN_USE");
  const added = await ok(admin.post("/lti-tools", tool));
  const put = (rest: object) =>
    admin.call("PUT", `/lti-tools/${added.id}`, { body: { ...tool, public_keys: undefined, ...rest } });
  await ok(put({ jwks_url: "https://tool.example/keys" }));
  const neither = await put({});
  assert.deepEqual(
    [neither.status, neither.body.errors?.[0]?.pointer],
    [422, "#/public_keys"],
    "from an address to keys, and none given",
  );
  assert.equal((await setItems("AGAIN", [itemOf("00000000-0000-7000-8000-000000000000")])).status, 422);
  assert.equal((await admin.delete(`/lti-tools/${added.id}`)).status, 204);
  assert.equal((await setItems("AGAIN", [itemOf(added.id)])).status, 422);
});

test("a tool does not move to another origin while items open addresses at the one before, and an earlier run goes to its launch URL", async () => {
  const moving = await byHand("Moving");
  const url = "https://hand.example/scenario/2";
  const [item] = (await setItems("MOVES", [itemOf(moving.id, { url })])).body.items;
  const learner = await enrolled("MOVES");
  const target = async () => new URL((await ok(launch(learner))).url).searchParams.get("target_link_uri");
  assert.equal(await target(), url);
  const change = (launch_url: string) =>
    admin.call("PUT", `/lti-tools/${moving.id}`, { body: { name: "Moving", ...own_settings, launch_url } });
  assert.equal((await change("https://hand.example/other")).status, 200, "the same origin");
  const { status, body } = await change("https://new.example/launch");
  assert.deepEqual([status, body.code], [409, "LTI_TOOL_ADDRESSES_IN_USE"]);
  assert.match(body.detail, /MOVES/);
  await setItems("MOVES", [itemOf(moving.id, { id: item.id })]);
  assert.equal((await change("https://new.example/launch")).status, 200);
  assert.equal(await target(), "https://new.example/launch");
  const claims = claimsOf(
    formOf((await authorize(await askedAfter((await ok(launch(learner))).url), learner)).text).fields["id_token"]!,
  );
  assert.equal(claims["https://purl.imsglobal.org/spec/lti/claim/target_link_uri"], "https://new.example/launch");
});

test("keys of a tool are read by a guarded call: an answer that is too large, leads elsewhere or is no set of keys lets nothing in", async () => {
  let answer = "";
  let status = 200;
  const keys = createServer((_request, response) => response.writeHead(status, { location: `${library.url}/keys` }).end(answer));
  await new Promise<void>((resolve) => keys.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(keys.address() as { port: number }).port}`;
  const other = await startServer(database, { own_port: await freePort(), identity_origins: [origin] });
  try {
    const tool = newOwnTool();
    const { id } = await byHand("Published");
    const audience = `${other.url}/lti/${acme.code}/token`;
    const attempt = async (header = {}) => {
      const body = new URLSearchParams(formWith(tool.assertion(id, audience, {}, header)));
      return (await fetch(audience, { method: "POST", body })).status;
    };
    for (const [path, said, code] of [
      ["/large", "x".repeat(600_000), 200],
      ["/elsewhere", "", 302],
      ["/none", "[]", 200],
      ["/null", "null", 200],
      ["/broken", '{"keys": [', 200],
      ["/odd", '{"keys": [null, 1, {"kty": "oct", "k": "AAAA"}]}', 200],
    ] as const) {
      [answer, status] = [said, code];
      await query("update lti_tool set public_keys = null, jwks_url = $2 where id = $1", [id, origin + path]);
      assert.equal(await attempt(), 401, path);
    }
    [answer, status] = [JSON.stringify({ keys: [createPublicKey(tool.public_key).export({ format: "jwk" })] }), 200];
    await query("update lti_tool set jwks_url = $2 where id = $1", [id, `${origin}/nameless`]);
    assert.equal(await attempt({ kid: "key-1" }), 200, "a set whose only key has no name");
  } finally {
    await other.close();
    await new Promise((resolve) => keys.close(resolve));
  }
});

test("an erasure takes away by what tools know a person, and the personal file has it before", async () => {
  await setItems("ERASE", [itemOf(hand.id)]);
  const learner = await enrolled("ERASE");
  const subject = await launchByHand(learner);
  const token = await tokenOf(hand);
  assert.equal((await send(token, learner.item, scoreOf(subject))).status, 204);
  const { unzipSync } = await import("fflate");
  const file = await fetch(`${server.url}/panel/api/people/${learner.account.id}/file`, {
    method: "POST",
    headers: { cookie: (await open("it_admin")).session, origin: server.url, "sec-fetch-site": "same-origin" },
  });
  assert.equal(file.status, 200);
  const { "person.json": json } = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const { tools } = JSON.parse(Buffer.from(json!).toString());
  assert.deepEqual([tools[0].tool, tools[0].subject, tools[0].scores[0].score_given], ["By hand", subject, 9]);
  await query("update person set state = 'deactivated', deactivated_at = now() where id = $1", [learner.account.id]);
  const [{ employee_no }] = await query("select employee_no from person where id = $1", [learner.account.id]);
  await ok(admin.post(`/people/${learner.account.id}/erasure`, { confirmation: employee_no }));
  await workOff(database);
  const [left] = await query(
    `select (select count(*)::int from lti_subject where person_id = $1) as subjects,
      (select count(*)::int from lti_launch where person_id = $1) as launches,
      (select count(*)::int from course_run_tool where subject = $2) as named`,
    [learner.account.id, subject],
  );
  assert.deepEqual(left, { subjects: 0, launches: 0, named: 0 });
  assert.equal((await send(token, learner.item, scoreOf(subject))).status, 404);
});

test(
  "a score that meets an erasure is answered as one of a learner whom the tool does not know",
  { skip: needsServer() },
  async () => {
    await setItems("RACE", [itemOf(hand.id)]);
    const learner = await enrolled("RACE");
    const subject = await launchByHand(learner);
    const token = await tokenOf(hand);
    const other = await database.superuser.connect();
    let sent: Promise<{ status: number }> | undefined;
    try {
      await other.query("begin");
      await other.query("select from person where id = $1 for update", [learner.account.id]);
      sent = send(token, learner.item, scoreOf(subject));
      while (!(await waitsForLock(database))) await setImmediate();
      await other.query("delete from lti_launch where person_id = $1", [learner.account.id]);
      await other.query("update course_run_tool set subject = null where subject = $1", [subject]);
      await other.query("delete from lti_subject where subject = $1", [subject]);
      await other.query("commit");
    } finally {
      other.release(true);
    }
    assert.equal((await sent).status, 404);
  },
);

test("our key is published from the first tool on; the one of a new version of SECRET_KEY before it signs; a replaced one for a day more", async (t) => {
  t.after(() => database.clock.release());
  const gamma = await createOrganisation(database, { organisation: { code: "GAMMA", name: "Gamma" } });
  const published = async () => {
    const answer = await fetch(`${server.url}/lti/${gamma.code}/jwks`);
    const { keys } = (await answer.json()) as { keys: { kid: string }[] };
    assert.ok(keys.every((key) => !("d" in key)));
    return { kids: keys.map(({ kid }) => kid).toSorted(), kept: answer.headers.get("cache-control") };
  };
  assert.deepEqual(await published(), { kids: [], kept: "no-store" });
  await byHand("The first", await open("it_admin", gamma));
  const { kids, kept } = await published();
  const [first = ""] = kids;
  assert.deepEqual([kids.length, kept], [1, "public, max-age=300"]);
  const pool = database.pool();
  const signsBy = async (keyring = test_keyring) => (await ownKeyOf({ pool, keyring }, gamma.tenant_id)).kid;
  assert.equal(await signsBy(), first);

  // In use for longer than a replaced key is published.
  await database.clock.advance(90_000);
  const next = readKeyring("v2:another-test-secret-of-at-least-32-letters,v1:a-test-secret-of-at-least-32-characters");
  assert.equal(await signsBy(next), first, "the new one is published first");
  const both = (await published()).kids;
  const second = both.find((kid) => kid !== first)!;
  assert.equal(both.length, 2);
  assert.deepEqual([await signsBy(next), await signsBy()], [first, first]);
  await database.clock.advance(301);
  assert.deepEqual(
    [await signsBy(next), await signsBy()],
    [second, first],
    "a node with the version before goes on with its own",
  );
  await database.clock.advance(86_000);
  const third = await signsBy(readKeyring("v3:one-more-test-secret-of-at-least-32-letters"));
  assert.deepEqual((await published()).kids, [first, second, third].toSorted());
  await database.clock.advance(86_000);
  const fourth = await signsBy(readKeyring("v4:yet-another-test-secret-of-at-least-32-letters"));
  assert.deepEqual((await published()).kids, [second, third, fourth].toSorted());
});
