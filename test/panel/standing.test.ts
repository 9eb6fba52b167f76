// The compliance figures on the overview: a training administrator looks for the department with the lowest share, and at its
// past year.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { type BrowsedPanel, browsePanel, expectAccessible, expectReflow, needsBrowser } from "../harness/panel/browser.ts";
import { createAccount, sessionOf, type TestAccount } from "../harness/panel/panel.ts";
import { contextOf } from "../harness/panel/screens.ts";
import { apiOf, byKey } from "../harness/server.ts";
import { createLimited, departmentOf } from "../isolation/departments.ts";

describe("how an organisation stands", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      departments: [
        { name: "Logistics", code: "LOG" },
        { name: "Head office", code: "HEAD" },
      ],
      courses: [
        { code: "FIRE", title: "Fire safety", default_due_days: 40 },
        { code: "AID", title: "First aid" },
      ],
      licenses: [
        { name: "Aid seats", courses: ["AID"], seats_total: 4 },
        { name: "Aid reserve", courses: ["AID"], seats_total: 10 },
        { name: "Aid of last year", courses: ["AID"], seats_total: 7, valid_until: "2020-12-31" },
        { name: "Aid without a number", courses: ["AID"] },
      ],
      people: ["LOG", "LOG", "LOG", "HEAD"].map((department, index) => ({
        employee_no: `P${index}`,
        first_name: "Anna",
        last_name: `Number ${index}`,
        email: `p${index}@acme.example`,
        department,
      })),
      clients: [{ name: "HR", scopes: ["enrollments:write", "attempts:write"] }],
    });
    const api = apiOf(panel.server, byKey(acme.code, acme.clients["HR"]!.secret));
    for (const employee_no of ["P0", "P1", "P2", "P3"])
      assert.equal((await api.post("/api/v1/enrollments", { employee_no, course_code: "FIRE" })).status, 201);
    const passed = await api.post("/api/v1/attempts", {
      external_id: "1",
      employee_no: "P0",
      course_code: "FIRE",
      result: "passed",
      completed_at: new Date().toISOString(),
    });
    assert.ok([200, 201].includes(passed.status), passed.text);
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  const visit = async (account: TestAccount) => {
    const page = await (await contextOf(panel, await sessionOf(panel.server, database, acme.tenant_id, account))).newPage();
    await page.goto(`${panel.url}/`);
    await page.getByRole("heading", { name: "Required training that is covered" }).waitFor();
    return page;
  };

  test("the share of everybody, of each department and of a chosen one's year, within reach of a phone and of a reader", async () => {
    const page = await visit(await createAccount(database, acme.tenant_id, "training_admin"));
    await page.getByText("1 of 4").waitFor();
    const row = page.getByRole("row", { name: /Logistics/ });
    assert.deepEqual(await row.getByRole("cell").allTextContents(), ["33.3%", "2", "0", "2", "2"]);
    await page.getByRole("button", { name: "Show a year of Logistics" }).click();
    await page.getByRole("heading", { name: "Over a year: Logistics" }).waitFor();
    await expectAccessible(page, "how an organisation stands");
    await page.getByRole("button", { name: "Show as a table" }).first().click();
    const today = page.getByRole("region", { name: "Over a year: Logistics" }).getByRole("row").last();
    await today.getByRole("cell").nth(1).waitFor();
    assert.deepEqual(await today.getByRole("cell").allTextContents(), ["1", "2"]);
    await page.getByRole("combobox", { name: "By", exact: true }).selectOption("Course");
    await page.getByRole("heading", { name: "Over a year: everybody" }).waitFor();
    await page.getByRole("row", { name: /Fire safety/ }).waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page, "how an organisation stands, in the dark");
    await page.setViewportSize({ width: 320, height: 800 });
    await expectReflow(page, "how an organisation stands");
  });

  test("seats of licences in force: used, free and over, with the way to each licence", async () => {
    await database.superuser.query(
      "update license set seats_used = case name when 'Aid seats' then 6 when 'Aid reserve' then 3 else 1 end where tenant_id = $1",
      [acme.tenant_id],
    );
    const page = await visit(await createAccount(database, acme.tenant_id, "training_admin"));
    const section = page.getByRole("region", { name: "Seats of licences" });
    await section.getByRole("row", { name: /Aid reserve/ }).waitFor();
    const rows = await section.getByRole("row").allTextContents();
    assert.deepEqual(rows.slice(1), ["Aid seats4602–", "Aid reserve10370–"]);
    await expectAccessible(page, "seats on the overview");
    const { total, left_out } = await page.evaluate<any>(async () => (await fetch("/panel/api/overview/seats")).json());
    assert.deepEqual([total, left_out], [{ seats_total: 14, seats_used: 9, seats_free: 7, seats_over: 2 }, 0]);
    await section.getByRole("link", { name: "Aid seats" }).click();
    await page.getByRole("heading", { level: 1, name: "Aid seats" }).waitFor();
  });

  test("an administrator of some departments sees these alone", async () => {
    const head = await departmentOf(database, acme, "HEAD");
    const page = await visit(await createLimited(database, acme, "training_admin", [head]));
    await page.getByText("0 of 1").waitFor();
    assert.equal(await page.getByRole("button", { name: /^Show a year of/ }).count(), 1);
    assert.equal(await page.getByText("Logistics", { exact: true }).count(), 0);
    assert.equal(await page.getByRole("heading", { name: "Seats of licences" }).count(), 0);
    assert.equal(await page.evaluate(async () => (await fetch("/panel/api/overview/seats")).status), 403);
  });

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
