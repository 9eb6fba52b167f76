// The panel in a browser, with an organisation in which every screen shows data.
import { after, before } from "node:test";
import { type BrowsedPanel, browsePanel } from "./panel/browser.ts";
import { openDatabase, type TestDatabase } from "./database.ts";
import { createFullOrganisation, type FullOrganisation } from "./organisation/full-organisation.ts";
import { type ListedScreen, listScreens } from "./panel/screens.ts";

export type FullPanel = {
  database: TestDatabase;
  panel: BrowsedPanel;
  full: FullOrganisation;
  /** The screens whose path matches `SCREENS`, or all. */
  screens: ListedScreen[];
};

/**
 * Opens everything before the tests of a `describe`, and closes it afterwards. The returned object is filled when the tests run.
 */
export function useFullPanel(): FullPanel {
  const opened = {} as FullPanel;
  before(async () => {
    opened.database = await openDatabase();
    opened.panel = await browsePanel(opened.database);
    opened.full = await createFullOrganisation(opened.database, opened.panel.server);
    const page = await opened.panel.visit();
    await page.goto(`${opened.panel.url}/sign-in`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const only = process.env["SCREENS"];
    opened.screens = (await listScreens(page)).filter(({ path }) => only === undefined || new RegExp(only).test(path));
    await page.close();
  });
  after(async () => {
    await opened.panel?.close();
    await opened.database?.close();
  });
  return opened;
}
