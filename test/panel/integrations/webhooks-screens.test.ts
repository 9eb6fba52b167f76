import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import {
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
  type BrowsedPanel,
  schemes,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password, type TestAccount } from "../../harness/panel/panel.ts";
import { startReceiver, type Receiver } from "../../harness/webhooks.ts";
import { failedDeliveryOf } from "../samples/webhooks.ts";

/** The most clicks from the list to the cause of a failure. */
const clicks_max = 3;

describe("the webhooks of the panel", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let admin: TestAccount;
  let receiver: Receiver;

  before(async () => {
    receiver = await startReceiver();
    database = await openDatabase();
    panel = await browsePanel(database, { trusted_origins: [receiver.origin] });
    acme = await createOrganisation(database, {
      departments: [
        { name: "Operations", code: "OPS" },
        { name: "Dock", code: "DOCK", parent: "OPS" },
      ],
      courses: [{ code: "FIRE-01", title: "Fire safety" }],
      clients: [{ name: "HR sync", scopes: ["webhooks:manage"], webhook_hosts: ["hooks.acme.example"] }],
    });
    await database.superuser.query("update client set webhook_hosts = webhook_hosts || '127.0.0.1'::text");
    admin = await createAccount(database, acme.tenant_id, "it_admin");
  });
  after(async () => {
    await panel?.close();
    await database?.close();
    await receiver?.close();
  });

  const enter = async (page: Page) => signIn(page, panel, acme.code, admin.login, test_password);
  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();

  test("a webhook is created, its secret taken, and pinged, in one go", async () => {
    const page = await panel.visit();
    await enter(page);
    await page.goto(`${panel.url}/webhooks`);
    await heading(page, "Webhooks");
    await page.getByText("No webhooks").waitFor();
    await page.getByRole("link", { name: "Create a webhook" }).first().click();
    await heading(page, "Create a webhook");
    await page.getByLabel("Name").fill("HRIS");
    await page.getByLabel("Target URL").fill("http://elsewhere.example/x");
    await page.getByText("The URL must begin with https://.").waitFor();
    await page.getByLabel("Target URL").fill("https://elsewhere.example/x");
    await page.getByText("elsewhere.example is not on the client's list").waitFor();
    await page.getByRole("link", { name: "Add the host" }).waitFor();
    await page.getByLabel("Target URL").fill(`${receiver.origin}/lms`);
    await page.getByText("Deliveries may go there.").waitFor();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("Choose one event at least.").waitFor();
    await page.getByRole("button", { name: "Example of course.completed" }).click();
    await page.getByRole("region", { name: "Example of course.completed" }).waitFor();
    await page.getByRole("checkbox", { name: /course.completed/ }).check();
    await shoot(page, "webhook-create");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "The signing secret" });
    await dialog.getByRole("button", { name: "Send a ping" }).click();
    await dialog.getByText(/Acknowledged in/).waitFor();
    assert.equal(receiver.received.length, 1);
    await shoot(page, "webhook-secret");
    await dialog.getByRole("button", { name: "Copy the secret" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
    await heading(page, /127\.0\.0\.1/);
    await dialog.waitFor({ state: "detached" });
    assert.ok(!(await page.content()).includes("whsec_"), "the secret is gone from the page");
    await page.getByRole("button", { name: "ping", exact: true }).first().waitFor();
    await page.getByRole("tab", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Rotate the secret" }).click();
    await page.getByRole("dialog", { name: "The signing secret" }).waitFor();
  });

  test("UX3 from the list to the cause of a failure, and to its retry", async () => {
    const { id, delivery_id } = await failedDeliveryOf({ database, organisation: acme });
    const page = await panel.visit();
    await enter(page);
    await page.goto(`${panel.url}/webhooks`);
    let clicks = 0;
    const click = async (name: string) => {
      clicks += 1;
      await page
        .getByRole(name.includes(".acme.") ? "link" : "button", { name })
        .first()
        .click();
    };
    await click("hooks.acme.example");
    await click("course.completed");
    const drawer = page.getByRole("dialog");
    await drawer.getByText("The receiver answered 500.").waitFor();
    await drawer.getByText(/its log of this time shows the cause/).waitFor();
    assert.ok(clicks <= clicks_max, `${clicks} clicks`);
    await drawer.getByText("X-LMS-Event-Id").waitFor();
    await shoot(page, "webhook-delivery");
    await drawer.getByRole("button", { name: "Retry", exact: true }).click();
    await page.getByText("It is pending again.").waitFor();
    const { rows } = await database.superuser.query("select status from webhook_delivery where id = $1", [delivery_id]);
    assert.deepEqual(rows, [{ status: "pending" }]);
    await database.superuser.query(
      `update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures', consecutive_failures = 20,
        failing_since = now() where subscription_id = $1`,
      [id],
    );
    await page.goto(`${panel.url}/webhooks/${id}`);
    await page.getByText("Disabled: nothing is sent").waitFor();
    await page.getByRole("button", { name: "Enable" }).click();
    await page.getByText("1 pending delivery will be sent.").waitFor();
    await page.getByRole("button", { name: "Enable and send" }).click();
    await page.getByText("The webhook is enabled.").waitFor();
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByText("Enabled", { exact: true }).waitFor();
  });

  test("the signature tester names the mistake", async () => {
    const page = await panel.visit();
    await enter(page);
    await page.goto(`${panel.url}/webhooks/signature`);
    await page.getByLabel("Raw body").fill("{}");
    await page.getByLabel("X-LMS-Signature").fill("nonsense");
    await page.getByPlaceholder("whsec_…").fill("whsec_");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("This is no X-LMS-Signature").waitFor();
    await expectAccessible(page, "a verdict");
  });

  test("filters and the format are set and taken back", async () => {
    const { id } = await failedDeliveryOf({ database, organisation: acme });
    const stored = async () => {
      const { rows } = await database.superuser.query(
        `select delivery_format, (select array_agg(d.code) from department d where d.id = any (s.department_ids)) as departments,
           (select array_agg(c.code) from course c where c.id = any (s.course_ids)) as courses
         from webhook_subscription s where id = $1`,
        [id],
      );
      return rows[0];
    };
    const page = await panel.visit();
    await enter(page);
    const settings = async () => {
      await page.goto(`${panel.url}/webhooks/${id}?tab=settings`);
      await page.getByRole("heading", { name: "Filters and format" }).waitFor();
    };
    await settings();
    const choose = async (label: string, option: string) => {
      await page.getByRole("combobox", { name: label }).click();
      await page.getByRole("option", { name: option }).click();
      await page.keyboard.press("Escape");
    };
    await choose("Departments", "Operations › Dock");
    await choose("Courses", "Fire safety (FIRE-01)");
    await page.getByLabel("Format", { exact: true }).selectOption("cloudevents.v1");
    await page.getByRole("checkbox", { name: /user.created/ }).check();
    const save = () => page.getByRole("button", { name: "Save", exact: true }).click();
    await save();
    await page.getByText(/names no course/).waitFor();
    await page.getByRole("checkbox", { name: /user.created/ }).uncheck();
    await save();
    await page.getByText("The webhook is saved.").waitFor();
    assert.deepEqual(await stored(), { delivery_format: "cloudevents.v1", departments: ["DOCK"], courses: ["FIRE-01"] });
    await settings();
    await page.getByText("Operations › Dock").waitFor();
    await page.getByText("Fire safety (FIRE-01)").waitFor();
    await expectAccessible(page, "filters");
    await shoot(page, "webhook-filters");
    await page.getByRole("combobox", { name: "Departments" }).press("Backspace");
    await save();
    await page.getByText("The webhook is saved.").waitFor();
    assert.deepEqual(await stored(), { delivery_format: "cloudevents.v1", departments: null, courses: ["FIRE-01"] });
  });

  for (const scheme of schemes) {
    test(`no webhook screen breaks a rule of axe-core, ${scheme}`, async () => {
      const { id } = await failedDeliveryOf({ database, organisation: acme });
      const page = await panel.visit({ scheme });
      await enter(page);
      for (const address of [
        "/webhooks",
        "/webhooks/new",
        "/webhooks/signature",
        `/webhooks/${id}`,
        `/webhooks/${id}?tab=history`,
        `/webhooks/${id}?tab=settings`,
      ]) {
        await page.goto(panel.url + address);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForLoadState("networkidle");
        await expectAccessible(page, address);
        await shoot(page, `${address.slice(1).replaceAll(/[/?=]/g, "-").replace(id, "one")}-${scheme}`);
      }
      await page.goto(`${panel.url}/webhooks/${id}`);
      await page.getByRole("button", { name: "course.completed" }).click();
      await page.getByRole("dialog").getByText("X-LMS-Event-Id").waitFor();
      await expectAccessible(page, "a delivery");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Replay…" }).click();
      await page.getByRole("dialog").waitFor();
      await expectAccessible(page, "replaying");
      await page.setViewportSize({ width: 320, height: 640 });
      for (const address of ["/webhooks", `/webhooks/${id}`, "/webhooks/new"]) {
        await page.goto(panel.url + address);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForLoadState("networkidle");
        await expectReflow(page, address);
      }
    });
  }

  test("browsers reported nothing of the policy, and pages no error", () => {
    assert.deepEqual(panel.complaints(), []);
  });
});
