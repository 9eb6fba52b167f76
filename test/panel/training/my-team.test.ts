// A manager's Monday: which of my people are overdue, and in which course; by mouse and on a phone.
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
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, givePassword, test_password } from "../../harness/panel/panel.ts";
import { apiOf, byKey } from "../../harness/server.ts";

describe("managers in a browser", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    const person = (employee_no: string, first_name: string, manager: string | null) => ({
      employee_no,
      first_name,
      last_name: "Lis",
      email: `${employee_no.toLowerCase()}@acme.example`,
      manager,
    });
    acme = await createOrganisation(database, {
      courses: [
        { code: "FIRE", title: "Fire safety" },
        { code: "FORK", title: "Forklift", results_by_managers: true },
      ],
      people: [person("BOSS", "Berta", null), person("MINE", "Maja", "BOSS"), person("DEEP", "Dagmara", "MINE")],
      clients: [{ name: "HR", scopes: ["enrollments:write"] }],
    });
    const api = apiOf(panel.server, byKey(acme.code, acme.clients["HR"]!.secret));
    for (const [employee_no, course_code, due_date] of [
      ["MINE", "FIRE", "2099-01-31"],
      ["DEEP", "FORK", "2099-03-31"],
    ]) {
      const { status, text } = await api.post("/api/v1/enrollments", { employee_no, course_code, due_date });
      assert.equal(status, 201, text);
    }
    const { rows } = await database.superuser.query("select id from person where employee_no = 'BOSS'");
    await givePassword(database, acme.tenant_id, { id: rows[0].id, kind: "person", login: "boss@acme.example" });
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  test("a manager's Monday: from the own page to the team, to all below, and to one person's course", async () => {
    const page = await panel.visit({});
    await signIn(page, panel, acme.code, "boss@acme.example", test_password, `${panel.url}/my-training`);
    await page.getByRole("link", { name: "My team" }).click();
    await page.getByRole("link", { name: "Maja Lis" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Dagmara Lis" }).count(), 0);
    await expectAccessible(page, "my team");
    await shoot(page, "my-team");
    await page.getByLabel("Whom to show").selectOption("all");
    await page.getByRole("link", { name: "Dagmara Lis" }).click();
    await page.getByRole("heading", { name: "Forklift" }).waitFor();
    await expectAccessible(page, "one of my people");
    await page.setViewportSize({ width: 320, height: 640 });
    await expectReflow(page, "one of my people");
    await page.getByRole("button", { name: "Remind by mail" }).click();
    await page.getByText("A reminder of all that is open leaves in the hours of mails.").waitFor();
    await page.getByRole("button", { name: "Remind by mail" }).click();
    await page.getByText("No mail leaves: reminded today already.").waitFor();
    await expectAccessible(page, "one of my people, reminded");
    await page.getByRole("button", { name: "Record a result: Forklift" }).click();
    await expectAccessible(page, "a manager's dialog of a result");
    await page.getByRole("button", { name: "Record", exact: true }).click();
    await page.getByText("The result is recorded.").waitFor();
    await page.getByRole("button", { name: "Record a result: Forklift" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "My team" }).click();
    await page.getByRole("link", { name: "Maja Lis" }).waitFor();
    await expectReflow(page, "my team");
  });

  test("an administrator goes from a manager to their people, and to the list of all below", async () => {
    const page = await panel.visit({});
    const administrator = await createAccount(database, acme.tenant_id, "training_admin");
    await signIn(page, panel, acme.code, administrator.login, test_password);
    const { rows } = await database.superuser.query("select id from person where employee_no = 'BOSS'");
    await page.goto(`${panel.url}/people/${rows[0].id}`);
    await page.getByRole("heading", { name: "Reports" }).waitFor();
    await expectAccessible(page, "a manager's record");
    await page.getByRole("link", { name: "With all below" }).click();
    await page.getByRole("link", { name: "Dagmara Lis" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Berta Lis" }).count(), 0);
    await expectAccessible(page, "people below a manager");
    await page.getByRole("link", { name: "Dagmara Lis" }).click();
    await page.getByRole("link", { name: "Maja Lis" }).click();
    await page.getByRole("heading", { name: "Maja Lis", level: 1 }).waitFor();
  });

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
