/** Attempts at one delivery at most, including manual ones, because each has a row in the log. */
export const attempts_by_hand_max = 100;

/** Waits after the first, second, third and fourth failed attempt, in s. */
const waits_s = [60, 300, 1_800, 7_200] as const;

/**
 * How long to wait after a failed attempt before the next one, in s; null: it was the last. `attempt_count` includes the failed
 * attempt. The position in the schedule is computed from the attempts that are left, because an interrupted attempt raises both
 * `attempt_count` and `max_attempts`. A manual attempt beyond the schedule has no next one.
 */
export function waitAfter(attempt_count: number, max_attempts: number): number | null {
  const attempts_left = max_attempts - attempt_count;
  return waits_s[waits_s.length - attempts_left] ?? null;
}
