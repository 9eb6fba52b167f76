const first_wait_s = 60;
const wait_max_s = 21_600;
/** With this number of attempts a mail is given up about 24 hours after its first attempt. */
export const attempts_max = 9;

/** Seconds until the next attempt after `attempts` failed ones: 1, 4, 16, 64, 256 minutes, then 6 hours; null: give up. */
export function waitAfter(attempts: number): number | null {
  if (attempts >= attempts_max) return null;
  return Math.min(first_wait_s * 4 ** (attempts - 1), wait_max_s);
}

/** How long to wait before a mail server that accepts no mail at all is tried again. */
export const away_wait_s = 60;
/** A mail is given up if no mail server could be reached for this long. */
export const kept_max_s = 3 * 86_400;
