// UX9: every screen × theme × width, for the review of a change: `SHOTS=folder npm run test:long -- pictures`. Without a folder
// it proves that each picture can be taken.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type BrowsedPanel, browsePanel, needsBrowser, shoot } from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createFullOrganisation, type FullOrganisation } from "../../harness/organisation/full-organisation.ts";
import { contextOf, type ListedScreen, listScreens, walkScreens } from "../../harness/panel/screens.ts";

const widths = [320, 768, 1_280, 1_920];
const height = 900;

describe("pictures of every screen", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let full: FullOrganisation;
  let screens: ListedScreen[];

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    full = await createFullOrganisation(database, panel.server);
    const page = await panel.visit();
    await page.goto(`${panel.url}/sign-in`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    screens = await listScreens(page);
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  for (const language of ["en", "pl"] as const) {
    test(`UX9 UX8 each screen in each theme and width, ${language}`, async () => {
      let pictures = 0;
      await walkScreens(
        panel,
        {
          screens,
          ids: full.ids,
          contextFor: async (who) => contextOf(panel, who === "public" ? null : await full.panelOf(who), { language }),
          by: "links",
        },
        async (page, { path }) => {
          assert.equal(await page.evaluate("document.documentElement.lang"), language);
          for (const scheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme: scheme });
            for (const width of widths) {
              await page.setViewportSize({ width, height });
              await shoot(page, `${path.slice(1).replaceAll(/[/$]+/g, "-") || "overview"}-${language}-${scheme}-${width}`);
              pictures += 1;
            }
          }
          await page.emulateMedia({ colorScheme: "light" });
        },
      );
      console.log(`${pictures} pictures of ${screens.length} screens, ${language}`);
    });
  }
});
