// What the server paints into a page before any script runs: the same words at the same place as on the screen itself; for one
// screen in ten here, and for every screen in painting.long.ts.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { type BrowsedPanel, browsePanel, expectAccessible, expectReflow, needsBrowser } from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createFullOrganisation, type FullOrganisation } from "../../harness/organisation/full-organisation.ts";
import { contextOf, listScreens, settled, until, walkScreens } from "../../harness/panel/screens.ts";

/** The visible texts and their positions; null: not visible. */
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

/** Records the page as soon as the painted content is replaced, and whether the heading was ever missing. */
const watch = `{
  let painted = false;
  globalThis.first_shown = null;
  globalThis.was_empty = false;
  new MutationObserver(() => {
    if (document.querySelector(".panel-painted") !== null) painted = true;
    else if (painted) {
      if (document.querySelector("h1") === null) globalThis.was_empty = true;
      globalThis.first_shown ??= ${look};
      globalThis.first_files ??= performance.getEntriesByType("resource").map(({ name }) => name);
    }
  }).observe(document, { childList: true, subtree: true });
}`;

const tries_max = 5;
const one_in = process.env["WALK"] === "all" ? 1 : 10;

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

  /** Holds the page's scripts until the returned function is called. */
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
    const answers = page.locator("#first-answers");
    // A server that is too busy to find the session in time sends a page without painted content.
    for (let tries = 0, found = "{}"; found === "{}" && tries < tries_max; tries += 1) {
      await page.goto(panel.url + address, { waitUntil: "commit" });
      await answers.waitFor({ state: "attached" });
      found = (await answers.textContent()) ?? "";
    }
    await page.locator(".panel-painted").waitFor({ state: "attached" });
    // Nothing is visible before the styles are loaded.
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

  test("a screen begins with the words of the screen itself, at their place, in the page's language", async () => {
    const screens = (await listed()).filter((_, index) => index % one_in === 0);
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
        const announced = await page.evaluate<string[]>(
          `[...document.querySelectorAll("link, script")].map((of) => of.href ?? of.src)`,
        );
        await release();
        await until(page, "globalThis.first_shown !== null", () => "nothing follows");
        assert.deepEqual(await page.evaluate<Shown>("first_shown"), painted);
        assert.ok(painted.heading?.words, "no heading");
        const files = (await page.evaluate<string[]>("first_files")).filter((file) => /\.(js|css)$/.test(file));
        const later = files.filter((file) => !announced.includes(file));
        assert.ok(files.length > 3, `saw only ${files.join()}`);
        assert.deepEqual(later, [], "files that the page had to ask for before it showed anything");
        await settled(page, "the screen");
        assert.equal(await page.evaluate("was_empty"), false, "there was no heading for a moment");
        compared += 1;
      },
    );
    console.log(`${compared} screens are painted as they are shown`);
    assert.ok(compared > 0 && compared === screens.length);
  });

  test("it fits narrow windows, in dark too", async (t) => {
    const context = await contextOf(panel, await full.panelOf("it_admin"), {
      viewport: { width: 320, height: 640 },
      scheme: "dark",
    });
    t.after(() => context.close());
    for (const address of ["/", "/request-log", "/settings"]) {
      const page = await context.newPage();
      await page.addInitScript(watch);
      const release = await holdScripts(page);
      const painted = await paintedAt(page, address);
      await expectReflow(page, `${address}, painted`);
      assert.equal(await groundOf(page), "rgb(22, 24, 29)");
      await release();
      await until(page, "globalThis.first_shown !== null", () => "nothing follows");
      assert.deepEqual(await page.evaluate<Shown>("first_shown"), painted, address);
    }
  });

  test("the painted page can neither be used nor read aloud, because the real one follows", async (t) => {
    const context = await contextOf(panel, await full.panelOf("it_admin"));
    t.after(() => context.close());
    const page = await context.newPage();
    const release = await holdScripts(page);
    await paintedAt(page, "/clients/new");
    assert.equal((await page.locator("body").ariaSnapshot()).trim(), "");
    await expectAccessible(page, "a painted page");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.tagName"), "BODY");
    await release();
    await page.getByRole("heading", { level: 1, name: "Create a client" }).waitFor();
    assert.equal(await page.locator("h1").count(), 1);
  });

  test("it is in the language and the colours that were chosen on the device, then the account's, then the browser's", async (t) => {
    const setLanguage = (language: string | null) =>
      database.superuser.query("update person set language = $2 where tenant_id = $1", [full.organisation.tenant_id, language]);
    await setLanguage(null);
    const context = await contextOf(panel, await full.panelOf("learner"), { language: "en" });
    t.after(() => context.close());
    const painted = async () => {
      const page = await context.newPage();
      await holdScripts(page);
      const { heading, language } = await paintedAt(page, "/my-training");
      const ground = await groundOf(page);
      await page.close();
      return [language, heading?.words, ground];
    };
    assert.deepEqual(await painted(), ["en", "My training", "rgb(255, 255, 255)"]);
    await setLanguage("pl");
    assert.deepEqual(await painted(), ["pl", "Moje szkolenia", "rgb(255, 255, 255)"]);
    const page = await context.newPage();
    await page.goto(`${panel.url}/my-training`);
    await page.getByRole("button", { name: "Język" }).click();
    await page.getByRole("menuitem", { name: "English" }).click();
    await page.getByRole("button", { name: "Appearance" }).click();
    await page.getByRole("menuitem", { name: "Dark" }).click();
    assert.deepEqual(await painted(), ["en", "My training", "rgb(22, 24, 29)"]);
  });

  test("where scripts are lost, the page says so; where there are none, that it needs them", async () => {
    const page = await panel.visit({ language: "pl" });
    await page.route("**/panel/assets/*.js", (route) => route.abort());
    await page.goto(`${panel.url}/sign-in`);
    const slow = page.getByRole("alert");
    await slow.waitFor({ state: "hidden" });
    // Ends the animation, so that the test need not wait for it.
    await page.evaluate("document.getAnimations().forEach((animation) => animation.finish())");
    await slow.getByText("wczytaj ją ponownie").waitFor();
    await expectAccessible(page, "a page without its scripts");

    const without = await panel.visit({ javaScriptEnabled: false });
    await without.goto(`${panel.url}/sign-in`);
    await without.locator("noscript p", { hasText: "works only where the browser runs JavaScript" }).waitFor();
    await without.getByText("With the tenant code of your organisation").waitFor();
  });

  test("values of a session are text, whatever they contain; without a session the page shows the sign-in", async (t) => {
    const name = `<img src=x onerror="alert('1')"> {{name}} {{content}} $& %CSP_NONCE%`;
    const { tenant_id } = full.organisation;
    const before = await database.superuser.query("select name from tenant where id = $1", [tenant_id]);
    const rename = (to: string) => database.superuser.query("update tenant set name = $2 where id = $1", [tenant_id, to]);
    t.after(() => rename(before.rows[0].name));
    await rename(name);
    const context = await contextOf(panel, await full.panelOf("it_admin"));
    t.after(() => context.close());
    const page = await context.newPage();
    await holdScripts(page);
    const painted = await paintedAt(page, "/");
    assert.equal(painted.heading?.words, name);
    assert.equal(painted.title, `${name} · Muster`);
    assert.equal(await page.locator("img").count(), 0);

    for (const address of ["/", "/clients", "/people/new"]) {
      const text = await (await fetch(panel.url + address)).text();
      assert.match(text, /<h1 class="panel-title">Sign in<\/h1>/);
      assert.doesNotMatch(text, /panel-header|ACME|onerror/);
    }
  });

  test("a screen of another role, and one that there is not, begin with the shell alone", async () => {
    const learner = await full.panelOf("learner");
    const cookie = `muster_session=${learner.cookies.get("muster_session")}`;
    for (const address of ["/clients", "/nowhere", "/constructor"]) {
      const text = await (await fetch(panel.url + address, { headers: { cookie } })).text();
      assert.match(text, /<header class="panel-header">/, address);
      assert.doesNotMatch(text, /<h1/, address);
    }
  });
});

/** The page's background colour. */
function groundOf(page: Page): Promise<string> {
  return page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
}
