// Clocks of machines differ, sometimes by an hour, so ids made from them would not sort in the order in which records were made.
// Every process therefore follows the clock of the database. It reads that clock whenever a connection opens, and now and then
// (db/pool.ts); between two readings it counts on with a monotonic clock. A process with the embedded database uses its
// machine's clock.

/** What the time was, and when that was on this process's own counter of milliseconds. */
type Reading = { time_ms: number; at_ms: number };

/** Slower answers tell the time too roughly. */
const answer_max_ms = 1_000;

let last: Reading | null = null;

/** Milliseconds since 1970 by the clock of the database. */
export function nowMs(): number {
  return last === null ? Date.now() : Math.round(timeBy(last, performance.now()));
}

/** How far this machine's clock is ahead of the database's, in ms; 0 until that was read. */
export function skewMs(): number {
  return last === null ? 0 : Date.now() - timeBy(last, performance.now());
}

/** Notes what the database's clock showed while it was asked; `asked_ms` and `answered_ms` are of `performance.now()`. */
export function noteDatabaseTime(database_ms: number, asked_ms: number, answered_ms: number): void {
  const uncertain_ms = answered_ms - asked_ms;
  const read = { time_ms: database_ms, at_ms: (asked_ms + answered_ms) / 2 };
  const known = last ?? { time_ms: Date.now(), at_ms: performance.now() };
  // A reading that agrees within its uncertainty changes nothing; a slow reading is uncertain.
  const differs = Math.abs(timeBy(known, read.at_ms) - read.time_ms) > uncertain_ms;
  last = differs && (last === null || uncertain_ms <= answer_max_ms) ? read : known;
}

function timeBy(reading: Reading, at_ms: number): number {
  return reading.time_ms + at_ms - reading.at_ms;
}
