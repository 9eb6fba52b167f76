// What the server paints into a page before any script: the same words at the same place as the screen itself, for every screen.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { type BrowsedPanel, browsePanel, needsBrowser } from "../harness/browser.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createFullOrganisation, type FullOrganisation } from "../harness/full-organisation.ts";
import { contextOf, listScreens, settled, until, walkScreens } from "../harness/screens.ts";

/** What is read and where it stands; nothing where nothing is shown. */
type Shown = { title: string; heading: Part | null; text: Part | null; brand: Part | null; language: string };
type Part = { words: string; x: number; y: number; font: string; colour: string };

const look = `(() => {
  const part = (selector) => {
    const found = document.querySelector(selector);
    if (found === null) return null;
    const { x, y } = found.getBoundingClientRect();
    const { fontSize, fontWeight, lineHeight, fontFamily, color } = getComputedStyle(found);
    return { words: found.innerText, x: Math.round(x), y: Math.round(y), font: [fontSize, fontWeight, lineHeight, fontFamily].join(" "), colour: color };
  };
  return {
    title: document.title,
    heading: part("h1"),
    text: part(".panel-page-text, .panel-bare-text"),
    brand: part(".panel-brand, .panel-bare-brand"),
    language: document.documentElement.lang,
  };
})()`;

/** Keeps what is there as soon as nothing is painted any more, and whether the heading was ever away. */
const watch = `{
  let painted = false;
  globalThis.first_shown = null;
  globalThis.was_empty = false;
  new MutationObserver(() => {
    if (document.querySelector(".panel-painted") !== null) painted = true;
    else if (painted) {
      if (document.querySelector("h1") === null) globalThis.was_empty = true;
      globalThis.first_shown ??= ${look};
    }
  }).observe(document, { childList: true, subtree: true });
}`;

describe("what the server paints", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let full: FullOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    full = await createFullOrganisation(database, panel.server);
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  /** Scripts of the page wait until they are let through. */
  async function holdScripts(page: Page): Promise<() => Promise<void>> {
    const held: (() => Promise<void>)[] = [];
    let open = false;
    await page.route("**/panel/assets/*.js", async (route) => {
      if (open) await route.continue();
      else held.push(() => route.continue());
    });
    return async () => {
      open = true;
      await Promise.all(held.splice(0).map((letThrough) => letThrough()));
    };
  }

  async function paintedAt(page: Page, address: string): Promise<Shown> {
    await page.goto(panel.url + address, { waitUntil: "commit" });
    await page.locator(".panel-painted").waitFor({ state: "attached" });
    // Before its styles nothing is shown.
    await until(page, `getComputedStyle(document.body).margin === "0px"`, () => "the styles do not come");
    return page.evaluate<Shown>(look);
  }

  const listed = async () => {
    const context = await contextOf(panel, await full.panelOf("it_admin"));
    const page = await context.newPage();
    await page.goto(panel.url);
    await settled(page, "the overview");
    const screens = await listScreens(page);
    await context.close();
    return screens;
  };

  test("every screen begins with the words of the screen itself, at their place, in the page's language", async () => {
    const screens = await listed();
    let compared = 0;
    await walkScreens(
      panel,
      {
        screens,
        ids: full.ids,
        by: "loads",
        contextFor: async (who) => contextOf(panel, who === "public" ? null : await full.panelOf(who), { language: "pl" }),
      },
      async (page, screen, address) => {
        await page.addInitScript(watch);
        const release = await holdScripts(page);
        const painted = await paintedAt(page, screen.path === "/link" ? `${address}#token` : address);
        assert.equal(painted.language, "pl");
        await release();
        await until(page, "globalThis.first_shown !== null", () => "nothing follows");
        assert.deepEqual(await page.evaluate<Shown>("first_shown"), painted);
        assert.ok(painted.heading?.words, "no heading");
        await settled(page, "the screen");
        assert.equal(await page.evaluate("was_empty"), false, "there was no heading for a moment");
        compared += 1;
      },
    );
    assert.equal(compared, screens.length);
  });
});
