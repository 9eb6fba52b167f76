// Content packages over HTTP: a learner's work in a package, on several devices, and the attempt that follows.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { needsServer } from "../../../../test/harness/database.ts";
import { begin, commit, get, openContentScene, type ContentScene } from "../../../../test/harness/packages/scene.ts";
import { scormPackage } from "../../../../test/harness/packages/scorm.ts";
import { request } from "../../../../test/harness/server.ts";

const noon = "2026-02-02T11:00:00Z";

let s: ContentScene;

before(async () => {
  s = await openContentScene({
    courses: [
      { code: "ONE" },
      { code: "TWO", pass_score: 80 },
      { code: "THREE" },
      { code: "EIGHT" },
      { code: "ITEMS" },
      { code: "AWAY" },
    ],
    attempts_allowed: 2,
  });
  await s.database.clock.freeze(noon);
  await s.give("ONE", scormPackage("1.2"));
});
after(() => s?.close());

test("a learner is interrupted, goes on elsewhere with all that was said, and passes: one attempt, a certificate, one event", async () => {
  const learner = await s.enrolled("ONE");
  const first = await s.launch(learner);
  assert.equal(await s.stateOf(learner), "in_progress");
  const fresh = await begin(first);
  assert.deepEqual([fresh["cmi.core.entry"], fresh["cmi.core.total_time"]], ["ab-initio", "0000:00:00"]);
  assert.equal(fresh["cmi.core.student_id"], learner.account.id);
  const half = {
    "cmi.core.lesson_status": "incomplete",
    "cmi.core.lesson_location": "page-2",
    "cmi.suspend_data": "page=2",
    "cmi.core.session_time": "0000:10:00.00",
  };
  assert.deepEqual((await commit(first, 1, half)).body, { seq: 1, status: "incomplete", result: null });

  const second = await s.launch(learner);
  const resumed = await begin(second);
  assert.deepEqual(
    ["entry", "lesson_location", "total_time"].map((name) => resumed[`cmi.core.${name}`]),
    ["resume", "page-2", "0000:10:00"],
  );
  assert.equal(resumed["cmi.suspend_data"], "page=2");
  // The first device resumes; its launch is not the newest any more.
  const late = await commit(first, 2, { ...half, "cmi.suspend_data": "page=1" });
  assert.deepEqual([late.status, late.body.code], [409, "LAUNCH_SUPERSEDED"]);

  const passed = {
    "cmi.core.lesson_status": "passed",
    "cmi.core.score.raw": "9",
    "cmi.core.score.min": "0",
    "cmi.core.score.max": "10",
    "cmi.core.session_time": "0000:05:30.00",
  };
  const answers = await Promise.all(Array.from({ length: 5 }, () => commit(second, 1, passed, { ended: true })));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  assert.equal(answers.filter(({ body }) => body.result === "passed").length, 1);
  // Commits whose answer was lost: the last one is repeated, then an older one arrives late.
  assert.equal((await commit(second, 1, half)).body.status, "passed");
  assert.deepEqual(await s.attempts(learner), [{ number: 1, score: 90, passed: true }]);
  assert.equal(await s.stateOf(learner), "completed");
  assert.equal((await s.query("select id from certificate where person_id = $1", [learner.account.id])).length, 1);
  const events = await s.query("select body from event where type = 'course.completed'");
  assert.equal(events.filter(({ body }) => (body as Buffer).toString().includes(learner.enrollment)).length, 1);
  const [kept] = await s.query(
    "select before_s + opening_s as total_s from content_item_state s join content_registration r on r.id = s.registration_id where r.enrollment_id = $1",
    [learner.enrollment],
  );
  assert.equal(kept.total_s, 930);
});

test("a package that says failed uses up an attempt when it ends; the next try begins afresh, and the last one fails the enrollment", async () => {
  const learner = await s.enrolled("ONE");
  const failed = { "cmi.core.lesson_status": "failed", "cmi.core.score.raw": "30", "cmi.suspend_data": "lost" };
  const first = await s.launch(learner);
  assert.equal((await commit(first, 1, failed)).body.result, null, "it may still be mended");
  assert.equal((await commit(first, 2, { ...failed, "cmi.core.exit": "suspend" }, { ended: true })).body.result, null);
  assert.equal((await commit(first, 3, failed, { ended: true, opening: 2 })).body.result, "failed");
  assert.deepEqual(await s.attempts(learner), [{ number: 1, score: 30, passed: false }]);
  const second = await s.launch(learner);
  assert.deepEqual((await begin(second))["cmi.suspend_data"], undefined);
  // The browser died before the content reported its end: the next launch ends it.
  assert.equal((await commit(second, 1, { ...failed, "cmi.core.score.raw": "40" })).body.result, null);
  const third = await learner.post(`/my/courses/${learner.enrollment}/launch`);
  assert.deepEqual([third.status, third.body.code], [409, "ENROLLMENT_NOT_OPEN"]);
  assert.deepEqual(
    (await s.attempts(learner)).map(({ score }) => score),
    [30, 40],
  );
  assert.equal(await s.stateOf(learner), "failed");
});

test("the course's pass score counts, whatever the package says", async () => {
  const { id } = (await s.upload(scormPackage("2004"))).body;
  await s.put("TWO", id);
  const learner = await s.enrolled("TWO");
  const opened = await s.launch(learner);
  assert.equal((await begin(opened))["cmi.entry"], "ab-initio");
  const said = { "cmi.success_status": "passed", "cmi.completion_status": "completed", "cmi.score.scaled": "0.79" };
  assert.equal((await commit(opened, 1, said, { ended: true })).body.result, "failed");
  const again = await s.launch(learner);
  assert.equal((await commit(again, 1, { ...said, "cmi.score.scaled": "0.8" })).body.result, "passed");
  assert.deepEqual(await s.attempts(learner), [
    { number: 1, score: 79, passed: false },
    { number: 2, score: 80, passed: true },
  ]);
});

test("the server refuses what exceeds the limits of the standards, and records nothing for another learner", async () => {
  const learner = await s.enrolled("ONE");
  const other = await s.enrolled("ONE");
  const opened = await s.launch(learner);
  const refused: [Record<string, string>, RegExp][] = [
    [{ "cmi.suspend_data": "x".repeat(4_097) }, /cmi\.suspend_data has 4097 characters; at most 4096/],
    [{ "cmi.core.lesson_location": "x".repeat(256) }, /lesson_location/],
    [{ "cmi.core.lesson_status": "superb" }, /cannot be "superb"/],
    [{ "cmi.core.score.raw": "many" }, /cannot be "many"/],
    [{ "cmi.core.session_time": "PT5M" }, /session_time/],
  ];
  for (const [elements, says] of refused) {
    const reply = await commit(opened, 1, elements);
    assert.deepEqual([reply.status, reply.body.code], [422, "COMMIT_REFUSED"], reply.text);
    assert.match(reply.body.detail, says);
  }
  assert.equal((await commit(opened, 1, { "cmi.suspend_data": "x".repeat(4_096) })).status, 200);
  assert.equal((await commit(opened, 1, {}, { item: "NONE", ended: true })).status, 422);
  // A learner, a name and a launch in the body are not read. A body with unknown members is refused.
  const named = {
    "cmi.core.student_id": other.account.id,
    "cmi.core.lesson_status": "passed",
    "cmi.core.total_time": "9999:00:00",
  };
  assert.equal((await commit(opened, 2, named)).body.result, "passed");
  assert.deepEqual([await s.stateOf(learner), await s.stateOf(other)], ["completed", "assigned"]);
  const more = { seq: 3, item: "ITEM-1", opening: 1, ended: false, elements: {}, registration_id: other.enrollment };
  assert.equal((await request("", "POST", `${opened}commits`, { body: more })).status, 422);
  const theirs = await learner.post(`/my/courses/${other.enrollment}/launch`);
  assert.equal(theirs.status, 404);
});

test("an enrollment that was closed meanwhile takes no result, and a learner who has left no commit", async () => {
  const learner = await s.enrolled("ONE");
  const opened = await s.launch(learner);
  await s.query("update enrollment set state = 'cancelled', cancelled_at = now(), cancel_reason = 'superseded' where id = $1", [
    learner.enrollment,
  ]);
  assert.equal((await commit(opened, 1, { "cmi.core.lesson_status": "passed" })).body.result, "not_counted");
  assert.deepEqual(await s.attempts(learner), []);
  const gone = await s.enrolled("ONE");
  const theirs = await s.launch(gone);
  await s.query("update person set state = 'deactivated', deactivated_at = now() where id = $1", [gone.account.id]);
  assert.equal((await commit(theirs, 1, { "cmi.core.lesson_status": "passed" })).status, 410);
  assert.equal((await get(`${theirs}files/content/index.html`)).status, 404);
});

test("several items: the package is done when each of them is, and its score is their mean", async () => {
  const items = ["A", "B", "C"].map((id) => ({
    id,
    title: `Part ${id}`,
    href: `content/${id}.html`,
    type: id === "C" ? ("asset" as const) : ("sco" as const),
  }));
  const { id } = (await s.upload(scormPackage("2004", { items }))).body;
  await s.put("THREE", id);
  const learner = await s.enrolled("THREE");
  const opened = await s.launch(learner);
  const score = (scaled: string) => ({ "cmi.success_status": "passed", "cmi.score.scaled": scaled });
  assert.equal((await commit(opened, 1, score("1"), { item: "A", ended: true })).body.result, null);
  assert.equal((await commit(opened, 2, {}, { item: "C", opening: 2, ended: true })).body.status, "completed");
  // An item that is opened again to be reviewed stays passed.
  assert.equal(
    (await commit(opened, 3, { "cmi.completion_status": "incomplete" }, { item: "A", opening: 3 })).body.status,
    "passed",
  );
  assert.equal((await commit(opened, 4, score("0.5"), { item: "B", opening: 4 })).body.result, "passed");
  assert.deepEqual(await s.attempts(learner), [{ number: 1, score: 75, passed: true }]);
});

test("a package that is an item of a course ends its item, not the course; failed it ends the run, and it is not removed meanwhile", async () => {
  const { id: package_id } = (await s.upload(scormPackage("1.2"))).body;
  const [{ id: course_id }] = await s.query("select id from course where tenant_id = $1 and code = 'ITEMS'", [s.acme.tenant_id]);
  const common = { required: true, opens: "after_previous" };
  const items = [
    { ...common, kind: "package", title: "Lesson", package_id },
    { ...common, kind: "text", title: "Afterwards", text: "Keep the doors shut." },
  ];
  const foreign = [{ ...items[0], package_id: course_id }];
  const refused = await s.admin.call("PUT", `/courses/${course_id}/items`, { body: { items: foreign } });
  assert.equal(refused.body.errors[0].pointer, "#/items/0/package_id");
  assert.equal((await s.admin.call("PUT", `/courses/${course_id}/items`, { body: { items } })).status, 200);
  const listed = (await s.admin.get("/packages")).body.packages.find((one: any) => one.id === package_id);
  assert.deepEqual(
    listed.courses.map(({ code }: any) => code),
    ["ITEMS"],
  );
  assert.equal((await s.admin.delete(`/packages/${package_id}`)).body.code, "PACKAGE_IN_USE");

  const learner = await s.enrolled("ITEMS");
  const view = async () => (await learner.get(`/my/courses/${learner.enrollment}/items`)).body;
  const [lesson, text] = (await view()).items;
  const at = (item: { id: string }, step: string) => `/my/courses/${learner.enrollment}/items/${item.id}/${step}`;
  const open = async () => {
    const reply = await learner.post(at(lesson, "launch"));
    assert.equal(reply.status, 200, reply.text);
    return reply.body.url.split("?")[0] as string;
  };
  assert.equal((await learner.post(at(text, "finish"))).body.code, "ITEM_NOT_OPEN");
  assert.equal((await learner.post(at(text, "launch"))).body.code, "ITEM_NOT_OF_THIS_KIND");
  assert.equal((await learner.post(`/my/courses/${learner.enrollment}/launch`)).body.code, "COURSE_HAS_NO_PACKAGE");
  const failing = await open();
  await begin(failing);
  const failed = { "cmi.core.lesson_status": "failed", "cmi.core.score.raw": "40" };
  assert.equal((await commit(failing, 1, failed, { ended: true })).body.result, "failed");
  const after = await view();
  assert.deepEqual([after.run.result, after.status, after.attempts_left], ["failed", "in_progress", 1]);

  const opened = await open();
  await begin(opened);
  await commit(opened, 1, { "cmi.core.lesson_status": "incomplete" });
  assert.deepEqual([(await view()).run.number, (await view()).items[0].state], [2, "under_way"]);
  const passed = { "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "90" };
  assert.equal((await commit(opened, 2, passed, { ended: true })).body.result, "passed");
  assert.deepEqual([(await view()).items[0].state, await s.stateOf(learner)], ["done", "in_progress"]);
  assert.equal((await learner.post(at(text, "finish"))).body.status, "completed");
  assert.deepEqual(await s.attempts(learner), [
    { number: 1, score: 40, passed: false },
    { number: 2, score: 90, passed: true },
  ]);
});

test(
  "two devices that open a package for the first time at once have one try, and only the newer launch says something",
  {
    skip: needsServer(),
  },
  async () => {
    const { id } = (await s.upload(scormPackage("1.2"))).body;
    assert.equal((await s.put("EIGHT", id)).status, 200);
    const learner = await s.enrolled("EIGHT");
    const other = await s.database.superuser.connect();
    let launches: Promise<string>[] = [];
    try {
      await other.query("begin");
      await other.query("select from person where id = $1 for no key update", [learner.account.id]);
      launches = [s.launch(learner), s.launch(learner)];
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      while ((await s.database.superuser.query(waiting)).rowCount! < 2) await setImmediate();
      await other.query("commit");
    } finally {
      other.release(true);
    }
    const opened = await Promise.all(launches);
    assert.equal((await s.query("select from content_registration where enrollment_id = $1", [learner.enrollment])).length, 1);
    const replies = await Promise.all(opened.map((url) => commit(url, 1, { "cmi.core.lesson_status": "incomplete" })));
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((one, next) => one - next),
      [200, 409],
    );
  },
);

test("a course that got other content meanwhile takes no result from a package of its former items", async () => {
  const { id: package_id } = (await s.upload(scormPackage("1.2"))).body;
  const [{ id: course_id }] = await s.query("select id from course where tenant_id = $1 and code = 'AWAY'", [s.acme.tenant_id]);
  const items = [{ kind: "package", title: "Lesson", required: true, opens: "at_once", package_id }];
  assert.equal((await s.admin.call("PUT", `/courses/${course_id}/items`, { body: { items } })).status, 200);
  const learner = await s.enrolled("AWAY");
  const [lesson] = (await learner.get(`/my/courses/${learner.enrollment}/items`)).body.items;
  const opened = (await learner.post(`/my/courses/${learner.enrollment}/items/${lesson.id}/launch`)).body.url.split("?")[0];
  await begin(opened);
  const content = { kind: "document", text: "Keep the doors shut." };
  assert.equal((await s.admin.call("PATCH", `/courses/${course_id}`, { body: { content } })).status, 200);
  const passed = { "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "90" };
  assert.equal((await commit(opened, 1, passed, { ended: true })).body.result, "not_counted");
  assert.deepEqual([await s.attempts(learner), await s.stateOf(learner)], [[], "in_progress"]);
});
