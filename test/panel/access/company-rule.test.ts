// In a browser: sign-in by the company's identity is made mandatory, an administrator without a password confirms at the company,
// and the administrator for emergencies signs in without it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { startCertifiedProvider, type CertifiedProvider } from "../../harness/identity/certified-provider.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { type BrowsedPanel, browsePanel, expectAccessible, expectReflow, needsBrowser } from "../../harness/panel/browser.ts";
import { createAccount, test_password, type TestAccount } from "../../harness/panel/panel.ts";
import { codeNow, giveProvider, giveSecondFactor } from "../../identity/arrange.ts";

describe("required sign-in with the company's identity", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let provider: CertifiedProvider;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  /** IT administrators: ada is the one for emergencies, bea has no password here. */
  let ada: TestAccount;
  let bea: TestAccount;
  let totp: string;
  const secret = "a secret that the provider has made";

  before(async () => {
    database = await openDatabase();
    provider = await startCertifiedProvider("localhost");
    panel = await browsePanel(database, { identity_origins: [provider.issuer] });
    acme = await createOrganisation(database, {});
    ada = await createAccount(database, acme.tenant_id, "it_admin");
    bea = await createAccount(database, acme.tenant_id, "it_admin");
    await database.superuser.query("update administrator set name = 'Bea Admin' where id = $1", [bea.id]);
    await database.superuser.query("update credential set password_hash = null where account_id = $1", [bea.id]);
    totp = await giveSecondFactor(database, ada.id);
    await giveProvider(database, acme.tenant_id, { issuer: provider.issuer, secret });
    provider.serve(
      { bea: { email: bea.login, email_verified: true }, ada: { email: ada.login, email_verified: true } },
      { client_id: "muster", client_secret: secret, redirect_uris: [`${panel.url}/sign-in/ACME/callback`] },
    );
  });
  after(async () => {
    await panel.close();
    await provider.close();
    await database.close();
  });

  /** Signs in on the provider's own pages, which ask for the login, and the first time for consent. */
  async function signInThere(page: Page, login: string, consents: boolean): Promise<void> {
    await page.waitForURL(`${provider.issuer}/**`);
    await page.locator("input[name=login]").fill(login);
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit], input[type=submit]").click();
    if (!consents) return;
    await page.locator('input[name=prompt][value="consent"]').waitFor({ state: "attached" });
    await page.locator("button[type=submit], input[type=submit]").click();
  }

  async function byCompany(): Promise<Page> {
    const page = await panel.visit();
    await page.goto(`${panel.url}/settings/sign-in`);
    await page.getByLabel("Tenant code").fill(acme.code);
    await page.getByRole("button", { name: "Sign in with your company" }).click();
    await signInThere(page, "bea", true);
    await page.getByRole("heading", { level: 1, name: "Sign-in with the company's identity" }).waitFor();
    return page;
  }

  test("an administrator without a password requires it by the form, and confirms at the company in a window of its own", async () => {
    const page = await byCompany();
    const save = page.getByRole("button", { name: "Save" });
    await page.getByLabel(/^Required for all/).check();
    const rule = save.nth(1);
    assert.equal(await rule.getAttribute("aria-disabled"), "true", "somebody must get in without the provider");
    await page.getByLabel("Administrator for emergencies").selectOption({ label: "Ada Admin" });
    await expectAccessible(page, "the rule");
    await expectReflow(page, "the rule");
    await rule.click();

    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.getByRole("button", { name: "Confirm with your company" }).waitFor();
    assert.equal(await dialog.locator("input").count(), 0, "a password is asked for that there is not");
    await expectAccessible(page, "confirming");
    const opening = page.context().waitForEvent("page");
    await dialog.getByRole("button", { name: "Confirm with your company" }).click();
    await signInThere(await opening, "bea", false);
    await page.getByText("The rule is saved.").waitFor();
    await dialog.waitFor({ state: "detached" });
    const { rows } = await database.superuser.query("select rule, break_glass_id from identity_provider");
    assert.deepEqual(rows, [{ rule: "required_for_all", break_glass_id: ada.id }]);
  });

  test("who is somebody else at the company is told, and nothing is confirmed", async () => {
    const page = await byCompany();
    await database.superuser.query("update panel_session set stepped_up_us = null");
    await page.getByLabel(/^Offered/).check();
    await page.getByRole("button", { name: "Save" }).nth(1).click();
    const opening = page.context().waitForEvent("page");
    await page.getByRole("button", { name: "Confirm with your company" }).click();
    const popup = await opening;
    await signInThere(popup, "ada", true);
    await popup.getByText("There is no account for you here").waitFor();
    await expectAccessible(popup, "somebody else");
    await expectReflow(popup, "somebody else");
    await popup.getByRole("button", { name: "Go to your company" }).waitFor();
    assert.equal(await page.getByRole("dialog", { name: "Confirm that it is you" }).count(), 1, "it waits");
  });

  test("a password is refused, but that of the administrator for emergencies, with the second factor", async () => {
    const page = await panel.visit();
    await page.goto(`${panel.url}/sign-in`);
    await page.getByLabel("Tenant code").fill(acme.code);
    await page.getByLabel("E-mail or login").fill(bea.login);
    await page.locator("input[name=password]").fill(test_password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").getByText("Sign in with your company", { exact: false }).waitFor();
    const emergency = await panel.visit();
    await emergency.goto(`${panel.url}/sign-in`);
    await emergency.getByLabel("Tenant code").fill(acme.code);
    await emergency.getByLabel("E-mail or login").fill(ada.login);
    await emergency.locator("input[name=password]").fill(test_password);
    await emergency.getByRole("button", { name: "Sign in", exact: true }).click();
    await emergency.locator("input[name=totp]").fill(await codeNow(database, totp));
    await emergency.getByRole("button", { name: "Sign in", exact: true }).click();
    await emergency.getByRole("navigation", { name: "Main" }).waitFor();
    await emergency.goto(`${panel.url}/settings/sign-in`);
    assert.equal(await emergency.getByLabel(/^Required for all/).isChecked(), true);
    const { rows } = await database.superuser.query("select count(*)::int as mails from mail where kind = 'sign_in.break_glass'");
    assert.equal(rows[0].mails, 2, "both IT administrators are told");
  });
});
