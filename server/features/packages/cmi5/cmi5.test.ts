// cmi5 packages from outside: opened by a learner, what their AUs say, and what follows from it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { cmi5Package, type SampleAu } from "../../../../test/harness/packages/cmi5.ts";
import { createAccount, sessionOf, type Panel, type TestAccount } from "../../../../test/harness/panel/panel.ts";
import { freePorts } from "../../../../test/harness/ports.ts";
import { apiOf, byKey, request, startServer, type Reply, type TestServer } from "../../../../test/harness/server.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { eraseContent } from "../erase-sql.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let admin: Panel;

before(async () => {
  database = await openDatabase();
  const [port] = (await freePorts(1)) as [number];
  server = await startServer(database, { own_port: port, base_url: "https://muster.example", connections_max: 8 });
  acme = await createOrganisation(database, {
    clients: [{ name: "Simulator", scopes: ["xapi:write"] }],
    courses: ["ONE", "TWO", "ITEMS", "WAIVED", "SCORED"].map((code) => ({
      code,
      title: code,
      attempts_allowed: 3,
      ...(code === "SCORED" ? { pass_score: 70 } : {}),
      validity: { value: 12, unit: "month" as const },
    })),
  });
  admin = await open("training_admin");
});
after(async () => {
  await server.close();
  await database.close();
});

const query = async (text: string, values: unknown[] = []): Promise<any[]> => (await database.superuser.query(text, values)).rows;

async function open(role: "training_admin" | "learner"): Promise<Panel & { account: TestAccount }> {
  return sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, role));
}

async function give(course_code: string, bytes: Buffer): Promise<void> {
  const reply = await admin.call("POST", "/packages?file_name=c.zip", {
    headers: { "content-type": "application/zip" },
    body: bytes,
  });
  assert.equal(reply.status, 201, reply.text);
  assert.equal(reply.body.standard, "cmi5");
  const [{ id }] = await query("select id from course where tenant_id = $1 and code = $2", [acme.tenant_id, course_code]);
  const put = await admin.call("PATCH", `/courses/${id}`, { body: { content: { kind: "package", package_id: reply.body.id } } });
  assert.equal(put.status, 200, put.text);
}

type Learner = Panel & { account: TestAccount; enrollment: string };

async function enrolled(course_code: string): Promise<Learner> {
  const learner = await open("learner");
  const [{ id }] = await query(
    `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
    select tenant_id, gen_random_uuid(), $2, id, 2026, 'admin', true, now(), attempts_allowed from course where tenant_id = $1 and code = $3
    returning id`,
    [acme.tenant_id, learner.account.id, course_code],
  );
  return { ...learner, enrollment: id };
}

async function launch(learner: Learner): Promise<string> {
  const reply = await learner.post(`/my/courses/${learner.enrollment}/launch`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.url.split("?")[0];
}

/** An AU as it meets the service; `context`: of its template. */
type Au = {
  given: URLSearchParams;
  data: any;
  call: (method: string, path: string, body?: unknown) => Promise<Reply>;
  say: (verb: string, result?: object, more?: object) => Promise<Reply>;
};

const counts = "https://w3id.org/xapi/cmi5/context/categories/moveon";
const defined = "https://w3id.org/xapi/cmi5/context/categories/cmi5";

async function openAu(opened: string, place = 0): Promise<Au> {
  const session = await request("", "POST", `${opened}items/${place}/session`);
  assert.equal(session.status, 200, session.text);
  const given = new URL(session.body.url).searchParams;
  // Some libraries announce a form, and send nothing.
  const form = { headers: { "content-type": "application/x-www-form-urlencoded" } };
  const token = (await request("", "POST", given.get("fetch")!, form)).body["auth-token"] as string;
  const headers = { authorization: `Basic ${token}`, "x-experience-api-version": "1.0.3", "content-type": "application/json" };
  const call = (method: string, path: string, body?: unknown) =>
    request("", method, given.get("endpoint")! + path, { headers, ...(body === undefined ? {} : { body }) });
  const { body: data } = await call("GET", stateOf(given, "LMS.LaunchData"));
  const say = (verb: string, result?: { success?: boolean; completion?: boolean }, more: object = {}) => {
    const template = data.contextTemplate;
    const category = [
      { id: defined },
      ...(result?.success === undefined && result?.completion === undefined ? [] : [{ id: counts }]),
    ];
    return call("POST", "statements", {
      id: crypto.randomUUID(),
      actor: JSON.parse(given.get("actor")!),
      verb: { id: `http://adlnet.gov/expapi/verbs/${verb}` },
      object: { id: given.get("activityId") },
      ...(result === undefined ? {} : { result }),
      context: { ...template, contextActivities: { ...template.contextActivities, category } },
      timestamp: new Date().toISOString(),
      ...more,
    });
  };
  return { given, data, call, say };
}

function stateOf(given: URLSearchParams, id: string): string {
  const parameters = { stateId: id, activityId: given.get("activityId")!, agent: given.get("actor")! };
  return `activities/state?${new URLSearchParams({ ...parameters, registration: given.get("registration")! }).toString()}`;
}

const passed = { success: true, score: { scaled: 0.9 }, duration: "PT5M" };
const completed = { completion: true, duration: "PT5M" };
const byText = (one: string, other: string) => one.localeCompare(other);
const attempts = ({ enrollment }: Learner) =>
  query("select number, score, passed from attempt where enrollment_id = $1 order by number", [enrollment]);
const verbsOf = async ({ account }: Learner) =>
  (await query("select statement from xapi_statement where person_id = $1", [account.id])).map(({ statement }) =>
    statement.verb.id.split("/").at(-1),
  );

test("an AU is opened with all that cmi5 names, and its token is given once", async () => {
  await give("ONE", cmi5Package());
  const learner = await enrolled("ONE");
  const opened = await launch(learner);
  const { given, data, call } = await openAu(opened);
  assert.deepEqual([...given.keys()], ["endpoint", "fetch", "actor", "registration", "activityId"]);
  assert.deepEqual(JSON.parse(given.get("actor")!).account, { homePage: "https://muster.example", name: learner.account.id });
  assert.notEqual(given.get("activityId"), "https://content.example/au/one");
  assert.deepEqual(
    [data.launchMode, data.moveOn, data.masteryScore, data.launchParameters, data.entitlementKey],
    ["Normal", "CompletedAndPassed", 0.8, "start=1", { courseStructure: "key-1" }],
  );
  assert.equal((await request("", "POST", given.get("fetch")!)).body["error-code"], "1");
  assert.deepEqual(await verbsOf(learner), ["launched"]);
  const changed = await call("PUT", stateOf(given, "LMS.LaunchData"), { masteryScore: 0 });
  assert.deepEqual([changed.status, changed.body.code], [403, "XAPI_NOT_ALLOWED"]);
  const without = await request("", "GET", `${given.get("endpoint")}statements`, {
    headers: { "x-experience-api-version": "1.0.3" },
  });
  assert.equal(without.status, 401);
});

test("completed and passed make the attempt, at once and once, though an answer is lost and the statement is said again", async () => {
  const learner = await enrolled("ONE");
  const { say } = await openAu(await launch(learner));
  assert.equal((await say("initialized")).status, 200);
  assert.equal((await say("completed", completed)).status, 200);
  assert.deepEqual(await attempts(learner), []);
  const id = crypto.randomUUID();
  const at = new Date().toISOString();
  for (const _ of [1, 2]) {
    const reply = await say("passed", passed, { id, timestamp: at });
    assert.equal(reply.status, 200, reply.text);
  }
  assert.equal((await say("terminated", { duration: "PT6M" })).status, 200);
  assert.deepEqual(await attempts(learner), [{ number: 1, score: 90, passed: true }]);
  assert.deepEqual((await verbsOf(learner)).toSorted(byText), [
    "completed",
    "initialized",
    "launched",
    "passed",
    "satisfied",
    "terminated",
  ]);
});

test("interrupted and opened again elsewhere: the state is there, the first session is abandoned and says nothing more", async () => {
  const learner = await enrolled("ONE");
  const phone = await openAu(await launch(learner));
  await phone.say("initialized");
  assert.equal((await phone.call("PUT", stateOf(phone.given, "bookmark"), { page: 3 })).status, 204);
  const desk = await openAu(await launch(learner));
  assert.equal(desk.given.get("registration"), phone.given.get("registration"));
  assert.equal(desk.given.get("activityId"), phone.given.get("activityId"));
  assert.deepEqual((await desk.call("GET", stateOf(desk.given, "bookmark"))).body, { page: 3 });
  assert.equal((await phone.say("completed", completed)).status, 409);
  assert.deepEqual((await verbsOf(learner)).toSorted(byText), ["abandoned", "initialized", "launched", "launched"]);
});

test("a failed AU that ends is a failed attempt, and the next launch begins anew", async () => {
  const learner = await enrolled("ONE");
  const first = await openAu(await launch(learner));
  await first.say("initialized");
  assert.equal((await first.say("failed", { success: false, score: { scaled: 0.3 }, duration: "PT5M" })).status, 200);
  await first.say("terminated", { duration: "PT6M" });
  assert.deepEqual(await attempts(learner), [{ number: 1, score: 30, passed: false }]);
  const second = await openAu(await launch(learner));
  assert.notEqual(second.given.get("registration"), first.given.get("registration"));
});

test("what breaks a rule of cmi5 is refused with the rule, and changes nothing", async () => {
  const learner = await enrolled("ONE");
  const other = await enrolled("ONE");
  const au = await openAu(await launch(learner));
  const refused = async (rule: RegExp, reply: Promise<Reply>) => {
    const { status, text, body } = await reply;
    assert.equal(status, 403, text);
    assert.match(body.detail, rule);
  };
  await refused(/initialized comes first/, au.say("completed", completed));
  await au.say("initialized");
  await refused(/initialized is said once/, au.say("initialized"));
  await refused(/below the mastery score 0\.8/, au.say("passed", { ...passed, score: { scaled: 0.5 } }));
  await refused(/reaches the mastery score/, au.say("failed", { ...passed, success: false }));
  await refused(/needs a duration/, au.say("completed", { completion: true }));
  await refused(/LMS's to say/, au.say("satisfied"));
  await refused(/object is not the AU/, au.say("completed", completed, { object: { id: "https://content.example/au/one" } }));
  await refused(/session id/, au.say("completed", completed, { context: { registration: au.given.get("registration") } }));
  await refused(
    /not the learner of this launch/,
    au.say("completed", completed, { actor: { account: { homePage: "https://muster.example", name: other.account.id } } }),
  );
  await refused(
    /voids nothing|LMS's to say|not the AU/,
    au.say("voided", undefined, { object: { objectType: "StatementRef", id: crypto.randomUUID() } }),
  );
  const agent = JSON.stringify({ account: { homePage: "https://muster.example", name: other.account.id } });
  await refused(
    /not the learner/,
    au.call("GET", `agents/profile?${new URLSearchParams({ agent, profileId: "cmi5LearnerPreferences" }).toString()}`),
  );
  assert.equal((await au.say("completed", completed)).status, 200);
  await refused(/once in a registration/, au.say("completed", completed));
  await au.say("terminated", { duration: "PT1M" });
  await refused(/nothing follows terminated/, au.say("passed", passed));
  assert.deepEqual(await attempts(learner), []);
});

test("a course of several AUs in blocks is satisfied part by part; what needs nothing is satisfied from the beginning", async () => {
  const aus: SampleAu[] = [
    { id: "https://content.example/au/a", title: "A", move_on: "Completed" },
    { id: "https://content.example/au/b", title: "B", move_on: "Passed", block: "https://content.example/block" },
    { id: "https://content.example/au/c", title: "C", move_on: "NotApplicable", block: "https://content.example/block" },
  ];
  await give("TWO", cmi5Package({ aus }));
  const learner = await enrolled("TWO");
  const opened = await launch(learner);
  const b = await openAu(opened, 1);
  await b.say("initialized");
  await b.say("passed", { ...passed, score: { scaled: 1 } });
  await b.say("terminated", { duration: "PT1M" });
  const satisfied = async () =>
    (await query("select statement from xapi_statement where person_id = $1 order by stored_ms, place", [learner.account.id]))
      .filter(({ statement }) => statement.verb.id.endsWith("satisfied"))
      .map(({ statement }) => statement.object.definition.type.split("/").at(-1));
  assert.deepEqual(await satisfied(), ["block"]);
  assert.deepEqual(await attempts(learner), []);
  const a = await openAu(opened, 0);
  await a.say("initialized");
  await a.say("completed", completed);
  assert.deepEqual(await satisfied(), ["block", "course"]);
  assert.deepEqual(await attempts(learner), [{ number: 1, score: 100, passed: true }]);
});

test("a cmi5 package is an item among others: it opens after what it waits for, goes on elsewhere, ends its item, and the course is one attempt", async () => {
  const sent = await admin.call("POST", "/packages?file_name=c.zip", {
    headers: { "content-type": "application/zip" },
    body: cmi5Package(),
  });
  const [{ id: course_id }] = await query("select id from course where tenant_id = $1 and code = 'ITEMS'", [acme.tenant_id]);
  const read = (title: string) => ({ kind: "text", title, required: true, opens: "at_once", text: `${title}.` });
  const lesson = { kind: "package", title: "Lesson", required: true, opens: "after_previous", package_id: sent.body.id };
  const items = [read("Read this first"), lesson, read("And this")];
  const put = await admin.call("PUT", `/courses/${course_id}/items`, { body: { items } });
  assert.equal(put.status, 200, put.text);
  const placed = async (learner: Learner) => {
    const { body } = await learner.get(`/my/courses/${learner.enrollment}/items`);
    const [first, second, third] = body.items as { id: string; state: string }[];
    const finish = (one: { id: string }) => learner.post(`/my/courses/${learner.enrollment}/items/${one.id}/finish`);
    const start = () => learner.post(`/my/courses/${learner.enrollment}/items/${second!.id}/launch`);
    const states = async () =>
      ((await learner.get(`/my/courses/${learner.enrollment}/items`)).body.items as { state: string }[]).map(
        ({ state }) => state,
      );
    return { first: first!, third: third!, finish, start, states };
  };

  const learner = await enrolled("ITEMS");
  const own = await placed(learner);
  assert.deepEqual([(await own.start()).status, (await own.start()).body.code], [409, "ITEM_NOT_OPEN"]);
  await own.finish(own.first);
  const open_at = async () => openAu((await own.start()).body.url.split("?")[0]);
  const phone = await open_at();
  assert.equal((await phone.say("initialized")).status, 200);
  assert.equal((await phone.call("PUT", stateOf(phone.given, "bookmark"), { page: 3 })).status, 204);
  const desk = await open_at();
  assert.equal(desk.given.get("registration"), phone.given.get("registration"));
  assert.deepEqual((await desk.call("GET", stateOf(desk.given, "bookmark"))).body, { page: 3 });
  await desk.say("initialized");
  await desk.say("completed", completed);
  assert.deepEqual(await own.states(), ["done", "under_way", "open"]);
  assert.equal((await desk.say("passed", passed)).status, 200);
  await desk.say("terminated", { duration: "PT6M" });
  assert.deepEqual(await own.states(), ["done", "done", "open"]);
  assert.deepEqual(await attempts(learner), []);
  await own.finish(own.third);
  assert.deepEqual(await attempts(learner), [{ number: 1, score: 90, passed: true }]);

  const failing = await enrolled("ITEMS");
  const theirs = await placed(failing);
  await theirs.finish(theirs.first);
  const au = await openAu((await theirs.start()).body.url.split("?")[0]);
  await au.say("initialized");
  await au.say("failed", { success: false, score: { scaled: 0.3 }, duration: "PT5M" });
  await au.say("terminated", { duration: "PT6M" });
  assert.deepEqual(await attempts(failing), [{ number: 1, score: 30, passed: false }]);
  const again = await openAu((await theirs.start()).body.url.split("?")[0]);
  assert.notEqual(again.given.get("registration"), au.given.get("registration"));
});

test("an administrator waives an AU of a learner who is under way: it is said with the reason, counts without a score, and once", async () => {
  const block = "https://content.example/block";
  const aus: SampleAu[] = [
    { id: "https://content.example/au/a", title: "A", move_on: "Passed", block },
    { id: "https://content.example/au/b", title: "B", move_on: "CompletedAndPassed", block },
  ];
  await give("WAIVED", cmi5Package({ aus }));
  const learner = await enrolled("WAIVED");
  const progress = async () => (await admin.get(`/enrollments/${learner.enrollment}/packages`)).body.packages;
  assert.deepEqual(await progress(), []);
  const opened = await launch(learner);
  const a = await openAu(opened, 0);
  await a.say("initialized");
  await a.say("passed", passed);
  const [{ registration_id, items, standard, result }] = await progress();
  assert.deepEqual([standard, result], ["cmi5", null]);
  assert.deepEqual(
    items.map(({ title, status, score, waived, can_be_waived }: any) => [title, status, score, waived, can_be_waived]),
    [
      ["A", "passed", 90, false, false],
      ["B", "not_begun", null, false, true],
    ],
  );
  const waive = (item: string, more: object = {}) =>
    admin.post(`/enrollments/${learner.enrollment}/waivers`, { registration_id, item, reason: "tested_out", ...more });
  assert.equal((await waive(items[1].id, { registration_id: crypto.randomUUID() })).status, 404);
  assert.equal((await waive(items[0].id)).body.code, "AU_NOT_WAIVABLE");
  const reply = await waive(items[1].id);
  assert.equal(reply.status, 200, reply.text);
  const [after_it] = reply.body.packages;
  assert.deepEqual([after_it.result, after_it.items[1].status, after_it.items[1].waived], ["passed", "completed", true]);
  assert.deepEqual(await attempts(learner), [{ number: 1, score: 90, passed: true }]);
  assert.deepEqual([(await waive(items[1].id)).status, (await waive(items[1].id)).body.code], [409, "AU_NOT_WAIVABLE"]);
  const said = (
    await query("select statement from xapi_statement where person_id = $1 order by stored_ms, place", [learner.account.id])
  ).map(({ statement }) => statement);
  const session_of = (statement: any) => statement.context.extensions["https://w3id.org/xapi/cmi5/context/extensions/sessionid"];
  const waived = said.find(({ verb }) => verb.id === "https://w3id.org/xapi/adl/verbs/waived")!;
  assert.deepEqual(waived.result, {
    success: true,
    completion: true,
    extensions: { "https://w3id.org/xapi/cmi5/result/extensions/reason": "Tested Out" },
  });
  assert.deepEqual(
    waived.context.contextActivities.category.map(({ id }: { id: string }) => id),
    [defined, counts],
  );
  assert.equal(said.filter((one) => session_of(one) === session_of(waived)).length, 3, "waived, and two satisfied");
  const { statements } = (await admin.get(`/statements?user_id=${learner.account.id}&verb=${encodeURIComponent(waived.verb.id)}`))
    .body;
  assert.deepEqual(
    statements.map(({ outcome, course, activity }: any) => [outcome, course, activity.name]),
    [["passed", { enrollment_id: learner.enrollment, title: "WAIVED" }, "B"]],
  );
  const [row] = await query(
    "select actor_name, changes from audit_log where operation = 'enrollment.waive_au' and target_id = $1",
    [learner.enrollment],
  );
  assert.deepEqual(row.changes, { au: [null, "B"], reason: [null, "tested_out"] });
});

const two_aus: SampleAu[] = [
  { id: "https://content.example/au/a", title: "A", move_on: "Passed" },
  { id: "https://content.example/au/b", title: "B", move_on: "Passed" },
];
const packagesOf = async ({ enrollment }: Learner) => (await admin.get(`/enrollments/${enrollment}/packages`)).body.packages;
const waive = ({ enrollment }: Learner, registration_id: string, item: string) =>
  admin.post(`/enrollments/${enrollment}/waivers`, { registration_id, item, reason: "administrative" });

test("nothing is waived once the course is closed or its run has ended, nor where the attempt would fail by it", async () => {
  await give("SCORED", cmi5Package({ aus: two_aus }));
  const low = await enrolled("SCORED");
  const opened = await launch(low);
  const a = await openAu(opened, 0);
  await a.say("initialized");
  await a.say("passed", { ...passed, score: { scaled: 0.6 } });
  const [{ registration_id, items }] = await packagesOf(low);
  const refused = await waive(low, registration_id, items[1].id);
  assert.deepEqual([refused.status, refused.body.code], [409, "AU_NOT_WAIVABLE"]);
  const said = await verbsOf(low);
  assert.deepEqual([await attempts(low), said.includes("waived")], [[], false]);
  const b = await openAu(opened, 1);
  await b.say("initialized");
  await b.say("passed", passed);
  assert.deepEqual(await attempts(low), [{ number: 1, score: 75, passed: true }]);

  const cancelled = await enrolled("SCORED");
  await launch(cancelled);
  const ended = await enrolled("ITEMS");
  const { body: own } = await ended.get(`/my/courses/${ended.enrollment}/items`);
  await ended.post(`/my/courses/${ended.enrollment}/items/${own.items[0].id}/finish`);
  const started = await ended.post(`/my/courses/${ended.enrollment}/items/${own.items[1].id}/launch`);
  assert.equal(started.status, 200, started.text);
  const close = [
    [cancelled, "update enrollment set state = 'cancelled', cancelled_at = now(), cancel_reason = 'superseded' where id = $1"],
    [ended, "update course_run set result = 'failed', ended_at = now() where enrollment_id = $1"],
  ] as const;
  for (const [learner, closing] of close) {
    const [before_it] = await packagesOf(learner);
    assert.equal(before_it.items.at(-1).can_be_waived, true);
    await query(closing, [learner.enrollment]);
    const [after_it] = await packagesOf(learner);
    assert.equal(after_it.items.at(-1).can_be_waived, false);
    const late = await waive(learner, after_it.registration_id, after_it.items.at(-1).id);
    assert.deepEqual([late.status, late.body.code], [409, "AU_NOT_WAIVABLE"]);
  }
});

test("a part that is passed after it was waived is shown as passed, and of what was erased nothing is told", async () => {
  const learner = await enrolled("SCORED");
  const opened = await launch(learner);
  const [{ registration_id, items }] = await packagesOf(learner);
  assert.equal((await waive(learner, registration_id, items[0].id)).status, 200);
  const a = await openAu(opened, 0);
  await a.say("initialized");
  assert.deepEqual((await packagesOf(learner))[0].items[0].waived, true);
  await a.say("passed", passed);
  const [{ status, waived, score }] = (await packagesOf(learner))[0].items;
  assert.deepEqual([status, waived, score], ["passed", false, 90]);
  const subject = { tenant_id: acme.tenant_id, person_id: learner.account.id };
  await withTenant(database.pool("muster_worker"), acme.tenant_id, (db) => eraseContent(db, subject));
  assert.deepEqual((await packagesOf(learner))[0].items, []);
});

test("administrators read the outcome of an attempt beside what was said in it only: not beside a client's that names it, nor as under way once closed", async () => {
  const learner = await enrolled("ONE");
  const { given } = await openAu(await launch(learner));
  const registration = given.get("registration");
  const simulator = apiOf({ url: server.url }, byKey(acme.code, acme.clients["Simulator"]!.secret));
  const theirs = await simulator.call("POST", "/xapi/statements", {
    headers: { "x-experience-api-version": "1.0.3", "content-type": "application/json" },
    body: {
      actor: { account: { homePage: "https://muster.example", name: learner.account.id } },
      verb: { id: "http://adlnet.gov/expapi/verbs/failed" },
      object: { id: "https://simulator.example/crane" },
      context: { registration },
    },
  });
  assert.equal(theirs.status, 200, theirs.text);
  const outcomes = async () =>
    (await admin.get(`/statements?user_id=${learner.account.id}`)).body.statements.map(({ said_by, outcome, course }: any) => [
      said_by,
      outcome,
      course?.enrollment_id ?? null,
    ]);
  assert.deepEqual(await outcomes(), [
    ["Simulator", "record", null],
    ["Muster", "under_way", learner.enrollment],
  ]);
  await query("update enrollment set state = 'cancelled', cancelled_at = now(), cancel_reason = 'superseded' where id = $1", [
    learner.enrollment,
  ]);
  assert.deepEqual(await outcomes(), [
    ["Simulator", "record", null],
    ["Muster", "not_counted", learner.enrollment],
  ]);
});

test("a course structure by itself, or with an AU that is elsewhere, is refused with what to change", async () => {
  const send = (body: Buffer) =>
    admin.call("POST", "/packages?file_name=c.zip", { headers: { "content-type": "application/zip" }, body });
  const { courseStructure } = await import("../../../../test/harness/packages/cmi5.ts");
  const alone = await send(Buffer.from(courseStructure()));
  assert.deepEqual([alone.status, alone.body.reason], [422, "not_a_zip"]);
  const { zipOf } = await import("../../../../test/harness/packages/zip.ts");
  const elsewhere = courseStructure([
    { id: "urn:au:1", title: "A", move_on: "Passed", url: "https://elsewhere.example/au.html" },
  ]);
  const away = await send(zipOf([{ name: "cmi5.xml", content: elsewhere }]));
  assert.deepEqual([away.status, away.body.reason], [422, "launch_file_missing"]);
});
