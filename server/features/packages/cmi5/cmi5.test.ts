// cmi5 packages over HTTP: opened by a learner, with statements of their AUs and the results that follow.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { completed, openAu, passed, stateAt } from "../../../../test/harness/packages/au.ts";
import { cmi5Package, type SampleAu } from "../../../../test/harness/packages/cmi5.ts";
import { openContentScene, type ContentScene, type Learner } from "../../../../test/harness/packages/scene.ts";
import { request, type Reply } from "../../../../test/harness/server.ts";

let s: ContentScene;

before(async () => {
  s = await openContentScene({ courses: [{ code: "ONE" }, { code: "TWO" }, { code: "ITEMS" }], attempts_allowed: 3 });
});
after(() => s?.close());

const byText = (one: string, other: string) => one.localeCompare(other);

test("an AU is opened with all that cmi5 names, and its token is given once", async () => {
  await s.give("ONE", cmi5Package());
  const learner = await s.enrolled("ONE");
  const opened = await s.launch(learner);
  const { given, data, call } = await openAu(opened);
  assert.deepEqual([...given.keys()], ["endpoint", "fetch", "actor", "registration", "activityId"]);
  assert.deepEqual(JSON.parse(given.get("actor")!).account, { homePage: "https://muster.example", name: learner.account.id });
  assert.notEqual(given.get("activityId"), "https://content.example/au/one");
  assert.deepEqual(
    [data.launchMode, data.moveOn, data.masteryScore, data.launchParameters, data.entitlementKey],
    ["Normal", "CompletedAndPassed", 0.8, "start=1", { courseStructure: "key-1" }],
  );
  assert.equal((await request("", "POST", given.get("fetch")!)).body["error-code"], "1");
  assert.deepEqual(await s.verbsOf(learner), ["launched"]);
  const changed = await call("PUT", stateAt(given, "LMS.LaunchData"), { masteryScore: 0 });
  assert.deepEqual([changed.status, changed.body.code], [403, "XAPI_NOT_ALLOWED"]);
  const without = await request("", "GET", `${given.get("endpoint")}statements`, {
    headers: { "x-experience-api-version": "1.0.3" },
  });
  assert.equal(without.status, 401);
});

test("completed and passed make the attempt, at once and once, though an answer is lost and the statement is said again", async () => {
  const learner = await s.enrolled("ONE");
  const { say } = await openAu(await s.launch(learner));
  assert.equal((await say("initialized")).status, 200);
  assert.equal((await say("completed", completed)).status, 200);
  assert.deepEqual(await s.attempts(learner), []);
  const id = crypto.randomUUID();
  const at = new Date().toISOString();
  for (const _ of [1, 2]) {
    const reply = await say("passed", passed, { id, timestamp: at });
    assert.equal(reply.status, 200, reply.text);
  }
  assert.equal((await say("terminated", { duration: "PT6M" })).status, 200);
  assert.deepEqual(await s.attempts(learner), [{ number: 1, score: 90, passed: true }]);
  assert.deepEqual((await s.verbsOf(learner)).toSorted(byText), [
    "completed",
    "initialized",
    "launched",
    "passed",
    "satisfied",
    "terminated",
  ]);
});

test("interrupted and opened again elsewhere: the state is there, the first session is abandoned and says nothing more", async () => {
  const learner = await s.enrolled("ONE");
  const phone = await openAu(await s.launch(learner));
  await phone.say("initialized");
  assert.equal((await phone.call("PUT", stateAt(phone.given, "bookmark"), { page: 3 })).status, 204);
  const desk = await openAu(await s.launch(learner));
  assert.equal(desk.given.get("registration"), phone.given.get("registration"));
  assert.equal(desk.given.get("activityId"), phone.given.get("activityId"));
  assert.deepEqual((await desk.call("GET", stateAt(desk.given, "bookmark"))).body, { page: 3 });
  assert.equal((await phone.say("completed", completed)).status, 409);
  assert.deepEqual((await s.verbsOf(learner)).toSorted(byText), ["abandoned", "initialized", "launched", "launched"]);
});

test("a failed AU that ends is a failed attempt, and the next launch begins anew", async () => {
  const learner = await s.enrolled("ONE");
  const first = await openAu(await s.launch(learner));
  await first.say("initialized");
  assert.equal((await first.say("failed", { success: false, score: { scaled: 0.3 }, duration: "PT5M" })).status, 200);
  await first.say("terminated", { duration: "PT6M" });
  assert.deepEqual(await s.attempts(learner), [{ number: 1, score: 30, passed: false }]);
  const second = await openAu(await s.launch(learner));
  assert.notEqual(second.given.get("registration"), first.given.get("registration"));
});

test("what breaks a rule of cmi5 is refused with the rule, and changes nothing", async () => {
  const learner = await s.enrolled("ONE");
  const other = await s.enrolled("ONE");
  const au = await openAu(await s.launch(learner));
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
  assert.deepEqual(await s.attempts(learner), []);
});

test("a course of several AUs in blocks is satisfied part by part; what needs nothing is satisfied from the beginning", async () => {
  const aus: SampleAu[] = [
    { id: "https://content.example/au/a", title: "A", move_on: "Completed" },
    { id: "https://content.example/au/b", title: "B", move_on: "Passed", block: "https://content.example/block" },
    { id: "https://content.example/au/c", title: "C", move_on: "NotApplicable", block: "https://content.example/block" },
  ];
  await s.give("TWO", cmi5Package({ aus }));
  const learner = await s.enrolled("TWO");
  const opened = await s.launch(learner);
  const b = await openAu(opened, 1);
  await b.say("initialized");
  await b.say("passed", { ...passed, score: { scaled: 1 } });
  await b.say("terminated", { duration: "PT1M" });
  const satisfied = async () =>
    (await s.query("select statement from xapi_statement where person_id = $1 order by stored_ms, place", [learner.account.id]))
      .filter(({ statement }) => statement.verb.id.endsWith("satisfied"))
      .map(({ statement }) => statement.object.definition.type.split("/").at(-1));
  assert.deepEqual(await satisfied(), ["block"]);
  assert.deepEqual(await s.attempts(learner), []);
  const a = await openAu(opened, 0);
  await a.say("initialized");
  await a.say("completed", completed);
  assert.deepEqual(await satisfied(), ["block", "course"]);
  assert.deepEqual(await s.attempts(learner), [{ number: 1, score: 100, passed: true }]);
});

test("a cmi5 package is an item among others: it opens after what it waits for, goes on elsewhere, ends its item, and the course is one attempt", async () => {
  const sent = await s.admin.call("POST", "/packages?file_name=c.zip", {
    headers: { "content-type": "application/zip" },
    body: cmi5Package(),
  });
  const [{ id: course_id }] = await s.query("select id from course where tenant_id = $1 and code = 'ITEMS'", [s.acme.tenant_id]);
  const read = (title: string) => ({ kind: "text", title, required: true, opens: "at_once", text: `${title}.` });
  const lesson = { kind: "package", title: "Lesson", required: true, opens: "after_previous", package_id: sent.body.id };
  const items = [read("Read this first"), lesson, read("And this")];
  const put = await s.admin.call("PUT", `/courses/${course_id}/items`, { body: { items } });
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

  const learner = await s.enrolled("ITEMS");
  const own = await placed(learner);
  assert.deepEqual([(await own.start()).status, (await own.start()).body.code], [409, "ITEM_NOT_OPEN"]);
  await own.finish(own.first);
  const open_at = async () => openAu((await own.start()).body.url.split("?")[0]);
  const phone = await open_at();
  assert.equal((await phone.say("initialized")).status, 200);
  assert.equal((await phone.call("PUT", stateAt(phone.given, "bookmark"), { page: 3 })).status, 204);
  const desk = await open_at();
  assert.equal(desk.given.get("registration"), phone.given.get("registration"));
  assert.deepEqual((await desk.call("GET", stateAt(desk.given, "bookmark"))).body, { page: 3 });
  await desk.say("initialized");
  await desk.say("completed", completed);
  assert.deepEqual(await own.states(), ["done", "under_way", "open"]);
  assert.equal((await desk.say("passed", passed)).status, 200);
  await desk.say("terminated", { duration: "PT6M" });
  assert.deepEqual(await own.states(), ["done", "done", "open"]);
  assert.deepEqual(await s.attempts(learner), []);
  await own.finish(own.third);
  assert.deepEqual(await s.attempts(learner), [{ number: 1, score: 90, passed: true }]);

  const failing = await s.enrolled("ITEMS");
  const theirs = await placed(failing);
  await theirs.finish(theirs.first);
  const au = await openAu((await theirs.start()).body.url.split("?")[0]);
  await au.say("initialized");
  await au.say("failed", { success: false, score: { scaled: 0.3 }, duration: "PT5M" });
  await au.say("terminated", { duration: "PT6M" });
  assert.deepEqual(await s.attempts(failing), [{ number: 1, score: 30, passed: false }]);
  const again = await openAu((await theirs.start()).body.url.split("?")[0]);
  assert.notEqual(again.given.get("registration"), au.given.get("registration"));
});

test("a course structure by itself, or with an AU that is elsewhere, is refused with what to change", async () => {
  const send = (body: Buffer) =>
    s.admin.call("POST", "/packages?file_name=c.zip", { headers: { "content-type": "application/zip" }, body });
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
