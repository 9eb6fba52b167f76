// The sandbox in a browser, by an administrator: created, opened, its clock moved, left, reset and deleted.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
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
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password } from "../../harness/panel/panel.ts";

const skip = needsBrowser();
let database: TestDatabase;
let acme: TestOrganisation;
let panel: BrowsedPanel;
let page: Page;

before(async () => {
  if (skip) return;
  database = await openDatabase();
  acme = await createOrganisation(database, { organisation: { code: "ACME", name: "ACME Logistics" } });
  panel = await browsePanel(database);
  page = await panel.visit();
  const { login } = await createAccount(database, acme.tenant_id, "it_admin");
  await signIn(page, panel, "ACME", login, test_password);
});
after(async () => {
  await panel?.close();
  await database?.close();
});

const strip = () => page.getByRole("complementary", { name: "Sandbox" });

test("an administrator makes a sandbox by one click, and sees its client's secret once", { skip }, async () => {
  await page.goto(`${panel.url}/sandbox`);
  await expectAccessible(page, page.url());
  await page.getByRole("button", { name: "Make the sandbox" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Copy the secret" }).click();
  await expectAccessible(page, "the dialog of the secret");
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("30 of at most 500").waitFor();
  await expectAccessible(page, page.url());
  await expectReflow(page, page.url());
  await shoot(page, "sandbox");
});

test("inside, every page says so; the clock moves; and one click leads back", { skip }, async () => {
  await page.getByRole("button", { name: "Open the sandbox" }).click();
  await strip().getByText("This is the sandbox of ACME Logistics").waitFor();
  await page.goto(`${panel.url}/people`);
  await strip().waitFor();
  await expectAccessible(page, page.url());
  await expectReflow(page, page.url());
  await page.goto(`${panel.url}/sandbox`);
  const clock = page.getByRole("main").locator("section", { hasText: "Only forward" }).locator("time");
  const shown = async () => Date.parse((await clock.getAttribute("datetime"))!);
  const before = await shown();
  await page.getByLabel("Move forward by").selectOption("P1M");
  await page.getByRole("button", { name: "Move the clock" }).click();
  await page.getByText("The clock shows").waitFor();
  await expectAccessible(page, page.url());
  assert.ok((await shown()) > before + 27 * 86_400_000, "the page shows the new time");
  await strip().getByRole("button", { name: "Back to ACME" }).click();
  await page.getByRole("button", { name: "Copy the tenant code ACME", exact: true }).waitFor();
  assert.equal(await strip().count(), 0);
});

test("another tab does not stay with the organisation that was left", { skip }, async (t) => {
  const tab = await page.context().newPage();
  t.after(() => tab.close());
  await tab.goto(`${panel.url}/people`);
  await tab.getByRole("heading", { name: "People", level: 1 }).waitFor();
  await page.goto(`${panel.url}/sandbox`);
  await page.getByRole("button", { name: "Open the sandbox" }).click();
  await tab.getByRole("complementary", { name: "Sandbox" }).waitFor();
  await strip().getByRole("button", { name: "Back to ACME" }).click();
  await page.getByRole("button", { name: "Copy the tenant code ACME", exact: true }).waitFor();
});

test("it is deleted after its code was typed", { skip }, async () => {
  await page.goto(`${panel.url}/sandbox`);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("ACME-SANDBOX");
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Make the sandbox" }).waitFor();
  assert.deepEqual(panel.complaints(), []);
});
