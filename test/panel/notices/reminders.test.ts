// Reminders to learners, configured by an IT administrator in a browser, in English and in Polish.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
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
import { createAccount, test_password, type TestAccount } from "../../harness/panel/panel.ts";

const skip = needsBrowser();
let database: TestDatabase;
let acme: TestOrganisation;
let panel: BrowsedPanel;
let account: TestAccount;
let page: Page;

before(async () => {
  if (skip) return;
  database = await openDatabase();
  acme = await createOrganisation(database, {
    organisation: { code: "ACME", name: "ACME Logistics" },
    courses: [{ code: "LIFT", title: "Lifting by hand" }],
    people: [{ employee_no: "P1", first_name: "Ewa", last_name: "Lis", email: "p1@acme.example" }],
  });
  panel = await browsePanel(database);
  page = await panel.visit({ viewport: { width: 320, height: 640 } });
  account = await createAccount(database, acme.tenant_id, "it_admin");
  await signIn(page, panel, "ACME", account.login, test_password);
});
after(async () => {
  await panel?.close();
  await database?.close();
});

const query = async (text: string) => (await database.superuser.query(text)).rows;

test("days are typed and saved, and wrong hours are told at their field", { skip }, async () => {
  await page.goto(`${panel.url}/settings/reminders`);
  await page.getByText("Forklift operation").waitFor();
  await expectAccessible(page, page.url());
  await expectReflow(page, page.url());
  await page.getByLabel("What has been assigned").check({ force: true });
  await page.getByLabel("What is due soon").fill("7");
  await page.getByLabel("From", { exact: true }).fill("19");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("must be later than from_hour, which is 19").waitFor();
  await expectAccessible(page, "the refused hours");
  await page.getByLabel("From", { exact: true }).fill("9");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. It holds from the next morning on.").waitFor();
  const [row] = await query("select assigned, due_soon_days, overdue_every_days, from_hour from reminder_setting");
  assert.deepEqual(row, { assigned: true, due_soon_days: 7, overdue_every_days: null, from_hour: 9 });
  const audited = await query("select changes from audit_log where operation = 'organisation.set_reminders'");
  assert.deepEqual(audited, [{ changes: { assigned: [false, true], due_soon_days: [null, 7], from_hour: [8, 9] } }]);
  await shoot(page, "reminders");
});

test("the example is mailed to the own address", { skip }, async () => {
  await page.getByRole("button", { name: "Mail it to me" }).click();
  await page.getByText("The example is on its way to").waitFor();
  const mails = await query("select recipient, subject from mail where kind = 'training.reminder'");
  assert.deepEqual(mails, [{ recipient: account.login, subject: "Test: Reminder of your training at ACME Logistics" }]);
});

test("an own text is refused at its field, read before it is saved, mailed to oneself, saved and reset", { skip }, async () => {
  await page.getByRole("link", { name: "What reminders say" }).click();
  const subject = page.getByLabel("Subject");
  await subject.fill("{first_name}, hurry: {course}");
  await page.getByLabel("Text above the courses").fill("<script>alert(1)</script>");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("has no field {course} here; it has {first_name}, {name}, {organisation}").waitFor();
  await page.getByText("has the markup <script, and only plain text is taken").waitFor();
  await expectAccessible(page, "the refused text");
  await subject.fill("{first_name}, hurry");
  await page.getByLabel("Text above the courses").fill("Dear {name},\n\nplease see to it.");
  await page.getByLabel("Line of each course").fill("{course_title} by {due_on}");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("please see to it.").nth(1).waitFor();
  assert.deepEqual(await query("select from reminder_text"), [], "a preview saves nothing");
  await shoot(page, "reminder-texts");
  await expectReflow(page, "the preview of a text");
  await page.getByRole("button", { name: "Mail it to me" }).click();
  await page.getByText("The example is on its way to").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. It holds from the next mail on.").waitFor();
  assert.deepEqual(await query("select kind, language, subject, text, line from reminder_text"), [
    {
      kind: "due_soon",
      language: "en",
      subject: "{first_name}, hurry",
      text: "Dear {name},\n\nplease see to it.",
      line: "{course_title} by {due_on}",
    },
  ]);
  // By keyboard, because on a phone the last toast covers the button for a moment.
  await page.getByRole("button", { name: "Use the product's text" }).press("Enter");
  await page.getByText("This is the product's text.").waitFor();
  assert.deepEqual(await query("select from reminder_text"), []);
});

test("a course gets days of its own, after it is seen whom they would remind, and loses them", { skip }, async () => {
  await database.superuser.query(
    `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, due_date, source, mandatory, attempts_allowed, assigned_at)
     select p.tenant_id, infra.new_id(), p.id, c.id, 2026, current_date + 20, 'admin', true, 1, now()
     from person p join course c on c.tenant_id = p.tenant_id where p.employee_no = 'P1'`,
  );
  await page.goto(`${panel.url}/settings/reminders`);
  await page.getByRole("link", { name: "Courses with days of their own" }).click();
  await page.getByText("Every course reminds as the organisation does.").waitFor();
  await page.getByRole("button", { name: "Add a course" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByPlaceholder("Title or code").fill("Lift");
  await page.getByRole("option", { name: "Lifting by hand (LIFT)" }).click();
  await dialog.getByLabel("What is due soon").fill("30");
  await dialog.getByLabel("And again, before the due date").fill("40, 7");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("must each be less than due_soon_days, which is 30").waitFor();
  await dialog.getByLabel("And again, before the due date").fill("7, 1");
  await dialog.getByRole("button", { name: "Whom would this remind?" }).click();
  await dialog.getByText("People on the next morning: 1").waitFor();
  await dialog.getByRole("link", { name: "Ewa Lis" }).first().waitFor();
  await expectAccessible(page, "whom a schedule would remind");
  await expectReflow(page, "whom a schedule would remind");
  await shoot(page, "reminder-reach");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Lifting by hand (LIFT)").waitFor();
  assert.deepEqual(await query("select due_soon_days, due_soon_also from reminder_course"), [
    { due_soon_days: 30, due_soon_also: [7, 1] },
  ]);
  await expectAccessible(page, "courses with days of their own");
  await expectReflow(page, "courses with days of their own");
  await page.getByRole("button", { name: "Remove the reminders of Lifting by hand" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("Every course reminds as the organisation does.").waitFor();
  assert.deepEqual(await query("select from reminder_course"), []);
});

test("the page and its example are Polish where the browser is", { skip }, async () => {
  await page.goto(`${panel.url}/settings/reminders`);
  await page.getByLabel("Language of the example").selectOption("pl");
  await page.getByText("Obsługa wózków").waitFor();
  await page.evaluate("localStorage.setItem('muster.language', 'pl')");
  await page.goto(`${panel.url}/settings/reminders`);
  await page.getByRole("heading", { name: "Przypomnienia dla uczestników szkoleń" }).waitFor();
  await page.getByText("Obsługa wózków").waitFor();
  await expectAccessible(page, "the page in Polish");
  await expectReflow(page, "the page in Polish");
});
