// Work on a whole organisation is done in the background and in parts, a transaction each. No request waits for its end, but
// requests come meanwhile. So after each part it rests for as long as the part has taken, a moment at most, and leaves the
// processors and the database to others.
import { setTimeout as sleep } from "node:timers/promises";

const run_max_ms = 5_000;
const rest_max_ms = 200;

/** Milliseconds are read and passed here; tests say how. */
export type Pace = {
  run_max_ms: number;
  rest_max_ms: number;
  now: () => number;
  pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

const ordinary: Pace = {
  run_max_ms,
  rest_max_ms,
  now: () => performance.now(),
  pause: (ms, signal) => sleep(ms, undefined, { signal }),
};

/**
 * Does one part after the other, `doPart` returns the next part, or null: nothing is left, or the
 * time was up (`timeIsUp`, 5 s) and it has sent another job that continues. Rejects when `signal` aborts between two parts.
 */
export async function inParts<Part>(
  first: Part,
  signal: AbortSignal,
  doPart: (part: Part, timeIsUp: () => boolean) => Promise<Part | null>,
  pace: Partial<Pace> = {},
): Promise<void> {
  const { now, pause, ...times } = { ...ordinary, ...pace };
  const until_ms = now() + times.run_max_ms;
  for (let part: Part | null = first; part !== null;) {
    signal.throwIfAborted();
    const began_ms = now();
    part = await doPart(part, () => now() >= until_ms);
    if (part !== null) await pause(Math.min(now() - began_ms, times.rest_max_ms), signal);
  }
}

/** Rests after a part that took so long, for as long and a moment at most; for work that is no `inParts`. */
export async function restAfter(took_ms: number): Promise<void> {
  await sleep(Math.min(took_ms, rest_max_ms));
}
