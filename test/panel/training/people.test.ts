import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
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
import { workOff } from "../../harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, test_password, type TestAccount } from "../../harness/panel/panel.ts";

describe("people in the panel", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let trainer: TestAccount;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      attributes: [
        { key: "cost_center", type: "string", label: "Cost centre" },
        { key: "grade", type: "number" },
        { key: "night_shift", type: "boolean" },
        { key: "skills", type: "string_array" },
      ],
      departments: [
        { name: "Operations", code: "OPS" },
        { name: "Warehouse", code: "WH", parent: "OPS" },
      ],
      courses: [{ code: "FIRE-01", title: "Fire safety", mandatory: true, default_due_days: 30 }],
      licenses: [{ name: "All", courses: ["FIRE-01"] }],
      rules: [{ name: "Employees", when: { worker_type: "internal_payroll" }, assign: ["FIRE-01"] }],
      people: Array.from({ length: 8 }, (_, index) => ({
        employee_no: `P${index + 1}`,
        first_name: ["Anna", "Jan", "Ewa", "Piotr"][index % 4]!,
        last_name: ["Kowalska", "Nowak", "Zielińska", "Wójcik"][index % 4]!,
        email: `p${index + 1}@acme.example`,
        department: "WH",
        job_title: "Forklift operator",
      })),
    });
    await workOff(database);
    trainer = await createAccount(database, acme.tenant_id, "training_admin");
    await database.superuser.query("update person set managed_by = 'scim' where employee_no = 'P2'");
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  const enter = (page: Page, account = trainer) => signIn(page, panel, acme.code, account.login, test_password);
  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();

  test("a person is found, read with the reason of a flag, suspended and brought back", async () => {
    const page = await panel.visit();
    await enter(page);
    await page.goto(`${panel.url}/people`);
    await page.getByRole("searchbox").fill("p1@acme");
    await page.getByText("1–1 of 1").waitFor();
    assert.equal(new URL(page.url()).searchParams.get("q"), "p1@acme");
    await page.getByRole("link", { name: "Anna Kowalska" }).click();
    await heading(page, "Anna Kowalska");
    await page.getByRole("button", { name: "Why: Fire safety" }).click();
    await page.getByRole("dialog").getByText("A rule or a group asks").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Suspend" }).click();
    const dialog = page.getByRole("dialog");
    assert.ok(await dialog.getByRole("button", { name: "Suspend" }).isDisabled());
    await dialog.getByRole("textbox").fill("Anna Kowalska");
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await page.getByText("Anna Kowalska is suspended.").waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await dialog.getByRole("textbox").fill("Anna Kowalska");
    await dialog.getByRole("button", { name: "Resume" }).click();
    await page.getByText("Ended the suspension of").waitFor();
  });

  test("a person is added; a problem is shown at its field, and the input stays", async () => {
    const page = await panel.visit();
    await enter(page);
    await page.goto(`${panel.url}/people/new`);
    await heading(page, "Add a person");
    await page.getByLabel("First name").fill("Maria");
    await page.getByLabel("Last name").fill("Lis");
    await page.getByLabel("Employee number").fill("N1");
    await page.getByLabel("E-mail address").fill("no address");
    await page.getByRole("button", { name: "Add the person" }).click();
    const mail = page.getByLabel("E-mail address");
    await page.locator("[aria-invalid=true]").waitFor();
    assert.equal(await mail.getAttribute("aria-invalid"), "true");
    assert.equal(await page.getByLabel("First name").inputValue(), "Maria");
    await expectAccessible(page, "a form with a problem");
    await shoot(page, "people-form-problem");
    await mail.fill("maria.lis@acme.example");
    await page.getByRole("button", { name: "Add the person" }).click();
    await heading(page, "Maria Lis");
    await page.getByText("Fire safety").first().waitFor();
    await page.getByRole("link", { name: "Edit" }).click();
    await heading(page, "Edit the person");
    await page.getByLabel("Job title").fill("Electrician");
    await page.getByLabel("Cost centre").fill("PL-1");
    await page.getByLabel("grade").fill("7");
    await page.getByLabel("night_shift").selectOption("false");
    await page.getByRole("combobox", { name: "skills" }).fill("crane");
    await page.keyboard.press("Enter");
    await expectAccessible(page, "the form with the organisation's own attributes");
    await shoot(page, "people-attributes");
    await page.getByRole("button", { name: "Save" }).click();
    await heading(page, "Maria Lis");
    await page.getByText("N1 · Electrician").waitFor();
    const attributesOf = async () =>
      (await database.superuser.query("select attributes from person where employee_no = 'N1'")).rows[0].attributes;
    assert.deepEqual(await attributesOf(), { cost_center: "PL-1", grade: 7, night_shift: false, skills: ["crane"] });
    await page.getByRole("link", { name: "Edit" }).click();
    await heading(page, "Edit the person");
    assert.equal(await page.getByLabel("night_shift").inputValue(), "false");
    await page.getByLabel("Cost centre").fill("");
    await page.getByLabel("grade").fill("8");
    await page.getByRole("button", { name: "Save" }).click();
    await heading(page, "Maria Lis");
    assert.deepEqual(await attributesOf(), { grade: 8, night_shift: false, skills: ["crane"] });
  });

  test("a person managed by SCIM cannot be edited, and the page says why; a read-only role changes nothing", async (t) => {
    const reader = await createAccount(database, acme.tenant_id, "compliance_officer");
    const { rows } = await database.superuser.query("select id from person where employee_no = 'P2'");
    const page = await panel.visit();
    await enter(page);
    await page.goto(`${panel.url}/people/${rows[0].id}`);
    await page.getByText("Managed by your identity provider").waitFor();
    assert.equal(
      await page.getByRole("link", { name: "Requests about this person" }).count(),
      0,
      "for whom the log of SCIM is not",
    );
    assert.equal(await page.getByRole("button", { name: "Edit" }).getAttribute("aria-disabled"), "true");
    const other = await panel.visit();
    t.after(() => other.close());
    await enter(other, await createAccount(database, acme.tenant_id, "it_admin"));
    await other.goto(`${panel.url}/people/${rows[0].id}`);
    await other.getByRole("link", { name: "Requests about this person" }).press("Enter");
    await other.getByRole("heading", { level: 1, name: "SCIM" }).waitFor();
    assert.equal(new URL(other.url()).searchParams.get("resource_id"), rows[0].id);
    const session = await sessionOf(panel.server, database, acme.tenant_id, reader);
    const own = { origin: panel.server.url, "sec-fetch-site": "same-origin" };
    const cookie = { cookie: [...session.cookies].map(([, value]) => `muster_session=${value}`).join() };
    const refused = await session.call("POST", `/people/${rows[0].id}/suspend`, { headers: { ...own, ...cookie } });
    assert.equal(refused.status, 403);
  });

  test("filters are saved under a name, found again in another list state and after a reload, and removed, all by the keyboard", async (t) => {
    const page = await panel.visit();
    t.after(() => page.close());
    await enter(page);
    await page.goto(`${panel.url}/people`);
    const views = page.getByRole("button", { name: "Views" });
    await views.press("Enter");
    await page.getByRole("menuitem", { name: "No view saved yet" }).waitFor();
    await expectAccessible(page, "a list without views");
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "State" }).selectOption("active");
    await page.getByLabel("Search by name").fill("anna");
    await page.waitForURL(/q=anna/);
    await views.press("Enter");
    await pressItem(page, "Save what is shown…");
    const dialog = page.getByRole("dialog", { name: "Save a view" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("must have at least 1 character").waitFor();
    await expectAccessible(page, "a view without a name");
    await dialog.getByLabel("Name of the view").fill("Annas at work");
    await page.keyboard.press("Enter");
    await page.getByText("The view “Annas at work” is saved.").waitFor();
    await page.getByRole("button", { name: "Reset the filters" }).click();
    await page.waitForURL((url) => url.search === "");
    await page.reload();
    await views.press("Enter");
    await pressItem(page, "Annas at work");
    await page.waitForURL((url) => url.searchParams.get("q") === "anna" && url.searchParams.get("status") === "active");
    // The address changes first, and then the field.
    await page.locator('input[type="search"][value="anna"]').waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Export CSV" }).click()]);
    const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
    const shown = await page.getByRole("row").count();
    assert.equal(lines.length, shown, "the file has the heading and the rows that are shown");
    assert.match(lines[0]!, /"attributes.cost_center"/);
    await views.press("Enter");
    await page.getByRole("menuitem", { name: "Annas at work shown at present" }).waitFor();
    await expectAccessible(page, "a list with the view that is shown");
    await expectReflow(page, "a list with its views");
    await pressItem(page, "Remove “Annas at work”");
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).press("Enter");
    await page.getByText("The view “Annas at work” is removed.").waitFor();
  });

  test("who only reads sees each button of a list, and why it cannot be pressed", async () => {
    const page = await panel.visit();
    await enter(page, await createAccount(database, acme.tenant_id, "compliance_officer"));
    const reason = "Only training administrators can do this.";
    for (const [address, name] of [
      ["/people", "Add a person"],
      ["/groups", "Make a group"],
      ["/rules", "Make a rule"],
      ["/imports", "Try it out"],
      ["/courses", "Add a course"],
      ["/paths", "Add a path"],
      ["/licences", "Add a licence"],
      ["/departments", "Add a department"],
      ["/contractors", "Add a contractor"],
      ["/enrollments", "Assign"],
    ] as const) {
      await page.goto(panel.url + address);
      const button = page.getByRole("button", { name, exact: true }).first();
      await button.focus();
      assert.equal(await button.getAttribute("aria-disabled"), "true", address);
      await page.getByRole("tooltip").getByText(reason).waitFor();
      await button.press("Enter");
      assert.equal(new URL(page.url()).pathname, `/panel${address}`, "it leads nowhere");
      assert.equal(await page.getByRole("dialog").count(), 0, address);
    }
    await expectAccessible(page, "a list for a read-only role");
  });

  for (const scheme of schemes) {
    test(`no screen of people breaks a rule of axe-core, ${scheme}`, async () => {
      const { rows } = await database.superuser.query("select id from person where employee_no = 'P3'");
      const page = await panel.visit({ scheme });
      await enter(page);
      for (const [address, name] of [
        ["/people", "People"],
        [`/people/${rows[0].id}`, "Ewa Zielińska"],
        ["/people/new", "Add a person"],
      ] as const) {
        await page.goto(panel.url + address);
        await heading(page, name);
        await page.waitForLoadState("networkidle");
        await expectAccessible(page, address);
        await shoot(page, `people-${name.replace(/\W/g, "")}-${scheme}`);
      }
      await page.goto(`${panel.url}/people/${rows[0].id}`);
      await page.getByRole("button", { name: "Why: Fire safety" }).click();
      await page.getByRole("dialog").getByRole("listitem").first().waitFor();
      await expectAccessible(page, "the reasons of a flag");
      await shoot(page, `people-why-${scheme}`);
    });
  }

  test("people fit 320 px", async () => {
    const { rows } = await database.superuser.query("select id from person where employee_no = 'P3'");
    const page = await panel.visit({ viewport: { width: 320, height: 640 } });
    await enter(page);
    for (const address of ["/people", `/people/${rows[0].id}`, "/people/new"]) {
      await page.goto(panel.url + address);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      await expectReflow(page, address);
    }
  });

  test("browsers reported nothing of the policy, and pages no error", () => {
    assert.deepEqual(panel.complaints(), []);
  });
});

/**
 * Presses an item of a menu that was just opened. The menu takes the focus when it is open, even from an item that had it before.
 */
async function pressItem(page: Page, name: string): Promise<void> {
  await page.locator("[role=menu]:focus-within, [role=menu]:focus").waitFor();
  await page.getByRole("menuitem", { name }).press("Enter");
}
