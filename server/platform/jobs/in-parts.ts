// Background work on a whole organisation is split into parts, each with a transaction of its own. No request waits for the work,
// but requests are answered meanwhile. After each part the work rests. The rest and the size of the next part depend on how much
// slower than usual the statements of requests are (load/pace.ts).
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "../db/pool.ts";
import { createWorkTime, firstUnits, unitsAfter, type Pace } from "./load/pace.ts";
import { workTimeOf, paceNow, rest_max_ms } from "./load/rest.ts";

const run_max_ms = 5_000;

export type PartsOptions = {
  run_max_ms: number;
  rest_max_ms: number;
  /** Maximum number of units of work, such as people, in one part. */
  units_max: number;
  /** Clock, pause and pace; tests replace them. */
  now: () => number;
  pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
  pace: () => Promise<Pace>;
};

const ordinary: Omit<PartsOptions, "pace"> = {
  run_max_ms,
  rest_max_ms,
  units_max: 1,
  now: () => performance.now(),
  pause: (ms, signal) => sleep(ms, undefined, { signal }),
};

/**
 * Runs one part after the other. `doPart` returns the next part, or null: nothing is left, or the time was up (`timeIsUp`, 5 s)
 * and it has sent a job that continues. A part has at most `units` units. Rejects when `signal` aborts between two parts.
 */
export async function inParts<Part>(
  pool: Pool,
  first: Part,
  signal: AbortSignal,
  doPart: (part: Part, timeIsUp: () => boolean, units: number) => Promise<Part | null>,
  options: Partial<PartsOptions> = {},
): Promise<void> {
  const { now, pause, pace, units_max, ...times } = { ...ordinary, pace: () => paceNow(pool), ...options };
  const work_time = options.pace ? createWorkTime() : workTimeOf(pool);
  const until_ms = now() + times.run_max_ms;
  // Most work is done after its first part.
  let units = units_max === 1 ? 1 : firstUnits(await pace(), units_max);
  for (let part: Part | null = first; part !== null;) {
    signal.throwIfAborted();
    const began_ms = now();
    const is_first = part === first;
    part = await doPart(part, () => now() >= until_ms, units);
    const took_ms = now() - began_ms;
    // Most jobs have one short part, after which nothing is asked of the database.
    if (part === null && is_first && took_ms < times.run_max_ms) return;
    const going = await pace();
    const rest_ms = work_time.restAfter(going, now(), took_ms, times.rest_max_ms);
    // The job that continues, or any other one, rests for it after its own first part.
    if (part === null) return;
    await pause(rest_ms, signal);
    units = unitsAfter(units, took_ms, going, units_max);
  }
}
