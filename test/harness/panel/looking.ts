// Checks that every page must pass, run within the page, one check for each function.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

/**
 * The source of axe-core, which is run in the page. Its own integration with Playwright would open a second page for each check.
 */
const axe_source = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Rules whose result depends on the colour scheme. */
const rules_of_colour = ["color-contrast", "link-in-text-block"];

type AxeNode = { target: unknown[]; failureSummary?: string };
type AxeRule = { id: string; nodes: AxeNode[] };
export type Verdict = { violations: string[]; incomplete: string[] };

/** How long a page may take to settle before a fault counts. */
const rest_ms = 700;

/** Repeats a check that finds faults, because a page that is still changing may have faults for a moment. */
async function atRest<T>(page: Page, look: () => Promise<T>, isFaulty: (found: T) => boolean): Promise<T> {
  await endTransitions(page);
  const found = await look();
  if (!isFaulty(found)) return found;
  await page.waitForTimeout(rest_ms);
  await endTransitions(page);
  return look();
}

/**
 * What axe-core checks: `colours` are the rules that depend on the colour scheme and take half of its time; `structure` are all
 * others.
 */
type Looked = "all" | "colours" | "structure";

/** Runs axe-core in the page. */
export async function axe(page: Page, only: Looked = "all"): Promise<Verdict> {
  return atRest(
    page,
    () => lookWithAxe(page, only),
    ({ violations }) => violations.length > 0,
  );
}

async function lookWithAxe(page: Page, only: Looked): Promise<Verdict> {
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(axe_source);
  const without = only === "structure" ? rules_of_colour.map((rule) => [rule, { enabled: false }]) : [];
  const options =
    only === "colours"
      ? { runOnly: { type: "rule", values: rules_of_colour } }
      : {
          runOnly: { type: "tag", values: tags },
          rules: { "target-size": { enabled: true }, ...Object.fromEntries(without) },
        };
  const found = await page.evaluate<{ violations: AxeRule[]; incomplete: AxeRule[] }>(
    `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ["violations", "incomplete"] })})
      .then(({ violations, incomplete }) => ({ violations, incomplete }))`,
  );
  const told = (rules: AxeRule[]) =>
    rules.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
    );
  return { violations: told(found.violations), incomplete: found.incomplete.map(({ id, nodes }) => `${id} (${nodes.length})`) };
}

/** Finishes transitions, so that final colours are checked. Endless animations keep running. */
const end_transitions = `document.getAnimations().forEach((one) => {
  if (Number.isFinite(one.effect?.getComputedTiming().endTime)) one.finish();
})`;
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(end_transitions);
}

/** Runs axe-core in the light scheme, and the rules of colour in the dark one. */
export async function axeInBothThemes(page: Page): Promise<Verdict> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await axe(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await axe(page, "colours");
  await page.emulateMedia({ colorScheme: "light" });
  return {
    violations: [...light.violations, ...dark.violations.map((text) => `in the dark: ${text}`)],
    incomplete: [...light.incomplete, ...dark.incomplete.map((text) => `in the dark: ${text}`)],
  };
}

/** There is one h1, and no heading level is skipped (WCAG 1.3.1). */
export async function headingFaults(page: Page): Promise<string[]> {
  const levels = await page.evaluate<[number, string][]>(`[...document.querySelectorAll("h1,h2,h3,h4,h5,h6")]
    .filter((heading) => heading.checkVisibility({ visibilityProperty: true }) && !heading.closest("[role=dialog]"))
    .map((heading) => [Number(heading.tagName[1]), heading.innerText])`);
  const firsts = levels.filter(([level]) => level === 1).length;
  return [
    ...(firsts === 1 ? [] : [`${firsts} headings of level 1`]),
    ...levels.flatMap(([level, text], index) => {
      const before = levels[index - 1]?.[0] ?? 0;
      return level > before + 1 ? [`the heading "${text}" of level ${level} follows one of level ${before}`] : [];
    }),
  ];
}

/** A live region must exist before its text changes. */
export async function liveRegionFaults(page: Page): Promise<string[]> {
  const count = await page.evaluate<number>(`document.querySelectorAll("[role=status],[aria-live=polite]").length`);
  return count > 0 ? [] : ["there is no live region"];
}

/** Elements wider than the window, which WCAG 1.4.10 forbids at 320 px and 1.4.4 at 200 %. */
export async function reflowFaults(page: Page, width: number, height: number): Promise<string[]> {
  await page.setViewportSize({ width, height });
  return tooWide(page);
}

/** Elements wider than the window (WCAG 1.4.10), and the width that the page would need. */
export async function tooWide(page: Page): Promise<string[]> {
  // The shell changes its width over several frames.
  return atRest(
    page,
    () => measureWidth(page),
    (faults) => faults.length > 0,
  );
}

async function measureWidth(page: Page): Promise<string[]> {
  const { wanted, given, widest } = await page.evaluate<{ wanted: number; given: number; widest: string }>(`(() => {
    const root = document.documentElement;
    // Hints of an earlier pointer or focus position are not part of the page.
    for (const hint of document.querySelectorAll("[role=tooltip]")) hint.style.display = "none";
    const reaching = root.scrollWidth <= root.clientWidth ? [] : [...document.body.querySelectorAll("*")]
      .filter((part) => part.getBoundingClientRect().right > root.clientWidth + 1);
    const named = reaching.find((part) => part.getBoundingClientRect().right >= root.scrollWidth - 1) ?? reaching.at(-1);
    return { wanted: root.scrollWidth, given: root.clientWidth, widest: named ? named.outerHTML.slice(0, 120) : "" };
  })()`);
  return wanted <= given ? [] : [`needs ${wanted} px of ${given}: ${widest}`];
}

/** Texts of the pseudo-language that are cut off. Their texts have brackets at both ends. */
export async function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.body.querySelectorAll("*")].flatMap((part) => {
    const own = [...part.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("");
    if (!own.includes("~") || !part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
    for (let box = part; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const hides = (overflow) => overflow === "hidden" || overflow === "clip";
      // An element one pixel wide is for screen readers only.
      if (box.clientWidth <= 1 && box.clientHeight <= 1) return [];
      if (box.title || box.closest("[data-may-be-cut]")) return [];
      const wide = hides(overflowX) && box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 0;
      const high = hides(overflowY) && box.scrollHeight > box.clientHeight + 2 && box.clientHeight > 0;
      if (wide || high) {
        const [text, around] = [part.getBoundingClientRect(), box.getBoundingClientRect()];
        if (box === part || text.right > around.right + 1 || text.bottom > around.bottom + 2)
          return [own.trim().slice(0, 60) + " in " + (box.className || box.tagName).toString().slice(0, 60)];
      }
      if (overflowX === "auto" || overflowX === "scroll" || overflowY === "auto" || overflowY === "scroll") return [];
    }
    return [];
  })`);
}

/** Every focusable element must show its focus (WCAG 2.4.7); with forced colours, by more than a shadow. */
export async function focusFaults(page: Page, forced_colors: boolean): Promise<string[]> {
  await page.emulateMedia({ forcedColors: forced_colors ? "active" : "none" });
  // After a key was pressed, the browser also shows focus that a script sets.
  await page.keyboard.press("Tab");
  const faults = await page.evaluate<string[]>(`(() => {
    const look = (part) => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor, textDecorationLine } = getComputedStyle(part);
      const ring = outlineStyle === "none" || outlineWidth === "0px" ? "" : outlineStyle;
      return ${forced_colors} ? ring : [ring, boxShadow, borderColor, backgroundColor, textDecorationLine].join();
    };
    const selector = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    const parts = [...document.querySelectorAll(selector)]
      .filter((part) => !part.disabled && part.tabIndex >= 0 && part.checkVisibility({ visibilityProperty: true }));
    const faults = [];
    for (const part of parts.slice(0, 150)) {
      document.activeElement?.blur();
      ${end_transitions};
      // Some fields show their focus on an element around them.
      const frames = [part, part.nextElementSibling];
      for (let frame = part.parentElement; frame && frames.length < 5; frame = frame.parentElement) frames.push(frame);
      const around = () => frames.filter(Boolean).map(look).join();
      const before = around();
      part.focus({ preventScroll: true });
      ${end_transitions};
      if (document.activeElement !== part) continue;
      const writing = /^(INPUT|TEXTAREA|SELECT)$/.test(part.tagName) && !/^(checkbox|radio)$/.test(part.type);
      if (around() === before && !(${forced_colors} && writing)) faults.push(part.outerHTML.slice(0, 100));
    }
    document.activeElement?.blur();
    return faults;
  })()`);
  await page.emulateMedia({ forcedColors: "none" });
  return faults.map((part) => `${forced_colors ? "with forced colours, " : ""}the focus cannot be seen on ${part}`);
}
