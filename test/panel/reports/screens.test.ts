// A report in a browser: created with a preview, saved, shared, and downloaded by another administrator.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  signIn,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password, type Role } from "../../harness/panel/panel.ts";

describe("reports in a browser", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      departments: [
        { name: "Warehouse", code: "WH" },
        { name: "Office", code: "OF" },
      ],
      people: ["Anna", "Ewa", "Jan"].map((first_name, index) => ({
        employee_no: `P${index + 1}`,
        first_name,
        last_name: "Nowak",
        email: `p${index + 1}@acme.example`,
        department: index < 2 ? "WH" : "OF",
      })),
    });
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  async function signedIn(role: Role): Promise<Page> {
    const page = await panel.visit();
    const account = await createAccount(database, acme.tenant_id, role);
    await signIn(page, panel, acme.code, account.login, test_password);
    return page;
  }

  test("a training manager puts it together and shares it; an officer takes it along", async () => {
    const trainer = await signedIn("training_admin");
    await trainer.goto(`${panel.url}/reports`);
    await trainer.getByText("No report yet").waitFor();
    await trainer.getByRole("link", { name: "New report" }).click();
    await trainer.getByRole("heading", { level: 1, name: "New report" }).waitFor();
    await trainer.getByLabel("Rows are").selectOption({ label: "People" });
    await trainer.getByText("3 rows").waitFor();
    await trainer.getByRole("cell", { name: "Anna Nowak" }).waitFor();
    await expectAccessible(trainer, "the builder");
    await expectReflow(trainer, "the builder");
    await trainer.getByRole("combobox", { name: "Department", exact: true }).click();
    await trainer.getByRole("option", { name: "Warehouse" }).click();
    await trainer.getByText("2 rows").waitFor();
    await trainer.locator("[aria-label=Clear]").first().click();
    await trainer.getByText("3 rows").waitFor();
    await trainer.getByLabel("Count rows by").selectOption({ label: "Department" });
    await trainer.getByRole("row", { name: "Warehouse 2" }).waitFor();
    await trainer.getByLabel("Chart").selectOption({ label: "Bars" });
    await trainer.getByRole("img", { name: /Department/ }).waitFor();
    await expectAccessible(trainer, "the chart");
    await trainer.getByRole("textbox", { name: "Name", exact: true }).fill("People by department");
    await trainer.getByRole("switch", { name: "Share it" }).check();
    await trainer.getByRole("button", { name: "Save" }).click();
    await trainer.getByRole("heading", { level: 1, name: "People by department" }).waitFor();
    await trainer.getByLabel("How often").selectOption({ label: "Every month" });
    await trainer.getByLabel("Day of the month").selectOption("15");
    await trainer.getByLabel("As", { exact: true }).selectOption({ label: "PDF" });
    await trainer.getByRole("button", { name: "Mail it" }).click();
    await trainer.getByText(/^It is mailed next on .*\b15\b/).waitFor();
    await expectAccessible(trainer, "when it is mailed");
    await expectReflow(trainer, "when it is mailed");
    await trainer.getByRole("button", { name: "Mail it no longer" }).click();
    await trainer.getByRole("button", { name: "Mail it no longer" }).waitFor({ state: "detached" });

    const officer = await signedIn("compliance_officer");
    await officer.goto(`${panel.url}/reports`);
    await officer.getByRole("link", { name: "People by department" }).click();
    await officer.getByText("This report is shared by Ada Admin.", { exact: false }).waitFor();
    await officer.getByRole("button", { name: "Take it along" }).click();
    const [download] = await Promise.all([
      officer.waitForEvent("download"),
      officer.getByRole("menuitem", { name: "CSV" }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    assert.equal(Buffer.concat(chunks).toString(), '\uFEFF"Department","Rows"\r\n"Warehouse","2"\r\n"Office","1"\r\n');
    assert.equal(await officer.getByRole("button", { name: "Remove" }).count(), 0);

    await trainer.getByRole("button", { name: "Remove" }).click();
    await trainer.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await trainer.getByText("No report yet").waitFor();
    assert.deepEqual(panel.complaints(), []);
  });
});
