// P20, P21: nothing jumps while a screen loads, headings stand above their cells, dates have the reader's format, every page has
// a title. Jumps are measured on one screen in ten here, and on all of them in looks.long.ts.
import assert from "node:assert/strict";
import { describe, test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { needsBrowser } from "../../harness/panel/browser.ts";
import { useFullPanel } from "../../harness/full-panel.ts";
import { contextOf, intercept, settled, until, walkScreens, type Who } from "../../harness/panel/screens.ts";

const one_in = process.env["WALK"] === "all" || process.env["SCREENS"] !== undefined ? 1 : 10;
/** The limit that web.dev calls good. */
const shift_max = 0.1;
const viewports = { desk: { width: 1_280, height: 720 }, telephone: { width: 412, height: 823 } };
/** Headings and cells may differ by rounding. */
const offset_max_px = 1;

/** How long a screen may take to show that it is loading; a screen without requests never does. */
const waiting_ms = 3_000;

/** Sums up layout shifts without user input. */
const measure_shifts = `globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    if (!entry.hadRecentInput) shifts.push([entry.value, entry.sources.map(({ node }) => node?.nodeType === 1 ? node.outerHTML.slice(0, 90) : String(node?.parentElement?.outerHTML).slice(0, 90))]);
}).observe({ type: "layout-shift", buffered: true });`;

/** The horizontal distance between the text of a column's heading and that of its first cell. */
const offsets_of_heads = `(() => {
  const textOf = (cell) => {
    const node = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
    if (!node) return null;
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  return [...document.querySelectorAll("main table")].flatMap((table) => {
    const cells = [...(table.tBodies[0]?.rows[0]?.cells ?? [])];
    return [...(table.tHead?.rows[0].cells ?? [])].flatMap((head, index) => {
      const cell = cells[index];
      const [above, below] = [textOf(head), cell && textOf(cell)];
      // A badge has padding around its text.
      if (!above || !below || cell.querySelector("input, .panel-badge, .mantine-Badge-root, [data-badge]")) return [];
      const right = getComputedStyle(cell).textAlign === "right";
      return [{ name: head.innerText, off: Math.round(right ? above.right - below.right : above.left - below.left) }];
    });
  });
})()`;

describe("how screens look", { skip: needsBrowser() }, () => {
  const opened = useFullPanel();

  const enter = async (t: TestContext, role: "it_admin" | "training_admin", options = {}): Promise<Page> => {
    const context = await contextOf(opened.panel, await opened.full.panelOf(role), options);
    t.after(() => context.close());
    return context.newPage();
  };

  for (const [place, [device, viewport]] of Object.entries(viewports).entries()) {
    test(`P21 no screen jumps by more than 0.1 while it comes about, on a ${device}`, async () => {
      const own = opened.screens.filter((_, index) => index % one_in === (3 * place) % one_in);
      const worst: [string, number][] = [];
      const contextFor = async (who: Who) => {
        const context = await contextOf(opened.panel, who === "public" ? null : await opened.full.panelOf(who), { viewport });
        await context.addInitScript(measure_shifts);
        return context;
      };
      await walkScreens(
        opened.panel,
        { screens: own, ids: opened.full.ids, contextFor, by: "loads" },
        async (page, screen, address) => {
          // Answers are delayed, as on a slow network: the placeholder must be as large as the content.
          const network = await intercept(page);
          network.fault = "held";
          await page.goto(opened.panel.url + address);
          await page
            .locator("main [aria-busy=true], main .mantine-Skeleton-root")
            .first()
            .waitFor({ timeout: waiting_ms })
            .catch(() => undefined);
          await network.release(null);
          await settled(page, "the screen");
          await page.waitForLoadState("networkidle");
          const shifts = await page.evaluate<[number, string[]][]>("shifts");
          const sum = shifts.reduce((all, [value]) => all + value, 0);
          worst.push([screen.path, sum]);
          const most = shifts.toSorted(([one], [other]) => other - one).slice(0, 3);
          assert.ok(sum <= shift_max, `jumps by ${sum.toFixed(3)}: ${JSON.stringify(most)}`);
        },
      );
      const told = worst.toSorted(([, one], [, other]) => other - one).slice(0, 5);
      console.log(`${worst.length} screens, most: ${told.map(([path, sum]) => `${path} ${sum.toFixed(3)}`).join(", ")}`);
      assert.ok(worst.length >= own.length, `${worst.length} screens were looked at`);
    });
  }

  test("P20 the head of each column stands where its cells do", async (t) => {
    const page = await enter(t, "it_admin", { viewport: { width: 1_600, height: 900 } });
    const wrong: string[] = [];
    let compared = 0;
    for (const address of ["/people", "/licences", "/courses", "/clients", "/webhooks", "/request-log", "/scim?tab=log"]) {
      await page.goto(opened.panel.url + address);
      await page.locator("main table tbody td").first().waitFor();
      await settled(page, address);
      const offsets = await page.evaluate<{ name: string; off: number }[]>(offsets_of_heads);
      compared += offsets.length;
      wrong.push(
        ...offsets.filter(({ off }) => Math.abs(off) > offset_max_px).map(({ name, off }) => `${address} ${name}: ${off}`),
      );
    }
    assert.deepEqual(wrong, []);
    assert.ok(compared > 20, `${compared} columns were compared`);
  });

  test("P21 a page that there is not says so in its title; P20 what leads back ends with a name", async (t) => {
    const page = await enter(t, "it_admin");
    await page.goto(`${opened.panel.url}/no/such/page`);
    await page.getByRole("heading", { level: 1, name: "There is no such page" }).waitFor();
    assert.equal(await page.title(), "There is no such page · Muster");
    await page.goto(`${opened.panel.url}/clients/new`);
    const parents = page.getByRole("navigation", { name: "Clients", exact: true });
    await parents.waitFor();
    assert.equal((await parents.innerText()).trim(), "Clients");
  });

  test("P20 dates are written as the reader's browser writes them, everywhere", async (t) => {
    const british = await enter(t, "training_admin", { locale: "en-GB" });
    await british.goto(`${opened.panel.url}/forecast`);
    await settled(british, "the forecast");
    const [us, uk] = [/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec) \d{1,2}\b/, /\b\d{1,2} [JFMASOND][a-z]{2,3}\b/];
    const shown = await british.locator("main").innerText();
    assert.match(shown, uk);
    assert.doesNotMatch(shown, us);
    await british.goto(`${opened.panel.url}/contractors`);
    await british.getByText("31 Jan 2030").waitFor();
    const it = await enter(t, "it_admin", { locale: "en-US" });
    await it.goto(`${opened.panel.url}/request-log`);
    await settled(it, "the request log");
    await it.locator("tr[data-row] td").nth(1).click();
    const drawer = it.getByRole("dialog");
    await drawer.getByText(/[A-Z][a-z]{2} \d{1,2}, 20\d\d/).waitFor();
    await until(
      it,
      `!/\\d{4}-\\d{2}-\\d{2}T/.test(document.querySelector("[role=dialog]").innerText)`,
      async () => `a date as machines write it: ${await drawer.innerText()}`,
    );
  });

  test("P20 the names of SCIM attributes are whole", async (t) => {
    const page = await enter(t, "it_admin");
    const { client_id } = opened.full.organisation.clients["Identity provider"]!;
    await page.goto(`${opened.panel.url}/scim/connect?step=mapping&client=${client_id}`);
    await page.getByText("urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber").waitFor();
    assert.ok(!(await page.content()).includes("urn:…"));
  });

  test("no page reported an error of its own", () => {
    assert.deepEqual(opened.panel.complaints(), []);
  });
});
