// UX5: the main flows without a mouse. Nothing here clicks; every step uses keys of a standard keyboard.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { type BrowsedPanel, browsePanel, needsBrowser } from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password } from "../../harness/panel/panel.ts";
import { until } from "../../harness/panel/screens.ts";

/** More presses of Tab than this mean that the order of focus is wrong. */
const tabs_max = 90;

describe("the panel by keyboard alone", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      courses: [{ code: "FIRE-01", title: "Fire safety" }],
      people: [
        { employee_no: "P1", first_name: "Anna", last_name: "Kowalska", email: "p1@acme.example" },
        { employee_no: "P2", first_name: "Jan", last_name: "Nowak", email: "p2@acme.example" },
      ],
      clients: [{ name: "Events", scopes: ["webhooks:manage"], webhook_hosts: ["hooks.acme.example"] }],
    });
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();

  /** Presses Tab until an element with this name is focused; each stop must be visible. */
  async function tabTo(page: Page, name: RegExp): Promise<void> {
    const passed: string[] = [];
    for (let tabs = 0; tabs < tabs_max; tabs += 1) {
      await page.keyboard.press("Tab");
      // When a date field is left, Mantine's focus trap checks in a timer whether to move the focus; no user is faster.
      await page.evaluate("new Promise((resolve) => setTimeout(resolve))");
      const at = await focused(page);
      if (name.test(at.name)) {
        assert.ok(at.visible, `the focus on "${at.name}" cannot be seen`);
        return;
      }
      passed.push(at.name.slice(0, 30));
    }
    assert.fail(`${String(name)} is not reached by Tab; passed ${passed.join(" | ")}`);
  }

  async function enter(page: Page, role: "it_admin" | "training_admin") {
    const account = await createAccount(database, acme.tenant_id, role);
    await page.goto(`${panel.url}/sign-in`);
    await heading(page, "Sign in");
    await tabTo(page, /^Tenant code/);
    await page.keyboard.type(acme.code);
    await page.keyboard.press("Tab");
    await page.keyboard.type(account.login);
    await tabTo(page, /^Password/);
    await page.keyboard.type(test_password);
    await page.keyboard.press("Enter");
    await heading(page, "ACME Logistics");
  }

  async function go(page: Page, key: string, title: string) {
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await heading(page, title);
  }

  /** The focus stays within a dialog in both directions, for more than a full round. */
  async function expectTrap(page: Page) {
    for (const key of [...Array<string>(12).fill("Tab"), ...Array<string>(12).fill("Shift+Tab")]) {
      await page.keyboard.press(key);
      assert.ok((await focused(page)).in_dialog, `${key} leaves the dialog for "${(await focused(page)).name}"`);
    }
  }

  test("UX5 an IT administrator signs in, creates a client, and a webhook", async () => {
    const page = await panel.visit({ permissions: ["clipboard-read", "clipboard-write"] });
    await enter(page, "it_admin");
    await go(page, "c", "Clients");
    await tabTo(page, /^Create a client/);
    await page.keyboard.press("Enter");
    await heading(page, "Create a client");
    await tabTo(page, /^HR sync/);
    await page.keyboard.press("Enter");
    await tabTo(page, /^Create the client/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Secret of HR sync" }).waitFor();
    await until(
      page,
      `document.querySelector("[role=dialog]").contains(document.activeElement)`,
      () => "the dialog takes no focus",
    );
    await expectTrap(page);
    await tabTo(page, /^Copy/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("You have it. Keep it in a password manager or a secret store.").waitFor();
    await tabTo(page, /^Done/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await heading(page, "HR sync");
    assert.ok((await focused(page)).in_main, "the focus is lost behind the dialog");

    await go(page, "w", "Webhooks");
    await tabTo(page, /^Create a webhook/);
    await page.keyboard.press("Enter");
    await heading(page, "Create a webhook");
    await tabTo(page, /^Client/);
    await page.keyboard.type("Events");
    await tabTo(page, /^Name/);
    await page.keyboard.type("HRIS");
    await tabTo(page, /^Target URL/);
    await page.keyboard.type("https://hooks.acme.example/lms");
    await tabTo(page, /course\.completed/);
    await page.keyboard.press("Space");
    await tabTo(page, /^Create$/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "The signing secret" }).waitFor();
    await expectTrap(page);
    await tabTo(page, /^Copy the secret/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("You have it. Keep it in a password manager or a secret store.").waitFor();
    await tabTo(page, /^Done/);
    await page.keyboard.press("Enter");
    await heading(page, /hooks\.acme\.example/);
    assert.deepEqual(panel.complaints(), []);
  });

  test("UX5 a training administrator looks for people, walks their rows, and assigns a course; the focus returns", async () => {
    const page = await panel.visit();
    await enter(page, "training_admin");
    await go(page, "p", "People");
    await page.getByRole("link", { name: "Anna Kowalska" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("kowalska");
    await page.getByRole("link", { name: "Jan Nowak" }).waitFor({ state: "detached" });
    // Leaves the fields, where letters are typed rather than shortcuts.
    await tabTo(page, /^Roomy rows/);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await heading(page, "Anna Kowalska");

    await go(page, "e", "Enrollments");
    await tabTo(page, /^Assign/);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await until(
      page,
      `/^Assign/.test(document.activeElement.innerText)`,
      async () => `Esc leaves the focus at ${(await focused(page)).name}`,
    );
    await page.keyboard.press("Enter");
    await dialog.waitFor();
    await until(
      page,
      `document.querySelector("[role=dialog]").contains(document.activeElement)`,
      () => "the dialog takes no focus",
    );
    await choose(page, /^Person/, "kowalska", /Anna Kowalska/);
    await choose(page, /^Course/, "Fire", /Fire safety/);
    await tabTo(page, /^Assign/);
    await page.keyboard.press("Enter");
    await page
      .locator("[aria-live], [role=status], [role=alert]")
      .filter({ hasText: "The course is assigned." })
      .first()
      .waitFor();
    await dialog.waitFor({ state: "detached" });
    await until(page, `document.activeElement !== document.body`, () => "the focus is lost behind the dialog");
    assert.deepEqual(panel.complaints(), []);
  });

  async function choose(page: Page, label: RegExp, text: string, option: RegExp) {
    if (!label.test((await focused(page)).name)) await tabTo(page, label);
    await page.keyboard.type(text);
    const wanted = page.getByRole("option", { name: option });
    await wanted.waitFor();
    // The server's results replace the options that the field had before, together with the one that the arrow key had reached.
    await page.getByRole("option").filter({ hasNotText: option }).first().waitFor({ state: "detached" });
    await page.keyboard.press("ArrowDown");
    await wanted.and(page.locator("[data-combobox-selected]")).waitFor();
    await page.keyboard.press("Enter");
    // The next key is pressed once the selection is visible.
    await until(
      page,
      `${String(option)}.test(document.activeElement.value)`,
      async () => `Enter chooses nothing in ${(await focused(page)).name}`,
    );
  }
});

type Focused = { name: string; visible: boolean; in_dialog: boolean; in_main: boolean };

function focused(page: Page): Promise<Focused> {
  return page.evaluate<Focused>(`(() => {
    const part = document.activeElement;
    document.getAnimations().forEach((one) => Number.isFinite(one.effect?.getComputedTiming().endTime) && one.finish());
    const style = getComputedStyle(part);
    const named = (part.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.innerText ?? "").join(" ").trim();
    return {
      name: (part.getAttribute("aria-label") || part.labels?.[0]?.innerText || named || part.innerText || part.tagName).trim(),
      // Fields show the focus by their border and by the caret.
      visible: style.outlineStyle !== "none" || /^(INPUT|TEXTAREA|SELECT)$/.test(part.tagName),
      in_dialog: part.closest("[role=dialog]") !== null,
      in_main: part.closest("main") !== null || part.tagName === "MAIN",
    };
  })()`);
}
