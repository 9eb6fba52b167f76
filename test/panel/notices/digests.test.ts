// Weekly digests, set by an IT administrator in a browser, in English and in Polish.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
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

const skip = needsBrowser();
let database: TestDatabase;
let acme: TestOrganisation;
let panel: BrowsedPanel;
let account: TestAccount;
let page: Page;

before(async () => {
  if (skip) return;
  database = await openDatabase();
  acme = await createOrganisation(database, { organisation: { code: "ACME", name: "ACME Logistics" } });
  panel = await browsePanel(database);
  page = await panel.visit({ viewport: { width: 320, height: 640 } });
  account = await createAccount(database, acme.tenant_id, "it_admin");
  await signIn(page, panel, "ACME", account.login, test_password);
});
after(async () => {
  await panel?.close();
  await database?.close();
});

const query = async (text: string) => (await database.superuser.query(text)).rows;

test("who is told is switched on with a day and an hour, and a wrong hour is told at its field", { skip }, async () => {
  await page.goto(`${panel.url}/settings`);
  await page.getByRole("link", { name: "Digests" }).click();
  await page.getByText("Anna Kowalska, Forklift operation").waitFor();
  await expectAccessible(page, page.url());
  await expectReflow(page, page.url());
  await page.getByLabel("Managers, of their people").check({ force: true });
  await page.getByLabel("Day", { exact: true }).selectOption("Tuesday");
  await page.getByLabel("From", { exact: true }).fill("25");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator('input[data-path="hour"][aria-invalid="true"]').waitFor();
  await expectAccessible(page, "the refused hour");
  assert.deepEqual(await query("select from digest_setting"), []);
  await page.getByLabel("From", { exact: true }).fill("9");
  await page.getByLabel("Escalate after (days)").fill("14");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. It holds from the next such day on.").waitFor();
  const rows = await query("select managers, administrators, weekday, hour, escalate_after_days from digest_setting");
  assert.deepEqual(rows, [{ managers: true, administrators: false, weekday: 2, hour: 9, escalate_after_days: 14 }]);
  const audited = await query("select changes from audit_log where operation = 'organisation.set_digests'");
  assert.deepEqual(audited, [
    { changes: { managers: [false, true], weekday: [1, 2], hour: [8, 9], escalate_after_days: [null, 14] } },
  ]);
  await page.getByText("Piotr Wrona (manager: Anna Kowalska)").waitFor();
  await shoot(page, "digests");
});

test("both examples are read, and one is mailed to the own address", { skip }, async () => {
  await page.getByLabel("To whom").selectOption("To an administrator");
  await page.getByText("people who lack nothing").waitFor();
  await page.getByRole("button", { name: "Mail it to me" }).click();
  await page.getByText("The example is on its way to").waitFor();
  const mails = await query("select recipient, subject from mail where kind = 'digest.administrator'");
  assert.deepEqual(mails, [{ recipient: account.login, subject: "Test: the week's state of training at ACME Logistics" }]);
});

test("the page and its example are Polish where the browser is", { skip }, async () => {
  await page.evaluate("localStorage.setItem('muster.language', 'pl')");
  await page.goto(`${panel.url}/settings/digests`);
  await page.getByRole("heading", { name: "Cotygodniowe podsumowania" }).waitFor();
  await page.getByText("Obsługa wózków").waitFor();
  await expectAccessible(page, "the page in Polish");
  await expectReflow(page, "the page in Polish");
});
