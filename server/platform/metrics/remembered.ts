import { within } from "../within.ts";

/**
 * What several gauges of one scrape show together is read once: an answer, or its absence, stands for `kept_ms`. null: the
 * database did not answer in time; a measure that fails would take all the others of the scrape along.
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
