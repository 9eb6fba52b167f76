// Courses of items over HTTP: edited in the panel with questions from the bank, taken by learners, and turned into attempts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { needsServer, openDatabase, type TestDatabase, waitsForLock } from "../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel, type TestAccount } from "../../../test/harness/panel/panel.ts";
import { apiOf, byKey, ok, startServer, type Reply, type TestServer } from "../../../test/harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let admin: Panel;
let categories: Record<"fire" | "first_aid", string>;

const at_once = { required: true, opens: "at_once" };
const text = { ...at_once, kind: "text", title: "Rules", text: "Keep the doors shut." };
const video = { ...at_once, kind: "video", title: "Film", url: "https://films.example/fire", opens: "after_previous" };
const quizOf = (draws: { category_id: string; count: number }[], rest = {}) => ({
  ...at_once,
  kind: "quiz",
  title: "Test",
  opens: "after_previous",
  draws,
  ...rest,
});

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    courses: ["STORY", "TWICE", "VERSION", "MARK", "LINK", "BANK", "OTHER", "RACE", "FAIL", "SWAP", "OLD"].map((code) => ({
      code,
      title: `Course ${code}`,
      validity: { value: 12, unit: "month" as const },
      attempts_allowed: 2,
      ...(code === "MARK" ? { pass_score: 90 } : {}),
      ...(code === "LINK" ? { content: { kind: "link" as const, url: "https://films.example/one" } } : {}),
    })),
    clients: [{ name: "LMS", scopes: ["attempts:write"] }],
  });
  admin = await open("training_admin");
  categories = { fire: await categoryWith("Fire", 5), first_aid: await categoryWith("First aid", 2) };
});
after(async () => {
  await server.close();
  await database.close();
});

const query = async (sql: string, values: unknown[] = []) => (await database.superuser.query(sql, values)).rows;
const put = (panel: Panel, path: string, body: unknown) => panel.call("PUT", path, { body });

async function open(role: "training_admin" | "learner", of = acme): Promise<Panel & { account: TestAccount }> {
  return sessionOf(server, database, of.tenant_id, await createAccount(database, of.tenant_id, role));
}

/** The right option of each question says so in its text, in whatever order options are shown. */
const question = (name: string, number: number) => ({
  text: `${name} ${number}?`,
  options: ["right", "wrong", "worse"],
  correct: [0],
});

async function categoryWith(name: string, questions: number, panel = admin): Promise<string> {
  const { id } = await ok(panel.post("/question-categories", { name }));
  const body = { questions: Array.from({ length: questions }, (_, number) => question(name, number)) };
  await ok(panel.post(`/question-categories/${id}/questions`, body));
  return id;
}

async function courseId(code: string): Promise<string> {
  return (await query("select id from course where tenant_id = $1 and code = $2", [acme.tenant_id, code]))[0].id;
}

async function setItems(code: string, items: unknown[]): Promise<Reply> {
  return put(admin, `/courses/${await courseId(code)}/items`, { items });
}

type Learner = Panel & { account: TestAccount; enrollment: string };

async function enrolled(code: string): Promise<Learner> {
  const learner = await open("learner");
  const [{ id }] = await query(
    `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
    select tenant_id, gen_random_uuid(), $2, id, 2026, 'admin', true, now(), attempts_allowed from course where tenant_id = $1 and code = $3
    returning id`,
    [acme.tenant_id, learner.account.id, code],
  );
  return { ...learner, enrollment: id };
}

type View = { items: { id: string; state: string; score: number | null }[] };
const itemsOf = async (learner: Learner) => (await ok(learner.get(`/my/courses/${learner.enrollment}/items`))) as View;
const statesOf = ({ items }: View) => items.map(({ state }) => state);
const at = (learner: Learner, id: string, step: string) => `/my/courses/${learner.enrollment}/items/${id}/${step}`;

type Sitting = { id: string; questions: { id: string; text: string; options: string[]; chosen: number[] }[] };
const answersTo = ({ questions }: Sitting, word = "right") =>
  questions.map(({ id, options }) => ({ question_id: id, options: [options.indexOf(word)] }));

/** Finishes the items to read, and answers the quiz, which is the last item. */
async function take(learner: Learner, word: string): Promise<any> {
  const { items } = await ok(learner.post(`/my/courses/${learner.enrollment}/run`));
  for (const { id, state } of items.slice(0, -1)) if (state !== "done") await ok(learner.post(at(learner, id, "finish")));
  const sitting = await ok(learner.post(at(learner, items.at(-1).id, "sitting")));
  return ok(learner.post(`/my/sittings/${sitting.id}/hand-in`, { answers: answersTo(sitting, word) }));
}

test("a text, a film and a drawn quiz are taken in order, interrupted, resumed elsewhere, and make one attempt with its certificate", async () => {
  await ok(setItems("STORY", [text, video, quizOf([{ category_id: categories.fire, count: 3 }])]));
  const learner = await enrolled("STORY");
  const { courses } = await ok(learner.get("/my/training"));
  assert.deepEqual([courses[0].kind, courses[0].status], ["items", "assigned"]);
  const begun = (await ok(learner.post(`/my/courses/${learner.enrollment}/run`))) as View;
  assert.deepEqual(statesOf(begun), ["open", "locked", "locked"]);
  const [rules, film, quiz] = begun.items.map(({ id }) => id) as [string, string, string];
  assert.equal((await ok(learner.get(at(learner, rules, "").slice(0, -1)))).text, "Keep the doors shut.");
  for (const early of [learner.get(at(learner, film, "").slice(0, -1)), learner.post(at(learner, film, "finish"))])
    assert.equal((await early).body.code, "ITEM_NOT_OPEN");
  assert.equal((await learner.post(at(learner, quiz, "sitting"))).body.code, "ITEM_NOT_OPEN");
  await ok(learner.post(at(learner, rules, "finish")));
  await ok(learner.post(at(learner, film, "finish")));
  const sitting = (await ok(learner.post(at(learner, quiz, "sitting")))) as Sitting;
  assert.equal(sitting.questions.length, 3);
  assert.doesNotMatch(JSON.stringify(sitting), /correct/);
  const [one, ...rest] = answersTo(sitting);
  assert.equal((await put(learner, `/my/sittings/${sitting.id}/answers`, { answers: [one] })).status, 204);

  const elsewhere = await sessionOf(server, database, acme.tenant_id, learner.account);
  const other: Learner = { ...elsewhere, account: learner.account, enrollment: learner.enrollment };
  assert.deepEqual(statesOf(await itemsOf(other)), ["done", "done", "under_way"]);
  const resumed = (await ok(other.post(at(other, quiz, "sitting")))) as Sitting;
  assert.deepEqual(
    resumed.questions.map(({ id, chosen }) => [id, chosen.length]),
    sitting.questions.map(({ id }, place) => [id, place === 0 ? 1 : 0]),
  );
  const { passed, score, course } = await ok(other.post(`/my/sittings/${sitting.id}/hand-in`, { answers: rest }));
  assert.deepEqual([passed, score, course.status, course.run.result], [true, 100, "completed", "passed"]);
  const again = await learner.post(`/my/sittings/${sitting.id}/hand-in`, { answers: rest });
  assert.equal(again.body.code, "SITTING_HANDED_IN");
  assert.equal((await put(learner, `/my/sittings/${sitting.id}/answers`, { answers: rest })).body.code, "SITTING_HANDED_IN");

  const counts = await query(
    `select (select count(*)::int from attempt where enrollment_id = $1 and passed and score = 100) as attempts,
      (select count(*)::int from certificate where person_id = $2) as certificates,
      (select count(*)::int from compliance_status where person_id = $2 and status = 'COMPLIANT') as compliant`,
    [learner.enrollment, learner.account.id],
  );
  assert.deepEqual([counts[0].attempts, counts[0].certificates, counts[0].compliant], [1, 1, 1]);
  const told = await query(
    "select type from event where tenant_id = $1 and convert_from(body, 'UTF8') like '%' || $2 || '%' order by 1",
    [acme.tenant_id, learner.enrollment],
  );
  assert.ok(
    told.some(({ type }) => type === "course.completed"),
    JSON.stringify(told),
  );
});

test("a failed quiz is a failed attempt; the next run begins with what was read, and the last attempt ends the course", async () => {
  await ok(setItems("FAIL", [text, quizOf([{ category_id: categories.fire, count: 4 }], { pass_percent: 50 })]));
  const learner = await enrolled("FAIL");
  const failed = await take(learner, "wrong");
  assert.deepEqual([failed.passed, failed.score, failed.course.run.result, failed.course.attempts_left], [false, 0, "failed", 1]);
  assert.deepEqual(statesOf(await ok(learner.post(`/my/courses/${learner.enrollment}/run`))), ["done", "open"]);
  const last = await take(learner, "worse");
  assert.deepEqual([last.course.status, last.course.attempts_left], ["failed", 0]);
  assert.equal((await learner.post(`/my/courses/${learner.enrollment}/run`)).body.code, "ENROLLMENT_NOT_OPEN");
});

test("an optional quiz neither fails the course nor completes it, and is sat again within the run", async () => {
  const optional = quizOf([{ category_id: categories.first_aid, count: 2 }], { required: false, title: "Practice" });
  await ok(setItems("TWICE", [optional, { ...text, opens: "after_previous" }]));
  const learner = await enrolled("TWICE");
  const { items } = (await ok(learner.post(`/my/courses/${learner.enrollment}/run`))) as View;
  const sit = async (word: string) => {
    const sitting = await ok(learner.post(at(learner, items[0]!.id, "sitting")));
    return ok(learner.post(`/my/sittings/${sitting.id}/hand-in`, { answers: answersTo(sitting, word) }));
  };
  assert.deepEqual(statesOf((await sit("wrong")).course), ["failed", "locked"]);
  assert.deepEqual(statesOf((await sit("right")).course), ["done", "open"]);
  assert.equal((await ok(learner.post(at(learner, items[1]!.id, "finish")))).status, "completed");
  const [attempt] = await query("select score, passed from attempt where enrollment_id = $1", [learner.enrollment]);
  assert.deepEqual([attempt.passed, attempt.score], [true, null]);
});

test("quizzes that are passed with less than the course's pass mark together fail the course", async () => {
  await ok(setItems("MARK", [quizOf([{ category_id: categories.fire, count: 2 }], { pass_percent: 50 })]));
  const learner = await enrolled("MARK");
  const { items } = await ok(learner.post(`/my/courses/${learner.enrollment}/run`));
  const sitting = await ok(learner.post(at(learner, items[0].id, "sitting")));
  const [right] = answersTo(sitting);
  const [, wrong] = answersTo(sitting, "wrong");
  const { passed, course } = await ok(learner.post(`/my/sittings/${sitting.id}/hand-in`, { answers: [right, wrong] }));
  assert.deepEqual([passed, course.run.result, course.run.score, course.attempts_left], [true, "failed", 50, 1]);
});

test("who is under way finishes the version that they began; the next learner takes the newest", async () => {
  const first = await ok(setItems("VERSION", [text, { ...video, title: "Old film" }]));
  const learner = await enrolled("VERSION");
  await ok(learner.post(`/my/courses/${learner.enrollment}/run`));
  const [kept] = first.items;
  const second = await ok(setItems("VERSION", [{ ...text, id: kept.id, text: "New rules." }]));
  assert.deepEqual([second.version, second.items[0].id, second.under_way], [first.version + 1, kept.id, 1]);
  const { items } = await itemsOf(learner);
  assert.equal(items.length, 2);
  for (const { id } of items) await ok(learner.post(at(learner, id, "finish")));
  assert.equal((await itemsOf(learner)).items.length, 2);
  assert.equal((await itemsOf(await enrolled("VERSION"))).items.length, 1);
  await ok(setItems("VERSION", [text]));
  const versions = await query("select version from course_item_list where course_id = $1 order by 1", [
    await courseId("VERSION"),
  ]);
  assert.deepEqual(
    versions.map(({ version }) => version),
    [1, 3],
    "the second, which no run refers to, is removed",
  );
});

test("a course of one content is shown as a list of one and stays as it is; API v1 knows that items are held here", async () => {
  const shown = await ok(admin.get(`/courses/${await courseId("LINK")}/items`));
  assert.deepEqual(
    [shown.version, shown.items.length, shown.items[0].kind, shown.items[0].url],
    [null, 1, "link", "https://films.example/one"],
  );
  const learner = await enrolled("LINK");
  assert.equal((await learner.get(`/my/courses/${learner.enrollment}/items`)).body.code, "COURSE_HAS_NO_ITEMS");
  assert.equal((await ok(learner.post(`/my/courses/${learner.enrollment}/acknowledge`))).status, "completed");
  await ok(setItems("OTHER", [text]));
  const course = await ok(admin.get(`/courses/${await courseId("OTHER")}`));
  assert.deepEqual(course.content, { kind: "items", version: 1 });
  const one = await enrolled("OTHER");
  assert.equal((await one.post(`/my/courses/${one.enrollment}/acknowledge`)).body.code, "COURSE_HAS_NO_SUCH_CONTENT");
  const api = apiOf(server, byKey(acme.code, acme.clients["LMS"]!.secret));
  const report = {
    external_id: "1",
    user_id: one.account.id,
    course_code: "OTHER",
    result: "passed",
    completed_at: new Date().toISOString(),
  };
  assert.equal((await api.post("/api/v1/attempts", report)).body.code, "COURSE_HELD_HERE");
});

test("a list that cannot be is refused at its member: foreign categories, too many questions, conditions on itself or in a circle", async () => {
  const rival = await createOrganisation(database, { organisation: { code: "RIVAL" } });
  const theirs = await categoryWith("Fire", 3, await open("training_admin", rival));
  const refused = async (...items: unknown[]) => {
    const { status, body } = await setItems("BANK", items);
    assert.equal(status, 422, JSON.stringify(body));
    return body.errors.map(({ pointer }: { pointer: string }) => pointer.replace("#/items/", ""));
  };
  const draws = (category_id: string, count: number) => quizOf([{ category_id, count }]);
  assert.deepEqual(await refused(draws(theirs, 1)), ["0/draws/0/category_id"]);
  assert.deepEqual(await refused(draws(categories.fire, 6)), ["0/draws/0/count"]);
  assert.deepEqual(await refused(draws(categories.fire, 10_000)), ["0/draws/0/count"]);
  assert.deepEqual(await refused({ ...text, opens: "after_item", after: 0 }), ["0/after"]);
  assert.deepEqual(await refused({ ...text, opens: "after_item", after: 1 }, { ...text, opens: "after_previous" }), ["0/after"]);
  assert.deepEqual(await refused({ ...text, opens: "after_item", after: 7 }), ["0/after"]);
  assert.deepEqual(await refused({ ...text, url: "https://films.example" }), ["0/url"]);
  assert.deepEqual(await refused({ ...at_once, kind: "video", title: "Film" }), ["0/url"]);
  assert.deepEqual(await refused({ ...text, id: categories.fire }), ["0/id"]);
  assert.equal((await setItems("BANK", [{ ...text, required: false }])).status, 422);
  assert.equal(
    (
      await setItems(
        "BANK",
        Array.from({ length: 51 }, () => text),
      )
    ).status,
    422,
  );
  assert.equal((await setItems("BANK", [])).status, 422);
  assert.equal((await ok(admin.get(`/courses/${await courseId("BANK")}`))).content, null);
});

test("the bank keeps within its bounds, and what a course draws stays in it", async () => {
  const id = await categoryWith("Ladders", 2);
  assert.equal((await admin.post("/question-categories", { name: " LADDERS " })).status, 422);
  const many = { questions: Array.from({ length: 10_000 }, (_, number) => question("Ladders", number)) };
  assert.ok([413, 422].includes((await admin.post(`/question-categories/${id}/questions`, many)).status));
  const hundred = { questions: many.questions.slice(0, 100) };
  for (let times = 0; times < 9; times += 1) await ok(admin.post(`/question-categories/${id}/questions`, hundred));
  assert.equal((await admin.post(`/question-categories/${id}/questions`, hundred)).body.code, "TOO_MANY_QUESTIONS");
  const wrong = { ...question("Ladders", 1), correct: [3] };
  const { body } = await admin.post(`/question-categories/${id}/questions`, { questions: [wrong] });
  assert.equal(body.errors[0].pointer, "#/questions/0/correct");

  const small = await categoryWith("Ropes", 2);
  await ok(setItems("BANK", [quizOf([{ category_id: small, count: 2 }])]));
  const { questions } = await ok(admin.get(`/question-categories/${small}/questions`));
  for (const path of [`/questions/${questions[0].id}`, `/question-categories/${small}`])
    assert.equal((await admin.delete(path)).body.code, "QUESTIONS_IN_USE");
  const listed = (await ok(admin.get("/question-categories"))).categories.find((one: { id: string }) => one.id === small);
  assert.deepEqual([listed.questions, listed.courses.map(({ code }: { code: string }) => code)], [2, ["BANK"]]);
  await ok(setItems("BANK", [text]));
  await ok(put(admin, `/questions/${questions[0].id}`, { ...question("Ropes", 9), text: "Changed?" }));
  await ok(admin.delete(`/questions/${questions[1].id}`));
  assert.deepEqual(
    (await ok(admin.get(`/question-categories/${small}/questions`))).questions.map((one: { text: string }) => one.text),
    ["Changed?"],
  );
  await ok(admin.delete(`/question-categories/${small}`));
});

test("answers to what was not asked, to too little, or of somebody else are refused, and two hand-ins at once count once", async () => {
  await ok(setItems("RACE", [quizOf([{ category_id: categories.fire, count: 2 }])]));
  const [learner, other] = [await enrolled("RACE"), await enrolled("RACE")];
  const [{ items }] = await Promise.all([
    ok(learner.post(`/my/courses/${learner.enrollment}/run`)),
    ok(learner.post(`/my/courses/${learner.enrollment}/run`)),
  ]);
  const sitting = (await ok(learner.post(at(learner, items[0].id, "sitting")))) as Sitting;
  const asked = new Set(sitting.questions.map(({ id }) => id));
  const { questions } = await ok(admin.get(`/question-categories/${categories.fire}/questions`));
  const not_asked = questions.find(({ id }: { id: string }) => !asked.has(id)).id;
  const hand = (answers: unknown, as: Panel = learner) => as.post(`/my/sittings/${sitting.id}/hand-in`, { answers });
  const first = sitting.questions[0]!.id;
  const pointerOf = async (reply: Promise<Reply>) => (await reply).body.errors?.[0]?.pointer;
  assert.equal(await pointerOf(hand([{ question_id: not_asked, options: [0] }])), "#/answers/0/question_id");
  assert.equal(await pointerOf(hand([{ question_id: first, options: [3] }])), "#/answers/0/options");
  assert.equal(await pointerOf(hand([{ question_id: first, options: [0] }])), "#/answers");
  assert.equal((await hand(answersTo(sitting), other)).status, 404);
  assert.equal((await put(other, `/my/sittings/${sitting.id}/answers`, { answers: [] })).status, 404);
  assert.equal((await other.post(at(learner, items[0].id, "sitting"))).status, 404);
  assert.equal((await other.get(`/my/courses/${learner.enrollment}/items`)).status, 404);
  assert.equal((await learner.post(at(learner, items[0].id, "finish"))).body.code, "ITEM_NOT_OF_THIS_KIND");
  const replies = await Promise.all([hand(answersTo(sitting)), hand(answersTo(sitting))]);
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  const [{ attempts }] = await query("select count(*)::int as attempts from attempt where enrollment_id = $1", [
    learner.enrollment,
  ]);
  assert.equal(attempts, 1);
});

test("a run that begins while the list is replaced takes the new version", { skip: needsServer() }, async () => {
  await ok(setItems("SWAP", [text]));
  const learner = await enrolled("SWAP");
  const other = await database.superuser.connect();
  let begun: Promise<Reply> | undefined;
  try {
    await other.query("begin");
    await other.query("select from enrollment where id = $1 for no key update", [learner.enrollment]);
    begun = learner.post(`/my/courses/${learner.enrollment}/run`);
    while (!(await waitsForLock(database))) await setImmediate();
    await ok(setItems("SWAP", [{ ...text, title: "Newer rules" }]));
    await other.query("commit");
  } finally {
    other.release(true);
  }
  const { items } = await ok(begun);
  assert.deepEqual(
    items.map(({ title }: { title: string }) => title),
    ["Newer rules"],
  );
});

test("the last question that an older version under way draws is not removed, so that nobody is stuck", async () => {
  const category_id = await categoryWith("Old", 2);
  await ok(setItems("OLD", [quizOf([{ category_id, count: 2 }])]));
  const learner = await enrolled("OLD");
  const { items } = await ok(learner.post(`/my/courses/${learner.enrollment}/run`));
  await ok(setItems("OLD", [text]));
  const { questions } = await ok(admin.get(`/question-categories/${category_id}/questions`));
  await ok(admin.delete(`/questions/${questions[0].id}`));
  assert.equal((await admin.delete(`/questions/${questions[1].id}`)).body.code, "QUESTIONS_IN_USE");
  assert.equal((await admin.delete(`/question-categories/${category_id}`)).body.code, "QUESTIONS_IN_USE");
  const sitting = await ok(learner.post(at(learner, items[0].id, "sitting")));
  assert.equal(sitting.questions.length, 1, "it draws what there is");
  await ok(learner.post(`/my/sittings/${sitting.id}/hand-in`, { answers: answersTo(sitting) }));
  await ok(admin.delete(`/question-categories/${category_id}`));
});
