// UX12: each call of each screen fails alone, with each kind of failure; and each form keeps what was typed when saving fails.
// The screens are those of test/panel/every-screen/every-screen.test.ts.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { needsBrowser } from "../../harness/panel/browser.ts";
import { useFullPanel } from "../../harness/full-panel.ts";
import { axeInBothThemes } from "../../harness/panel/looking.ts";
import {
  addressOf,
  contextOf,
  type Fault,
  intercept,
  type Interception,
  type ListedScreen,
  settled,
  shownBy,
  until,
  walkScreens,
  type Who,
} from "../../harness/panel/screens.ts";

const faults: readonly Fault[] = ["429", "500", "timeout", "offline"];
const words_min = 10;
/** The most buttons of one screen that are pressed to find those that open a dialog. */
const buttons_max = 25;
/** How long a button has to open something. */
const open_ms = 250;
/** Shortens the half minute after which the panel gives up a call. */
const patience = `AbortSignal.timeout = ((real) => () => real.call(AbortSignal, 3_000))(AbortSignal.timeout)`;

describe("every call of every screen", { skip: needsBrowser() }, () => {
  const opened = useFullPanel();

  const contextFor = async (who: Who): Promise<BrowserContext> => {
    const context = await contextOf(opened.panel, who === "public" ? null : await opened.full.panelOf(who));
    await context.addInitScript(patience);
    return context;
  };
  const walkIn = (by: "loads" | "links", look: (page: Page, screen: ListedScreen) => Promise<void>) =>
    walkScreens(opened.panel, { screens: opened.screens, ids: opened.full.ids, contextFor, by }, look);

  for (const fault of faults) {
    test(`UX12 a call that is answered ${fault} leaves a usable screen, and another try mends it`, async () => {
      let [calls, told] = [0, 0];
      await walkIn("loads", async (page, screen) => {
        const network = await intercept(page);
        const address = opened.panel.url + addressOf(screen, opened.full.ids);
        await page.goto(address);
        await settled(page, "the screen");
        await page.waitForLoadState("networkidle");
        const own = [...new Set(network.calls)].filter((call) => call.startsWith("GET "));
        for (const call of own) {
          calls += 1;
          network.calls.length = 0;
          network.only = (one) => one === call;
          network.fault = fault;
          await page.goto(address);
          await asked(page, network, call);
          const alert = page.locator("main [role=alert]").first();
          const says = await alert.waitFor({ timeout: 9_000 }).then(
            () => true,
            () => false,
          );
          assert.ok((await shownBy(page)).length >= words_min, `blank when ${call} is answered ${fault}`);
          assert.ok(says, `nothing is said when ${call} is answered ${fault}: ${await shownBy(page)}`);
          told += 1;
          network.fault = null;
          const again = page.getByRole("button", { name: "Try again" });
          // A screen that repeats its reads may be faster than this click.
          for (let tries = 0; tries < 3 && (await again.count()) > 0; tries += 1) {
            await again
              .first()
              .click({ timeout: 2_000 })
              .catch(() => undefined);
            await page.waitForTimeout(open_ms);
          }
          await until(
            page,
            `[...document.querySelectorAll("main [role=alert] button")].every((one) => one.innerText !== "Try again")`,
            async () => `${call} is not tried again: ${await shownBy(page)}`,
          );
        }
      });
      console.log(`${fault}: ${calls} calls of ${opened.screens.length} screens failed, ${told} were told`);
    });
  }

  test("UX12 a form keeps the input when saving fails; UX4 UX5 its dialog breaks no rule and gives the focus back", async () => {
    const seen = { dialogs: 0, forms: 0, failed: 0 };
    await walkIn("loads", async (page, screen) => {
      const network = await intercept(page);
      await page.goto(opened.panel.url + addressOf(screen, opened.full.ids));
      await settled(page, "the screen");
      await page.waitForLoadState("networkidle");
      // Nothing that is pressed here reaches a server.
      network.only = (call) => !call.startsWith("GET ");
      network.fault = "500";
      await tryForms(page, network, page.locator("main form"), seen);
      for (const name of await namesOfButtons(page)) await tryButton(page, network, name, seen);
    });
    console.log(
      `${seen.dialogs} dialogs opened, ${seen.forms} forms filled in, ${seen.failed} of them reached the server and failed`,
    );
    if (process.env["SCREENS"] === undefined)
      assert.ok(seen.dialogs >= 20 && seen.forms >= 10 && seen.failed >= 5, JSON.stringify(seen));
  });

  test("no page reported an error of its own", () => {
    assert.deepEqual(opened.panel.complaints(), []);
  });
});

async function asked(page: Page, network: Interception, call: string): Promise<void> {
  for (let looks = 0; looks < 100 && !network.calls.includes(call); looks += 1) await page.waitForTimeout(50);
}

async function namesOfButtons(page: Page): Promise<string[]> {
  const names = await page.evaluate<string[]>(`[...document.querySelectorAll("main button:not([disabled])")]
    .filter((button) => button.checkVisibility({ visibilityProperty: true }) && button.type !== "submit" && button.getAttribute("aria-disabled") !== "true")
    .map((button) => (button.getAttribute("aria-label") ?? button.innerText).trim())`);
  return [...new Set(names.filter((name) => name !== ""))].slice(0, buttons_max);
}

/** Presses a button. If it opens a dialog, checks it, fills in its form, and closes it with Esc. */
async function tryButton(
  page: Page,
  network: Interception,
  name: string,
  seen: { dialogs: number; forms: number; failed: number },
) {
  const here = page.url();
  const button = page.locator("main").getByRole("button", { name, exact: true }).first();
  await button.click({ timeout: 2_000 }).catch(() => undefined);
  await page.waitForTimeout(open_ms);
  const dialog = page.locator("[role=dialog]:not(.mantine-Popover-dropdown)").first();
  if ((await dialog.count()) > 0 && (await dialog.isVisible())) {
    seen.dialogs += 1;
    await settled(page, `the dialog behind ${name}`);
    const { violations } = await axeInBothThemes(page);
    assert.deepEqual(violations, [], `the dialog behind ${name}`);
    const inside = `document.querySelector("[role=dialog]").contains(document.activeElement)`;
    await until(page, inside, () => `the dialog behind ${name} takes no focus`);
    await tryForms(page, network, dialog.locator("form"), seen);
    for (let presses = 0; presses < 3 && (await dialog.count()) > 0; presses += 1) {
      await page.keyboard.press("Escape");
      await page.waitForTimeout(open_ms);
    }
    await until(page, `document.querySelector("[role=dialog]") === null`, () => `Esc does not close the dialog behind ${name}`);
    await until(page, `document.activeElement !== document.body`, () => `the focus is lost behind the dialog of ${name}`);
  }
  if (page.url() !== here) {
    await page.goto(here);
    await settled(page, "the screen");
  }
}

/** Fills in empty fields, submits, and compares the values afterwards. */
async function tryForms(
  page: Page,
  network: Interception,
  forms: Locator,
  seen: { forms: number; failed: number },
): Promise<void> {
  for (const form of await forms.all()) {
    const submit = form.locator("button[type=submit]:not([disabled])").first();
    if ((await submit.count()) === 0) continue;
    const fields = await form.locator("input:not([readonly]):not([disabled]), textarea:not([disabled])").all();
    for (const field of fields) {
      const kind = (await field.getAttribute("type")) ?? "text";
      if (["checkbox", "radio", "file", "hidden"].includes(kind) || (await field.getAttribute("role")) === "combobox") continue;
      if (!(await field.isVisible()) || (await field.inputValue()) !== "") continue;
      const text = { email: "anna@acme.example", date: "2030-01-31", number: "3", url: "https://hooks.acme.example/x" }[kind];
      await field.fill(text ?? "Typed 12345", { timeout: 1_000 }).catch(() => undefined);
    }
    const boxes = form.locator("input[type=checkbox]");
    if ((await boxes.count()) > 0 && (await form.locator("input[type=checkbox]:checked").count()) === 0)
      await boxes
        .first()
        .check({ timeout: 1_000 })
        .catch(() => undefined);
    const valuesOf = () => Promise.all(fields.map((field) => field.inputValue().catch(() => "")));
    const typed = await valuesOf();
    network.calls.length = 0;
    await submit.click({ timeout: 2_000 }).catch(() => undefined);
    await page.waitForTimeout(open_ms);
    const reached = network.calls.some((call) => !call.startsWith("GET "));
    seen.forms += 1;
    if (reached) {
      seen.failed += 1;
      await until(
        page,
        `document.querySelector("[role=alert], [aria-live] .mantine-Notification-root") !== null`,
        async () => `nothing is said when saving fails: ${await shownBy(page)}`,
      );
    }
    assert.deepEqual(await valuesOf(), typed, "what was typed is gone");
  }
}
