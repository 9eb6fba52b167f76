// Bulk work in a browser: all matching people are selected, the effects are previewed, and the result lists every person.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
} from "../../harness/panel/browser.ts";
import { startSmtpServer, textOf } from "../../../server/features/mail/smtp.fixture.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { sendMailsToMany } from "../../harness/mails-to-many.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password } from "../../harness/panel/panel.ts";

describe("work on many people in the panel", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      courses: [{ code: "LIFT", title: "Forklift" }],
      licenses: [{ name: "Forklift seats", courses: ["LIFT"], seats_total: 50 }],
      people: Array.from({ length: 60 }, (_, index) => ({
        employee_no: `P${index + 1}`,
        first_name: "Anna",
        last_name: `Number ${index + 1}`,
        email: `p${index + 1}@acme.example`,
      })),
    });
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  async function open(role: "training_admin" | "compliance_officer") {
    const account = await createAccount(database, acme.tenant_id, role);
    const page = await panel.visit();
    await signIn(page, panel, acme.code, account.login, test_password, `${panel.url}/people?q=number`);
    await page.getByRole("link", { name: "Anna Number 1", exact: true }).waitFor();
    return page;
  }

  test("all who match are given a course, after its effects were seen", async () => {
    const page = await open("training_admin");
    await page.getByRole("checkbox", { name: "Select Anna Number 2", exact: true }).check();
    await page.getByText("1 selected").waitFor();
    await page.getByRole("button", { name: "Choose all 60 who match" }).click();
    await page.getByText("60 selected").waitFor();
    await page.getByRole("button", { name: "Assign a course…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Assign a course to 60 people" }).waitFor();
    await dialog.getByPlaceholder("Title or code").fill("Fork");
    await page.getByRole("option", { name: "Forklift (LIFT)" }).click();
    for (const shown of [
      "50 people get the course.",
      "10 people are left out: no free seat.",
      "Licence “Forklift seats”: 50 of 50 free seats are taken.",
    ])
      await dialog.getByText(shown).waitFor();
    await expectAccessible(page, "the dialog that assigns a course to many");
    await expectReflow(page, "the dialog that assigns a course to many");
    await shoot(page, "assign-many");
    await dialog.getByRole("button", { name: "Assign to 50 people" }).click();

    await page.getByRole("heading", { level: 1, name: "Forklift: assigned to many" }).waitFor();
    await page.getByText("0 of 60 people done.").waitFor();
    await workOff(database);
    await page.getByText("Done for 60 people").waitFor();
    const left_out = page.getByRole("region", { name: "People" }).getByRole("link", { name: /^Anna Number/ });
    // The previous list, of 50 people, is shown until the next one is loaded.
    await left_out.nth(49).waitFor();
    await page.getByLabel("What became of them").selectOption({ label: "Left out: no free seat" });
    await left_out.nth(10).waitFor({ state: "detached" });
    await left_out.nth(9).waitFor();
    assert.equal(await left_out.count(), 10);
    await expectAccessible(page, "the result of work on many");
    await expectReflow(page, "the result of work on many");
    await shoot(page, "assigned-many");
    const { rows } = await database.superuser.query("select count(*)::int as n from enrollment");
    assert.equal(rows[0].n, 50);
  });

  test("due dates of many are moved from the menu, and moved back", async () => {
    await database.superuser.query("update enrollment set due_date = current_date + 5");
    const page = await open("training_admin");
    for (const number of [1, 2]) await page.getByRole("checkbox", { name: `Select Anna Number ${number}`, exact: true }).check();
    await page.getByRole("button", { name: "More…" }).click();
    await expectAccessible(page, "the menu of work on many");
    await page.getByRole("menuitem", { name: "Move the due date…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Move the due date, people: 2" }).waitFor();
    await dialog.getByPlaceholder("Title or code").fill("Fork");
    await page.getByRole("option", { name: "Forklift (LIFT)" }).click();
    await dialog.getByLabel("Due").fill("2099-12-31");
    await dialog.getByText("It would be done, people: 2").waitFor();
    await expectAccessible(page, "the dialog that moves due dates");
    await expectReflow(page, "the dialog that moves due dates");
    await shoot(page, "extend-many");
    await dialog.getByRole("button", { name: "Do it" }).click();
    await page.getByRole("heading", { level: 1, name: "Due date moved: Forklift" }).waitFor();
    await workOff(database);
    await page.getByText("Done for 2 people").waitFor();
    const moved = async () => {
      const { rows } = await database.superuser.query("select count(*)::int as n from enrollment where due_date = '2099-12-31'");
      return rows[0].n as number;
    };
    assert.equal(await moved(), 2);
    await page.getByRole("button", { name: "Undo…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Undone Forklift" }).waitFor();
    await workOff(database);
    await page.getByText("Done for 2 people").waitFor();
    assert.equal(await moved(), 0);
    await expectAccessible(page, "an order that undoes another one");
    await expectReflow(page, "an order that undoes another one");
    await page.getByRole("link", { name: "See the order that this undoes" }).click();
    await page.getByText("This order was undone.").waitFor();
  });

  test("those who are ticked have passed a course, which is recorded for all of them, and are taken along as a file", async () => {
    const page = await open("training_admin");
    const tick = async () => {
      for (const number of [1, 2])
        await page.getByRole("checkbox", { name: `Select Anna Number ${number}`, exact: true }).check();
    };
    await tick();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export these (CSV)" }).click(),
    ]);
    const [head, ...lines] = readFileSync(await file.path(), "utf8")
      .trimEnd()
      .split("\r\n");
    assert.match(head!, /"employee_no"/);
    assert.deepEqual(
      lines.map((line) => line.split(",")[0]),
      ['"P1"', '"P2"'],
    );

    const { rows } = await database.superuser.query("select (now() at time zone time_zone)::date::text as today from tenant");
    await page.getByRole("button", { name: "More…" }).click();
    await page.getByRole("menuitem", { name: "Record a result…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Record that a course is passed, people: 2" }).waitFor();
    await dialog.getByPlaceholder("Title or code").fill("Fork");
    await page.getByRole("option", { name: "Forklift (LIFT)" }).click();
    await dialog.getByLabel("Passed on").fill(rows[0].today);
    await dialog.getByLabel("Score in percent").fill("80");
    await dialog.getByText("It would be done, people: 2").waitFor();
    await expectAccessible(page, "the dialog that records results");
    await expectReflow(page, "the dialog that records results");
    await shoot(page, "complete-many");
    await dialog.getByRole("button", { name: "Do it" }).click();
    await page.getByRole("heading", { level: 1, name: "Passed: Forklift" }).waitFor();
    await workOff(database);
    await page.getByText("Done for 2 people").waitFor();
    const passed = await database.superuser.query("select score from enrollment where state = 'completed'");
    assert.deepEqual(
      passed.rows.map(({ score }) => score),
      [80, 80],
    );
    assert.equal(await page.getByRole("button", { name: "Undo…" }).count(), 0);
  });

  test("the audit log leads to the people, in Polish as well", async () => {
    const account = await createAccount(database, acme.tenant_id, "compliance_officer");
    const page = await panel.visit();
    await signIn(page, panel, acme.code, account.login, test_password);
    await page.evaluate(() => localStorage.setItem("muster.language", "pl"));
    await page.goto(`${panel.url}/audit`);
    await page.getByText("Przydzielono kurs wielu osobom: Forklift (60)").waitFor();
    await page.getByRole("link", { name: "Osoba po osobie" }).last().click();
    await page.getByRole("heading", { level: 1, name: "Forklift: przydział dla wielu osób" }).waitFor();
    await page.getByText("Gotowe dla 60 osób").waitFor();
    await expectAccessible(page, "the result of work on many in Polish");
    await expectReflow(page, "the result of work on many in Polish");
  });

  test("the palette finds people by name or number, and courses", async () => {
    const page = await open("compliance_officer");
    const typed = page.getByPlaceholder("Go to a screen, a person or a course…");
    for (const [text, found, title] of [
      ["p17", "Anna Number 17", "Anna Number 17"],
      ["LIFT", "Forklift", "Forklift"],
    ] as const) {
      await page.keyboard.press("Control+k");
      await typed.fill(text);
      await page.getByRole("dialog").getByRole("button", { name: found }).first().waitFor();
      if (text === "p17") await expectAccessible(page, "the palette with people");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
    }
  });

  test("those who are ticked are invited, read the mail, follow its link and are in", async (t) => {
    const smtp = await startSmtpServer();
    t.after(() => smtp.close());
    // Mails may be sent at any hour.
    await database.superuser.query(
      `insert into reminder_setting (tenant_id, assigned, overdue_times, from_hour, until_hour, done_on) values ($1, false, 1, 0, 24, '2000-01-01')`,
      [acme.tenant_id],
    );
    await database.superuser.query("update person set email = null, email_norm = null where employee_no = 'P4'");
    const page = await open("training_admin");
    for (const number of [3, 4]) await page.getByRole("checkbox", { name: `Select Anna Number ${number}`, exact: true }).check();
    await page.getByRole("button", { name: "More…" }).click();
    await page.getByRole("menuitem", { name: "Invite to sign in…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Invite to sign in, people: 2" }).waitFor();
    for (const shown of ["It would be done, people: 1", "1 person is left out: no mail address."])
      await dialog.getByText(shown).waitFor();
    await expectAccessible(page, "the dialog that invites many");
    await expectReflow(page, "the dialog that invites many");
    await shoot(page, "invite-many");
    await dialog.getByRole("button", { name: "Do it" }).click();
    await page.getByRole("heading", { level: 1, name: "Invitations to sign in" }).waitFor();
    await workOff(database);
    await page.getByText("Done for 2 people").waitFor();
    await page.getByRole("region", { name: "People" }).getByRole("link", { name: "Anna Number 3" }).waitFor();

    await sendMailsToMany(database, smtp.url);
    const text = textOf(await smtp.letterTo("p3@acme.example"));
    const learner = await panel.visit();
    await learner.goto(panel.url + /\/link#[\w-]{43}/.exec(text)![0]);
    await learner.getByRole("button", { name: "Continue" }).click();
    await learner.getByLabel(/^New password/).fill(test_password);
    await learner.getByLabel(/^Repeat/).fill(test_password);
    await learner.getByRole("button", { name: "Save and continue" }).click();
    await learner.getByRole("button", { name: "Account of Anna Number 3" }).waitFor();
    await learner.getByRole("heading", { level: 1, name: "My training" }).waitFor();
  });

  test("who only reads ticks nobody", async () => {
    const page = await open("compliance_officer");
    assert.equal(await page.getByRole("checkbox").count(), 0);
  });
});
