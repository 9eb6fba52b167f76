// UX1 and AD5: an IT administrator creates a client and calls with it; its secret is shown once.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { createClient } from "../../../server/features/clients/create.ts";
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
import {
  administratorOf,
  createOrganisation,
  operatorPoolOf,
  type TestOrganisation,
} from "../../harness/organisation/organisation.ts";
import { createAccount, test_password, type TestAccount } from "../../harness/panel/panel.ts";
import { test_keyring } from "../../harness/server.ts";

const clicks_max = 12;

describe("clients", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let admin: TestAccount;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {});
    admin = await createAccount(database, acme.tenant_id, "it_admin");
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  const enter = (page: Page) => signIn(page, panel, acme.code, admin.login, test_password);

  test("UX1 AD5 from the sign-in to the first call within 12 clicks, and the secret is nowhere afterwards", async () => {
    const page = await panel.visit({ permissions: ["clipboard-read", "clipboard-write"] });
    const answers: string[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/panel/api/"))
        void response.text().then(
          (text) => answers.push(text),
          () => undefined,
        );
    });
    let clicks = 1;
    await enter(page);
    const press = async (role: "link" | "button", name: string | RegExp) => {
      clicks += 1;
      await page.getByRole(role, { name }).first().click();
    };
    await press("link", "Clients");
    await page.getByRole("heading", { level: 2, name: "No integration clients" }).waitFor();
    await expectAccessible(page, "no clients");
    await press("link", "Create a client");
    await press("button", /HR sync/);
    await expectAccessible(page, "the form of a new client");
    await shoot(page, "clients-create");
    await press("button", "Create the client");
    const dialog = page.getByRole("dialog", { name: "Secret of HR sync" });
    await dialog.waitFor();
    await expectAccessible(page, "the dialog of the secret");
    await shoot(page, "clients-secret");
    await press("button", "Copy the call");
    const line = await page.evaluate<string>("navigator.clipboard.readText()");
    const { stdout } = await promisify(execFile)("bash", ["-c", line]);
    assert.ok(Array.isArray(JSON.parse(stdout).departments), stdout);
    assert.ok(clicks <= clicks_max, `${clicks} clicks`);

    const secret = /lms_live_\w+/.exec(line)![0];
    await page.evaluate("navigator.clipboard.writeText('')");
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("tab", { name: "Overview" }).waitFor();
    await page.getByTestId("tokens").waitFor();
    const told_in = answers.filter((text) => text.includes(secret)).length;
    answers.length = 0;
    for (const tab of ["Credentials", "Access", "Limits", "Hosts", "Request log", "Audit"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expectAccessible(page, `the tab ${tab}`);
    }
    // P17: in the words of the audit log.
    await page.getByRole("button", { name: "Created the client HR sync" }).waitFor();
    assert.equal(await page.getByText("client.create").count(), 0, "a raw code in the Audit tab");
    await page.reload();
    await page.getByRole("tab", { name: "Overview" }).waitFor();
    assert.equal(told_in, 1, "one answer held the secret");
    assert.deepEqual(
      answers.filter((text) => text.includes(secret)),
      [],
    );
    const places = await page.evaluate<string>(`(async () => JSON.stringify([
      document.documentElement.outerHTML, [...document.querySelectorAll("input,textarea")].map((field) => field.value),
      { ...localStorage }, { ...sessionStorage }, history.state, location.href, await caches.keys(), (await indexedDB.databases()).length,
    ]))()`);
    assert.ok(!places.includes(secret.slice(9)), "the secret is left in the page");
    assert.ok(!JSON.stringify(panel.server.log).includes(secret.slice(22)), "the secret is in the log");
    assert.deepEqual(panel.complaints(), []);
  });

  test("a secret is rotated, a client disabled and revoked by its name; each form shows its own problem", async () => {
    const name = "Payroll";
    await createClient(operatorPoolOf(database), test_keyring, administratorOf(acme), { name, scopes: ["users:read"] });
    const page = await panel.visit({ scheme: "dark" });
    await enter(page);
    await page.goto(`${panel.url}/clients`);
    await page.getByRole("link", { name }).click();
    await page.getByRole("tab", { name: "Overview" }).waitFor();
    await page.getByText("Tokens issued: 0.").waitFor();
    await expectAccessible(page, "a client in the dark");
    await shoot(page, "clients-overview-dark");
    await page.getByRole("tab", { name: "Limits" }).click();
    await page.getByLabel("Requests a day").fill("999999");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("must be at most 5000").waitFor();
    assert.equal(await page.getByLabel("Requests a day").inputValue(), "999999");
    await page.getByLabel("Requests a day").fill("100");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").first().waitFor();

    await page.getByRole("tab", { name: "Access" }).click();
    await page.getByLabel("Allowed addresses").fill("10.0.0.0/8, nonsense");
    await page.getByText("Not an address or network: nonsense").waitFor();
    await page.getByText("will be refused with 401").waitFor();
    await page.getByLabel("Allowed addresses").fill("10.0.0.0/8");
    await page.getByRole("button", { name: "Add my address (127.0.0.1)" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").first().waitFor();
    await expectAccessible(page, "the access of a client in the dark");

    await page.getByRole("tab", { name: "Credentials" }).click();
    await page.getByRole("button", { name: "Rotate the secret" }).click();
    await page.getByRole("button", { name: "Make the new secret" }).click();
    await page.getByRole("dialog", { name: "Secret of Payroll" }).waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("Close without copying?").waitFor();
    await page.getByRole("button", { name: "Close anyway" }).click();
    await page.getByRole("row").nth(2).waitFor();
    await shoot(page, "clients-credentials-dark");

    const client = page.url();
    await page.goto(`${panel.url}/clients`);
    await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByRole("dialog", { name: "Disable 1 client?" }).waitFor();
    await expectAccessible(page, "the confirmation of several clients in the dark");
    await shoot(page, "clients-bulk-dark");
    await page.getByRole("button", { name: "Disable 1 client" }).click();
    await page.getByText("1 client is disabled.").waitFor();
    await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await page.locator("button[aria-disabled=true]", { hasText: /^Disable$/ }).waitFor();
    await page.goto(client);
    await page.getByRole("button", { name: "Enable" }).waitFor();
    await page.getByRole("button", { name: "Revoke for good" }).click();
    const confirm = page.getByRole("dialog", { name: "Revoke for good" });
    assert.ok(await confirm.getByRole("button", { name: "Revoke for good" }).isDisabled());
    await confirm.getByRole("textbox").fill(name);
    await confirm.getByRole("button", { name: "Revoke for good" }).click();
    await page.getByText("This client was revoked.").waitFor();
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`${panel.url}/clients`);
    await page.getByRole("link", { name }).waitFor();
    await expectAccessible(page, "the list of clients in the dark");
    await expectReflow(page, "the list of clients");
    await shoot(page, "clients-list-narrow");
    assert.deepEqual(panel.complaints(), []);
  });

  test("a public key is pasted, shown and removed; a private one is neither sent nor kept", async () => {
    const name = "Signs itself";
    await createClient(operatorPoolOf(database), test_keyring, administratorOf(acme), { name, scopes: ["users:read"] });
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const page = await panel.visit();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.postData() ?? "");
    });
    await enter(page);
    await page.goto(`${panel.url}/clients`);
    await page.getByRole("link", { name }).click();
    await page.getByRole("tab", { name: "Credentials" }).click();
    await page.getByText("None. With a key, the client signs").waitFor();
    await page.getByRole("button", { name: "Add public keys" }).click();
    const dialog = page.getByRole("dialog", { name: "Add public keys" });
    const field = dialog.getByLabel("Public keys");
    const secret = privateKey.export({ format: "pem", type: "pkcs8" });
    await field.fill(secret);
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.getByText("This is a private key.").waitFor();
    await expectAccessible(page, "the form of public keys");
    await field.fill("hello");
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.getByText("must be a JWK set").waitFor();
    await field.fill(publicKey.export({ format: "pem", type: "spki" }));
    await dialog.getByRole("button", { name: "Add" }).click();
    await page.getByRole("cell", { name: "EdDSA" }).waitFor();
    await expectAccessible(page, "a client with a public key");
    await shoot(page, "clients-keys");
    const kept = await page.evaluate<string>("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])");
    const body = secret.split("\n")[1]!;
    assert.ok(!kept.includes(body) && sent.every((text) => !text.includes(body)), "the private key was sent or kept");

    await page.getByRole("button", { name: "Remove", exact: true }).click();
    const confirm = page.getByRole("dialog", { name: "Remove this public key" });
    await confirm.getByRole("textbox").fill(name);
    await confirm.getByRole("button", { name: "Remove" }).click();
    await page.getByText("None. With a key, the client signs").waitFor();
    assert.deepEqual(panel.complaints(), []);
  });
});
