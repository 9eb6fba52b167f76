// In a real browser with a real provider: an IT administrator sets up a SAML provider by its metadata, and people sign in with
// it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { startSamlProvider, type RunningSamlProvider } from "../../harness/identity/saml-provider.ts";
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

describe("sign-in with the company's identity by SAML", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let provider: RunningSamlProvider;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let ada: TestAccount;
  let lena: TestAccount;

  before(async () => {
    database = await openDatabase();
    provider = await startSamlProvider("localhost");
    panel = await browsePanel(database, { identity_origins: [provider.origin] });
    acme = await createOrganisation(database, {});
    await verifyDomain(database, acme.tenant_id);
    ada = await createAccount(database, acme.tenant_id, "it_admin");
    lena = await createAccount(database, acme.tenant_id, "learner");
  });
  after(async () => {
    await panel.close();
    await provider.close();
    await database.close();
  });

  /** Signs in on the provider's own page. */
  async function signInThere(page: Page, login: string): Promise<void> {
    await page.waitForURL(`${provider.origin}/**`);
    await page.locator("input[name=login]").fill(login);
    await page.locator("button[type=submit]").click();
  }

  const company = (page: Page) => page.getByRole("button", { name: "Sign in with your company" });

  test("an IT administrator pastes the metadata, gives the provider ours, tests it, and switches it on", async () => {
    const page = await panel.visit();
    await signIn(page, panel, acme.code, ada.login, test_password, `${panel.url}/settings/sign-in`);
    await page.getByText("SAML 2.0", { exact: true }).click();
    const acs_url = await page.getByLabel("Assertion consumer service URL (ACS)", { exact: true }).inputValue();
    const entity_id = await page.getByLabel("Entity ID (audience)", { exact: true }).inputValue();
    assert.equal(acs_url, `${panel.url}/sign-in/ACME/callback`);
    await expectAccessible(page, "before the set-up");
    await expectReflow(page, "before the set-up");
    const metadata = await (await fetch(provider.metadata_url)).text();

    await page.getByLabel(/^Metadata of the provider/).fill(metadata.replace("IDPSSODescriptor", "SPSSODescriptor"));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("There is no SAML metadata that can be used.").waitFor();
    await page.getByLabel(/^Metadata of the provider/).fill(metadata);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Not tested").waitFor();
    await page.getByText(`Provider: ${provider.issuer}`).waitFor();

    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download our metadata" }).click();
    const own = Buffer.concat(await (await (await downloading).createReadStream()).toArray()).toString();
    const certificate = /X509Certificate>([^<]+)</.exec(own)![1]!;
    provider.serve(
      { ada: { name_id: "id-of-ada", email: ada.login }, lena: { name_id: "id-of-lena", email: lena.login } },
      {
        acs_url,
        entity_id,
        certificate: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
        encrypted: true,
      },
    );
    await page.getByRole("button", { name: "Test sign-in" }).click();
    await signInThere(page, "ada");
    await page.getByText("The test sign-in worked").waitFor();
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByRole("button", { name: "Switch off" }).waitFor();
    await expectAccessible(page, "switched on");
    await expectReflow(page, "switched on");
    await shoot(page, "saml-on");
  });

  test("a person opens a deep link with search and fragment, signs in at the company, and is where the link led", async () => {
    const page = await panel.visit();
    const place = "/my-certificates?q=fork+lift&state=valid#c-12";
    await page.goto(`${panel.url}${place}`);
    await page.getByLabel("E-mail or login").fill("anybody@panel.example");
    await company(page).click();
    await signInThere(page, "lena");
    await page.getByRole("button", { name: "Account of Lena Learner" }).waitFor();
    const parts = ({ pathname, searchParams, hash }: URL) => [pathname, [...searchParams], hash];
    assert.deepEqual(parts(new URL(page.url())), parts(new URL(panel.url + place)));
  });

  test("without scripts a button sends the answer on", async () => {
    const context = await panel.enter({ javaScriptEnabled: false });
    const page = await context.newPage();
    const form = `<form method="post" action="${panel.url}/sign-in/ACME/callback"><input name="SAMLResponse" value="eA=="><input name="RelayState" value="${"A".repeat(43)}"><button>Go</button></form>`;
    await page.route(`${provider.origin}/form`, (route) => route.fulfill({ contentType: "text/html", body: form }));
    await page.goto(`${provider.origin}/form`);
    await page.getByRole("button", { name: "Go" }).click();
    const again = page.waitForRequest((request) => request.url().endsWith("/callback?again=1"));
    await page.getByRole("button", { name: /^Continue/ }).click();
    assert.equal((await again).method(), "POST");
  });
});
