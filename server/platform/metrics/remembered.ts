import { within } from "../within.ts";

/**
 * Caches a reading for `kept_ms`, so that several gauges of one scrape share it. null: the database did not answer in time; a
 * rejected reading would fail the whole scrape.
 */
export function remembered<T>(read: () => Promise<T>, kept_ms: number, answer_max_ms = 2_000): () => Promise<T | null> {
  let last: { read: Promise<T | null>; at_ms: number } | null = null;
  return () => {
    if (last === null || performance.now() - last.at_ms >= kept_ms) {
      const reading = within(read(), answer_max_ms).catch(() => null);
      last = { read: reading, at_ms: performance.now() };
    }
    return last.read;
  };
}
