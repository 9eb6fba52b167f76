// SCORM packages in a browser: an administrator uploads one, a learner begins on a phone, is interrupted, continues on another
// device and completes it. Packages that try to access the panel fail.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { scormPackage, type SamplePackage } from "../../harness/packages/scorm.ts";
import { zipOf } from "../../harness/packages/zip.ts";
import { expectAccessible, expectReflow, needsBrowser, shoot } from "../../harness/panel/browser.ts";
import type { TestAccount } from "../../harness/panel/panel.ts";
import { contentIn, openPackageScene, phone, playerIn, type PackageScene } from "./scene.ts";

describe("content packages in a browser", { skip: needsBrowser() }, () => {
  let scene: PackageScene;

  before(async () => {
    scene = await openPackageScene(["HEIGHT", "LATER", "PARTS", "EVIL", "AWAY"]);
  });
  after(() => scene?.close());

  for (const standard of ["1.2", "2004"] as const)
    test(`SCORM ${standard}: begun on a phone, interrupted, resumed on another device, completed`, async () => {
      const code = standard === "1.2" ? "HEIGHT" : "LATER";
      if (standard === "1.2") {
        await scene.give(code, "broken.zip", zipOf([{ name: "..\\evil.html", content: "x" }]));
        await scene.admin.getByText(/has a backslash; pack the folder with/).waitFor();
        await expectAccessible(scene.admin, "a package that was refused");
      }
      await scene.give(code, `course-${standard}.zip`, scormPackage(standard));
      await scene.save(code);
      const account = await scene.learnerOf(code);

      const small = await scene.signedIn(account, phone);
      const on_phone = await scene.openCourse(small, "Begin", code);
      await on_phone.getByRole("heading", { name: "Page 1" }).waitFor();
      await on_phone.getByText("entry: ab-initio").waitFor();
      await on_phone.getByRole("button", { name: "Next page" }).click();
      await on_phone.getByRole("button", { name: "Next page" }).click();
      await on_phone.getByRole("heading", { name: "Page 3" }).waitFor();
      await playerIn(small).getByText("Saved", { exact: true }).waitFor();
      await expectAccessible(small, "a package on a phone");
      await expectReflow(small, "a package on a phone");
      await shoot(small, `package-${standard}-phone`);
      // As if the battery were empty.
      await small.context().close();

      const large = await scene.signedIn(account, { viewport: { width: 1_280, height: 800 } });
      const on_desk = await scene.openCourse(large, "Continue", code);
      await on_desk.getByRole("heading", { name: "Page 3" }).waitFor();
      await on_desk.getByText("entry: resume").waitFor();
      await on_desk.getByRole("button", { name: "Right answer" }).click();
      await playerIn(large).getByText("Passed. You can close the course.").waitFor();
      await large.getByText("You have completed this course.").waitFor();
      await large.getByRole("button", { name: "Close" }).click();
      await large.locator("iframe").waitFor({ state: "detached" });
      assert.deepEqual(
        await scene.query("select number, score, passed from attempt where enrollment_id = $1", [account.enrollment]),
        [{ number: 1, score: 90, passed: true }],
      );
      assert.equal((await scene.query("select id from certificate where person_id = $1", [account.id])).length, 1);
      await large.context().close();
    });

  test("what content says while the network is away is counted when it is back, closed or not meanwhile, and is read by no other package", async (t) => {
    await scene.give("AWAY", "course.zip", scormPackage("1.2"));
    await scene.save("AWAY");
    const attempts = (account: { enrollment: string }) =>
      scene.query("select number, score, passed from attempt where enrollment_id = $1", [account.enrollment]);
    const counted = [{ number: 1, score: 90, passed: true }];
    const begin = async (account: TestAccount): Promise<Page> => {
      const page = await scene.signedIn(account, phone);
      const content = await scene.openCourse(page, "Begin", "AWAY");
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

    const patient = await scene.learnerOf("AWAY");
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

    const hasty = await scene.learnerOf("AWAY");
    const left = await answerWithoutNetwork(await begin(hasty));
    const context = left.context();
    t.after(() => context.close());
    await left.goto("about:blank");
    assert.deepEqual(await attempts(hasty), []);
    await context.setOffline(false);
    const back = await context.newPage();
    await back.goto(`${scene.panel.url}/my-training`);
    await back.getByText("Completed", { exact: true }).first().waitFor();
    assert.deepEqual(await attempts(hasty), counted);
    await back.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith("muster.content:")));

    // Two tabs: while one of them shows the content, only this one sends its commits.
    const divided = await scene.learnerOf("AWAY");
    const shown = await begin(divided);
    t.after(() => shown.close());
    const both = shown.context();
    t.after(() => both.close());
    const asked: string[] = [];
    both.on("request", (request) => request.url().includes("kept=yes") && asked.push(request.url()));
    const beside = await both.newPage();
    await beside.goto(`${scene.panel.url}/my-training`);
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

  test("opened in a second window, the first one is told and overwrites nothing", async () => {
    const account = await scene.learnerOf("HEIGHT");
    const first = await scene.signedIn(account);
    const one = await scene.openCourse(first, "Begin", "HEIGHT");
    await one.getByRole("button", { name: "Next page" }).click();
    await playerIn(first).getByText("Saved", { exact: true }).waitFor();
    const second = await scene.signedIn(account);
    const other = await scene.openCourse(second, "Continue", "HEIGHT");
    await other.getByRole("button", { name: "Next page" }).click();
    await playerIn(second).getByText("Saved", { exact: true }).waitFor();
    await one.getByRole("button", { name: "Wrong answer" }).click();
    await playerIn(first)
      .getByText(/opened again elsewhere/)
      .waitFor();
    assert.deepEqual(await scene.query("select number from attempt where enrollment_id = $1", [account.enrollment]), []);
    await Promise.all([first.context().close(), second.context().close()]);
  });

  test("a line that drops requests and loses answers: what was said is kept once, in order, and the learner sees whether it is", async () => {
    const account = await scene.learnerOf("HEIGHT");
    const page = await scene.signedIn(account, phone);
    const content = await scene.openCourse(page, "Begin", "HEIGHT");
    await content.getByRole("heading", { name: "Page 1" }).waitFor();
    let asked = 0;
    await page.route(/\/commits$/, async (route) => {
      asked += 1;
      // The first request is lost on the way to the server, the second answer on the way back.
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
    assert.deepEqual(
      await scene.query("select number, score, passed from attempt where enrollment_id = $1", [account.enrollment]),
      [{ number: 1, score: 30, passed: false }],
    );
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Continue" }).waitFor();
    await page.context().close();
  });

  test("several parts in a table of contents, in any order; the player in Polish", async () => {
    const items = ["A", "B"].map((id) => ({ id, title: `Part ${id}`, href: `content/${id}.html` }));
    await scene.give("PARTS", "parts.zip", scormPackage("2004", { items }));
    await scene.save("PARTS");
    const account = await scene.learnerOf("PARTS");
    const page = await scene.signedIn(account, phone);
    await scene.openCourse(page, "Begin", "PARTS");
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
    assert.deepEqual(await scene.query("select score from attempt where enrollment_id = $1", [account.enrollment]), [
      { score: 90 },
    ]);
    // Only the player, as the panel opens it in Polish.
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
      `.replaceAll("PANEL", scene.panel.url),
    };
    await scene.give("EVIL", "evil.zip", scormPackage("1.2", attack));
    await scene.save("EVIL");
    const account = await scene.learnerOf("EVIL");
    const page = await scene.signedIn(account);
    page.context().removeAllListeners("console");
    page.context().removeAllListeners("weberror");
    const content = await scene.openCourse(page, "Begin", "EVIL");
    const found = JSON.parse((await content.locator("#found").textContent())!) as Record<string, unknown>;
    assert.deepEqual([...new Set(Object.values(found))], ["nothing"], JSON.stringify(found));
    assert.equal(Object.keys(found).length, 11);
    assert.match(page.url(), /\/panel\/my-training\//);
    const cookies = await page.context().cookies(scene.panel.url.replace("127.0.0.1", "localhost"));
    assert.deepEqual(cookies, []);
    await page.context().close();
  });
});
