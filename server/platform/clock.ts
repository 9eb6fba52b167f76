// A machine's clock may be wrong by an hour, and another machine's by another one: ids that are made by them would not sort as
// records were made. So every process follows the clock of the database, which all share. The time is read whenever a connection
// opens, and now and then (db/pool.ts); in between it is counted on by a clock that nobody sets. A process without a server's
// database has its machine's clock.

/** What the database's clock showed, and when that was on this process's own counter of milliseconds. */
type Reading = { database_ms: number; at_ms: number };

/** Slower answers tell the time too roughly. */
const answer_max_ms = 1_000;

let last: Reading | null = null;

/** Milliseconds since 1970 by the clock of the database. */
export function nowMs(): number {
  return last === null ? Date.now() : Math.round(timeBy(last, performance.now()));
}

/** Notes what the database's clock showed while it was asked; `asked_ms` and `answered_ms` are of `performance.now()`. */
export function noteDatabaseTime(database_ms: number, asked_ms: number, answered_ms: number): void {
  const uncertain_ms = answered_ms - asked_ms;
  if (uncertain_ms > answer_max_ms && last !== null) return;
  const at_ms = (asked_ms + answered_ms) / 2;
  // What agrees as far as it can tell changes nothing.
  if (last !== null && Math.abs(timeBy(last, at_ms) - database_ms) <= uncertain_ms) return;
  last = { database_ms, at_ms };
}

function timeBy(reading: Reading, at_ms: number): number {
  return reading.database_ms + at_ms - reading.at_ms;
}
