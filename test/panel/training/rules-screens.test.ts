// Rules and groups in the panel, in one flow: created with a preview, viewed, changed, refused at a field, retired.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { type BrowsedPanel, browsePanel, needsBrowser, shoot, signIn, schemes } from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { axeInBothThemes, reflowFaults } from "../../harness/panel/looking.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password, type TestAccount } from "../../harness/panel/panel.ts";

describe("rules and groups in the panel", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let trainer: TestAccount;
  let page: Page;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      attributes: [{ key: "level", type: "number" }],
      departments: [
        { name: "Operations", code: "OPS" },
        { name: "Warehouse", code: "WH", parent: "OPS" },
      ],
      courses: [
        { code: "FIRE-01", title: "Fire safety", default_due_days: 30 },
        { code: "LIFT-01", title: "Forklift operation" },
      ],
      licenses: [{ name: "Forklift seats", courses: ["LIFT-01"], seats_total: 3 }],
      groups: [{ code: "IDP", name: "Office staff" }],
      people: Array.from({ length: 8 }, (_, index) => ({
        employee_no: `P${index + 1}`,
        first_name: ["Anna", "Jan", "Ewa", "Piotr"][index % 4]!,
        last_name: ["Kowalska", "Nowak", "Zielińska", "Wójcik"][(index + (index >> 2)) % 4]!,
        email: `p${index + 1}@acme.example`,
        department: index < 5 ? "WH" : "OPS",
        job_title: "Forklift operator",
      })),
    });
    await database.superuser.query("update person_group set kind = 'scim' where code = 'IDP'");
    await workOff(database);
    trainer = await createAccount(database, acme.tenant_id, "training_admin");
    page = await panel.visit();
    await signIn(page, panel, acme.code, trainer.login, test_password);
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const choose = async (label: string, text: string, option: string | RegExp) => {
    await page
      .getByRole("combobox", { name: label })
      .or(page.getByLabel(label, { exact: true }))
      .first()
      .fill(text);
    await page.getByRole("option", { name: option }).click();
    await page.keyboard.press("Escape");
  };
  const inBothSchemes = async (state: string, name: string) => {
    const { violations } = await axeInBothThemes(page);
    assert.deepEqual(violations, [], `accessibility of ${state}`);
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      await shoot(page, `${name}-${scheme}`);
    }
  };
  const at320 = async (state: string, name: string) => {
    assert.deepEqual(await reflowFaults(page, 320, 640), [], state);
    await shoot(page, `${name}-320`);
    await page.setViewportSize({ width: 1_280, height: 800 });
  };

  test("a rule is refused at its fields, previewed with the seats it lacks, made, followed, switched off, and retired", async () => {
    await page.goto(`${panel.url}/rules`);
    await page.getByText("No rules yet").waitFor();
    await inBothSchemes("no rules", "rules-empty");
    await page.getByRole("link", { name: "Make a rule" }).first().click();
    await heading("Make a rule");
    await page.getByLabel("Name").fill("Forklifts in the warehouse");
    await button("Preview").click();
    await page.getByText("needs a condition, such as department").waitFor();
    await page.getByText("needs a course or learning path").waitFor();
    assert.equal(await page.getByLabel("Name").inputValue(), "Forklifts in the warehouse");
    await inBothSchemes("a rule without conditions", "rule-refused");
    await choose("Departments", "ware", /Warehouse/);
    await choose("Courses and learning paths", "lift", /Forklift operation/);
    await button("Add an attribute").click();
    await page.getByLabel("Value of attribute 1").fill("three");
    await button("Preview").click();
    await page.getByText("must be a number, as the attribute's values are").waitFor();
    await button("Remove the attribute level").click();
    await button("Preview").click();
    await page.getByText("8 people were compared").waitFor();
    await page.getByText("Forklift seats: 2 seats are missing (3 free)").waitFor();
    await inBothSchemes("a preview", "rule-preview");
    await at320("a preview of a rule", "rule-preview");
    await button("Make the rule").click();
    await heading("Forklifts in the warehouse");
    await page.getByText("Evaluating all people: 0 of 8 people.").waitFor();
    await workOff(database);
    await page.getByText("8 people evaluated").waitFor();
    await page.getByRole("link", { name: "Anna Kowalska" }).waitFor();
    await inBothSchemes("a rule", "rule");
    await at320("a rule", "rule");

    await page.getByRole("link", { name: "Edit" }).click();
    await heading("Edit the rule");
    await page.getByLabel("With the departments below them").waitFor();
    await page.getByLabel(/^Due after/).fill("14");
    await button("Preview").click();
    await page.getByText("8 people were compared").waitFor();
    await button("Save").click();
    await heading("Forklifts in the warehouse");
    await page.getByText("Due days: – → 14").waitFor();
    await button("Switch off").click();
    await page.getByRole("dialog").getByText("people out").waitFor();
    await inBothSchemes("switching a rule off", "rule-switch");
    await page.getByRole("dialog").getByRole("button", { name: "Switch off" }).click();
    await page.getByText("Forklifts in the warehouse is off.").waitFor();
    await workOff(database);
    await page.getByText("It applies to no one at present.").waitFor();
    await button("Retire").click();
    await page.getByRole("dialog").getByRole("textbox").fill("Forklifts in the warehouse");
    await page.getByRole("dialog").getByRole("button", { name: "Retire" }).click();
    await page.getByText("The rule was retired for good.").waitFor();
    assert.equal(await button("Edit").getAttribute("aria-disabled"), "true");
  });

  test("a manual group takes people by pasted numbers and names the unknown; a group of SCIM says why it refuses", async () => {
    await page.goto(`${panel.url}/groups`);
    await page.getByRole("link", { name: "Office staff" }).click();
    await heading("Office staff");
    await page.getByText("Managed by your identity provider").waitFor();
    assert.equal(await button("Add people").getAttribute("aria-disabled"), "true");
    assert.equal(await button("Retire").getAttribute("aria-disabled"), "true");
    await inBothSchemes("a group of SCIM", "group-scim");
    await page.goto(`${panel.url}/groups/new`);
    await heading("Make a group");
    await page.getByLabel("Name").fill("First aiders");
    await page.getByRole("textbox", { name: "Code" }).fill("idp");
    await choose("Courses and learning paths", "fire", /Fire safety/);
    await button("Make the group").click();
    await page.getByText("is the code of another group").waitFor();
    assert.equal(await page.getByLabel("Name").inputValue(), "First aiders");
    await page.getByRole("textbox", { name: "Code" }).fill("AID");
    await button("Make the group").click();
    await heading("First aiders");
    await button("Add people").click();
    const numbers = page.getByRole("dialog").getByLabel("Employee numbers");
    await numbers.fill("P1\nX7, p2; X8");
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("2 numbers are unknown: X7, X8").waitFor();
    assert.equal(await numbers.inputValue(), "P1\nX7, p2; X8");
    await inBothSchemes("unknown numbers", "group-unknown");
    await numbers.fill("P1\np2");
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("2 people added.").waitFor();
    await page.getByRole("checkbox", { name: "Select Anna Kowalska" }).check();
    await inBothSchemes("a group", "group");
    await at320("a group", "group");
    await button("Remove from the group").click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove from the group" }).click();
    await page.getByText("1 person removed.").waitFor();
    await page.getByText("AID · 1 member").waitFor();
    await page.getByText("People left").waitFor();

    await page.goto(`${panel.url}/groups/new`);
    await page.getByLabel("Name").fill("Operators");
    await page.getByRole("textbox", { name: "Code" }).fill("OP");
    await page.getByRole("radio", { name: "Dynamic" }).check();
    await page.getByLabel("Job title contains").fill("forklift");
    await button("Preview").click();
    await page.getByText("8 people were compared").waitFor();
    await inBothSchemes("a preview of a group", "group-preview");
    await button("Make the group").click();
    await heading("Operators");
    await workOff(database);
    await page.getByText("OP · 8 members").waitFor();
    await page.goto(`${panel.url}/groups`);
    await page.getByRole("link", { name: "Operators" }).waitFor();
    await inBothSchemes("groups", "groups");
    await at320("groups", "groups");
  });

  test("a stopped evaluation is listed on the overview, says why on its group's page, and is retried by a button", async () => {
    await database.superuser.query(
      `update rule_batch set finished_at = null, people_done = 3, failed_at = now(), failure = 'database'
       where id = (select batch_id from audit_log where operation = 'group.create' order by xid desc limit 1)`,
    );
    await page.goto(panel.url);
    await page.getByRole("link", { name: "An evaluation of rules and groups has stopped" }).click();
    await heading("Rules");
    await page.getByRole("alert").getByText("The database did not answer in time").waitFor();
    await inBothSchemes("rules with a stopped evaluation", "rules-stopped");
    await at320("rules with a stopped evaluation", "rules-stopped");
    await page.goto(`${panel.url}/groups`);
    await page.getByRole("link", { name: "Operators" }).click();
    await page.getByText("Stopped after 3 of 8 people").waitFor();
    await inBothSchemes("a group whose evaluation has stopped", "group-stopped");
    await button("Try again").press("Enter");
    await page.getByText("The evaluation begins again.").waitFor();
    await page.getByText("Evaluating all people: 0 of 8 people.").waitFor();
    await workOff(database);
    await page.getByText("8 people evaluated").waitFor();
    await page.goto(`${panel.url}/rules`);
    await page.getByText("No rules yet").waitFor();
    assert.equal(await page.getByText("Try again").count(), 0);
  });

  test("browsers reported nothing of the policy, and pages no error", () => {
    assert.deepEqual(panel.complaints(), []);
  });
});
