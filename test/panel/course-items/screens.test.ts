// A course of items in a browser: a training administrator creates one with a text, a video and a quiz with questions from the
// bank. A learner begins it on a phone, is interrupted within the quiz, continues on another device, and gets the certificate.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
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

describe("a course of items in a browser", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      courses: [{ code: "FIRE", title: "Fire safety", validity: { value: 12, unit: "month" } }],
    });
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

  test("is made of a text, a video and drawn questions, taken on a phone, gone on with elsewhere, and certified", async () => {
    const [{ id }] = await query("select id from course where tenant_id = $1 and code = 'FIRE'", [acme.tenant_id]);
    const admin = await signedIn(await createAccount(database, acme.tenant_id, "training_admin"));
    await makeBank(admin);
    await makeCourse(admin, id);

    const learner = await createAccount(database, acme.tenant_id, "learner");
    const [{ id: enrollment }] = await query(
      `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
      values ($1, gen_random_uuid(), $2, $3, 2026, 'admin', true, now(), 3)
      returning id`,
      [acme.tenant_id, learner.id, id],
    );
    await takeOnPhone(learner);
    await goOn(learner);
    const [result] = await query(
      `select (select state from enrollment where id = $1) as state, (select count(*)::int from attempt where enrollment_id = $1 and score = 100) as attempts,
        (select count(*)::int from certificate where person_id = $2) as certificates`,
      [enrollment, learner.id],
    );
    assert.deepEqual(result, { state: "completed", attempts: 1, certificates: 1 });
  });

  async function makeBank(admin: Page): Promise<void> {
    await admin.goto(`${panel.url}/questions`);
    await admin.getByRole("button", { name: "Add a category" }).first().click();
    await admin.getByRole("dialog").getByLabel("Name").fill("Doors and exits");
    await admin.getByRole("dialog").getByRole("button", { name: "Add a category" }).click();
    await admin.getByRole("link", { name: "Doors and exits" }).click();
    await admin.getByRole("button", { name: "Add questions" }).first().click();
    const dialog = admin.getByRole("dialog");
    for (const number of [1, 2]) {
      if (number > 1) await dialog.getByRole("button", { name: "Add a question" }).click();
      await dialog.getByRole("textbox", { name: `Question ${number}`, exact: true }).fill(`Which one is right in ${number}?`);
      await dialog.getByLabel("Answer 1", { exact: true }).fill("right");
      await dialog.getByLabel("Answer 1 is right").check();
      await dialog.getByLabel("Answer 2", { exact: true }).fill("wrong");
    }
    await expectAccessible(admin, "questions are added");
    await dialog.getByRole("button", { name: "Save" }).click();
    await admin.getByText("Which one is right in 2?").first().waitFor();
    await expectAccessible(admin, "a category of questions");
    await shoot(admin, "question-category");
  }

  async function makeCourse(admin: Page, id: string): Promise<void> {
    await admin.goto(`${panel.url}/courses/${id}/content`);
    await admin.getByLabel("Kind").selectOption("items");
    await admin.getByRole("link", { name: "Edit the items" }).click();
    const add = admin.getByRole("group", { name: "Add an item" });
    await add.getByRole("button", { name: "Text" }).click();
    const text = admin.getByRole("region", { name: "Item 1: Text" });
    await text.getByLabel("Title").fill("What to do");
    await text.getByRole("textbox", { name: "Text", exact: true }).fill("Keep the doors shut.");
    await add.getByRole("button", { name: "Video" }).click();
    const video = admin.getByRole("region", { name: "Item 2: Video" });
    await video.getByLabel("Title").fill("The exits");
    await video.getByLabel("Where the video is").selectOption("An address elsewhere");
    await video.getByLabel("Address").fill("https://films.example/exits");
    await add.getByRole("button", { name: "Quiz" }).click();
    const quiz = admin.getByRole("region", { name: "Item 3: Quiz" });
    await quiz.getByLabel("Title").fill("Test");
    await quiz.getByLabel("Category 1", { exact: true }).selectOption({ label: "Doors and exits (questions: 2)" });
    // More questions than there are: refused at the field, and what was typed stays.
    await quiz.getByLabel("Questions from category 1").fill("5");
    await admin.getByRole("button", { name: "Save" }).click();
    await quiz.getByText(/at most 2/).waitFor();
    await quiz.getByLabel("Questions from category 1").fill("2");
    await expectAccessible(admin, "the items of a course");
    await shoot(admin, "course-items");
    await admin.getByRole("button", { name: "Save" }).click();
    await admin.getByText("Several items").waitFor();
    await expectAccessible(admin, "a course of items");
  }

  async function takeOnPhone(learner: TestAccount): Promise<void> {
    const page = await signedIn(learner, phone);
    await page.goto(`${panel.url}/my-training`);
    await page.getByRole("link", { name: "Begin or continue Fire safety" }).click();
    await page.getByText("Opens after: What to do").waitFor();
    await expectAccessible(page, "items on a phone");
    await expectReflow(page, "items on a phone");
    await shoot(page, "my-items");
    await page.getByRole("link", { name: "Open: What to do" }).click();
    await page.getByText("Keep the doors shut.").waitFor();
    await page.getByRole("button", { name: "I have read it" }).click();
    await page.getByRole("link", { name: "Next: The exits" }).click();
    await page.getByRole("link", { name: "Watch the video" }).waitFor();
    await page.getByRole("button", { name: "I have watched it" }).click();
    await page.getByRole("link", { name: "Next: Test" }).click();
    await page.getByRole("button", { name: "Begin" }).click();
    const kept = page.waitForResponse((answer) => answer.url().endsWith("/answers") && answer.status() === 204);
    await page.getByRole("radiogroup").first().getByRole("radio", { name: "right" }).check();
    await kept;
    await expectAccessible(page, "a drawn quiz");
    await expectReflow(page, "a drawn quiz");
    // As if the battery were empty.
    await page.context().close();
  }

  async function goOn(learner: TestAccount): Promise<void> {
    const page = await signedIn(learner);
    await page.goto(`${panel.url}/my-training`);
    await page.getByRole("link", { name: "Begin or continue Fire safety" }).click();
    await page.getByText("Done: 2 of 3").waitFor();
    await page.getByRole("link", { name: "Continue: Test" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("1 question is open.").waitFor();
    assert.equal(await page.getByRole("radio", { checked: true }).count(), 1);
    await page.getByRole("radiogroup").last().getByRole("radio", { name: "right" }).check();
    await page.getByRole("button", { name: "Hand in" }).click();
    await page.getByText("Score: 100 %").first().waitFor();
    await page.getByRole("link", { name: "My certificates" }).last().click();
    await page.getByRole("heading", { name: "Fire safety" }).waitFor();
  }

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
