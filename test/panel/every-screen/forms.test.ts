// P7, P8, P12: an error is visible where the user looks, and input survives a visit to another screen, a step-up and the end of a
// session.
import assert from "node:assert/strict";
import { after, before, describe, test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { type BrowsedPanel, browsePanel, expectAccessible, needsBrowser, signIn } from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, test_password, type TestAccount } from "../../harness/panel/panel.ts";
import { contextOf } from "../../harness/panel/screens.ts";

describe("forms of the panel", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let admin: TestAccount;
  let trainer: TestAccount;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      clients: [{ name: "HR sync", scopes: ["webhooks:manage"], webhook_hosts: ["hooks.acme.example"] }],
    });
    admin = await createAccount(database, acme.tenant_id, "it_admin");
    trainer = await createAccount(database, acme.tenant_id, "training_admin");
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  /** Ends the session such that the form is the first to notice: the bell, which also polls, gets no answer. */
  const endSession = async (page: Page) => {
    await page.route("**/panel/api/my/notices*", (route) => route.abort());
    await page.context().clearCookies();
  };
  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();
  /** A page whose session was stepped up just now, or long ago (`stale`). */
  const enter = async (t: TestContext, address: string, { stale = false, account = admin } = {}) => {
    const session = await sessionOf(panel.server, database, acme.tenant_id, account, { stale });
    const context = await contextOf(panel, session);
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(`${panel.url}${address}`);
    return page;
  };
  const fail = (page: Page, method: string, calls: string) =>
    page.route(`**/panel/api/${calls}`, (route) =>
      route.request().method() === method
        ? route.fulfill({
            status: 500,
            contentType: "application/problem+json",
            body: JSON.stringify({ code: "INTERNAL_ERROR" }),
          })
        : route.fallback(),
    );

  test("P7 a client without name and scopes: the focus goes to the name, then to the scopes, each in sight", async (t) => {
    const page = await enter(t, "/clients/new");
    await heading(page, "Create a client");
    await page.getByRole("button", { name: "Create the client" }).click();
    await inSight(page, "Name");
    await page.getByLabel("Name").fill("HR");
    await page.getByRole("button", { name: "Create the client" }).click();
    await inSight(page, "users:read");
    await page.getByText("Tick at least one scope.").waitFor();
    // A correction in another field does not move the focus.
    await page.getByLabel("Name").fill("HR sync 2");
    await inSight(page, "Name");
  });

  test("P7 an error without a field is shown in sight, with the focus on it: on a page and in a dialog", async (t) => {
    const page = await enter(t, "/clients/new");
    await heading(page, "Create a client");
    await page.getByRole("button", { name: /HR sync/ }).click();
    await fail(page, "POST", "clients");
    await page.getByRole("button", { name: "Create the client" }).click();
    await inSight(page, "The service failed");
    await expectAccessible(page, "a form that failed");

    const courses = await enter(t, "/courses", { account: trainer });
    await courses.getByRole("button", { name: "Add a course" }).first().click();
    const dialog = courses.getByRole("dialog");
    await dialog.getByLabel("Code").fill("FIRE");
    await dialog.getByLabel("Title").fill("Fire safety");
    await fail(courses, "POST", "courses");
    await dialog.locator("button[type=submit]").click();
    await inSight(courses, "The service failed");
  });

  test("P7 a webhook without an event, and one whose host is refused: the focus goes to the fault", async (t) => {
    const page = await enter(t, "/webhooks/new");
    await heading(page, "Create a webhook");
    await page.getByLabel("Name").fill("HRIS");
    await page.getByLabel("Target URL").fill("https://elsewhere.example/x");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await inSight(page, /course\./);
    await page.getByText("Choose one event at least.").waitFor();
    await page.getByRole("checkbox", { name: /course.completed/ }).check();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await inSight(page, "Webhook host not allowed");
    await page.getByLabel("Target URL").fill("https://hooks.acme.example/ x");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await inSight(page, "Target URL");
  });

  test("P7 a button that was busy has the focus again", async (t) => {
    const page = await enter(t, `/clients/${acme.clients["HR sync"]!.client_id}`);
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByRole("button", { name: "Enable" }).waitFor();
    await inSight(page, "Enable");
    await page.keyboard.press("Enter");
    await inSight(page, "Disable");
  });

  test("P8 to add the host is a detour: it opens Hosts with the host in it, and leads back to the form as it was", async (t) => {
    const page = await enter(t, "/webhooks/new");
    await heading(page, "Create a webhook");
    await page.getByLabel("Name").fill("HRIS of the plant");
    await page.getByLabel("Target URL").fill("https://new.acme.example/x");
    await page.getByRole("checkbox", { name: /course.completed/ }).check();
    await page.getByRole("link", { name: "Add the host" }).click();
    await heading(page, "HR sync");
    await page.getByRole("tab", { name: "Hosts", selected: true }).waitFor();
    assert.match(
      await page.getByRole("textbox", { name: "Webhook hosts" }).inputValue(),
      /^hooks\.acme\.example\nnew\.acme\.example$/,
    );
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").first().waitFor();
    await page.getByRole("link", { name: "Back to the form" }).click();
    await heading(page, "Create a webhook");
    assert.equal(await page.getByLabel("Name").inputValue(), "HRIS of the plant");
    assert.ok(await page.getByRole("checkbox", { name: /course.completed/ }).isChecked());
    await page.getByText("Deliveries may go there.").waitFor();
  });

  test("P12 a session that ends while a form is open: the sign-in says why, and the form comes back with its content", async (t) => {
    const page = await enter(t, "/clients/new");
    await heading(page, "Create a client");
    await page.getByRole("button", { name: /Reporting/ }).click();
    await page.getByLabel("Name").fill("Reports for the board");
    await endSession(page);
    await page.getByRole("button", { name: "Create the client" }).click();
    await heading(page, "Sign in");
    await page.getByText("Your session has ended").waitFor();
    await expectAccessible(page, "the sign-in after a session");
    await signIn(page, panel, acme.code, admin.login, test_password);
    await heading(page, "Create a client");
    await page.getByText("Your earlier input was restored.").waitFor();
    assert.equal(await page.getByLabel("Name").inputValue(), "Reports for the board");
    assert.ok(await page.getByRole("checkbox", { name: /compliance:read/ }).isChecked());
    await page.getByRole("button", { name: "Start over" }).click();
    assert.equal(await page.getByLabel("Name").inputValue(), "");
  });

  test("P12 a dialog that was open when the session ended is open again, with its content", async (t) => {
    const page = await enter(t, "/courses", { account: trainer });
    await page.getByRole("button", { name: "Add a course" }).first().click();
    await page.getByRole("dialog").getByLabel("Title").fill("Working at heights");
    await endSession(page);
    await page.getByRole("dialog").getByLabel("Code").fill("HEIGHTS");
    await page.getByRole("dialog").locator("button[type=submit]").click();
    await heading(page, "Sign in");
    await signIn(page, panel, acme.code, trainer.login, test_password);
    assert.equal(await page.getByRole("dialog").getByLabel("Title").inputValue(), "Working at heights");
    // Closing the dialog deletes the draft.
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.reload();
    await heading(page, "Courses");
    assert.equal(await page.getByRole("dialog").count(), 0);
  });

  test("P12 a step-up keeps the form, also when the session ends in it", async (t) => {
    const page = await enter(t, "/clients/new", { stale: true });
    await heading(page, "Create a client");
    await page.getByRole("button", { name: /Reporting/ }).click();
    await page.getByLabel("Name").fill("Stepped up");
    await page.getByRole("button", { name: "Create the client" }).click();
    const confirm = page.getByRole("dialog", { name: "Confirm that it is you" });
    await confirm.getByRole("button", { name: "Cancel" }).click();
    assert.equal(await page.getByLabel("Name").inputValue(), "Stepped up");
    await page.getByRole("button", { name: "Create the client" }).click();
    await confirm.waitFor();
    await endSession(page);
    await confirm.locator("input[name=password]").fill(test_password);
    await confirm.getByRole("button", { name: "Confirm" }).click();
    await heading(page, "Sign in");
    await signIn(page, panel, acme.code, admin.login, test_password);
    await heading(page, "Create a client");
    assert.equal(await page.getByLabel("Name").inputValue(), "Stepped up");
    assert.ok(!(await storage(page)).includes(test_password), "a password is kept");
  });

  test("P12 a draft belongs to its account, and ends with the sign-out", async (t) => {
    const page = await enter(t, "/clients/new");
    await heading(page, "Create a client");
    await page.getByLabel("Name").fill("Only mine");
    await endSession(page);
    await page.getByRole("button", { name: /HR sync/ }).click();
    await page.getByRole("button", { name: "Create the client" }).click();
    await heading(page, "Sign in");
    assert.match(await storage(page), /Only mine/);
    const other = await createAccount(database, acme.tenant_id, "it_admin");
    await signIn(page, panel, acme.code, other.login, test_password);
    await heading(page, "Create a client");
    assert.equal(await page.getByLabel("Name").inputValue(), "");
    assert.doesNotMatch(await storage(page), /Only mine/);
    await page.getByLabel("Name").fill("Mine now");
    assert.match(await storage(page), /Mine now/);
    await page.getByRole("button", { name: /Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await heading(page, "Sign in");
    assert.equal(await page.getByText("Your session has ended").count(), 0);
    assert.doesNotMatch(await storage(page), /Mine now/);
  });

  test("no page reported an error of its own", () => {
    assert.deepEqual(panel.complaints(), []);
  });
});

/** Waits until the focused element has this name and is visible in the window, not covered by the header. */
async function inSight(page: Page, name: string | RegExp): Promise<void> {
  const look = async () =>
    page.evaluate<{ name: string; top: number; bottom: number; height: number }>(`(() => {
      const part = document.activeElement;
      const label = part.labels?.[0]?.innerText ?? part.innerText ?? "";
      const { top, bottom } = part.getBoundingClientRect();
      return { name: part === document.body ? "BODY" : part.tagName + ": " + label, top, bottom, height: innerHeight };
    })()`);
  const is = (text: string) => (typeof name === "string" ? text.includes(name) : name.test(text));
  let seen = await look();
  for (let looks = 0; looks < 100 && !(is(seen.name) && seen.top >= 0 && seen.bottom <= seen.height); looks += 1) {
    await page.waitForTimeout(50);
    seen = await look();
  }
  assert.ok(is(seen.name), `the focus is on ${seen.name.slice(0, 80)} instead of ${name}`);
  assert.ok(seen.top >= 0 && seen.bottom <= seen.height, `${name} is out of sight: ${JSON.stringify(seen)}`);
}

function storage(page: Page): Promise<string> {
  return page.evaluate<string>("JSON.stringify([{ ...sessionStorage }, { ...localStorage }])");
}
