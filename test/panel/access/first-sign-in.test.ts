// A link opens the panel, a password is set, and the user is signed in: with every kind of link, in a real browser.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { linksForTerminal } from "../../../server/features/sign-in/links/invite.ts";
import { unseal } from "../../../server/platform/crypto/seal.ts";
import { type BrowsedPanel, browsePanel, needsBrowser, signIn } from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, operatorPoolOf, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password } from "../../harness/panel/panel.ts";
import { test_keyring } from "../../harness/server.ts";

describe("the first sign-in", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      admins: [{ email: "it@acme.example", name: "Ida Techna", role: "it_admin" }],
      people: [
        {
          employee_no: "P1",
          first_name: "Lena",
          last_name: "Nowak",
          email: "lena@acme.example",
          worker_type: "internal_payroll",
        },
      ],
    });
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();

  /** The link in the newest mail to an address. */
  async function mailedLink(recipient: string): Promise<string> {
    const { rows } = await database.superuser.query(
      "select id, body from mail where recipient = $1 order by created_at desc, id desc limit 1",
      [recipient],
    );
    return /\bhttp\S+\/panel\/link#[\w-]{43}/.exec(unseal(test_keyring, "mail", rows[0].id, rows[0].body))![0];
  }

  /** Follows a link as its reader does, up to the panel with a session. */
  async function followLink(page: Page, url: string, name: string, password = test_password): Promise<void> {
    await page.goto(url);
    await page.getByRole("button", { name: "Continue" }).click();
    await heading(page, "Choose a password");
    await page.getByText(name).waitFor();
    await page.getByLabel(/^New password/).fill(password);
    await page.getByLabel("Repeat the new password").fill(password);
    await page.getByRole("button", { name: "Save and continue" }).click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    assert.doesNotMatch(page.url(), /sign-in|link/);
    await page.getByRole("button", { name: `Account of ${name}` }).waitFor();
  }

  test("an administrator who follows the link that the terminal printed chooses a password and is in", async () => {
    const [link] = await linksForTerminal(operatorPoolOf(database), panel.server.url, acme.code);
    const page = await panel.visit();
    await followLink(page, link!.url, "Ida Techna");
    await page.getByRole("button", { name: "Account of Ida Techna" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await heading(page, "Sign in");
    assert.equal(await page.getByLabel("Tenant code").inputValue(), acme.code, "known since the link");
    await signIn(page, panel, acme.code, "it@acme.example", test_password);
  });

  test("an administrator who was invited in the panel signs in by the link of the mail", async () => {
    const inviting = await createAccount(database, acme.tenant_id, "it_admin");
    const page = await panel.visit();
    await signIn(page, panel, acme.code, inviting.login, test_password, `${panel.url}/administrators`);
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Tola Nowa");
    await dialog.getByLabel("E-mail").fill("tola@acme.example");
    await dialog.getByRole("button", { name: "Send the invitation" }).click();
    await page.getByRole("row", { name: /Tola Nowa/ }).waitFor();
    const theirs = await panel.visit();
    await followLink(theirs, await mailedLink("tola@acme.example"), "Tola Nowa");
  });

  test("an invited person signs in by the link of the mail, also in the browser of another account", async () => {
    const { rows } = await database.superuser.query("select id from person where employee_no = 'P1'");
    const trainer = await createAccount(database, acme.tenant_id, "training_admin");
    const page = await panel.visit();
    await signIn(page, panel, acme.code, trainer.login, test_password, `${panel.url}/people/${rows[0].id}`);
    await page.getByRole("button", { name: "Send invitation" }).click();
    await page.getByText("The invitation went to lena@acme.example").waitFor();
    await followLink(page, await mailedLink("lena@acme.example"), "Lena Nowak");
  });

  test("a user who has forgotten the password signs in by the link of the mail, with a new one", async () => {
    const account = await createAccount(database, acme.tenant_id, "compliance_officer");
    const page = await panel.visit();
    await page.goto(`${panel.url}/sign-in`);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    // Both pages have the fields that follow.
    await page.getByRole("button", { name: "Send the link" }).waitFor();
    await page.getByLabel("Tenant code").fill(acme.code);
    await page.getByLabel("E-mail or login").fill(account.login);
    await page.getByRole("button", { name: "Send the link" }).click();
    await heading(page, "Look at your mail");
    await followLink(page, await mailedLink(account.login), "Ada Admin", "forty seven yellow kettles");
    const again = await panel.visit();
    await signIn(again, panel, acme.code, account.login, "forty seven yellow kettles");
  });
});
