// Decision 0072 in a browser: an IT administrator limits another administrator to some departments. That administrator then finds
// only the people of these, and every page says so.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  signIn,
} from "../../harness/panel/browser.ts";
import { createAccount, test_password, type TestAccount } from "../../harness/panel/panel.ts";

describe("administrators of some departments in the panel", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let trainer: TestAccount;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      departments: [
        { name: "Logistics", code: "LOG" },
        { name: "Head office", code: "HEAD" },
      ],
      courses: [{ code: "LIFT", title: "Forklift" }],
      people: [
        { employee_no: "L1", first_name: "Anna", last_name: "Lis", email: "l1@acme.example", department: "LOG" },
        { employee_no: "H1", first_name: "Jan", last_name: "Hedgehog", email: "h1@acme.example", department: "HEAD" },
      ],
    });
    trainer = await createAccount(database, acme.tenant_id, "training_admin");
    await database.superuser.query("update administrator set name = 'Tom Trainer' where id = $1", [trainer.id]);
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  async function open(account: TestAccount) {
    const page = await panel.visit();
    await signIn(page, panel, acme.code, account.login, test_password);
    return page;
  }

  test("the departments are chosen where the role is", async () => {
    const page = await open(await createAccount(database, acme.tenant_id, "it_admin"));
    await page.goto(`${panel.url}/administrators`);
    await page.getByRole("button", { name: "Actions for Tom Trainer" }).click();
    await page.getByRole("menuitem", { name: "Change name, role or departments" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByPlaceholder("The whole organisation").fill("Logi");
    await page.getByRole("option", { name: "Logistics" }).click();
    await page.keyboard.press("Escape");
    await expectAccessible(page, "the dialog with departments");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const row = page.getByRole("row", { name: /Tom Trainer/ });
    await row.getByRole("cell", { name: "Logistics" }).waitFor();
  });

  test("their administrator finds those people, and is told on each page whose they are", async () => {
    const page = await open(trainer);
    const told = page.getByText("Departments: Logistics, with all below them.");
    await told.waitFor();
    const navigation = page.getByRole("navigation", { name: "Main" });
    await navigation.getByRole("link", { name: "People" }).waitFor();
    for (const name of ["Rules", "Groups", "Imports", "Licences", "Forecast", "Audit log"])
      assert.equal(await navigation.getByRole("link", { name, exact: true }).count(), 0, name);
    await page.goto(`${panel.url}/people`);
    await page.getByRole("link", { name: "Anna Lis" }).waitFor();
    await told.waitFor();
    assert.equal(await page.getByText("Hedgehog").count(), 0);
    await expectAccessible(page, "people of some departments");
    await expectReflow(page, "people of some departments");
    await page.getByRole("link", { name: "Anna Lis" }).click();
    await page.getByRole("heading", { level: 1, name: "Anna Lis" }).waitFor();
    await page.goto(`${panel.url}/rules`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await page.getByRole("button", { name: /rule/i }).count(), 0);
  });
});
