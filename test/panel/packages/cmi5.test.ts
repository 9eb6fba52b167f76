// cmi5 packages in a browser: completed on two devices, waived by an administrator, and tested with a third-party library.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { cmi5Package } from "../../harness/packages/cmi5.ts";
import { expectAccessible, expectReflow, needsBrowser } from "../../harness/panel/browser.ts";
import { openPackageScene, phone, playerIn, type PackageScene } from "./scene.ts";

describe("cmi5 packages in a browser", { skip: needsBrowser() }, () => {
  let scene: PackageScene;

  before(async () => {
    scene = await openPackageScene(["RECORDS", "OTHERS"]);
  });
  after(() => scene?.close());

  test("cmi5: begun on a phone, interrupted, resumed on another device, completed", async () => {
    await scene.give("RECORDS", "course.zip", cmi5Package());
    await scene.save("RECORDS");
    const account = await scene.learnerOf("RECORDS");
    const small = await scene.signedIn(account, phone);
    const on_phone = await scene.openCourse(small, "Begin", "RECORDS");
    await on_phone.getByRole("heading", { name: "Page 1" }).waitFor();
    await on_phone.getByRole("button", { name: "Next page" }).click();
    await on_phone.getByRole("heading", { name: "Page 2" }).waitFor();
    await on_phone.getByRole("button", { name: "Next page" }).click();
    await on_phone.getByRole("heading", { name: "Page 3" }).waitFor();
    await expectAccessible(small, "a cmi5 package on a phone");
    await small.context().close();

    const large = await scene.signedIn(account, { viewport: { width: 1_280, height: 800 } });
    const on_desk = await scene.openCourse(large, "Continue", "RECORDS");
    await on_desk.getByRole("heading", { name: "Page 3" }).waitFor();
    await on_desk.getByRole("button", { name: "Right answer" }).click();
    await playerIn(large).getByText("Passed. You can close the course.").waitFor();
    await on_desk.getByText("This part is closed.").waitFor();
    await large.getByText("You have completed this course.").waitFor();
    await large.getByRole("button", { name: "Close" }).click();
    await large.locator("iframe").waitFor({ state: "detached" });
    assert.deepEqual(
      await scene.query("select number, score, passed from attempt where enrollment_id = $1", [account.enrollment]),
      [{ number: 1, score: 90, passed: true }],
    );
    const said = await scene.query("select statement->'verb'->>'id' as verb from xapi_statement where person_id = $1", [
      account.id,
    ]);
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
    const account = await scene.learnerOf("RECORDS");
    const learner = await scene.signedIn(account, phone);
    await (await scene.openCourse(learner, "Begin", "RECORDS")).getByRole("heading", { name: "Page 1" }).waitFor();
    await scene.admin.goto(`${scene.panel.url}/enrollments/${account.enrollment}`);
    await scene.admin.getByRole("heading", { name: "Progress in Working at height" }).waitFor();
    await expectAccessible(scene.admin, "progress in a package");
    await scene.admin.getByRole("button", { name: "Waive Working at height" }).click();
    await scene.admin.getByLabel("Reason").selectOption("tested_out");
    await expectAccessible(scene.admin, "waiving a part");
    await scene.admin.getByRole("dialog").getByRole("button", { name: "Waive" }).click();
    await scene.admin.getByText("Waived", { exact: true }).waitFor();
    assert.deepEqual(
      await scene.query("select number, score, passed from attempt where enrollment_id = $1", [account.enrollment]),
      [{ number: 1, score: null, passed: true }],
    );
    await scene.admin.goto(`${scene.panel.url}/statements`);
    await scene.admin.getByRole("heading", { level: 1, name: "Learning records" }).waitFor();
    await expectAccessible(scene.admin, "learning records");
    await scene.admin.getByLabel("Any verb").selectOption({ label: "Waived" });
    await scene.admin.getByRole("button", { name: "waived", exact: true }).click();
    await scene.admin.getByText('"Tested Out"').waitFor();
    await expectAccessible(scene.admin, "a statement");
    await scene.admin.getByRole("button", { name: "Close" }).click();
    await scene.admin.getByText("Attempt passed").first().waitFor();
    await scene.admin.setViewportSize({ width: 360, height: 740 });
    await expectReflow(scene.admin, "learning records on a phone");
    await scene.admin.setViewportSize({ width: 1_280, height: 800 });
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
    await scene.give("OTHERS", "others.zip", cmi5Package({ page: page_of_au, more }));
    await scene.save("OTHERS");
    const account = await scene.learnerOf("OTHERS");
    const page = await scene.signedIn(account, phone);
    const content = await scene.openCourse(page, "Begin", "OTHERS");
    await content.getByRole("heading", { name: "Ready" }).waitFor();
    await content.getByRole("button", { name: "Right answer" }).click();
    await content.getByRole("heading", { name: "The end" }).waitFor();
    await playerIn(page).getByText("Passed. You can close the course.").waitFor();
    assert.deepEqual(await scene.query("select score, passed from attempt where enrollment_id = $1", [account.enrollment]), [
      { score: 95, passed: true },
    ]);
    await page.context().close();
  });
});
