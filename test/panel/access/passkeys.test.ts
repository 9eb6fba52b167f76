// People add a passkey on their own page and sign in with it, in a real browser with a virtual authenticator (CDP, WebAuthn).
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { CDPSession, Page } from "playwright-core";
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

describe("passkeys", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database, { own_host: "localhost" });
    acme = await createOrganisation(database, {});
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  type Device = { cdp: CDPSession; authenticatorId: string };

  /**
   * A page of a new visitor whose browser has an authenticator: one that verifies its user, or a key without a PIN. `offers`: the
   * browser suggests passkeys in the login field; a test's authenticator accepts each suggestion at once.
   */
  async function visitWith(kind: "device" | "security key", { offers = false } = {}): Promise<{ page: Page; device: Device }> {
    const page = await panel.visit();
    if (!offers) await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    const checks = kind === "device";
    const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: checks ? "internal" : "usb",
        hasResidentKey: checks,
        hasUserVerification: checks,
        isUserVerified: checks,
        automaticPresenceSimulation: true,
      },
    });
    return { page, device: { cdp, authenticatorId } };
  }

  const section = (page: Page) => page.locator("section").filter({ has: page.getByRole("heading", { name: "Passkeys" }) });

  async function add(page: Page, name: string): Promise<void> {
    await page.goto(`${panel.url}/account`);
    await section(page).getByRole("button", { name: "Add a passkey" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(name);
    await expectAccessible(page, "adding a passkey");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await section(page).getByText(name, { exact: true }).waitFor();
  }

  async function signOut(page: Page): Promise<void> {
    await page.getByRole("button", { name: /^Account of / }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  }

  const isIn = (page: Page) => page.getByRole("navigation", { name: "Main", includeHidden: true }).waitFor({ state: "attached" });

  async function fill(page: Page, account: TestAccount): Promise<void> {
    await page.getByLabel("Tenant code").fill(acme.code);
    await page.getByLabel("E-mail or login").fill(account.login);
    await page.locator("input[name=password]").fill(test_password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  }

  test("a learner adds a passkey, signs in with it alone, renames it, and removes it", async () => {
    const lena = await createAccount(database, acme.tenant_id, "learner");
    const { page } = await visitWith("device");
    await signIn(page, panel, acme.code, lena.login, test_password);
    await add(page, "Phone of mine");
    await expectReflow(page, "one's account with a passkey");
    await shoot(page, "passkeys");

    await signOut(page);
    await expectAccessible(page, "the sign-in page");
    await page.evaluate("localStorage.clear()");
    await page.goto(`${panel.url}/my-certificates`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await isIn(page);
    await page.waitForURL(/\/my-certificates$/);

    await page.goto(`${panel.url}/account`);
    await section(page)
      .getByText(/Last used/)
      .waitFor();
    await section(page).getByRole("button", { name: "Rename Phone of mine" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Old phone");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await section(page).getByText("Old phone", { exact: true }).waitFor();
    await section(page).getByRole("button", { name: "Remove Old phone" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await section(page).getByText("You have no passkey yet.").waitFor();
    await signOut(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("alert").getByText("Passkey not accepted").waitFor();
    await expectAccessible(page, "a passkey that was removed");
  });

  test("an administrator's password alone signs in no more: the passkey is asked for behind it", async () => {
    const ada = await createAccount(database, acme.tenant_id, "it_admin");
    const { page, device } = await visitWith("device");
    await signIn(page, panel, acme.code, ada.login, test_password);
    await add(page, "Laptop");
    await signOut(page);
    await fill(page, ada);
    await isIn(page);
    const { rows } = await database.superuser.query(
      "select changes from audit_log where operation = 'session.start' and actor_id = $1 order by id desc limit 1",
      [ada.id],
    );
    assert.deepEqual(rows[0].changes, { by: "password", second_factor: "passkey" });

    await signOut(page);
    await device.cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: device.authenticatorId });
    await device.cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await fill(page, ada);
    await page.getByRole("alert").getByText("No passkey was given").waitFor();
    await expectAccessible(page, "without the passkey");
    assert.equal(await page.getByRole("navigation", { name: "Main" }).count(), 0);
  });

  test("a security key without a PIN stands beside the password, and opens nothing alone", async () => {
    const ada = await createAccount(database, acme.tenant_id, "it_admin");
    const { page } = await visitWith("security key");
    await signIn(page, panel, acme.code, ada.login, test_password);
    await add(page, "Key ring");
    await section(page).getByText("Beside the password", { exact: true }).waitFor();
    await signOut(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("alert").getByText("No passkey was given").waitFor();
    await fill(page, ada);
    await isIn(page);
  });

  test("a device that does not recognise its user signs nobody in", async () => {
    const lena = await createAccount(database, acme.tenant_id, "learner");
    const { page, device } = await visitWith("device");
    await signIn(page, panel, acme.code, lena.login, test_password);
    await add(page, "Phone");
    await signOut(page);
    const { cdp, authenticatorId } = device;
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("alert").getByText("No passkey was given").waitFor();
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await isIn(page);
  });

  test("what asks for a recent password takes a passkey instead", async () => {
    const ada = await createAccount(database, acme.tenant_id, "it_admin");
    const { page } = await visitWith("device");
    await signIn(page, panel, acme.code, ada.login, test_password);
    await add(page, "Laptop");
    await database.clock.advance(601);
    await section(page).getByRole("button", { name: "Remove Laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Use a passkey" }).waitFor();
    await expectAccessible(page, "the question for the password");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await section(page).getByText("You have no passkey yet.").waitFor();
  });

  test("who has lost the device signs in with a code on paper, once, and ends all other sessions", async () => {
    const ada = await createAccount(database, acme.tenant_id, "it_admin");
    const { page } = await visitWith("device");
    await signIn(page, panel, acme.code, ada.login, test_password);
    await add(page, "Laptop");
    await page.getByRole("button", { name: "Make recovery codes" }).click();
    const dialog = page.getByRole("dialog", { name: "Your recovery codes" });
    await dialog.waitFor();
    await expectAccessible(page, "recovery codes");
    await expectReflow(page, "recovery codes");
    const [code] = (await dialog.getByLabel("Recovery codes").innerText()).trim().split("\n");
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByText("10 codes are left.").waitFor();
    await dialog.waitFor({ state: "detached" });
    assert.ok(!(await page.content()).includes(code!), "shown once");

    const { page: elsewhere } = await visitWith("device");
    await elsewhere.goto(`${panel.url}/sign-in`);
    await fill(elsewhere, ada);
    await elsewhere.getByRole("alert").getByText("No passkey was given").waitFor();
    await elsewhere.locator("input[name=totp]").fill(code!);
    await expectAccessible(elsewhere, "a code in place of the passkey");
    await elsewhere.getByRole("button", { name: "Sign in", exact: true }).click();
    await isIn(elsewhere);

    await elsewhere.goto(`${panel.url}/account`);
    await elsewhere.getByText("9 codes are left.").waitFor();
    await elsewhere.getByRole("button", { name: "End all others" }).click();
    await elsewhere.getByText("1 other session is ended.").waitFor();
    await page.goto(`${panel.url}/account`);
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  });

  test("the browser offers its passkeys where the login is typed, and one that is chosen signs in", async () => {
    const lena = await createAccount(database, acme.tenant_id, "learner");
    const { page, device } = await visitWith("device", { offers: true });
    const { cdp, authenticatorId } = device;
    const choose = (enabled: boolean) => cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    await signIn(page, panel, acme.code, lena.login, test_password);
    await add(page, "Phone");
    await choose(false);
    const asked = page.waitForResponse((response) => response.url().endsWith("/sign-in/passkey/request"));
    await signOut(page);
    assert.equal((await asked).status(), 200);
    assert.equal(await page.getByLabel("E-mail or login").getAttribute("autocomplete"), "username webauthn");
    await expectAccessible(page, "passkeys are offered");
    assert.equal(await page.getByRole("navigation", { name: "Main" }).count(), 0, "nobody has chosen one");
    await choose(true);
    await page.goto(`${panel.url}/my-certificates`);
    await isIn(page);
    await page.waitForURL(/\/my-certificates$/);
    const { rows } = await database.superuser.query(
      "select changes ->> 'by' as by from audit_log where operation = 'session.start' and actor_id = $1 order by id desc limit 1",
      [lena.id],
    );
    assert.deepEqual(rows, [{ by: "passkey" }]);
  });

  test("a device that has a passkey of the account says so", async () => {
    const ada = await createAccount(database, acme.tenant_id, "it_admin");
    const { page } = await visitWith("device");
    await signIn(page, panel, acme.code, ada.login, test_password);
    await add(page, "Laptop");
    await section(page).getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
    await page.getByRole("dialog").getByText("There is a passkey already").waitFor();
  });
});
