// Parts of cmi5 packages that administrators waive, and the progress that they see.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { counts, defined, openAu, passed } from "../../../../test/harness/packages/au.ts";
import { cmi5Package, type SampleAu } from "../../../../test/harness/packages/cmi5.ts";
import { openContentScene, type ContentScene, type Learner } from "../../../../test/harness/packages/scene.ts";
import { apiOf, byKey } from "../../../../test/harness/server.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { eraseContent } from "../erase-sql.ts";

let s: ContentScene;

before(async () => {
  s = await openContentScene({
    courses: [{ code: "ONE" }, { code: "ITEMS" }, { code: "WAIVED" }, { code: "SCORED", pass_score: 70 }],
    attempts_allowed: 3,
    clients: [{ name: "Simulator", scopes: ["xapi:write"] }],
  });
  await s.give("ONE", cmi5Package());
});
after(() => s?.close());

test("an administrator waives an AU of a learner who is under way: it is said with the reason, counts without a score, and once", async () => {
  const block = "https://content.example/block";
  const aus: SampleAu[] = [
    { id: "https://content.example/au/a", title: "A", move_on: "Passed", block },
    { id: "https://content.example/au/b", title: "B", move_on: "CompletedAndPassed", block },
  ];
  await s.give("WAIVED", cmi5Package({ aus }));
  const learner = await s.enrolled("WAIVED");
  const progress = async () => (await s.admin.get(`/enrollments/${learner.enrollment}/packages`)).body.packages;
  assert.deepEqual(await progress(), []);
  const opened = await s.launch(learner);
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
    s.admin.post(`/enrollments/${learner.enrollment}/waivers`, { registration_id, item, reason: "tested_out", ...more });
  assert.equal((await waive(items[1].id, { registration_id: crypto.randomUUID() })).status, 404);
  assert.equal((await waive(items[0].id)).body.code, "AU_NOT_WAIVABLE");
  const reply = await waive(items[1].id);
  assert.equal(reply.status, 200, reply.text);
  const [after_it] = reply.body.packages;
  assert.deepEqual([after_it.result, after_it.items[1].status, after_it.items[1].waived], ["passed", "completed", true]);
  assert.deepEqual(await s.attempts(learner), [{ number: 1, score: 90, passed: true }]);
  assert.deepEqual([(await waive(items[1].id)).status, (await waive(items[1].id)).body.code], [409, "AU_NOT_WAIVABLE"]);
  const said = (
    await s.query("select statement from xapi_statement where person_id = $1 order by stored_ms, place", [learner.account.id])
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
  const { statements } = (
    await s.admin.get(`/statements?user_id=${learner.account.id}&verb=${encodeURIComponent(waived.verb.id)}`)
  ).body;
  assert.deepEqual(
    statements.map(({ outcome, course, activity }: any) => [outcome, course, activity.name]),
    [["passed", { enrollment_id: learner.enrollment, title: "Course WAIVED" }, "B"]],
  );
  const [row] = await s.query(
    "select actor_name, changes from audit_log where operation = 'enrollment.waive_au' and target_id = $1",
    [learner.enrollment],
  );
  assert.deepEqual(row.changes, { au: [null, "B"], reason: [null, "tested_out"] });
});

const two_aus: SampleAu[] = [
  { id: "https://content.example/au/a", title: "A", move_on: "Passed" },
  { id: "https://content.example/au/b", title: "B", move_on: "Passed" },
];
const packagesOf = async ({ enrollment }: Learner) => (await s.admin.get(`/enrollments/${enrollment}/packages`)).body.packages;
const waive = ({ enrollment }: Learner, registration_id: string, item: string) =>
  s.admin.post(`/enrollments/${enrollment}/waivers`, { registration_id, item, reason: "administrative" });

test("nothing is waived once the course is closed or its run has ended, nor where the attempt would fail by it", async () => {
  await s.give("SCORED", cmi5Package({ aus: two_aus }));
  const low = await s.enrolled("SCORED");
  const opened = await s.launch(low);
  const a = await openAu(opened, 0);
  await a.say("initialized");
  await a.say("passed", { ...passed, score: { scaled: 0.6 } });
  const [{ registration_id, items }] = await packagesOf(low);
  const refused = await waive(low, registration_id, items[1].id);
  assert.deepEqual([refused.status, refused.body.code], [409, "AU_NOT_WAIVABLE"]);
  const said = await s.verbsOf(low);
  assert.deepEqual([await s.attempts(low), said.includes("waived")], [[], false]);
  const b = await openAu(opened, 1);
  await b.say("initialized");
  await b.say("passed", passed);
  assert.deepEqual(await s.attempts(low), [{ number: 1, score: 75, passed: true }]);

  const cancelled = await s.enrolled("SCORED");
  await s.launch(cancelled);
  const { id: package_id } = (await s.upload(cmi5Package())).body;
  const lesson = [{ kind: "package", title: "Lesson", required: true, opens: "at_once", package_id }];
  const [{ id: course_id }] = await s.query("select id from course where tenant_id = $1 and code = 'ITEMS'", [s.acme.tenant_id]);
  assert.equal((await s.admin.call("PUT", `/courses/${course_id}/items`, { body: { items: lesson } })).status, 200);
  const ended = await s.enrolled("ITEMS");
  const { body: own } = await ended.get(`/my/courses/${ended.enrollment}/items`);
  const started = await ended.post(`/my/courses/${ended.enrollment}/items/${own.items[0].id}/launch`);
  assert.equal(started.status, 200, started.text);
  const close = [
    [cancelled, "update enrollment set state = 'cancelled', cancelled_at = now(), cancel_reason = 'superseded' where id = $1"],
    [ended, "update course_run set result = 'failed', ended_at = now() where enrollment_id = $1"],
  ] as const;
  for (const [learner, closing] of close) {
    const [before_it] = await packagesOf(learner);
    assert.equal(before_it.items.at(-1).can_be_waived, true);
    await s.query(closing, [learner.enrollment]);
    const [after_it] = await packagesOf(learner);
    assert.equal(after_it.items.at(-1).can_be_waived, false);
    const late = await waive(learner, after_it.registration_id, after_it.items.at(-1).id);
    assert.deepEqual([late.status, late.body.code], [409, "AU_NOT_WAIVABLE"]);
  }
});

test("a part that is passed after it was waived is shown as passed, and of what was erased nothing is told", async () => {
  const learner = await s.enrolled("SCORED");
  const opened = await s.launch(learner);
  const [{ registration_id, items }] = await packagesOf(learner);
  assert.equal((await waive(learner, registration_id, items[0].id)).status, 200);
  const a = await openAu(opened, 0);
  await a.say("initialized");
  assert.deepEqual((await packagesOf(learner))[0].items[0].waived, true);
  await a.say("passed", passed);
  const [{ status, waived, score }] = (await packagesOf(learner))[0].items;
  assert.deepEqual([status, waived, score], ["passed", false, 90]);
  const subject = { tenant_id: s.acme.tenant_id, person_id: learner.account.id };
  await withTenant(s.database.pool("muster_worker"), s.acme.tenant_id, (db) => eraseContent(db, subject));
  assert.deepEqual((await packagesOf(learner))[0].items, []);
});

test("administrators read the outcome of an attempt beside what was said in it only: not beside a client's that names it, nor as under way once closed", async () => {
  const learner = await s.enrolled("ONE");
  const { given } = await openAu(await s.launch(learner));
  const registration = given.get("registration");
  const simulator = apiOf({ url: s.server.url }, byKey(s.acme.code, s.acme.clients["Simulator"]!.secret));
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
    (await s.admin.get(`/statements?user_id=${learner.account.id}`)).body.statements.map(({ said_by, outcome, course }: any) => [
      said_by,
      outcome,
      course?.enrollment_id ?? null,
    ]);
  assert.deepEqual(await outcomes(), [
    ["Simulator", "record", null],
    ["Muster", "under_way", learner.enrollment],
  ]);
  await s.query("update enrollment set state = 'cancelled', cancelled_at = now(), cancel_reason = 'superseded' where id = $1", [
    learner.enrollment,
  ]);
  assert.deepEqual(await outcomes(), [
    ["Simulator", "record", null],
    ["Muster", "not_counted", learner.enrollment],
  ]);
});
