// Clocks of machines differ, sometimes by an hour, so ids made from them would not sort by creation. Every process therefore
// follows the clock of the database. It reads that clock when a connection opens and then regularly (db/pool.ts), and uses a
// monotonic clock between two readings. A process with the embedded database uses its machine's clock.

/** The time that was read, and the value of this process's own millisecond counter at that moment. */
type Reading = { time_ms: number; at_ms: number };

/** An answer that took longer is too imprecise. */
const answer_max_ms = 1_000;

let last: Reading | null = null;

/** Milliseconds since 1970 by the clock of the database. */
export function nowMs(): number {
  return last === null ? Date.now() : Math.round(timeBy(last, performance.now()));
}

/** How far this machine's clock is ahead of the database's, in ms; 0 until the first reading. */
export function skewMs(): number {
  return last === null ? 0 : Date.now() - timeBy(last, performance.now());
}

/** Records a reading of the database's clock; `asked_ms` and `answered_ms` come from `performance.now()`. */
export function noteDatabaseTime(database_ms: number, asked_ms: number, answered_ms: number): void {
  const uncertain_ms = answered_ms - asked_ms;
  const read = { time_ms: database_ms, at_ms: (asked_ms + answered_ms) / 2 };
  const known = last ?? { time_ms: Date.now(), at_ms: performance.now() };
  // A reading that agrees within its uncertainty is ignored, and so is a slow one, except the first.
  const differs = Math.abs(timeBy(known, read.at_ms) - read.time_ms) > uncertain_ms;
  last = differs && (last === null || uncertain_ms <= answer_max_ms) ? read : known;
}

function timeBy(reading: Reading, at_ms: number): number {
  return reading.time_ms + at_ms - reading.at_ms;
}
