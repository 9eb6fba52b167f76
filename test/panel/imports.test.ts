import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
} from "../harness/browser.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { workOff } from "../harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation.ts";
import { createAccount, test_password, type TestAccount } from "../harness/panel.ts";

const file = "employee_no,first_name,last_name,email\nX1,Anna,New,x1@acme.example\nX2,Jan,Wrong,no address\n";

describe("imports in the panel", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let trainer: TestAccount;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {});
    trainer = await createAccount(database, acme.tenant_id, "training_admin");
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  const countPeople = async () =>
    (await database.superuser.query("select count(*)::integer as n from person where employee_no = 'X1'")).rows[0].n;

  for (const scheme of ["light", "dark"] as const) {
    test(`a file is tried out, shows what it would do, and is carried out, ${scheme}`, async () => {
      await database.superuser.query(
        "update person set employee_no = 'gone', employee_no_norm = 'gone', email = null, email_norm = null, login = 'gone', login_norm = 'gone' where employee_no = 'X1'",
      );
      const page = await panel.visit({ scheme });
      await signIn(page, panel, acme.code, trainer.login, test_password);
      await page.goto(`${panel.url}/imports`);
      await page.getByRole("button", { name: "Try it out" }).click();
      await page.getByText("Choose a file").first().waitFor();
      await expectAccessible(page, "an upload without a file");
      await page
        .locator("input[type=file]")
        .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
      await page.getByRole("button", { name: "Try it out" }).click();
      await page.getByRole("heading", { level: 1, name: "Dry run" }).waitFor();
      await page.getByRole("progressbar").waitFor({ state: "attached" });
      await workOff(database);
      await page.getByText("Nothing has changed yet").waitFor();
      await page.getByText("email: must be", { exact: false }).waitFor();
      assert.equal(await countPeople(), 0);
      await expectAccessible(page, "a dry run");
      await expectReflow(page, "a dry run");
      await shoot(page, `import-dry-run-${scheme}`);
      await page.getByRole("button", { name: "Carry it out" }).click();
      await page.getByRole("heading", { level: 1, name: "Import" }).waitFor();
      await workOff(database);
      await page.getByText("Finished").waitFor();
      assert.equal(await countPeople(), 1);
      const { rows } = await database.superuser.query(
        "select distinct actor_type, actor_id from audit_log where batch_id is not null and operation = 'person.create'",
      );
      assert.deepEqual(rows, [{ actor_type: "administrator", actor_id: trainer.id }]);
      await page.goto(`${panel.url}/imports`);
      await page.getByRole("link", { name: /CSV/ }).first().waitFor();
      await expectAccessible(page, "imports");
      await shoot(page, `imports-${scheme}`);
    });
  }

  test("browsers reported nothing of the policy, and pages no error", () => {
    assert.deepEqual(panel.complaints(), []);
  });
});
