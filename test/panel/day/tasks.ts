// What a task costs the person who does it: clicks, fields and screens, counted where the test does them, and the seconds of a browser that never
// thinks.
import type { Locator, Page } from "playwright-core";

export type Figure = { task: string; clicks: number; fields: number; screens: number; seconds: number };

/** One task of a person, from a screen on. */
export type Task = {
  /** A press of the mouse: on a link, a button, a box, an entry of a menu or of suggestions. */
  click(place: Locator): Promise<void>;
  /** A field that is typed into, or whose value is chosen from a list of the browser. */
  fill(place: Locator, text: string): Promise<void>;
  choose(place: Locator, label: string): Promise<void>;
  /** A file is chosen: a press, and a field. */
  upload(place: Locator, name: string, text: string): Promise<void>;
  tally(): Figure;
};

const id = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** Begins to count, on the screen on which the page stands. */
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

/** The figures that a page of docs states, by task: the first columns of its tables, behind the name of the task. */
export function figuresOf(markdown: string): Map<string, number[]> {
  const rows = markdown.split("\n").filter((line) => /^\| [^|]+ \| \d+ \| \d+ \| \d+ \|/.test(line));
  return new Map(
    rows.map((line) => {
      const [, task, ...cells] = line.split("|").map((cell) => cell.trim());
      return [task!, cells.slice(0, 3).map(Number)];
    }),
  );
}
