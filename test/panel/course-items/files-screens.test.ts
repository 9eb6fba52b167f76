// Files as items in a browser: a training administrator uploads a document and a video with captions. A learner reads the
// document and starts the video on a phone, continues it on a desktop where it stopped, and completes the course.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { webmOf } from "../../harness/course-files/webm.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
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
const pdf = Buffer.from("%PDF-1.7\n% Keep the doors shut.\n%%EOF\n");
const film_s = 40;

describe("files as items in a browser", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, { courses: [{ code: "FIRE", title: "Fire safety" }] });
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

  test("a document is read and a video begun on a phone; the video goes on at a desk, and the course is completed", async () => {
    const [{ id }] = await query("select id from course where tenant_id = $1 and code = 'FIRE'", [acme.tenant_id]);
    await makeCourse(await signedIn(await createAccount(database, acme.tenant_id, "training_admin")), id);
    const learner = await createAccount(database, acme.tenant_id, "learner");
    const [{ id: enrollment }] = await query(
      `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
      values ($1, gen_random_uuid(), $2, $3, 2026, 'admin', true, now(), 3)
      returning id`,
      [acme.tenant_id, learner.id, id],
    );
    await beginOnPhone(learner);
    await goOn(learner);
    const [{ state }] = await query("select state from enrollment where id = $1", [enrollment]);
    assert.equal(state, "completed");
  });

  async function makeCourse(admin: Page, id: string): Promise<void> {
    await admin.goto(`${panel.url}/courses/${id}/items`);
    const add = admin.getByRole("group", { name: "Add an item" });
    await add.getByRole("button", { name: "Document" }).click();
    const document = admin.getByRole("region", { name: "Item 1: Document" });
    await document.getByLabel("Title").fill("What to do");
    // An HTML page with the name of a document is refused in the field where it was chosen.
    const choose = document.getByRole("button", { name: "Choose a file" });
    await chooseFile(admin, choose, "rules.pdf", "application/pdf", Buffer.from("<script>alert(1)</script>"));
    await document.getByText("File of another kind").waitFor();
    await chooseFile(admin, choose, "rules.pdf", "application/pdf", pdf);
    const download = admin.waitForEvent("download");
    await document.getByRole("link", { name: "rules.pdf, 0.1 MB" }).click();
    assert.deepEqual(await readFile(await (await download).path()), pdf);

    await add.getByRole("button", { name: "Video" }).click();
    const video = admin.getByRole("region", { name: "Item 2: Video" });
    await video.getByLabel("Title").fill("The exits");
    const choices = video.getByRole("button", { name: "Choose a file" });
    await sendOverBrokenLine(admin, id, video, () =>
      chooseFile(admin, choices.first(), "exits.webm", "video/webm", webmOf(film_s, 3_000_000)),
    );
    await chooseFile(admin, choices, "exits.vtt", "text/vtt", Buffer.from("WEBVTT\n\n00:00.000 --> 00:40.000\nThe exits\n"));
    await video.getByText("exits.vtt, 0.1 MB").waitFor();
    await video.getByLabel("Done when seen, %").fill("80");
    await expectAccessible(admin, "files as items");
    await shoot(admin, "course-files");
    await admin.getByRole("button", { name: "Save" }).click();
    await admin.getByText("Several items").waitFor();
  }

  /**
   * A file of two parts: the connection fails at the second part for longer than the retries last, and uploading it again
   * continues there.
   */
  async function sendOverBrokenLine(admin: Page, id: string, video: Locator, choose: () => Promise<void>): Promise<void> {
    const tries: string[] = [];
    const partOf = (url: string) => url.replace(/^.*\/files\/[^/]+/, "");
    admin.on("request", (request) => {
      if (request.url().includes(`/courses/${id}/files`)) tries.push(`${request.method()} ${partOf(request.url())}`);
    });
    const second = "**/files/*/parts/1";
    await admin.clock.install();
    await admin.route(second, (route) => (tries.length < 4 ? route.fulfill({ status: 503 }) : route.abort()));
    await choose();
    const again = video.getByRole("button", { name: "Try again" });
    while (!(await again.isVisible())) await admin.clock.runFor(1_000);
    assert.ok(tries.filter((one) => one === "PUT /parts/1").length >= 7, tries.join());
    await admin.unroute(second);
    tries.length = 0;
    await again.click();
    await video.getByText("exits.webm, 2.9 MB").waitFor();
    assert.deepEqual(tries, ["PUT /parts/1", "POST /finish"], "the same file, from its next part on");
    await admin.clock.resume();
  }

  async function chooseFile(admin: Page, button: Locator, name: string, mimeType: string, buffer: Buffer): Promise<void> {
    const chooser = admin.waitForEvent("filechooser");
    await button.click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  }

  async function beginOnPhone(learner: TestAccount): Promise<void> {
    const page = await signedIn(learner, phone);
    await page.goto(`${panel.url}/my-training`);
    await page.getByRole("link", { name: "Begin or continue Fire safety" }).click();
    await page.getByRole("link", { name: "Open: What to do" }).click();
    await expectAccessible(page, "a document on a phone");
    await expectReflow(page, "a document on a phone");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Open the document" }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), "rules.pdf");
    assert.deepEqual(await readFile(await file.path()), pdf);
    await page.getByRole("button", { name: "I have read it" }).click();
    await page.getByRole("link", { name: "Next: The exits" }).click();
    await page.getByText("Seen: 0 %. Done at 80 %.").waitFor();
    await expectAccessible(page, "a video on a phone");
    await expectReflow(page, "a video on a phone");
    await playTo(page, 12);
    await page.getByText(/Seen: (29|[3-5]\d) %/).waitFor();
    await shoot(page, "my-video");
    // As if the battery were empty.
    await page.context().close();
  }

  async function goOn(learner: TestAccount): Promise<void> {
    const page = await signedIn(learner);
    await page.goto(`${panel.url}/my-training`);
    await page.getByRole("link", { name: "Begin or continue Fire safety" }).click();
    await page.getByText("Done: 1 of 2").waitFor();
    await page.getByRole("link", { name: "Continue: The exits" }).click();
    // The video is at the position where the phone stopped.
    await page.waitForFunction(() => (globalThis as any).document.querySelector("video")?.currentTime >= 11);
    assert.equal(await page.locator("video").evaluate((video: any) => video.textTracks[0].kind), "captions");
    await playTo(page, film_s - 1);
    await page.getByRole("alert").filter({ hasText: "Completed" }).waitFor();
  }

  /** Plays the video faster than people do, to save time, up to a second, and stops. */
  async function playTo(page: Page, second: number): Promise<void> {
    const video = page.locator("video");
    await video.evaluate(async (element: any) => {
      element.playbackRate = 8;
      await element.play();
    });
    await page.waitForFunction((to) => {
      const { currentTime, ended } = (globalThis as any).document.querySelector("video");
      return ended || currentTime >= to;
    }, second);
    await video.evaluate((element: any) => element.pause());
  }

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
