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
/**
 * The least and the greatest share of the time beside requests. With the least one, work also ends when requests are slow for another reason. A
 * greater one than the greatest slows the slowest of twenty requests down, which the reported mean does not show.
 */
const share_min = 0.5;
const share_max = 0.7;
const share_step = 0.1;
/** The fixed cost of a part, commit and round trips, is some 20 ms. */
const part_min_ms = 120;
const part_max_ms = 200;
const part_step_ms = 10;
/** The factor for share and parts when requests are slow. */
const decrease = 0.7;
/** The assumed duration of a part with `units_max` units, for the first part only. */
const full_part_ms = 500;

/** The pace without requests. */
export const at_full_speed: Pace = { share: 1, part_ms: Infinity };

/** The pace beside requests until a report was made during the work. */
export const beside_requests: Pace = { share: 0.6, part_ms: 150 };

/** The pace after a report. */
export function nextPace({ share, part_ms }: Pace, { answers, slowness }: RequestLoad): Pace {
  if (answers === 0) return at_full_speed;
  const bounded = Math.min(share, share_max);
  const bounded_ms = Math.min(part_ms, part_max_ms);
  if (slowness === null || slowness > slowness_max)
    return { share: Math.max(share_min, bounded * decrease), part_ms: Math.max(part_min_ms, bounded_ms * decrease) };
  return { share: Math.min(share_max, bounded + share_step), part_ms: Math.min(part_max_ms, bounded_ms + part_step_ms) };
}

/** The pace of one of so many processes that work at the same moment. */
export function dividedBy(pace: Pace, processes: number): Pace {
  return pace.part_ms === Infinity || processes === 1 ? pace : { ...pace, share: pace.share / processes };
}

/** The working time of a process, shared by all background work in it. */
export type WorkTime = {
  /** How long to rest, `max_ms` at most, after a part that took `took_ms` and ended at `ended_ms`. */
  restAfter(pace: Pace, ended_ms: number, took_ms: number, max_ms: number): number;
};

/**
 * Each part books its duration and its rest after those of all parts before it. So two works take turns beside requests, and together
 * they have the share that one has alone, as long as no rest reaches its longest duration.
 */
export function createWorkTime(): WorkTime {
  let booked_until_ms = -Infinity;
  return {
    restAfter(pace, ended_ms, took_ms, max_ms) {
      if (pace.part_ms === Infinity) return 0;
      const until_ms = Math.max(ended_ms - took_ms, booked_until_ms) + took_ms / pace.share;
      const rest_ms = Math.max(0, Math.min(until_ms - ended_ms, max_ms));
      // Work with a short longest rest holds up the others for that rest only.
      booked_until_ms = Math.max(booked_until_ms, ended_ms + rest_ms);
      return rest_ms;
    },
  };
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
