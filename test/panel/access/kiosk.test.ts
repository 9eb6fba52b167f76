// A browser that learners share: marked by a link, used by one after the other, with nothing left of the previous one.
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
import { createAccount, test_password, type TestAccount } from "../../harness/panel/panel.ts";
import { giveProvider, verifyDomain } from "../../identity/arrange.ts";

describe("a browser that several people share", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let provider: CertifiedProvider;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let ada: TestAccount;
  let lena: TestAccount;
  let page: Page;
  const secret = "a secret that the provider has made";

  before(async () => {
    database = await openDatabase();
    provider = await startCertifiedProvider("localhost");
    panel = await browsePanel(database, { identity_origins: [provider.issuer] });
    acme = await createOrganisation(database, {});
    await verifyDomain(database, acme.tenant_id);
    ada = await createAccount(database, acme.tenant_id, "it_admin");
    lena = await createAccount(database, acme.tenant_id, "learner");
    await giveProvider(database, acme.tenant_id, { issuer: provider.issuer, secret });
    provider.serve(
      { lena: { email: lena.login, email_verified: true } },
      { client_id: "muster", client_secret: secret, redirect_uris: [`${panel.url}/sign-in/ACME/callback`] },
    );
    page = await panel.visit();
  });
  after(async () => {
    await panel.close();
    await provider.close();
    await database.close();
  });

  const atTheDoor = () => page.getByText("This browser is shared: nothing is remembered.").waitFor();

  /** What the browser stores when no user is signed in. */
  async function kept(): Promise<unknown> {
    const cookies = (await page.context().cookies(panel.url)).map(({ name }) => name);
    // The router stores scroll positions of lists under random keys.
    const stored = await page.evaluate(() => [
      Object.entries(localStorage),
      Object.entries(sessionStorage).filter(([name]) => !name.startsWith("tsr-scroll-restoration")),
    ]);
    return [cookies.filter((name) => /session|browser|home/.test(name)), ...stored];
  }

  test("an IT administrator finds the link, and a browser that opens it is shared from then on", async () => {
    const desk = await panel.visit();
    await signIn(desk, panel, acme.code, ada.login, test_password, `${panel.url}/settings/sign-in`);
    const link = await desk.getByLabel("Link for shared browsers", { exact: true }).inputValue();
    await desk.getByRole("img", { name: "The link as a QR code" }).waitFor();
    await page.goto(link);
    await page.getByRole("heading", { level: 1, name: "Mark this browser as shared" }).waitFor();
    await expectAccessible(page, "before it is marked");
    await expectReflow(page, "before it is marked");
    await page.getByRole("button", { name: "Mark as shared" }).click();
    await atTheDoor();
    assert.equal(await page.getByLabel("Tenant code").inputValue(), "ACME", "the organisation is known");
    assert.equal(await page.getByRole("button", { name: "Sign in with a passkey" }).count(), 0);
    assert.equal(await page.getByLabel("E-mail or login").getAttribute("autocomplete"), "off");
    await expectAccessible(page, "the door of a shared browser");
    await expectReflow(page, "the door of a shared browser");
  });

  test("who is done leaves nothing behind", async () => {
    await signIn(page, panel, acme.code, lena.login, test_password);
    const bar = page.getByRole("complementary", { name: "Shared browser" });
    await bar.getByRole("button", { name: "I am done" }).waitFor();
    await expectAccessible(page, "signed in at a shared browser");
    await expectReflow(page, "signed in at a shared browser");
    await shoot(page, "shared-browser");
    await page.goto(`${panel.url}/my-certificates`);
    await bar.getByRole("button", { name: "I am done" }).click();
    await atTheDoor();
    assert.equal(new URL(page.url()).search, "", "where the one before was is not known");
    assert.equal(await page.getByLabel("E-mail or login").inputValue(), "");
    assert.deepEqual(await kept(), [[], [["muster.shared", "ACME"]], []]);
  });

  test("by the company's identity the next one is asked who they are, and is not the one before", async () => {
    for (const round of ["the first", "the next"]) {
      await page.getByRole("button", { name: "Sign in with your company" }).click();
      await page.waitForURL(`${provider.issuer}/**`);
      await page.locator("input[name=login]").fill("lena");
      await page.locator("input[name=password]").fill("any");
      await page.locator("button[type=submit], input[type=submit]").click();
      if (round === "the first") {
        await page.locator('input[name=prompt][value="consent"]').waitFor({ state: "attached" });
        await page.locator("button[type=submit], input[type=submit]").click();
      }
      await page.getByRole("button", { name: "I am done" }).click();
      await atTheDoor();
    }
  });

  test("who walks away is asked, and then signed out, also where the first try gets no answer; who answers goes on", async () => {
    await page.clock.install();
    await signIn(page, panel, acme.code, lena.login, test_password);
    await page.getByRole("button", { name: "I am done" }).waitFor();
    await page.clock.runFor(155_000);
    await page.getByRole("dialog", { name: "Are you still there?" }).waitFor();
    await expectAccessible(page, "asked");
    await page.getByRole("button", { name: "I am still here" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.clock.runFor(60_000);
    await page.getByRole("button", { name: "I am done" }).waitFor();
    // The advanced clock also advances the deadlines of calls: on a slow machine the first try often times out.
    await page.route("**/panel/api/sign-out/company", (route) => route.abort(), { times: 1 });
    await page.clock.runFor(185_000);
    // A second navigation to this page may interrupt the first one, which `waitForURL` reports as a failure.
    await atTheDoor();
    assert.equal(page.url(), `${panel.url}/sign-in`);
    assert.deepEqual(await kept(), [[], [["muster.shared", "ACME"]], []]);
  });
});
