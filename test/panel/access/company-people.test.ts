// The attributes that a provider sends about people: set up by an IT administrator and used at sign-ins, in a real browser with a
// certified provider.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { startCertifiedProvider, type CertifiedProvider } from "../../harness/identity/certified-provider.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  signIn,
} from "../../harness/panel/browser.ts";
import { createAccount, test_password, type TestAccount } from "../../harness/panel/panel.ts";
import { giveProvider } from "../../identity/arrange.ts";

describe("what a provider says of people", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let provider: CertifiedProvider;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let ada: TestAccount;
  const secret = "a secret of the provider";

  before(async () => {
    database = await openDatabase();
    provider = await startCertifiedProvider("localhost");
    panel = await browsePanel(database, { identity_origins: [provider.issuer] });
    acme = await createOrganisation(database, { departments: [{ name: "Warehouse", code: "WH" }] });
    ada = await createAccount(database, acme.tenant_id, "it_admin");
    await giveProvider(database, acme.tenant_id, { issuer: provider.issuer, secret, external_id_claim: null });
    await database.superuser.query("update identity_provider set scopes = 'groups'");
    const claims = { email_verified: true, given_name: "Zofia", family_name: "Nowak", groups: ["muster-gate"] };
    provider.serve(
      { zofia: { ...claims, email: "zofia@panel.example" } },
      {
        client_id: "muster",
        client_secret: secret,
        redirect_uris: [`${panel.url}/sign-in/ACME/callback`],
        post_logout_redirect_uris: [`${panel.url}/sign-in?organisation=ACME`],
      },
      { claims_in_token: true },
    );
  });
  after(async () => {
    await panel.close();
    await provider.close();
    await database.close();
  });

  async function signInByCompany(page: Page): Promise<void> {
    await page.goto(`${panel.url}/sign-in`);
    await page.getByLabel("Tenant code").fill(acme.code);
    await page.getByRole("button", { name: "Sign in with your company" }).click();
    await page.waitForURL(`${provider.issuer}/**`);
    await page.locator("input[name=login]").fill("zofia");
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit], input[type=submit]").click();
    await page.locator('input[name=prompt][value="consent"]').waitFor({ state: "attached" });
    await page.locator("button[type=submit], input[type=submit]").click();
  }

  async function openSettings(): Promise<Page> {
    const page = await panel.visit();
    await signIn(page, panel, acme.code, ada.login, test_password, `${panel.url}/settings/sign-in`);
    return page;
  }

  /** The section of the page with this heading. */
  const part = (page: Page, title: string) =>
    page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) });

  test("an IT administrator lets people be created, and somebody whom nobody knew signs in as a learner", async () => {
    const page = await openSettings();
    const people = part(page, "People at their first sign-in");
    await people.getByLabel("Create people at their first sign-in").check();
    await people.getByRole("button", { name: "Save" }).click();
    await page.getByText("People are created at their first sign-in.").waitFor();
    await expectAccessible(page, "people are created");
    await expectReflow(page, "people are created");

    const theirs = await panel.visit();
    await signInByCompany(theirs);
    await theirs.getByRole("button", { name: "Account of Zofia Nowak" }).waitFor();
    await page.reload();
    await page.getByText("The person was created.").waitFor();
  });

  test("roles by groups are shown before they are switched on, and act at the next sign-in; who signs out is signed out there", async () => {
    const page = await openSettings();
    const roles = part(page, "Roles by groups");
    await roles.getByLabel(/^Claim or attribute with groups or roles/).fill("groups");
    await roles.getByRole("button", { name: "Add a line" }).click();
    const line = roles.getByRole("group", { name: "Line 1" });
    await line.getByLabel("Value").fill("muster-gate");
    await line.getByLabel("Role").selectOption({ value: "guard" });
    await roles.getByRole("button", { name: "Save" }).click();
    await page.getByText("No sign-in has shown this claim yet. Make a test sign-in.").waitFor();

    const theirs = await panel.visit();
    await signInByCompany(theirs);
    await theirs.getByRole("button", { name: "Account of Zofia Nowak" }).waitFor();
    await page.reload();
    await roles.getByRole("row", { name: /Zofia Nowak.*muster-gate.*Is given/ }).waitFor();
    await expectAccessible(page, "roles are shown");
    await expectReflow(page, "roles are shown");
    await roles.getByRole("button", { name: "Give and take roles", exact: true }).click();
    await roles.getByRole("button", { name: "Stop giving and taking roles" }).waitFor();
    await page.getByLabel("Sign out at the provider as well").check();
    await part(page, "Identity provider").getByRole("button", { name: "Save" }).click();
    await page.getByText("Post-logout redirect URI").waitFor();

    const again = await panel.visit();
    await signInByCompany(again);
    await again.getByRole("heading", { level: 1, name: "Gate" }).waitFor();
    const { rows } = await database.superuser.query("select role from administrator where email = 'zofia@panel.example'");
    assert.deepEqual(rows, [{ role: "guard" }]);
    await again.getByRole("button", { name: /^Account of/ }).click();
    await again.getByRole("menuitem", { name: "Sign out" }).click();
    await again.waitForURL(`${provider.issuer}/session/end**`);
    await again.locator("button[value=yes], button[name=logout]").first().click();
    await again.waitForURL(`${panel.url}/sign-in?organisation=ACME**`);
  });
});
