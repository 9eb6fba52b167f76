// Content packages in a browser: an administrator uploads one, a learner begins on a phone, is interrupted, goes on elsewhere and completes; and
// packages that reach for the panel get nothing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import type { FrameLocator, Page } from "playwright-core";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { cmi5Package } from "../../harness/packages/cmi5.ts";
import { scormPackage, type SamplePackage } from "../../harness/packages/scorm.ts";
import { zipOf } from "../../harness/packages/zip.ts";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
} from "../../harness/panel/browser.ts";
import { createAccount, givePassword, test_password, type TestAccount } from "../../harness/panel/panel.ts";

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

describe("content packages in a browser", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let admin: Page;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      courses: ["HEIGHT", "LATER", "PARTS", "EVIL", "RECORDS", "OTHERS", "AWAY"].map((code) => ({
        code,
        title: `Course ${code}`,
        validity: { value: 12, unit: "month" as const },
      })),
    });
    admin = await signedIn(await createAccount(database, acme.tenant_id, "training_admin"));
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  const query = async (text: string, values: unknown[] = []) => (await database.superuser.query(text, values)).rows;

  async function signedIn(account: TestAccount, options = {}): Promise<Page> {
    await givePassword(database, acme.tenant_id, account);
    const page = await panel.visit(options);
    await signIn(page, panel, acme.code, account.login, test_password);
    return page;
  }

  async function learnerOf(course_code: string): Promise<TestAccount & { enrollment: string }> {
    const account = await createAccount(database, acme.tenant_id, "learner");
    const [{ id }] = await query(
      `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
      select tenant_id, gen_random_uuid(), $2, id, 2026, 'admin', true, now(), 3 from course where tenant_id = $1 and code = $3
      returning id`,
      [acme.tenant_id, account.id, course_code],
    );
    return { ...account, enrollment: id };
  }

  /** Uploads a package in the editor of a course's content, and saves. */
  async function give(course_code: string, name: string, bytes: Buffer): Promise<void> {
    const [{ id }] = await query("select id from course where tenant_id = $1 and code = $2", [acme.tenant_id, course_code]);
    await admin.goto(`${panel.url}/courses/${id}/content`);
    await admin.getByLabel("Kind").selectOption("package");
    const chooser = admin.waitForEvent("filechooser");
    await admin.getByRole("button", { name: "Upload a package" }).click();
    await (await chooser).setFiles({ name, mimeType: "application/zip", buffer: bytes });
  }

  async function save(course_code: string): Promise<void> {
    await admin.getByText(/(SCORM (1\.2|2004)|cmi5), version 1/).waitFor();
    await admin.getByRole("button", { name: "Save" }).click();
    await admin.getByRole("heading", { level: 1, name: `Course ${course_code}` }).waitFor();
  }

  /** The content's own page within the player. */
  const contentIn = (page: Page): FrameLocator => playerIn(page).frameLocator("#content");
  const playerIn = (page: Page): FrameLocator => page.frameLocator('iframe[title$=": content"]');

  async function openCourse(page: Page, button: "Begin" | "Continue", course_code: string): Promise<FrameLocator> {
    await page.goto(`${panel.url}/my-training`);
    await page
      .getByRole("link", { name: new RegExp(`Course ${course_code}`) })
      .first()
      .click();
    await page.getByRole("button", { name: button }).click();
    return contentIn(page);
  }

  for (const standard of ["1.2", "2004"] as const)
    test(`SCORM ${standard}: begun on a phone, interrupted, resumed on another device, completed`, async () => {
      const code = standard === "1.2" ? "HEIGHT" : "LATER";
      if (standard === "1.2") {
        await give(code, "broken.zip", zipOf([{ name: "..\\evil.html", content: "x" }]));
        await admin.getByText(/has a backslash; pack the folder with/).waitFor();
        await expectAccessible(admin, "a package that was refused");
      }
      await give(code, `course-${standard}.zip`, scormPackage(standard));
      await save(code);
      const account = await learnerOf(code);

      const small = await signedIn(account, phone);
      const on_phone = await openCourse(small, "Begin", code);
      await on_phone.getByRole("heading", { name: "Page 1" }).waitFor();
      await on_phone.getByText("entry: ab-initio").waitFor();
      await on_phone.getByRole("button", { name: "Next page" }).click();
      await on_phone.getByRole("button", { name: "Next page" }).click();
      await on_phone.getByRole("heading", { name: "Page 3" }).waitFor();
      await playerIn(small).getByText("Saved", { exact: true }).waitFor();
      await expectAccessible(small, "a package on a phone");
      await expectReflow(small, "a package on a phone");
      await shoot(small, `package-${standard}-phone`);
      // The battery is empty.
      await small.context().close();

      const large = await signedIn(account, { viewport: { width: 1_280, height: 800 } });
      const on_desk = await openCourse(large, "Continue", code);
      await on_desk.getByRole("heading", { name: "Page 3" }).waitFor();
      await on_desk.getByText("entry: resume").waitFor();
      await on_desk.getByRole("button", { name: "Right answer" }).click();
      await playerIn(large).getByText("Passed. You can close the course.").waitFor();
      await large.getByText("You have completed this course.").waitFor();
      await large.getByRole("button", { name: "Close" }).click();
      await large.locator("iframe").waitFor({ state: "detached" });
      assert.deepEqual(await query("select number, score, passed from attempt where enrollment_id = $1", [account.enrollment]), [
        { number: 1, score: 90, passed: true },
      ]);
      assert.equal((await query("select id from certificate where person_id = $1", [account.id])).length, 1);
      await large.context().close();
    });

  test("what content says while the network is away is counted when it is back, closed or not meanwhile, and is read by no other package", async (t) => {
    await give("AWAY", "course.zip", scormPackage("1.2"));
    await save("AWAY");
    const attempts = (account: { enrollment: string }) =>
      query("select number, score, passed from attempt where enrollment_id = $1", [account.enrollment]);
    const counted = [{ number: 1, score: 90, passed: true }];
    const begin = async (account: TestAccount): Promise<Page> => {
      const page = await signedIn(account, phone);
      const content = await openCourse(page, "Begin", "AWAY");
      await content.getByRole("heading", { name: "Page 1" }).waitFor();
      await content.getByRole("button", { name: "Next page" }).click();
      await playerIn(page).getByText("Saved", { exact: true }).waitFor();
      return page;
    };
    const answerWithoutNetwork = async (page: Page): Promise<Page> => {
      await page.context().setOffline(true);
      await contentIn(page).getByRole("button", { name: "Right answer" }).click();
      await playerIn(page).getByText("Not saved yet; trying again …").waitFor();
      return page;
    };

    const patient = await learnerOf("AWAY");
    const closed = await answerWithoutNetwork(await begin(patient));
    const stored = String(await contentIn(closed).locator("body").evaluate("JSON.stringify({ ...localStorage })"));
    assert.match(stored, /muster\.kept:/);
    assert.doesNotMatch(stored, /lesson_status|passed|page=/);
    await closed.getByRole("button", { name: "Close" }).click();
    await closed.getByText(/^Not everything was saved/).waitFor();
    await expectAccessible(closed, "content that was closed without a network");
    assert.deepEqual(await attempts(patient), []);
    await closed.context().setOffline(false);
    await closed.getByText("You have completed this course.").waitFor();
    assert.deepEqual(await attempts(patient), counted);
    await closed.context().close();

    const hasty = await learnerOf("AWAY");
    const left = await answerWithoutNetwork(await begin(hasty));
    const context = left.context();
    t.after(() => context.close());
    await left.goto("about:blank");
    assert.deepEqual(await attempts(hasty), []);
    await context.setOffline(false);
    const back = await context.newPage();
    await back.goto(`${panel.url}/my-training`);
    await back.getByText("Completed", { exact: true }).first().waitFor();
    assert.deepEqual(await attempts(hasty), counted);
    await back.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith("muster.content:")));

    // Two tabs: what one of them shows is sent by it alone, as long as it is there.
    const divided = await learnerOf("AWAY");
    const shown = await begin(divided);
    t.after(() => shown.close());
    const both = shown.context();
    t.after(() => both.close());
    const asked: string[] = [];
    both.on("request", (request) => request.url().includes("kept=yes") && asked.push(request.url()));
    const beside = await both.newPage();
    await beside.goto(`${panel.url}/my-training`);
    await beside
      .getByRole("link", { name: /Course AWAY/ })
      .first()
      .waitFor();
    await answerWithoutNetwork(shown);
    assert.deepEqual(asked, []);
    await shown.close();
    assert.deepEqual(await attempts(divided), []);
    await both.setOffline(false);
    await beside.getByText("Completed", { exact: true }).first().waitFor();
    assert.deepEqual(await attempts(divided), counted);
  });

  test("cmi5: begun on a phone, interrupted, resumed on another device, completed", async () => {
    await give("RECORDS", "course.zip", cmi5Package());
    await save("RECORDS");
    const account = await learnerOf("RECORDS");
    const small = await signedIn(account, phone);
    const on_phone = await openCourse(small, "Begin", "RECORDS");
    await on_phone.getByRole("heading", { name: "Page 1" }).waitFor();
    await on_phone.getByRole("button", { name: "Next page" }).click();
    await on_phone.getByRole("heading", { name: "Page 2" }).waitFor();
    await on_phone.getByRole("button", { name: "Next page" }).click();
    await on_phone.getByRole("heading", { name: "Page 3" }).waitFor();
    await expectAccessible(small, "a cmi5 package on a phone");
    await small.context().close();

    const large = await signedIn(account, { viewport: { width: 1_280, height: 800 } });
    const on_desk = await openCourse(large, "Continue", "RECORDS");
    await on_desk.getByRole("heading", { name: "Page 3" }).waitFor();
    await on_desk.getByRole("button", { name: "Right answer" }).click();
    await playerIn(large).getByText("Passed. You can close the course.").waitFor();
    await on_desk.getByText("This part is closed.").waitFor();
    await large.getByText("You have completed this course.").waitFor();
    await large.getByRole("button", { name: "Close" }).click();
    await large.locator("iframe").waitFor({ state: "detached" });
    assert.deepEqual(await query("select number, score, passed from attempt where enrollment_id = $1", [account.enrollment]), [
      { number: 1, score: 90, passed: true },
    ]);
    const said = await query("select statement->'verb'->>'id' as verb from xapi_statement where person_id = $1", [account.id]);
    const verbs = said.map(({ verb }) => verb.split("/").at(-1) as string).toSorted((one, other) => one.localeCompare(other));
    assert.deepEqual(verbs, [
      "abandoned",
      "completed",
      "initialized",
      "initialized",
      "launched",
      "launched",
      "passed",
      "satisfied",
      "terminated",
    ]);
    await large.context().close();
  });

  test("an administrator sees how far a learner is, waives the part, and reads what was said and what became of it", async () => {
    const account = await learnerOf("RECORDS");
    const learner = await signedIn(account, phone);
    await (await openCourse(learner, "Begin", "RECORDS")).getByRole("heading", { name: "Page 1" }).waitFor();
    await admin.goto(`${panel.url}/enrollments/${account.enrollment}`);
    await admin.getByRole("heading", { name: "Progress in Working at height" }).waitFor();
    await expectAccessible(admin, "progress in a package");
    await admin.getByRole("button", { name: "Waive Working at height" }).click();
    await admin.getByLabel("Reason").selectOption("tested_out");
    await expectAccessible(admin, "waiving a part");
    await admin.getByRole("dialog").getByRole("button", { name: "Waive" }).click();
    await admin.getByText("Waived", { exact: true }).waitFor();
    assert.deepEqual(await query("select number, score, passed from attempt where enrollment_id = $1", [account.enrollment]), [
      { number: 1, score: null, passed: true },
    ]);
    await admin.goto(`${panel.url}/statements`);
    await admin.getByRole("heading", { level: 1, name: "Learning records" }).waitFor();
    await expectAccessible(admin, "learning records");
    await admin.getByLabel("Any verb").selectOption({ label: "Waived" });
    await admin.getByRole("button", { name: "waived", exact: true }).click();
    await admin.getByText('"Tested Out"').waitFor();
    await expectAccessible(admin, "a statement");
    await admin.getByRole("button", { name: "Close" }).click();
    await admin.getByText("Attempt passed").first().waitFor();
    await admin.setViewportSize({ width: 360, height: 740 });
    await expectReflow(admin, "learning records on a phone");
    await admin.setViewportSize({ width: 1_280, height: 800 });
    await learner.context().close();
  });

  test("an AU that speaks by the library of others (@xapi/cmi5) is passed, with its score", async () => {
    const library = readFileSync("node_modules/@xapi/cmi5/dist/Cmi5.umd.js");
    const page_of_au = `<!doctype html><html lang="en"><head><title>AU</title><script src="Cmi5.umd.js"></script></head><body><h1 id="state">…</h1>
      <button id="right">Right answer</button><script>
      var state = document.getElementById("state"), au = new Cmi5();
      function fail(error) { state.textContent = "failed " + error + " " + JSON.stringify(error.response && error.response.data); }
      au.initialize().then(function () { state.textContent = "Ready"; }, fail);
      document.getElementById("right").onclick = function () {
        au.complete().then(function () { return au.pass(0.95); }).then(function () { return au.terminate(); })
          .then(function () { state.textContent = "The end"; }, fail);
      };</script></body></html>`;
    const more = [{ name: "au/Cmi5.umd.js", content: library }];
    await give("OTHERS", "others.zip", cmi5Package({ page: page_of_au, more }));
    await save("OTHERS");
    const account = await learnerOf("OTHERS");
    const page = await signedIn(account, phone);
    const content = await openCourse(page, "Begin", "OTHERS");
    await content.getByRole("heading", { name: "Ready" }).waitFor();
    await content.getByRole("button", { name: "Right answer" }).click();
    await content.getByRole("heading", { name: "The end" }).waitFor();
    await playerIn(page).getByText("Passed. You can close the course.").waitFor();
    assert.deepEqual(await query("select score, passed from attempt where enrollment_id = $1", [account.enrollment]), [
      { score: 95, passed: true },
    ]);
    await page.context().close();
  });

  test("opened in a second window, the first one is told and overwrites nothing", async () => {
    const account = await learnerOf("HEIGHT");
    const first = await signedIn(account);
    const one = await openCourse(first, "Begin", "HEIGHT");
    await one.getByRole("button", { name: "Next page" }).click();
    await playerIn(first).getByText("Saved", { exact: true }).waitFor();
    const second = await signedIn(account);
    const other = await openCourse(second, "Continue", "HEIGHT");
    await other.getByRole("button", { name: "Next page" }).click();
    await playerIn(second).getByText("Saved", { exact: true }).waitFor();
    await one.getByRole("button", { name: "Wrong answer" }).click();
    await playerIn(first)
      .getByText(/opened again elsewhere/)
      .waitFor();
    assert.deepEqual(await query("select number from attempt where enrollment_id = $1", [account.enrollment]), []);
    await Promise.all([first.context().close(), second.context().close()]);
  });

  test("a line that drops requests and loses answers: what was said is kept once, in order, and the learner sees whether it is", async () => {
    const account = await learnerOf("HEIGHT");
    const page = await signedIn(account, phone);
    const content = await openCourse(page, "Begin", "HEIGHT");
    await content.getByRole("heading", { name: "Page 1" }).waitFor();
    let asked = 0;
    await page.route(/\/commits$/, async (route) => {
      asked += 1;
      // The first is lost on its way there, the second on its way back.
      if (asked === 1) return route.abort("connectionfailed");
      if (asked > 2) return route.continue();
      await route.fetch();
      return route.abort("connectionreset");
    });
    await content.getByRole("button", { name: "Next page" }).click();
    await playerIn(page).getByText("Not saved yet; trying again …").waitFor();
    await content.getByRole("button", { name: "Wrong answer" }).click();
    await playerIn(page).getByText("Not passed. You can close the course.").waitFor();
    assert.ok(asked >= 4, `asked ${asked} times`);
    assert.deepEqual(await query("select number, score, passed from attempt where enrollment_id = $1", [account.enrollment]), [
      { number: 1, score: 30, passed: false },
    ]);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Continue" }).waitFor();
    await page.context().close();
  });

  test("several parts in a table of contents, in any order; the player in Polish", async () => {
    const items = ["A", "B"].map((id) => ({ id, title: `Part ${id}`, href: `content/${id}.html` }));
    await give("PARTS", "parts.zip", scormPackage("2004", { items }));
    await save("PARTS");
    const account = await learnerOf("PARTS");
    const page = await signedIn(account, phone);
    await openCourse(page, "Begin", "PARTS");
    const player = playerIn(page);
    await contentIn(page).getByRole("heading", { name: "Page 1" }).waitFor();
    await player.getByRole("button", { name: "Part B (open)" }).click();
    await contentIn(page).getByRole("button", { name: "Right answer" }).click();
    await player.getByRole("button", { name: "Part B (done)" }).waitFor();
    await player.getByRole("button", { name: "Part A (open)" }).click();
    await contentIn(page).getByRole("heading", { name: "Page 1" }).waitFor();
    await contentIn(page).getByRole("button", { name: "Right answer" }).click();
    await player.getByText("Passed. You can close the course.").waitFor();
    await expectAccessible(page, "a package of several parts");
    assert.deepEqual(await query("select score from attempt where enrollment_id = $1", [account.enrollment]), [{ score: 90 }]);
    // The player by itself, as the panel opens it for those who read Polish.
    const address = await page.locator("iframe").getAttribute("src");
    await page.goto(address!.replace("language=en", "language=pl"));
    await page.getByRole("navigation", { name: "Spis treści" }).waitFor();
    await page.getByRole("button", { name: "Part A (ukończone)" }).waitFor();
    await expectAccessible(page, "the player in Polish");
    await expectReflow(page, "the player in Polish");
    await page.context().close();
  });

  test("a package that reaches for the panel, its session, its window or another server gets nothing", async () => {
    const attack: SamplePackage = {
      script: `
        var found = {};
        var tried = [
          ["cookie", function () { return Promise.resolve(document.cookie || Promise.reject(new Error("none"))); }],
          ["parent_document", function () { return Promise.resolve(window.top.document.title); }],
          ["parent_storage", function () { return Promise.resolve(window.top.localStorage.length); }],
          ["parent_address", function () { return Promise.resolve(window.top.location.href); }],
          ["navigate", function () { window.top.location = "about:blank"; return Promise.reject(new Error("tried")); }],
          ["popup", function () { return Promise.resolve(window.open("PANEL/") || Promise.reject(new Error("blocked"))).then(function () { return "opened"; }); }],
          ["session", function () { return fetch("PANEL/api/session", { credentials: "include" }).then(function (answer) { return answer.status; }); }],
          ["opaque", function () { return fetch("PANEL/api/session", { mode: "no-cors", credentials: "include" }).then(function (answer) { return answer.type; }); }],
          ["own_panel", function () { return fetch("/panel/api/session", { credentials: "include" }).then(function (answer) { return answer.ok ? answer.text() : Promise.reject(new Error(answer.status)); }); }],
          ["worker", function () { return navigator.serviceWorker.register("style.css").then(function () { return "registered"; }); }],
          ["frame", function () { return new Promise(function (resolve, reject) {
            var frame = document.createElement("iframe"); frame.src = "PANEL/"; document.body.append(frame);
            frame.onload = function () { try { resolve(frame.contentDocument.title || reject(new Error("empty"))); } catch (error) { reject(error); } };
          }); }],
        ];
        Promise.all(tried.map(function (one) {
          return Promise.resolve().then(one[1]).then(function (value) { found[one[0]] = value; }, function () { found[one[0]] = "nothing"; });
        })).then(function () { var said = document.createElement("output"); said.id = "found"; said.textContent = JSON.stringify(found); document.body.append(said); });
      `.replaceAll("PANEL", panel.url),
    };
    await give("EVIL", "evil.zip", scormPackage("1.2", attack));
    await save("EVIL");
    const account = await learnerOf("EVIL");
    const page = await signedIn(account);
    page.context().removeAllListeners("console");
    page.context().removeAllListeners("weberror");
    const content = await openCourse(page, "Begin", "EVIL");
    const found = JSON.parse((await content.locator("#found").textContent())!) as Record<string, unknown>;
    assert.deepEqual([...new Set(Object.values(found))], ["nothing"], JSON.stringify(found));
    assert.equal(Object.keys(found).length, 11);
    assert.match(page.url(), /\/panel\/my-training\//);
    const cookies = await page.context().cookies(panel.url.replace("127.0.0.1", "localhost"));
    assert.deepEqual(cookies, []);
    await page.context().close();
  });
});
