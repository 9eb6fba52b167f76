import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
  schemes,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, test_password, type Panel } from "../../harness/panel/panel.ts";
import { apiOf, byKey, startServer, type TestServer } from "../../harness/server.ts";

const courses = [
  { code: "READ", title: "Zasady: żółć", content: { kind: "document" as const, text: "Keep the doors shut." } },
  {
    code: "QUIZ",
    title: "Fire safety",
    pass_score: 60,
    attempts_allowed: 2,
    content: {
      kind: "quiz" as const,
      questions: [
        { text: "Doors?", options: ["shut", "open"], correct: [0] },
        { text: "Which are exits?", options: ["door", "window", "wall"], correct: [0, 1] },
      ],
    },
  },
].map((course) => ({ ...course, default_due_days: 30, validity: { value: 12, unit: "month" as const } }));

async function openLearning(database: TestDatabase): Promise<TestOrganisation> {
  return createOrganisation(database, { courses, clients: [{ name: "HR", scopes: ["enrollments:write"] }] });
}

/** A learner to whom both courses are assigned. */
async function learnerIn(database: TestDatabase, server: TestServer, acme: TestOrganisation) {
  const account = await createAccount(database, acme.tenant_id, "learner");
  const api = apiOf(server, byKey(acme.code, acme.clients["HR"]!.secret));
  for (const course_code of ["READ", "QUIZ"]) {
    const { status, text } = await api.post("/api/v1/enrollments", { user_id: account.id, course_code });
    assert.equal(status, 201, text);
  }
  return account;
}

describe("a learner's own pages", () => {
  let database: TestDatabase;
  let server: TestServer;
  let acme: TestOrganisation;
  let panel: Panel;

  before(async () => {
    database = await openDatabase();
    server = await startServer(database);
    acme = await openLearning(database);
    panel = await sessionOf(server, database, acme.tenant_id, await learnerIn(database, server, acme));
  });
  after(async () => {
    await server.close();
    await database.close();
  });
  const course = async (code: string, as = panel) =>
    (await as.get("/my/training")).body.courses.find((one: { course_code: string }) => one.course_code === code);

  test("a course that is held elsewhere says how, where and when, and whom to ask", async () => {
    const trainer = await createAccount(database, acme.tenant_id, "training_admin");
    await createOrganisation(database, {
      organisation: { code: acme.code },
      courses: [
        { code: "HALL", title: "First aid", instructions: "Tuesdays at 9:00, hall B.\nRegister with Jan." },
        { code: "NOWHERE", title: "Second aid" },
      ],
    });
    const api = apiOf(server, byKey(acme.code, acme.clients["HR"]!.secret));
    const account = await createAccount(database, acme.tenant_id, "learner");
    const own = await sessionOf(server, database, acme.tenant_id, account);
    for (const course_code of ["HALL", "NOWHERE", "READ"])
      assert.equal((await api.post("/api/v1/enrollments", { user_id: account.id, course_code })).status, 201);
    const opened = async (code: string) => (await own.get(`/my/courses/${(await course(code, own)).id}`)).body;
    const asked = [{ name: "Ada Admin", email: trainer.login }];
    const hall = await opened("HALL");
    assert.deepEqual([hall.instructions, hall.contacts], ["Tuesdays at 9:00, hall B.\nRegister with Jan.", asked]);
    assert.deepEqual([(await opened("NOWHERE")).instructions, (await opened("NOWHERE")).contacts], [null, asked]);
    assert.deepEqual((await opened("READ")).contacts, []);
    await database.superuser.query("update administrator set disabled_at = now() where email = $1", [trainer.login]);
    assert.deepEqual((await opened("HALL")).contacts, []);
  });

  test("a document is read, acknowledged, and completes the course with a certificate that can be checked in public", async () => {
    const { id, kind, status } = await course("READ");
    assert.deepEqual([kind, status], ["document", "assigned"]);
    assert.equal((await panel.get(`/my/courses/${id}`)).body.text, "Keep the doors shut.");
    assert.equal((await panel.post(`/my/courses/${id}/start`)).status, 204);
    assert.equal((await course("READ")).status, "in_progress");
    const { passed, score, status: later } = (await panel.post(`/my/courses/${id}/acknowledge`)).body;
    assert.deepEqual([passed, score, later], [true, null, "completed"]);
    const [certificate] = (await panel.get("/my/training")).body.certificates;
    const page = await fetch(server.url + new URL(certificate.verification_url).pathname);
    assert.match(await page.text(), /Valid/);
    const cookie = [...panel.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const pdf = await fetch(`${server.url}/panel/api/my/certificates/${certificate.id}/pdf`, { headers: { cookie } });
    assert.equal(pdf.headers.get("content-type"), "application/pdf");
    assert.match(Buffer.from(await pdf.arrayBuffer()).toString("latin1"), /^%PDF-[\s\S]*\/c\/[0-9A-Z-]+[\s\S]*%%EOF/);
  });

  test("a quiz tells no right answer, counts attempts, and fails when they are used up", async () => {
    const { id } = await course("QUIZ");
    const opened = await panel.get(`/my/courses/${id}`);
    assert.doesNotMatch(opened.text, /correct/);
    assert.deepEqual([opened.body.pass_score, opened.body.questions.length], [60, 2]);
    const answer = (answers: unknown, as = panel) => as.post(`/my/courses/${id}/answers`, { answers });
    for (const wrong of [[[0]], [], [[0], [20]], "x"]) assert.equal((await answer(wrong)).status, 422, JSON.stringify(wrong));
    assert.equal((await panel.post(`/my/courses/${id}/acknowledge`)).body.code, "COURSE_HAS_NO_SUCH_CONTENT");
    assert.deepEqual((await answer([[0], [0]])).body, { passed: false, score: 50, status: "in_progress", attempts_left: 1 });
    assert.deepEqual((await answer([[1], [2]])).body, { passed: false, score: 0, status: "failed", attempts_left: 0 });
    assert.equal((await answer([[0], [0, 1]])).body.code, "ENROLLMENT_NOT_OPEN");
  });

  test("the right answers complete the course, in whatever order they are given", async () => {
    const other = await sessionOf(server, database, acme.tenant_id, await learnerIn(database, server, acme));
    const { id } = await course("QUIZ", other);
    const { passed, score } = (await other.post(`/my/courses/${id}/answers`, { answers: [[0], [1, 0, 1]] })).body;
    assert.deepEqual([passed, score], [true, 100]);
  });

  test("a learner can neither see nor do anything of another person", async () => {
    const other = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "learner"));
    const { id } = await course("READ");
    const [certificate] = (await panel.get("/my/training")).body.certificates;
    assert.deepEqual((await other.get("/my/training")).body, {
      courses: [],
      certificates: [],
      teaches: false,
      has_reports: false,
    });
    for (const path of [`/my/courses/${id}`, `/my/certificates/${certificate.id}/pdf`])
      assert.equal((await other.get(path)).status, 404, path);
    for (const step of ["start", "acknowledge"]) assert.equal((await other.post(`/my/courses/${id}/${step}`)).status, 404, step);
    assert.equal((await other.post(`/my/courses/${id}/answers`, { answers: [[0]] })).status, 404);
  });
});

describe("a learner in a browser", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await openLearning(database);
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  for (const scheme of schemes) {
    test(`reads, answers and has the certificate, ${scheme}`, async () => {
      const learner = await learnerIn(database, panel.server, acme);
      const page = await panel.visit({ scheme });
      await signIn(page, panel, acme.code, learner.login, test_password, `${panel.url}/my-training`);
      await page.getByRole("heading", { name: "Fire safety" }).waitFor();
      await expectAccessible(page, "my training");
      await shoot(page, `my-training-${scheme}`);
      await page.getByRole("link", { name: "Begin or continue Fire safety" }).click();
      await page.getByRole("radio", { name: "open" }).check();
      await page.getByRole("checkbox", { name: "door" }).check();
      await expectAccessible(page, "a quiz");
      await shoot(page, `my-quiz-${scheme}`);
      await page.getByRole("button", { name: "Hand in" }).click();
      await page.getByText("1 attempt left.").waitFor();
      await page.getByRole("radio", { name: "shut" }).check();
      await page.getByRole("checkbox", { name: "door" }).check();
      await page.getByRole("checkbox", { name: "window" }).check();
      await page.getByRole("button", { name: "Hand in" }).click();
      await page.getByText("Score: 100 %").waitFor();
      await expectAccessible(page, "a result");
      await page.goto(`${panel.url}/my-training`);
      await page.getByRole("link", { name: /Zasady/ }).click();
      await page.getByLabel("I have read and understood it").check();
      await page.getByRole("button", { name: "Complete the course" }).click();
      await page.getByRole("link", { name: "My certificates" }).last().click();
      await page.getByRole("heading", { name: "Zasady: żółć" }).waitFor();
      await expectAccessible(page, "my certificates");
      await shoot(page, `my-certificates-${scheme}`);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "PDF" }).first().click(),
      ]);
      assert.match(download.suggestedFilename(), /\.pdf$/);
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${panel.url}/my-training`);
      await page.getByRole("heading", { name: "Done" }).waitFor();
      await expectReflow(page, "my training");
    });
  }

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
