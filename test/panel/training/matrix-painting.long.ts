// How soon the matrix of 30 courses and 50 people is painted after its data has arrived (docs/decisions/0091): from the last byte
// of its last answer to the end of the frame that contains all cells.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createWideMatrix, wide_courses } from "../../harness/organisation/wide-matrix.ts";
import { type BrowsedPanel, browsePanel, needsBrowser, signIn } from "../../harness/panel/browser.ts";
import { createAccount, test_password } from "../../harness/panel/panel.ts";
import { until } from "../../harness/panel/screens.ts";

const people_count = 50;
const painted_ms_max = 500;
const move_ms_max = 50;
const runs_count = 9;
const phone = { width: 360, height: 740 };
const screen = { width: 1440, height: 900 };

/** Records when all expected elements existed for the first time, and when their frame was painted. */
const watch = `globalThis.watchFor = (selector, count) => {
  globalThis.painted_ms = null;
  const there = () => document.querySelectorAll(selector).length >= count;
  const watcher = new MutationObserver(() => {
    if (!there()) return;
    watcher.disconnect();
    // A task posted from the frame's callback runs after the frame has been painted.
    requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => (globalThis.painted_ms = performance.now()); port2.postMessage(null); });
  });
  watcher.observe(document.documentElement, { childList: true, subtree: true });
}`;

const answered_ms = `Math.max(...performance.getEntriesByType("resource").filter(({ name }) => /compliance\\/matrix(\\/choices)?(\\?|$)/.test(name)).map(({ responseEnd }) => responseEnd))`;

describe("the matrix is painted soon", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let sign_in: { code: string; login: string };

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    const acme = await createWideMatrix(database, people_count);
    sign_in = { code: acme.code, login: (await createAccount(database, acme.tenant_id, "training_admin")).login };
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  /** Opens the matrix from the list of people, once for each measurement; the first time its scripts are loaded too. */
  async function measure(page: Page, selector: string, count: number): Promise<number[]> {
    await page.addInitScript(watch);
    await signIn(page, panel, sign_in.code, sign_in.login, test_password);
    const times: number[] = [];
    for (let run = 0; run < runs_count; run += 1) {
      await page.goto(`${panel.url}/people`);
      await page.getByRole("heading", { level: 1, name: "People" }).waitFor();
      await page.waitForLoadState("networkidle");
      await page.evaluate(`watchFor(${JSON.stringify(selector)}, ${count})`);
      await page.keyboard.press("g");
      await page.keyboard.press("m");
      await until(page, "globalThis.painted_ms !== null", () => `not ${count} ${selector}`);
      times.push(await page.evaluate<number>(`globalThis.painted_ms - ${answered_ms}`));
    }
    return times;
  }

  const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!;
  const listed = (times: readonly number[]) => times.map(Math.round).join(", ");

  test("30 courses of 50 people stand on the screen soon after their data", async (t) => {
    const page = await panel.visit({ viewport: screen });
    const times = await measure(page, ".matrix-cell", wide_courses.length * people_count - 1);
    t.diagnostic(`painted ${Math.round(median(times))} ms after the data (${listed(times)}; bar ${painted_ms_max} ms)`);
    assert.ok(times.every((ms) => ms > 0) && median(times) <= painted_ms_max, listed(times));
    await page.locator("[role=grid] [tabindex='0']").focus();
    const moves: number[] = [];
    for (const key of ["ArrowDown", "ArrowRight", "Control+End", "Control+Home", "End", "PageDown", "ArrowUp", "Home"]) {
      const before = await page.evaluate<number>("performance.now()");
      await page.keyboard.press(key);
      moves.push(
        (await page.evaluate<number>("new Promise((done) => requestAnimationFrame(() => done(performance.now())))")) - before,
      );
    }
    t.diagnostic(`a key moves the focus within ${Math.round(Math.max(...moves))} ms (${listed(moves)}; bar ${move_ms_max} ms)`);
    assert.ok(median(moves) <= move_ms_max, listed(moves));
  });

  test("50 cards of 30 courses stand on a phone soon after their data", async (t) => {
    const times = await measure(await panel.visit({ viewport: phone }), ".matrix-card", people_count);
    t.diagnostic(`painted ${Math.round(median(times))} ms after the data (${listed(times)}; bar ${painted_ms_max} ms)`);
    assert.ok(times.every((ms) => ms > 0) && median(times) <= painted_ms_max, listed(times));
  });
});
