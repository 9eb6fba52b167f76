// UX4, UX6, UX8 and UX12 on every screen in the panel's router, so that a new screen is tested automatically. Three loads of each
// screen serve all checks: one whose calls wait, then fail, then succeed; one in the language that is 40 % longer; one of an
// organisation without data. `SCREENS='^/people'` tests only screens whose path matches. The first load takes longest, so it is
// done for one screen in ten here, and for all of them in every-screen.long.ts.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { needsBrowser } from "../../harness/panel/browser.ts";
import { useFullPanel } from "../../harness/full-panel.ts";
import {
  axe,
  axeInBothThemes,
  clippedTexts,
  focusFaults,
  headingFaults,
  liveRegionFaults,
  reflowFaults,
  type Verdict,
} from "../../harness/panel/looking.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Role } from "../../harness/panel/panel.ts";
import { addressOf, contextOf, intercept, settled, shownBy, walkScreens, type Who } from "../../harness/panel/screens.ts";

const one_in = process.env["WALK"] === "all" || process.env["SCREENS"] !== undefined ? 1 : 10;
/** How long pressing a button may take. */
const retry_ms = 2_000;
const window_size = { width: 1_280, height: 720 };
/** The minimum number of characters that a screen shows in every state. */
const words_min = 10;

describe("every screen", { skip: needsBrowser() }, () => {
  const opened = useFullPanel();
  const incomplete = new Map<string, number>();

  const fullContext = async (who: Who, language: "en" | "en-XA") =>
    contextOf(opened.panel, who === "public" ? null : await opened.full.panelOf(who), { language });

  function expectGood({ violations, incomplete: unsure }: Verdict, state: string): void {
    for (const rule of unsure) incomplete.set(rule.replace(/ \(\d+\)$/, ""), (incomplete.get(rule) ?? 0) + 1);
    assert.deepEqual(violations, [], state);
  }

  test("UX12 UX4 is no blank page while it waits and when its calls fail, and comes about when it is tried again", async () => {
    const own = opened.screens.filter((_, index) => index % one_in === 0);
    let [waiting, failing] = [0, 0];
    await walkScreens(
      opened.panel,
      { screens: own, ids: opened.full.ids, contextFor: (who) => fullContext(who, "en"), by: "loads" },
      async (page, screen) => {
        const network = await intercept(page);
        network.fault = "held";
        await page.goto(opened.panel.url + addressOf(screen, opened.full.ids));
        if (screen.roles !== "public") await page.getByRole("navigation", { name: "Main" }).waitFor();
        const calls = await waitForCalls(page, network);
        if (calls === 0) {
          await settled(page, "the screen without calls");
          return;
        }
        waiting += 1;
        assert.ok(await saysSomething(page), "blank while it waits");
        expectGood(await axe(page, "structure"), "while it waits");
        await network.release("429");
        const alert = page.locator("main [role=alert]").first();
        await alert.waitFor().catch(async () => assert.fail(`says nothing of a failure: ${await shownBy(page)}`));
        failing += 1;
        expectGood(await axe(page), "when its calls fail");
        network.fault = null;
        await retry(page);
        await settled(page, "the screen after another try");
      },
    );
    console.log(`${own.length} screens: ${waiting} waited for calls, ${failing} said that they had failed`);
    assert.ok(waiting > own.length / 2, `only ${waiting} of ${own.length} screens made a call`);
  });

  test("UX4 UX6 UX8 breaks no rule with everything in it, light and dark, at 320 px, at 200 %, by keyboard, in a longer language", async () => {
    await walkScreens(
      opened.panel,
      { screens: opened.screens, ids: opened.full.ids, contextFor: (who) => fullContext(who, "en-XA"), by: "links" },
      async (page) => {
        expectGood(await axeInBothThemes(page), "with everything in it");
        const faults = [
          ...(await headingFaults(page)),
          ...(await liveRegionFaults(page)),
          ...(await clippedTexts(page)).map((text) => `cut off: ${text}`),
          ...(await reflowFaults(page, 640, 400)).map((text) => `at 200 %, ${text}`),
          ...(await reflowFaults(page, 320, 640)),
          ...(await clippedTexts(page)).map((text) => `cut off at 320 px: ${text}`),
          ...(await focusFaults(page, false)),
          ...(await focusFaults(page, true)),
        ];
        await page.setViewportSize(window_size);
        assert.equal(faults.length, 0, [...new Set(faults)].join("\n"));
      },
    );
  });

  test("UX4 breaks no rule while there is nothing to show", async () => {
    const empty = await createOrganisation(opened.database, { organisation: { code: "EMPTY", name: "Empty" } });
    const contextFor = async (who: Who) => {
      const account = await createAccount(opened.database, empty.tenant_id, who as Role);
      return contextOf(opened.panel, await sessionOf(opened.panel.server, opened.database, empty.tenant_id, account));
    };
    await walkScreens(
      opened.panel,
      {
        screens: opened.screens.filter(({ path, roles }) => roles !== "public" && !path.includes("$")),
        ids: {},
        contextFor,
        by: "links",
      },
      async (page) => {
        assert.ok(await saysSomething(page), "blank");
        expectGood(await axe(page), "with nothing to show");
      },
    );
  });

  test("no page reported an error of its own; checks that axe-core leaves to a human are listed", () => {
    console.log(`axe-core is not sure of: ${[...incomplete].map(([rule, count]) => `${rule} (${count} states)`).join(", ")}`);
    assert.deepEqual(opened.panel.complaints(), []);
  });

  async function saysSomething(page: Page): Promise<boolean> {
    const busy = await page.locator("main [aria-busy=true]").count();
    return busy > 0 || (await shownBy(page)).length >= words_min;
  }
});

/** Waits until a screen has sent a request, or is complete without one. */
async function waitForCalls(page: Page, network: { calls: string[] }): Promise<number> {
  for (let looks = 0; looks < 60 && network.calls.length === 0; looks += 1) {
    if (looks > 6 && (await page.evaluate<boolean>(`document.querySelector("main h1") !== null`))) break;
    await page.waitForTimeout(50);
  }
  return network.calls.length;
}

/** Presses every button to try again until none is left. */
async function retry(page: Page): Promise<void> {
  const button = page.locator("main [role=alert] button").filter({ hasText: "Try again" });
  for (let tries = 0; tries < 12 && (await button.count()) > 0; tries += 1) {
    const alerts = await button.count();
    // A screen that repeats its reads may be faster than this click.
    await button
      .first()
      .click({ timeout: retry_ms })
      .catch(() => undefined);
    for (let looks = 0; looks < 30 && (await button.count()) >= alerts; looks += 1) await page.waitForTimeout(50);
  }
  assert.equal(await button.count(), 0, "a failure stays after another try");
}
