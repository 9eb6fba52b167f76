// How fast work in the background goes on beside requests: it works for a share of the time, in short parts, and rests after each of them. Where
// requests wait longer than usual, share and parts shrink at once; where they do not, both grow by a little (additive increase, multiplicative
// decrease, as of deliveries). Where nothing is asked for, the work does not rest at all.

/** What processes that answer requests have reported: how many statements, and how long these took as a multiple of the usual; null: not known yet. */
export type RequestLoad = { answers: number; slowness: number | null };

/** `share`: of the time, in which work goes on. `part_ms`: how long a part may take. */
export type Pace = { share: number; part_ms: number };

/** Above this multiple of the usual time, work slows down. */
const slowness_max = 1.2;
/** The least share of the time that work has, so that it ends also beside requests that are slow for another reason. */
const share_min = 0.3;
const share_step = 0.1;
/** What each part costs by itself, commit and round trips, is some 20 ms. */
const part_min_ms = 80;
const part_max_ms = 200;
const part_step_ms = 10;
/** By which both are multiplied where requests are slow. */
const decrease = 0.7;
/** The assumed duration of a part with `units_max` units, for the first part only. */
const full_part_ms = 500;

/** The pace without requests. */
export const at_full_speed: Pace = { share: 1, part_ms: Infinity };

/** The pace beside requests before their reports say anything of the work. */
export const beside_requests: Pace = { share: 0.7, part_ms: 100 };

/** The pace after a report. */
export function nextPace({ share, part_ms }: Pace, { answers, slowness }: RequestLoad): Pace {
  if (answers === 0) return at_full_speed;
  const bounded_ms = Math.min(part_ms, part_max_ms);
  if (slowness === null || slowness > slowness_max)
    return { share: Math.max(share_min, share * decrease), part_ms: Math.max(part_min_ms, bounded_ms * decrease) };
  return { share: Math.min(1, share + share_step), part_ms: Math.min(part_max_ms, bounded_ms + part_step_ms) };
}

/** How long to rest after a part that took so long. */
export function restOf({ share }: Pace, took_ms: number, max_ms: number): number {
  return Math.min(took_ms * (1 / share - 1), max_ms);
}

/** Units of work of a first part, of which no part may have more than `units_max`. */
export function firstUnits({ part_ms }: Pace, units_max: number): number {
  return Math.max(1, Math.round(units_max * Math.min(1, part_ms / full_part_ms)));
}

/** Units of the next part, after a part of so many took so long: twice as many at most. */
export function unitsAfter(units: number, took_ms: number, { part_ms }: Pace, units_max: number): number {
  const fitting = Math.round((units * part_ms) / Math.max(took_ms, 1));
  return Math.max(1, Math.min(fitting, units * 2, units_max));
}
