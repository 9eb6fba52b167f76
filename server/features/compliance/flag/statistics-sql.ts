// The planner's statistics of what assignments fill. Plans that connections keep are made by the statistics of the moment, and of a table that has none
// each index of an organisation looks alike: the smallest may be taken, and all of the organisation is read from it for each person. The database itself
// makes statistics once a minute, and plans are made anew by them.
import type { Pool } from "../../../platform/db/pool.ts";
import { sql } from "../../../platform/db/sql.ts";
import { readInfrastructure } from "../../../platform/db/transaction.ts";

/** The statistics are looked at after so many assignments of a process, then each time their number has grown by the factor. */
const assigned_first = 32;
const assigned_factor = 8;

const assigned = new WeakMap<Pool, { so_far: number; next: number }>();

/** Brings the statistics of tables up to date that have grown by half since these were made. */
export async function analyzeCompliance(pool: Pool): Promise<void> {
  await readInfrastructure(pool, sql`select infra.analyze_compliance()`);
}

/** The same, now and then, for requests of which each assigns little. None of them waits for it. */
export function noteAssigned(pool: Pool, count: number): void {
  const { so_far, next } = assigned.get(pool) ?? { so_far: 0, next: assigned_first };
  const is_time = so_far + count >= next;
  assigned.set(pool, { so_far: so_far + count, next: is_time ? next * assigned_factor : next });
  // What fails is made up for by the database itself.
  if (is_time) void analyzeCompliance(pool).catch(() => undefined);
}
