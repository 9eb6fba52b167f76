// The matrix in use: 30 courses on a screen, a search for a person, the keyboard, the explanation of each cell, and the actions
// in it; on a phone the same as cards.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { languages } from "../../../server/platform/languages.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import type { TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createWideMatrix, wide_courses } from "../../harness/organisation/wide-matrix.ts";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
} from "../../harness/panel/browser.ts";
import { createAccount, test_password, type Role } from "../../harness/panel/panel.ts";
import { until } from "../../harness/panel/screens.ts";

const people_count = 12;
const phone = { width: 360, height: 740 };

test("each flag has a letter of its own in each language", () => {
  for (const language of languages) {
    const file = path.join(import.meta.dirname, `../../../panel/src/locales/${language}/common.json`);
    const { flag_letter } = JSON.parse(readFileSync(file, "utf8")) as { flag_letter: Record<string, string> };
    const letters = Object.values(flag_letter);
    assert.deepEqual([letters.length, new Set(letters).size, letters.every((one) => one.length === 1)], [5, 5, true], language);
  }
});

describe("the matrix as a tool", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createWideMatrix(database, people_count);
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  async function open(role: Role, viewport: { width: number; height: number }): Promise<Page> {
    const page = await panel.visit({ viewport });
    await signIn(
      page,
      panel,
      acme.code,
      (await createAccount(database, acme.tenant_id, role)).login,
      test_password,
      `${panel.url}/compliance`,
    );
    await page.getByText(`1–${people_count} of ${people_count}`).waitFor();
    return page;
  }

  const focused = (page: Page) =>
    page.evaluate<string>(`document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText`);

  /** A closed dialog returns the focus a moment later. */
  const untilFocused = (page: Page, wanted: RegExp) =>
    until(
      page,
      `${String(wanted)}.test(document.activeElement.getAttribute("aria-label"))`,
      async () => `${await focused(page)} has the focus`,
    );

  /** Presses Tab from the search field into the grid. */
  async function tabIntoGrid(page: Page): Promise<void> {
    await page.getByRole("searchbox", { name: "Name, number or e-mail" }).focus();
    for (let tabs = 0; tabs < 40; tabs += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate<boolean>(`document.activeElement.closest("[role=grid]") !== null`)) return;
    }
    assert.fail("Tab does not reach the grid");
  }

  /** Presses arrow keys along a row to a cell with this name. */
  async function arrowTo(page: Page, wanted: RegExp): Promise<void> {
    await page.keyboard.press("Home");
    for (let moved = 0; moved < wide_courses.length + 2; moved += 1) {
      if (wanted.test(await focused(page))) return;
      await page.keyboard.press("ArrowRight");
    }
    assert.fail(`no cell of the row says ${String(wanted)}`);
  }

  /** The focused element is visible, and not below the sticky headings. */
  async function expectInSight(page: Page): Promise<void> {
    const seen = await page.evaluate<boolean>(`(() => {
      const { left, right, top, bottom } = document.activeElement.getBoundingClientRect();
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return there !== null && document.activeElement.closest("td, th").contains(there);
    })()`);
    assert.ok(seen, `${await focused(page)} has the focus and is covered`);
  }

  test("an administrator finds a person, goes to the overdue cell by keys, reads why, moves the due date, and the cell changes", async () => {
    const page = await open("training_admin", { width: 1440, height: 900 });
    const grid = page.getByRole("grid", { name: "Compliance matrix" });
    for (const { title } of wide_courses) await grid.getByRole("columnheader", { name: title }).waitFor();
    const room = `(({ scrollWidth, clientWidth, offsetWidth, parentElement }) => scrollWidth === clientWidth ? "0" : [scrollWidth, clientWidth, offsetWidth, parentElement.clientWidth, document.querySelector(".matrix-grid").offsetWidth].join())(document.querySelector(".matrix-list"))`;
    assert.equal(await page.evaluate<string>(room), "0", "30 courses are on the screen");
    await expectAccessible(page, "the matrix of 30 courses");
    await shoot(page, "matrix-wide");
    assert.equal(await page.evaluate<number>(`document.querySelectorAll("[role=grid] [tabindex='0']").length`), 1);

    await page.keyboard.press("/");
    await page.keyboard.type("kowalska");
    await page.getByText("1–1 of 1").waitFor();
    await page.getByRole("button", { name: "1 person" }).waitFor();
    await tabIntoGrid(page);
    await arrowTo(page, /^Anna Kowalska, C09: Overdue/);
    await expectInSight(page);
    const letter = await page.evaluate<string>(`getComputedStyle(document.activeElement, "::before").content`);
    assert.equal(letter, '"O"', "never by its colour alone");
    await page.keyboard.press("Enter");
    const why = page.getByRole("dialog").first();
    await why.getByText("Past the due date").waitFor();
    await why.getByText("The enrollment was due on 10 Jan 2026.").waitFor();
    await expectAccessible(page, "why, from the grid");
    await page.keyboard.press("Escape");
    await why.waitFor({ state: "detached" });
    await untilFocused(page, /^Anna Kowalska, C09: Overdue/);

    await page.keyboard.press("Enter");
    await why.getByRole("button", { name: "Remind by mail", exact: true }).click();
    const remind = page.getByRole("dialog", { name: "Remind a person by mail" });
    await remind.getByText("Anna Kowalska · Working at height 09").waitFor();
    await page.keyboard.press("Escape");
    await remind.waitFor({ state: "detached" });
    await why.getByRole("button", { name: "Change the due date", exact: true }).click();
    const extend = page.getByRole("dialog", { name: "Change the due date" });
    await extend.getByLabel("Due").fill("2999-12-30");
    await extend.getByRole("button", { name: "Save" }).click();
    await extend.waitFor({ state: "detached" });
    await why.getByText(/due 30 Dec 2999\./).waitFor();
    await page.keyboard.press("Escape");
    await why.waitFor({ state: "detached" });
    await untilFocused(page, /^Anna Kowalska, C09: Pending/);
    // One Tab leaves the grid, and Shift+Tab returns to the same cell.
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate<boolean>(`document.activeElement.closest("[role=grid]") === null`), true);
    await page.keyboard.press("Shift+Tab");
    assert.match(await focused(page), /^Anna Kowalska, C09: Pending/);
  });

  test("what is not required has a cell too, from which a course is assigned", async () => {
    const page = await open("training_admin", { width: 1440, height: 900 });
    await page.getByRole("button", { name: "Jan Nowak, C30: nothing required" }).click();
    const why = page.getByRole("dialog").first();
    await why.getByText("Nothing is required.").waitFor();
    await why.getByRole("button", { name: "Assign", exact: true }).click();
    const assign = page.getByRole("dialog", { name: "Assign a course" });
    await assign.getByRole("button", { name: "Assign", exact: true }).click();
    await assign.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Jan Nowak, C30: Pending" }).waitFor();
  });

  test("the keys reach every cell, its heads too, and each that has the focus is in sight", async () => {
    const page = await open("compliance_officer", { width: 900, height: 620 });
    await tabIntoGrid(page);
    for (const [key, says] of [
      ["Control+End", /^Zofia Zych 012, C30/],
      ["Home", /^Zofia Zych 012$/],
      ["PageUp", /^Jan Nowak$/],
      ["End", /^Jan Nowak, C30/],
      ["ArrowUp", /^Anna Kowalska, C30/],
      ["ArrowUp", /^Hazardous substances 30$/],
      ["k", /^Other courses$/],
      ["Control+Home", /^Drivers$/],
      ["ArrowRight", /^On the building site$/],
      ["ArrowDown", /^Forklift trucks 02$/],
      ["j", /^Anna Kowalska, C02/],
      ["PageDown", /^Zofia Zych 011, C02/],
    ] as const) {
      await page.keyboard.press(key);
      assert.match(await focused(page), says, `after ${key}`);
      await expectInSight(page);
    }
    await expectAccessible(page, "the matrix, scrolled");
    await page.keyboard.press("Enter");
    const why = page.getByRole("dialog").first();
    await why.getByRole("button", { name: "Remind by mail", disabled: true, exact: true }).waitFor();
    await why.getByRole("button", { name: "Assign", disabled: true, exact: true }).waitFor();
  });

  test("a learning path folds into one column with the worst flag of its courses, and opens from there", async () => {
    const page = await open("compliance_officer", { width: 1440, height: 900 });
    const heads = page.locator("thead .matrix-head");
    assert.equal(await heads.count(), wide_courses.length);
    await page.getByRole("button", { name: "On the building site", expanded: true }).click();
    await page.getByRole("button", { name: "On the building site", expanded: false }).waitFor();
    assert.equal(await heads.count(), wide_courses.length - 5);
    assert.match(page.url(), /folded=SITE/);
    await expectAccessible(page, "a folded path");
    await page.getByRole("button", { name: /^Anna Kowalska, On the building site: worst flag Compliant/ }).click();
    await page.getByRole("button", { name: "On the building site", expanded: true }).waitFor();
    assert.equal(await heads.count(), wide_courses.length);
    // A heading filters the matrix to people who need its course.
    await page.getByRole("columnheader", { name: wide_courses[29]!.title }).getByRole("button").click();
    await page.getByRole("button", { name: wide_courses[29]!.title, pressed: true }).waitFor();
    assert.equal(await heads.count(), 1);
    // The filter can be removed by keyboard even if no person is found.
    await page.getByRole("searchbox", { name: "Name, number or e-mail" }).fill("nobody is called so");
    await page
      .getByRole("button", { name: /^Anna Kowalska/ })
      .first()
      .waitFor({ state: "detached" });
    await tabIntoGrid(page);
  });

  test("on a phone people are cards: found, read why, acted on, and the card changes", async () => {
    await database.superuser.query("update enrollment set due_date = '2026-01-10' where due_date = '2999-12-30'");
    const page = await open("training_admin", phone);
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2 }) });
    const { y } = (await card.first().boundingBox())!;
    assert.ok(y < phone.height, `the first person begins at ${y} px, below a screen of ${phone.height} px`);
    await expectAccessible(page, "the cards");
    await shoot(page, "matrix-phone");
    await page.getByRole("searchbox", { name: "Name, number or e-mail" }).fill("nowak");
    await page.getByText("1–1 of 1").waitFor();
    assert.equal(await card.count(), 1);
    await card
      .getByRole("button", { name: /Overdue · 10 Jan 2026/ })
      .first()
      .click();
    const why = page.getByRole("dialog").first();
    await why.getByText("Past the due date").waitFor();
    await why.getByRole("button", { name: "Change the due date", exact: true }).click();
    const extend = page.getByRole("dialog", { name: "Change the due date" });
    await extend.getByLabel("Due").fill("2999-12-29");
    await extend.getByRole("button", { name: "Save" }).click();
    await extend.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await card.getByRole("button", { name: /Pending · 29 Dec 2999/ }).waitFor();
    await page.getByRole("button", { name: "Filters", expanded: false }).click();
    await page.getByLabel("As of (end of the day)").waitFor();
    // A window of 1,440 pixels at 200 %, and the narrowest supported one.
    for (const width of [720, 320]) {
      await page.setViewportSize({ width, height: 640 });
      await expectReflow(page, `the cards at ${width} px`);
    }
  });

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
