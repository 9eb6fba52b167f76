import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
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
import { createAccount, sessionOf, test_password, type TestAccount } from "../../harness/panel/panel.ts";

describe("enrollments in the panel", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let trainer: TestAccount;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      courses: [
        { code: "FIRE-01", title: "Fire safety", default_due_days: 30 },
        { code: "OLD-01", title: "Old course" },
      ],
      licenses: [{ name: "All", courses: ["FIRE-01"] }],
      people: [
        { employee_no: "P1", first_name: "Anna", last_name: "Kowalska", email: "p1@acme.example" },
        { employee_no: "P2", first_name: "Jan", last_name: "Nowak", email: "p2@acme.example" },
      ],
    });
    trainer = await createAccount(database, acme.tenant_id, "training_admin");
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  const enter = (page: Page) => signIn(page, panel, acme.code, trainer.login, test_password);
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
  const choose = async (page: Page, label: string, text: string, option: string | RegExp) => {
    await page
      .getByRole("dialog")
      .getByRole("combobox", { name: label })
      .or(page.getByRole("dialog").getByLabel(label))
      .first()
      .fill(text);
    await page.getByRole("option", { name: option }).click();
  };

  test("a course is assigned, its due date refused at the field and moved, its result recorded", async () => {
    const page = await panel.visit();
    await enter(page);
    await page.goto(`${panel.url}/enrollments`);
    await page.getByRole("button", { name: "Assign" }).first().click();
    await choose(page, "Person", "kowalska", /Anna Kowalska/);
    await choose(page, "Course", "Fire", /Fire safety/);
    await page.getByRole("dialog").getByRole("button", { name: "Assign" }).click();
    await page.getByText("The course is assigned.").waitFor();
    await page.getByRole("link", { name: /Fire safety/ }).click();
    await heading(page, "Fire safety");
    await page.getByRole("button", { name: "Change the due date" }).click();
    const due = page.getByRole("dialog").getByLabel("Due");
    await due.fill("2020-01-01");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText("must be today or later").waitFor();
    assert.equal(await due.inputValue(), "2020-01-01");
    await expectAccessible(page, "a due date that is refused");
    await due.fill("2999-12-31");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText("31 Dec 2999").waitFor();
    await page.getByRole("button", { name: "Record a result" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Record" }).click();
    await page.getByText("The result is recorded.").waitFor();
    await page.getByText("Completed", { exact: true }).first().waitFor();
    // The closing dialog contains "Completed" as well, so the page's own sign is checked.
    await page.getByRole("button", { name: "Cancel the enrollment", disabled: true }).waitFor();
  });

  test("what the dialog says of mails is so: assigning sends none, and the person sees the course", async () => {
    const page = await panel.visit();
    await enter(page);
    await page.goto(`${panel.url}/enrollments`);
    await page.getByRole("button", { name: "Assign" }).first().click();
    await page.getByRole("dialog").getByText("under “My training” of the person at once; no mail is sent").waitFor();
    await choose(page, "Person", "nowak", /Jan Nowak/);
    await choose(page, "Course", "Fire", /Fire safety/);
    await page.getByRole("dialog").getByRole("button", { name: "Assign" }).click();
    await page.getByText("The course is assigned.").waitFor();
    const { rows: mails } = await database.superuser.query("select kind from mail");
    assert.deepEqual(mails, []);
    const { rows } = await database.superuser.query("select id from person where employee_no = 'P2'");
    const person: TestAccount = { id: rows[0].id, kind: "person", login: "p2@acme.example" };
    const own = await sessionOf(panel.server, database, acme.tenant_id, person);
    own.cookies.set("muster_session", [...own.cookies.values()][0]!);
    const { body } = await own.get("/my/training");
    assert.deepEqual(
      body.courses.map((course: { course_code: string }) => course.course_code),
      ["FIRE-01"],
    );
  });

  for (const scheme of schemes) {
    test(`no screen of enrollments breaks a rule of axe-core, ${scheme}`, async () => {
      const page = await panel.visit({ scheme });
      await enter(page);
      await page.goto(`${panel.url}/enrollments`);
      await heading(page, "Enrollments");
      await page.waitForLoadState("networkidle");
      await expectAccessible(page, "enrollments");
      await expectReflow(page, "enrollments");
      await shoot(page, `enrollments-${scheme}`);
      await page.getByRole("button", { name: "Exempt" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Exempt" }).click();
      await dialog.getByText("Choose or fill in").first().waitFor();
      await expectAccessible(page, "an exemption without its fields");
      await shoot(page, `exempt-${scheme}`);
      // Closes the open list of the invalid field, which has the focus, first.
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await page
        .getByRole("link", { name: /Fire safety/ })
        .first()
        .click();
      await heading(page, "Fire safety");
      await expectAccessible(page, "an enrollment");
      await shoot(page, `enrollment-${scheme}`);
    });
  }

  test("browsers reported nothing of the policy, and pages no error", () => {
    assert.deepEqual(panel.complaints(), []);
  });
});
