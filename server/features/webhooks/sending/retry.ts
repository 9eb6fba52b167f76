/** Attempts of any delivery, those that were asked for by hand included: the log shows each of them. */
export const attempts_by_hand_max = 100;

/** Waits after the first, second, third and fourth failed attempt, in s. */
const waits_s = [60, 300, 1_800, 7_200] as const;

/**
 * How long to wait after a failed attempt before the next one, in s; null: it was the last. `attempt_count` counts the one
 * that has failed. The place in the schedule follows from the attempts that are left: an interrupted attempt is counted and adds
 * one to `max_attempts`, so it moves nothing. An attempt beyond the schedule, asked for by hand, is the last one too.
 */
export function waitAfter(attempt_count: number, max_attempts: number): number | null {
  const attempts_left = max_attempts - attempt_count;
  return waits_s[waits_s.length - attempts_left] ?? null;
}
