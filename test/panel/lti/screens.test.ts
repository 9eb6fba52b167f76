// A bought simulation in a browser: an IT administrator registers it, a training administrator adds it to a course, a learner
// launches it on a phone, the tool sends the score, and the course is complete. The tool uses a third-party library (ltijs).
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { startTool, type TestTool } from "../../harness/lti/tool.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
} from "../../harness/panel/browser.ts";
import { createAccount, givePassword, test_password, type TestAccount } from "../../harness/panel/panel.ts";

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

describe("a tool of LTI in a browser", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let tool: TestTool;

  before(async () => {
    database = await openDatabase();
    tool = await startTool();
    panel = await browsePanel(database, { identity_origins: [tool.url] });
    acme = await createOrganisation(database, {
      courses: [{ code: "FORK", title: "Forklift", validity: { value: 12, unit: "month" }, pass_score: 80 }],
    });
  });
  after(async () => {
    await panel?.close();
    await tool?.close();
    await database?.close();
  });

  const query = async (text: string, values: unknown[] = []) => (await database.superuser.query(text, values)).rows;

  async function signedIn(account: TestAccount, options = {}): Promise<Page> {
    await givePassword(database, acme.tenant_id, account);
    const page = await panel.visit(options);
    await signIn(page, panel, acme.code, account.login, test_password);
    return page;
  }

  test("is registered, put into a course, launched on a phone, and completes the course by its score", async () => {
    const [{ id }] = await query("select id from course where tenant_id = $1 and code = 'FORK'", [acme.tenant_id]);
    await register(await signedIn(await createAccount(database, acme.tenant_id, "it_admin")));
    await makeCourse(await signedIn(await createAccount(database, acme.tenant_id, "training_admin")), id);
    const learner = await createAccount(database, acme.tenant_id, "learner");
    const [{ id: enrollment }] = await query(
      `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
      values ($1, gen_random_uuid(), $2, $3, 2026, 'admin', true, now(), 3)
      returning id`,
      [acme.tenant_id, learner.id, id],
    );
    await take(await signedIn(learner, phone));
    const [result] = await query(
      `select (select state from enrollment where id = $1) as state, (select count(*)::int from attempt where enrollment_id = $1 and score = 90) as attempts,
        (select count(*)::int from certificate where person_id = $2) as certificates`,
      [enrollment, learner.id],
    );
    assert.deepEqual(result, { state: "completed", attempts: 1, certificates: 1 });
    assert.equal(tool.launches.length, 1);
    assert.equal(tool.launches[0]!.userInfo["name"], undefined);
  });

  /** Copies the values that each side needs from the other. */
  async function register(admin: Page): Promise<void> {
    await admin.goto(`${panel.url}/tools`);
    await admin.getByRole("button", { name: "Register a tool" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Simulation");
    await dialog.getByLabel("Login initiation URL").fill("http://elsewhere.example/login");
    await dialog.getByLabel("Launch URL").fill(tool.settings.launch_url);
    await dialog.getByLabel("Redirect URIs").fill(tool.settings.redirect_urls.join("\n"));
    await dialog.getByLabel("JWKS URL of the tool").fill(tool.settings.jwks_url);
    await expectAccessible(admin, "a tool is registered");
    // Refused at its field, and what was typed stays.
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText(/must begin with https/).waitFor();
    await dialog.getByLabel("Login initiation URL").fill(tool.settings.login_url);
    await dialog.getByRole("button", { name: "Save" }).click();
    await admin.getByRole("heading", { name: "Simulation" }).waitFor();
    await expectAccessible(admin, "tools");
    await expectReflow(admin, "tools");
    await shoot(admin, "tools");
    const shown = (label: string) => admin.getByLabel(label, { exact: true }).inputValue();
    await tool.register({
      issuer: await shown("Issuer (platform id)"),
      client_id: await shown("Client id"),
      authorization_url: await shown("Authorization URL"),
      token_url: await shown("Token URL"),
      jwks_url: await shown("JWKS URL"),
    });
  }

  async function makeCourse(admin: Page, id: string): Promise<void> {
    await admin.goto(`${panel.url}/courses/${id}/items`);
    await admin.getByRole("group", { name: "Add an item" }).getByRole("button", { name: "Tool (LTI)" }).click();
    const item = admin.getByRole("region", { name: "Item 1: Tool (LTI)" });
    await item.getByLabel("Title").fill("Drive up the ramp");
    await item.getByRole("combobox", { name: "Tool", exact: true }).selectOption({ label: "Simulation" });
    await item.getByLabel("Parameters for the tool").fill("scenario=ramp");
    await expectAccessible(admin, "a tool as an item");
    await admin.getByRole("button", { name: "Save" }).click();
    await admin.getByText("Several items").waitFor();
  }

  async function take(page: Page): Promise<void> {
    await page.goto(`${panel.url}/my-training`);
    await page.getByRole("link", { name: "Begin or continue Forklift" }).click();
    await page.getByRole("link", { name: "Open: Drive up the ramp" }).click();
    await page.getByText("It is told a random id of yours, your language").waitFor();
    await page.getByText("It is not told your name or address.").waitFor();
    await page.getByText("It also gets parameters").waitFor();
    await expectAccessible(page, "a tool to open");
    await expectReflow(page, "a tool to open");
    await shoot(page, "my-tool");
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Open the tool" }).click();
    const tool_page = await opened;
    await tool_page.getByRole("heading", { name: "Forklift simulation" }).waitFor();
    assert.equal(new URL(tool_page.url()).origin, tool.url, "the tool is on its own origin");
    await tool_page.getByRole("button", { name: "Finish" }).click();
    // The tool sends the browser back to the course.
    await tool_page.getByText("Score: 90 %").first().waitFor();
    await tool_page.getByRole("link", { name: "My certificates" }).last().click();
    await tool_page.getByRole("heading", { name: "Forklift" }).waitFor();
  }

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
