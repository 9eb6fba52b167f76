import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
  schemes,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password } from "../../harness/panel/panel.ts";
import { certified } from "../samples/my-training.ts";

describe("certificates in a browser", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {});
    await certified({ database, organisation: acme, account: await createAccount(database, acme.tenant_id, "learner") });
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  for (const scheme of schemes) {
    test(`a certificate is found, printed and checked, ${scheme}`, async () => {
      const admin = await createAccount(database, acme.tenant_id, "compliance_officer");
      const page = await panel.visit({ scheme });
      await signIn(page, panel, acme.code, admin.login, test_password);
      await page.goto(`${panel.url}/certificates?status=valid`);
      const number = page.getByRole("link", { name: /^C-/ });
      await number.waitFor();
      await expectAccessible(page, "certificates");
      await shoot(page, `certificates-${scheme}`);
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: /^PDF of/ }).click()]);
      assert.match(download.suggestedFilename(), /^C-.*\.pdf$/);
      const public_page = await fetch((await number.getAttribute("href"))!);
      assert.match(await public_page.text(), /Bezpieczeństwo: żółć/);
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${panel.url}/certificates`);
      await number.waitFor();
      await expectReflow(page, "certificates");
      await page.getByRole("row").nth(1).locator("a[href^='/panel/people/']").press("Enter");
      await page.waitForURL(/\/panel\/people\/[0-9a-f-]{36}$/);
    });
  }

  test("a certificate names its person and course, is found by a part of the name, and the list is saved as a view and exported", async () => {
    const admin = await createAccount(database, acme.tenant_id, "training_admin");
    const page = await panel.visit();
    await signIn(page, panel, acme.code, admin.login, test_password);
    await page.goto(`${panel.url}/certificates`);
    const row = page.getByRole("row").nth(1);
    await row.getByText("Lena Learner").waitFor();
    assert.match(await row.innerText(), /Lena Learner\s+L\d+\s+Bezpieczeństwo: żółć\s+CERTIFIED/);
    const search = page.getByRole("searchbox", { name: "Name, employee number or certificate number" });
    await search.fill("no such person");
    await page.getByText("Nothing matches these filters.").waitFor();
    await search.fill("lena");
    await row.getByText("Lena Learner").waitFor();
    assert.equal(new URL(page.url()).searchParams.get("q"), "lena");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save what is shown…" }).click();
    await page.getByLabel("Name of the view").fill("Lena's");
    await page.keyboard.press("Enter");
    await page.getByText("is saved.").waitFor();
    await page.goto(`${panel.url}/certificates`);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Lena's" }).click();
    await page.waitForURL(/\?q=lena$/);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    assert.equal((await downloading).suggestedFilename(), "certificates.csv");
    await row.getByRole("link", { name: "Lena Learner" }).click();
    await page.getByRole("heading", { level: 1, name: "Lena Learner" }).waitFor();
    const printing = page.waitForEvent("download");
    await page.getByRole("link", { name: /^PDF of C-/ }).click();
    assert.match((await printing).suggestedFilename(), /^C-.*\.pdf$/);
  });

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
