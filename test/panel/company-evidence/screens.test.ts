// A company's evidence in a browser: a training administrator makes a link, the company submits a file on a phone without an
// account, and the training administrator accepts it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { type BrowsedPanel, browsePanel, expectAccessible, expectReflow, needsBrowser } from "../../harness/panel/browser.ts";
import { createAccount, sessionOf } from "../../harness/panel/panel.ts";
import { contextOf } from "../../harness/panel/screens.ts";
import { apiOf, byKey } from "../../harness/server.ts";

describe("evidence from a company", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      contractors: [{ name: "Build", code: "BUILD" }],
      courses: [{ code: "HEIGHT", title: "Work at height", validity: { value: 12, unit: "month" }, default_due_days: 30 }],
      people: [
        {
          employee_no: "B1",
          first_name: "Maja",
          last_name: "Lis",
          email: "maja@build.example",
          worker_type: "b2b_contractor",
          contractor: "BUILD",
        },
      ],
      clients: [{ name: "HR", scopes: ["enrollments:write"] }],
    });
    const api = apiOf(panel.server, byKey(acme.code, acme.clients["HR"]!.secret));
    assert.equal((await api.post("/api/v1/enrollments", { employee_no: "B1", course_code: "HEIGHT" })).status, 201);
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  test("a link is made, a file is handed in without an account, and accepted", async (t) => {
    const session = await sessionOf(
      panel.server,
      database,
      acme.tenant_id,
      await createAccount(database, acme.tenant_id, "training_admin"),
    );
    const page = await (await contextOf(panel, session)).newPage();
    const { rows } = await database.superuser.query("select id from contractor where tenant_id = $1", [acme.tenant_id]);
    await page.goto(`${panel.url}/contractors/${rows[0].id}`);
    await page.getByRole("button", { name: "Make a link" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make a link" }).click();
    const url = await page.getByRole("textbox", { name: "Link for the company" }).inputValue();
    await expectAccessible(page, "a company's links");

    const phone = await page
      .context()
      .browser()!
      .newContext({ viewport: { width: 360, height: 740 } });
    t.after(() => phone.close());
    const door = await phone.newPage();
    await door.goto(`${panel.url}/company-evidence${new URL(url).hash}`);
    await door.getByLabel("For whom and which course").selectOption({ index: 1 });
    const today = await door.getByLabel("Completed on").getAttribute("max");
    await door.getByLabel("Completed on").fill(today!);
    await door
      .locator('input[type="file"]')
      .setInputFiles({ name: "card.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 card") });
    await expectAccessible(door, "the door of a company");
    await expectReflow(door, "the door of a company");
    await door.getByRole("button", { name: "Hand in" }).click();
    await door.getByText("The file was handed in and waits for the organisation.").waitFor();
    await door.getByText("Waits", { exact: false }).first().waitFor();

    await page.goto(`${panel.url}/submissions`);
    await expectAccessible(page, "evidence from companies");
    await page.getByRole("button", { name: "Accept: Maja Lis, Work at height" }).click();
    await page.getByText("Nothing waits").waitFor();
    const [done] = (await database.superuser.query("select state from enrollment where tenant_id = $1", [acme.tenant_id])).rows;
    assert.equal(done.state, "completed");
    await door.reload();
    await door.getByText("Nothing is asked for at present.").waitFor();
    await door.getByText("Accepted", { exact: false }).first().waitFor();
  });

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
