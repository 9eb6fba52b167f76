// P13: without a connection, and after a new version was installed, the panel stays usable.
import assert from "node:assert/strict";
import { after, before, describe, test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { type BrowsedPanel, browsePanel, expectAccessible, needsBrowser } from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf } from "../../harness/panel/panel.ts";
import { contextOf } from "../../harness/panel/screens.ts";

describe("the panel without a connection", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {});
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  const enter = async (t: TestContext, address: string): Promise<Page> => {
    const account = await createAccount(database, acme.tenant_id, "it_admin");
    const session = await sessionOf(panel.server, database, acme.tenant_id, account);
    const context = await contextOf(panel, session);
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(`${panel.url}${address}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    // Waits for what the page loads by itself after it is shown.
    await page.waitForLoadState("networkidle");
    return page;
  };
  const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });

  test("P13 a click on the navigation keeps the page, says that the connection is missing, and continues once it is back", async (t) => {
    const page = await enter(t, "/developer");
    await page.context().setOffline(true);
    await navigation(page).getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("heading", { level: 1, name: "This page could not be loaded" }).waitFor();
    await page.getByText("You are offline.").waitFor();
    await expectAccessible(page, "a screen that did not come");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { level: 1, name: "This page could not be loaded" }).waitFor();
    // The previous screen is still there.
    await navigation(page).getByRole("link", { name: "Developer" }).click();
    await page.getByRole("heading", { level: 1, name: "Developer" }).waitFor();
    await navigation(page).getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("heading", { level: 1, name: "This page could not be loaded" }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
    await page.getByText("No webhooks").waitFor();
  });

  test("P13 a bell that gets no answer does not say so to those who asked nothing", async (t) => {
    const page = await enter(t, "/developer");
    await page.route("**/panel/api/my/notices", (route) => route.abort());
    const asked = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/my/notices"));
    await page.reload();
    await asked;
    await navigation(page).getByRole("link", { name: "Webhooks" }).click();
    await page.getByText("No webhooks").waitFor();
    // Longer than a screen may take to show a failure itself.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
    assert.equal(await page.getByRole("alert").count(), 0);
  });

  test("P13 the palette, the account's menu and signing out say that there is no connection, and break nothing", async (t) => {
    const page = await enter(t, "/clients/new");
    await page.getByLabel("Name").fill("Typed before");
    await page.route("**/assets/palette-*", (route) => route.abort());
    await page.keyboard.press("Control+k");
    await page.getByText("A part of this page could not be loaded.").waitFor();
    await page.unroute("**/assets/palette-*");
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Go to a screen, a person or a course…").waitFor();
    await page.keyboard.press("Escape");
    // Toasts and the menus of the header are loaded some time after the page is shown.
    await page.locator(".mantine-Notifications-root").first().waitFor({ state: "attached" });
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("/assets/menus-")),
    );
    await page.context().setOffline(true);
    await page.getByRole("button", { name: /Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    const said = page.getByRole("alert").filter({ hasText: "No connection" });
    await said.waitFor();
    await said.getByRole("button", { name: "Close" }).click();
    await said.waitFor({ state: "detached" });
    // The palette has closed before an answer arrives.
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Go to a screen, a person or a course…").fill("Sign out");
    await page.keyboard.press("Enter");
    await said.waitFor();
    assert.equal(await page.getByLabel("Name").inputValue(), "Typed before");
  });

  test("P13 after a new version has been installed, a screen whose files are gone comes by loading the page anew, once", async (t) => {
    const page = await enter(t, "/developer");
    let loads = 0;
    page.on("request", (request) => void (loads += request.isNavigationRequest() ? 1 : 0));
    // The server has other files, and a page that names them.
    const gone = /\/assets\/webhooks-[^/]+\.js$/;
    await page.route(gone, (route) => (loads === 0 ? route.fulfill({ status: 404, body: "" }) : route.fallback()));
    await page.route("**/panel/sign-in", (route) =>
      route.fulfill({ contentType: "text/html", body: '<script type="module" src="/panel/assets/index-new.js"></script>' }),
    );
    await navigation(page).getByRole("link", { name: "Webhooks" }).click();
    await page.getByText("No webhooks").waitFor();
    assert.equal(loads, 1);
    assert.equal(new URL(page.url()).pathname, "/panel/webhooks");
  });

  test("no page reported an error of its own", () => {
    assert.deepEqual(panel.complaints(), []);
  });
});
