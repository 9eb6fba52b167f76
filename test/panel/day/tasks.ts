// The effort of a task: clicks, fields and screens, counted where the test performs them, and the seconds that the browser takes
// without any time to think.
import type { Locator, Page } from "playwright-core";

export type Figure = { task: string; clicks: number; fields: number; screens: number; seconds: number };

/** One task of a person, starting from a screen. */
export type Task = {
  /** A click on a link, a button, a checkbox, an entry of a menu or a suggestion. */
  click(place: Locator): Promise<void>;
  /** A field that is typed into, or whose value is chosen from a native list. */
  fill(place: Locator, text: string): Promise<void>;
  choose(place: Locator, label: string): Promise<void>;
  /** Choosing a file counts as a click and a field. */
  upload(place: Locator, name: string, text: string): Promise<void>;
  tally(): Figure;
};

const id = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** Starts to count, from the page's present screen. */
export function beginTask(page: Page, task: string): Task {
  const began_ms = performance.now();
  const screens = new Set<string>();
  let clicks = 0;
  let fields = 0;
  const note = () => void screens.add(new URL(page.url()).pathname.replaceAll(id, "…"));
  note();
  const navigated = (frame: unknown) => {
    if (frame === page.mainFrame()) note();
  };
  page.on("framenavigated", navigated);
  return {
    async click(place) {
      clicks += 1;
      await place.click();
    },
    async fill(place, text) {
      fields += 1;
      await place.fill(text);
    },
    async choose(place, label) {
      fields += 1;
      await place.selectOption({ label });
    },
    async upload(place, name, text) {
      clicks += 1;
      fields += 1;
      await place.setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
    },
    tally() {
      note();
      page.off("framenavigated", navigated);
      const seconds = (performance.now() - began_ms) / 1_000;
      const figure = { task, clicks, fields, screens: screens.size, seconds };
      console.log(`    ${task}: ${clicks} clicks, ${fields} fields, ${screens.size} screens, ${seconds.toFixed(1)} s`);
      return figure;
    },
  };
}

/** The figures on a page of docs, by task: the first columns of its tables after the name of the task. */
export function figuresOf(markdown: string): Map<string, number[]> {
  const rows = markdown.split("\n").filter((line) => /^\| [^|]+ \| \d+ \| \d+ \| \d+ \|/.test(line));
  return new Map(
    rows.map((line) => {
      const [, task, ...cells] = line.split("|").map((cell) => cell.trim());
      return [task!, cells.slice(0, 3).map(Number)];
    }),
  );
}
