// A new IT administrator's first hour, on the real server with a delivering worker, a receiver and a simulated identity provider.
// `RECORD=docs/panel npm run test:long -- first-hour` takes the pictures of docs/panel.md again.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import type { Delivery } from "../../../server/features/webhooks/sending/deliver.ts";
import { type BrowsedPanel, browsePanel, needsBrowser } from "../../harness/panel/browser.ts";
import { needsServer, openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password, type TestAccount } from "../../harness/panel/panel.ts";
import { filtered, scimOf, urns } from "../../harness/scim.ts";
import { happen, senderTo, startReceiver, startWorking, type Receiver } from "../../harness/webhooks.ts";

/** How many consecutive failures make a subscription degraded. */
const failures_count = 5;

describe("a new administrator's first hour", { skip: needsBrowser() || needsServer() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let admin: TestAccount;
  let receiver: Receiver;
  let worker: Delivery;
  let page: Page;

  before(async () => {
    receiver = await startReceiver();
    database = await openDatabase();
    panel = await browsePanel(database, { trusted_origins: [receiver.origin] });
    acme = await createOrganisation(database, {
      departments: [{ name: "Logistics", code: "LOG" }],
    });
    admin = await createAccount(database, acme.tenant_id, "it_admin");
    worker = startWorking(database, senderTo(receiver));
    page = await panel.visit({ permissions: ["clipboard-read", "clipboard-write"], viewport: { width: 1_280, height: 800 } });
  });
  after(async () => {
    await worker?.stop();
    await panel?.close();
    await database?.close();
    await receiver?.close();
  });

  const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();
  const press = (name: string | RegExp) =>
    page
      .getByRole("button", { name, exact: typeof name === "string" })
      .first()
      .click();
  const open = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  /** Takes a picture for the documentation if RECORD names a folder, after animations have ended. */
  const record = async (name: string) => {
    const folder = process.env["RECORD"];
    await page.waitForLoadState("networkidle").catch(() => undefined);
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: path.join(folder, `${name}.png`), animations: "disabled" });
  };

  test("signs in, and sees the set-up list", async () => {
    await page.goto(`${panel.url}/sign-in`);
    await page.getByLabel("Tenant code").fill(acme.code);
    await page.getByLabel("E-mail or login").fill(admin.login);
    await page.locator("input[name=password]").fill(test_password);
    await record("01-sign-in");
    await press("Sign in");
    await heading("ACME Logistics");
    await record("02-overview");
  });

  test("creates a client, copies its first call, and sees it arrive", async () => {
    await open("Clients");
    await page.getByRole("link", { name: "Create a client" }).first().click();
    await press(/HR sync/);
    await record("03-create-client");
    await press("Create the client");
    const dialog = page.getByRole("dialog", { name: "Secret of HR sync" });
    await dialog.waitFor();
    await record("04-secret");
    await dialog.getByRole("button", { name: "Copy the call" }).click();
    const line = await page.evaluate<string>("navigator.clipboard.readText()");
    await dialog.getByRole("button", { name: "Done" }).click();
    await open("Request log");
    await page.getByRole("switch", { name: "Live" }).press("Space");
    const { stdout } = await promisify(execFile)("bash", ["-c", line]);
    assert.ok(JSON.parse(stdout).departments.length === 1, stdout);
    await page.getByRole("button", { name: "GET /api/v1/departments" }).waitFor();
    await record("05-first-call");
  });

  test("creates a webhook, and pings it", async () => {
    const clients = [{ name: "Events", scopes: ["webhooks:manage" as const] }];
    await createOrganisation(database, { organisation: { code: acme.code }, clients });
    // The receiver is on this machine, which a client's host list would never contain.
    await database.superuser.query("update client set webhook_hosts = '{127.0.0.1}' where name = 'Events'");
    await open("Webhooks");
    await page.getByRole("link", { name: "Create a webhook" }).first().click();
    await page.getByLabel("Client", { exact: true }).selectOption({ label: "Events" });
    await page.getByLabel("Name").fill("HRIS");
    await page.getByLabel("Target URL").fill(`${receiver.origin}/lms`);
    await page.getByText("Deliveries may go there.").waitFor();
    await page.getByRole("checkbox", { name: /course.completed/ }).check();
    await press("Create");
    const dialog = page.getByRole("dialog", { name: "The signing secret" });
    await dialog.getByRole("button", { name: "Send a ping" }).click();
    await dialog.getByText(/Acknowledged in/).waitFor();
    await record("06-webhook-pinged");
    await dialog.getByRole("button", { name: "Copy the secret" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
    await heading(/127\.0\.0\.1/);
  });

  test("connects an identity provider, whose test request is seen, and whose people arrive", async () => {
    await open("SCIM");
    await page.getByRole("link", { name: "Connect a provider" }).first().click();
    await page.getByRole("radio", { name: "Microsoft Entra ID" }).click();
    await press("Next");
    await press("Create the client");
    const dialog = page.getByRole("dialog", { name: "The client's secret" });
    await dialog.getByRole("button", { name: "Show the secret" }).click();
    const secret = (await dialog.getByLabel("The secret", { exact: true }).textContent())!;
    await dialog.getByRole("button", { name: "Copy the secret" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
    const url = new URL(await page.getByLabel("Tenant URL", { exact: true }).inputValue());
    const provider = scimOf({ url: url.origin }, url.pathname.split("/").at(-1)!, secret);
    assert.equal((await provider.get(filtered("/Users", 'userName eq "missing"'))).status, 200);
    await page.getByText(/^Received \d/).waitFor();
    await record("07-scim-connected");
    for (const [userName, givenName, department] of [
      ["jan@acme.example", "Jan", "Logistics"],
      ["ewa@acme.example", "Ewa", "Night shift"],
    ]) {
      const names = { userName, name: { givenName, familyName: "Example" }, active: true };
      const more = { [urns.enterprise]: { department } };
      const { status, text } = await provider.post("/Users", { schemas: [urns.user, urns.enterprise], ...names, ...more });
      assert.equal(status, 201, text);
    }
    await page.goto(`${panel.url}/scim?tab=log`);
    await page.getByRole("button", { name: "POST User ewa@acme.example" }).waitFor();
    await record("08-scim-log");
  });

  test("finds why deliveries fail, and sees them arrive once the receiver is mended", async () => {
    receiver.answer = (_, reply) => reply.writeHead(500).end();
    await happen(database, acme, failures_count, "course.completed");
    const failed = async () =>
      (await database.superuser.query("select count(*)::int as n from webhook_attempt where response_status = 500")).rows[0].n;
    for (let looks = 0; (await failed()) < failures_count; looks += 1) {
      assert.ok(looks < 200, "the deliveries have not been attempted");
      await page.waitForTimeout(50);
    }
    await open("Webhooks");
    await page.getByText("Degraded").first().waitFor();
    await record("09-webhook-degraded");
    await page
      .getByRole("link", { name: /127\.0\.0\.1/ })
      .first()
      .click();
    await page.getByRole("button", { name: "course.completed" }).first().click();
    await page.getByRole("dialog").getByText("The receiver answered 500.").waitFor();
    await record("10-cause");
    await page.keyboard.press("Escape");
    receiver.answer = (_, reply) => reply.writeHead(204).end();
    const before_count = receiver.received.length;
    // The next attempts are due a minute later.
    await database.clock.advance(61);
    await receiver.first(before_count + failures_count);
    await page.reload();
    await page.getByText("Active", { exact: true }).first().waitFor();
    await record("11-mended");
    assert.deepEqual(panel.complaints(), []);
  });
});
