// In a real browser with a certified provider: an IT administrator sets up the company's identity provider, and people sign in
// with it.
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
  shoot,
  signIn,
} from "../../harness/panel/browser.ts";
import { verifyDomain } from "../../identity/arrange.ts";
import { createAccount, test_password, type TestAccount } from "../../harness/panel/panel.ts";

describe("sign-in with the company's identity", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let provider: CertifiedProvider;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let ada: TestAccount;
  const secret = "a secret that the provider has made";

  before(async () => {
    database = await openDatabase();
    provider = await startCertifiedProvider("localhost");
    panel = await browsePanel(database, { identity_origins: [provider.issuer] });
    acme = await createOrganisation(database, {});
    await verifyDomain(database, acme.tenant_id);
    ada = await createAccount(database, acme.tenant_id, "it_admin");
    const lena = await createAccount(database, acme.tenant_id, "learner");
    const redirect_uris = [`${panel.url}/sign-in/ACME/callback`];
    provider.serve(
      {
        ada: { email: ada.login, email_verified: true },
        lena: { email: lena.login, email_verified: true },
        stranger: { email: "stranger@elsewhere.example", email_verified: true },
      },
      { client_id: "muster", client_secret: secret, redirect_uris },
    );
  });
  after(async () => {
    await panel.close();
    await provider.close();
    await database.close();
  });

  /** Signs in on the provider's own pages. */
  async function signInThere(page: Page, login: string): Promise<void> {
    await page.waitForURL(`${provider.issuer}/**`);
    await page.locator("input[name=login]").fill(login);
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit], input[type=submit]").click();
    await page.locator('input[name=prompt][value="consent"]').waitFor({ state: "attached" });
    await page.locator("button[type=submit], input[type=submit]").click();
  }

  /** Compares the page's address, however its query string is encoded. */
  function assertAt(page: Page, place: string): void {
    const parts = ({ pathname, searchParams, hash }: URL) => [pathname, [...searchParams], hash];
    assert.deepEqual(parts(new URL(page.url())), parts(new URL(panel.url + place)));
  }

  const company = (page: Page) => page.getByRole("button", { name: "Sign in with your company" });

  test("an IT administrator sets it up, tests it, and switches it on", async () => {
    const page = await panel.visit();
    await signIn(page, panel, acme.code, ada.login, test_password, `${panel.url}/settings`);
    await page.getByRole("link", { name: "Sign-in with the company's identity" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign-in with the company's identity" }).waitFor();
    assert.equal(await page.getByLabel("Redirect URI", { exact: true }).inputValue(), `${panel.url}/sign-in/ACME/callback`);
    await page.getByText("Nobody has signed in with it yet.").waitFor();
    await expectAccessible(page, "before the set-up");
    await expectReflow(page, "before the set-up");

    await page.getByLabel(/^Issuer or discovery address/).fill(`${provider.issuer}/nothing`);
    await page.getByLabel(/^Client id/).fill("muster");
    await page.locator("input[name=client_secret], input[type=password]").first().fill(secret);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("There is no discovery document that can be used.").waitFor();
    await page.getByLabel(/^Issuer or discovery address/).fill(`${provider.issuer}/.well-known/openid-configuration`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Not tested").waitFor();
    assert.equal(await page.getByRole("button", { name: "Switch on" }).getAttribute("aria-disabled"), "true");

    await page.getByRole("button", { name: "Test sign-in" }).click();
    await signInThere(page, "ada");
    await page.getByText("The test sign-in worked").waitFor();
    await page.getByRole("row", { name: /Ada Admin/ }).waitFor();
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByRole("button", { name: "Switch off" }).waitFor();
    await expectAccessible(page, "switched on");
    await expectReflow(page, "switched on");
    await shoot(page, "identity-on");
  });

  test("a person opens a deep link with search and fragment, signs in at the company, and is where the link led", async () => {
    const page = await panel.visit();
    const place = "/my-certificates?q=fork+lift&state=valid#c-12";
    await page.goto(`${panel.url}${place}`);
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await expectAccessible(page, "the sign-in page");
    await shoot(page, "company-sign-in");
    assert.equal(await company(page).getAttribute("aria-disabled"), "true", "without a tenant code it says what is missing");
    await page.getByLabel("Tenant code").fill("acme");
    await company(page).click();
    await signInThere(page, "lena");
    await page.getByRole("button", { name: "Account of Lena Learner" }).waitFor();
    assertAt(page, place);
  });

  test("an address of the company is enough: it leads to the company's door, and back where the link led", async () => {
    const page = await panel.visit();
    await page.goto(`${panel.url}/my-certificates`);
    await page.getByLabel("E-mail or login").fill("anybody@panel.example");
    await company(page).click();
    await signInThere(page, "lena");
    await page.getByRole("button", { name: "Account of Lena Learner" }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/panel/my-certificates");
    assert.equal(await page.evaluate(() => localStorage.getItem("muster.tenant_code")), "ACME", "the code is remembered");
  });

  test("an IT administrator adds a domain, reads which record proves it, and is told that it is not there yet", async () => {
    const page = await panel.visit();
    await signIn(page, panel, acme.code, ada.login, test_password, `${panel.url}/settings/sign-in`);
    await page.getByLabel(/^Another domain/).fill("acme.example");
    await page.getByRole("button", { name: "Add the domain" }).click();
    const domain = page.getByRole("article", { name: "acme.example" });
    assert.equal(await domain.getByLabel("Name of the TXT record", { exact: true }).inputValue(), "_muster.acme.example");
    await domain.getByRole("button", { name: "Check now" }).click();
    await domain.getByText("Record not found").waitFor();
    await expectAccessible(page, "with a domain");
    await expectReflow(page, "with a domain");
  });

  test("who has no account here is told, and can still use the password; the administrator reads why", async () => {
    const page = await panel.visit();
    await page.goto(`${panel.url}/sign-in`);
    await page.getByLabel("Tenant code").fill(acme.code);
    await company(page).click();
    await signInThere(page, "stranger");
    await page.getByText("There is no account for you here").waitFor();
    await expectAccessible(page, "back without an account");
    await page.getByLabel("E-mail or login").fill(ada.login);
    await page.locator("input[name=password]").fill(test_password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await page.goto(`${panel.url}/settings/sign-in`);
    await page.getByRole("row", { name: /No account here has this externalId or verified address/ }).waitFor();
  });

  test("an organisation without a provider, and one that is none, look the same", async () => {
    const page = await panel.visit();
    const said: string[] = [];
    await createOrganisation(database, { organisation: { code: "BETA", name: "Beta" } });
    for (const code of ["BETA", "NOWHERE"]) {
      await page.goto(`${panel.url}/sign-in`);
      await page.getByLabel("Tenant code").fill(code);
      await company(page).click();
      const alert = page.getByRole("alert");
      await alert.waitFor();
      said.push((await alert.innerText()).split("\n").filter(Boolean).slice(0, 2).join(" "));
    }
    assert.equal(said[0], said[1]);
    assert.match(said[0]!, /does not sign in that way/);
  });
});
