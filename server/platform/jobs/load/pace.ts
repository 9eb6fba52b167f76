// The pace of background work beside requests: it works for a share of the time, in short parts, and rests after each of them.
// When requests are slower than usual, share and parts shrink at once; otherwise both grow in small steps (additive increase,
// multiplicative decrease). Without requests the work does not rest at all.

/**
 * Reports of processes that answer requests: the number of statements, and their duration as a multiple of the usual one; null:
 * not known yet.
 */
export type RequestLoad = { answers: number; slowness: number | null };

/** `share`: the share of the time spent working. `part_ms`: how long a part may take. */
export type Pace = { share: number; part_ms: number };

/** Above this multiple of the usual duration, work slows down. */
const slowness_max = 1.2;
/** The least share of the time, so that work also ends when requests are slow for another reason. */
const share_min = 0.3;
const share_step = 0.1;
/** The fixed cost of a part, commit and round trips, is some 20 ms. */
const part_min_ms = 80;
const part_max_ms = 200;
const part_step_ms = 10;
/** The factor for share and parts when requests are slow. */
const decrease = 0.7;
/** The assumed duration of a part with `units_max` units, for the first part only. */
const full_part_ms = 500;

/** The pace without requests. */
export const at_full_speed: Pace = { share: 1, part_ms: Infinity };

/** The pace beside requests until a report was made during the work. */
export const beside_requests: Pace = { share: 0.7, part_ms: 100 };

/** The pace after a report. */
export function nextPace({ share, part_ms }: Pace, { answers, slowness }: RequestLoad): Pace {
  if (answers === 0) return at_full_speed;
  const bounded_ms = Math.min(part_ms, part_max_ms);
  if (slowness === null || slowness > slowness_max)
    return { share: Math.max(share_min, share * decrease), part_ms: Math.max(part_min_ms, bounded_ms * decrease) };
  return { share: Math.min(1, share + share_step), part_ms: Math.min(part_max_ms, bounded_ms + part_step_ms) };
}

/** How long to rest after a part that took `took_ms`. */
export function restOf({ share }: Pace, took_ms: number, max_ms: number): number {
  return Math.min(took_ms * (1 / share - 1), max_ms);
}

/** Units of work in the first part; `units_max` limits every part. */
export function firstUnits({ part_ms }: Pace, units_max: number): number {
  return Math.max(1, Math.round(units_max * Math.min(1, part_ms / full_part_ms)));
}

/** Units of the next part, given the duration of the last part; at most twice as many. */
export function unitsAfter(units: number, took_ms: number, { part_ms }: Pace, units_max: number): number {
  const fitting = Math.round((units * part_ms) / Math.max(took_ms, 1));
  return Math.max(1, Math.min(fitting, units * 2, units_max));
}
