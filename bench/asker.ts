import type { Asked, Asking } from "./ask.ts";
import { startHelper } from "./children.ts";
import { percentile } from "./statistics.ts";

/** Starts a process that requests pages and returns how long each request took, by page; `ask` throws the error. */
export function startAsker(): { ask: (asking: Asking) => Promise<number[][]>; stop: () => Promise<void> } {
  const helper = startHelper<Asking, Asked>("ask.ts");
  return {
    async ask(asking) {
      const asked = await helper.ask(asking);
      if ("fault" in asked) throw new Error(asked.fault);
      return asked.durations_ms;
    },
    stop: helper.stop,
  };
}

/** `group`: the pages among which the slowest are searched. */
export type AskedPage = { url: string; group: string };

/** `further`: how many pages of each group are requested again, and in how many more rounds. */
export type Rounds = { rounds: number; requests_a_round: number; further: { pages: number; rounds: number } };

/**
 * Requests each page in some rounds, after one that warms up, and the slowest pages of each group in further rounds. Returns the
 * durations of all these requests, by page. With few requests the 95th percentile is that of one or two requests which a
 * disturbance of the machine made slow, and among many pages there is always such a page.
 */
export async function askSlowestAgain(
  pages: readonly AskedPage[],
  headers: Record<string, string>,
  { rounds, requests_a_round, further }: Rounds,
): Promise<number[][]> {
  const asker = startAsker();
  const ask = (places: readonly number[], rounds_count: number) =>
    asker.ask({ urls: places.map((place) => pages[place]!.url), headers, rounds: rounds_count, requests_a_round });
  try {
    const all = [...pages.keys()];
    await ask(all, 1);
    const durations_ms = await ask(all, rounds);
    const again = slowestOfGroups(pages, durations_ms, further.pages);
    for (const [index, more_ms] of (await ask(again, further.rounds)).entries()) durations_ms[again[index]!]!.push(...more_ms);
    return durations_ms;
  } finally {
    await asker.stop();
  }
}

/** The places of the pages with the highest 95th percentile, `count` of each group. */
function slowestOfGroups(pages: readonly AskedPage[], durations_ms: readonly number[][], count: number): number[] {
  const groups = [...new Set(pages.map(({ group }) => group))];
  const p95_ms = durations_ms.map((some) => percentile(some, 95));
  return groups.flatMap((name) =>
    [...pages.keys()]
      .filter((place) => pages[place]!.group === name)
      .toSorted((one, other) => p95_ms[other]! - p95_ms[one]!)
      .slice(0, count),
  );
}
