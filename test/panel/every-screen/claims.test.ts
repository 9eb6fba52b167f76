// P5: what screens state about storage, notifications and costs of the product is true.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { event_types } from "../../../server/features/events/emit.ts";
import { type BrowsedPanel, browsePanel, expectAccessible, needsBrowser } from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf } from "../../harness/panel/panel.ts";
import { contextOf } from "../../harness/panel/screens.ts";
import { byKey, request } from "../../harness/server.ts";

describe("what the panel says of the product", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let page: Page;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      courses: [{ code: "FIRE", title: "Fire safety" }],
      departments: [
        { name: "Warehouse", code: "WH-1" },
        { name: "warehouse ", code: "WH-2" },
        { name: "Store", code: "ST" },
      ],
      people: [{ employee_no: "P1", first_name: "Anna", last_name: "Nowak", email: "anna@acme.example" }],
      clients: [
        {
          name: "HR",
          scopes: ["webhooks:manage", "compliance:read", "enrollments:write"],
          webhook_hosts: ["hooks.acme.example"],
        },
      ],
    });
    const account = await createAccount(database, acme.tenant_id, "it_admin");
    const session = await sessionOf(panel.server, database, acme.tenant_id, account);
    page = await (await contextOf(panel, session)).newPage();
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  test("P5 the set-up list promises only existing events", async () => {
    await page.goto(`${panel.url}/`);
    const list = page.getByRole("listitem").filter({ hasText: "Subscribe to events" });
    await list.waitFor();
    const text = await list.getByText(/^We call your system/).innerText();
    assert.doesNotMatch(text, /overdue/);
    assert.match(text, /assigned or completed, or a certificate ends/);
    for (const type of ["enrollment.assigned", "course.completed", "compliance.expired"])
      assert.ok((event_types as readonly string[]).includes(type), type);
  });

  test("P5 a signing secret is kept encrypted, and its dialog says so; a client's secret is kept as a hash", async () => {
    await page.goto(`${panel.url}/webhooks/new`);
    await page.getByLabel("Name").fill("HRIS");
    await page.getByLabel("Target URL").fill("https://hooks.acme.example/x");
    await page.getByRole("checkbox", { name: /course.completed/ }).check();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "The signing secret" });
    await dialog.getByText("We keep it encrypted").waitFor();
    assert.doesNotMatch(await dialog.innerText(), /hash/i);
    await dialog.getByRole("button", { name: "Copy the secret" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.goto(`${panel.url}/clients/new`);
    await page.getByRole("button", { name: /Reporting/ }).click();
    await page.getByRole("button", { name: "Create the client" }).click();
    await page.getByRole("dialog").getByText("all that is kept of it is a hash").waitFor();
  });

  test("P5 the dialog of a merge says that a name which another department has goes on to mean that one", async () => {
    const trainer = await createAccount(database, acme.tenant_id, "training_admin");
    const session = await sessionOf(panel.server, database, acme.tenant_id, trainer);
    const { rows } = await database.superuser.query("select id from department where tenant_id = $1 and code = 'WH-1'", [
      acme.tenant_id,
    ]);
    const screen = await (await contextOf(panel, session)).newPage();
    await screen.goto(`${panel.url}/departments/${rows[0].id}`);
    await screen.locator("main").getByRole("button", { name: "Merge" }).click();
    const dialog = screen.getByRole("dialog");
    await dialog.getByText(/unless another one in use has the same name/).waitFor();
    await dialog.getByRole("combobox", { name: "Department that stays" }).click();
    await screen.getByRole("option", { name: "Store" }).click();
    await dialog.locator("button[type=submit]").click();
    await screen.getByText("Warehouse is merged.").waitFor();
    const meanings = await database.superuser.query("select * from name_meaning where tenant_id = $1", [acme.tenant_id]);
    assert.deepEqual(meanings.rows, [], "the name means the other warehouse");
    await screen.context().close();
  });

  test("P5 a scope whose answers name people is marked as personal data", async () => {
    const headers = byKey(acme.code, acme.clients["HR"]!.secret);
    await request(panel.server.url, "POST", "/api/v1/enrollments", { headers, body: { employee_no: "P1", course_code: "FIRE" } });
    assert.match((await request(panel.server.url, "GET", "/api/v1/compliance/matrix", { headers })).text, /Nowak/);
    await page.goto(`${panel.url}/clients/new`);
    const scopes = page.getByRole("group", { name: "Scopes" });
    await scopes.getByRole("checkbox", { name: "compliance:read Personal data" }).waitFor();
    assert.equal(await scopes.getByText("Low risk").count(), 0);
    await expectAccessible(page, "the scopes of a new client");
  });

  test("P16 pending is no warning on the overview, as it is none on the matrix", async () => {
    const trainer = await createAccount(database, acme.tenant_id, "training_admin");
    const session = await sessionOf(panel.server, database, acme.tenant_id, trainer);
    const screen = await (await contextOf(panel, session)).newPage();
    await screen.goto(`${panel.url}/`);
    const figure = screen.locator("a.figure").filter({ hasText: "Pending" });
    await figure.getByText("1", { exact: true }).waitFor();
    assert.equal(await figure.getAttribute("data-tone"), "quiet");
    await screen.context().close();
  });

  test("no page reported an error of its own", () => {
    assert.deepEqual(panel.complaints(), []);
  });
});
