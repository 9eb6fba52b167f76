/** Attempts of a delivery that nobody retries by hand. */
export const attempts_max = 5;

/** Attempts of any delivery, those that were asked for by hand included: the log shows each of them. */
export const attempts_by_hand_max = 100;

/** Waits after the first, second, third and fourth failed attempt, in s. */
const waits_s = [60, 300, 1_800, 7_200] as const;

/**
 * How long to wait after a failed attempt before the next one, in s; null: it was the last. `attempt_count` counts the one
 * that has failed. An attempt beyond the schedule, asked for by hand, is the last one too.
 */
export function waitAfter(attempt_count: number, max_attempts: number): number | null {
  if (attempt_count >= max_attempts) return null;
  return waits_s[attempt_count - 1] ?? null;
}
