// Updates the planner's statistics of the tables that assignments fill. Connections keep plans that are made with the statistics
// of that moment. Without statistics all indexes that begin with the organisation look equal, so the planner may choose one with
// which it reads the whole organisation for each person. PostgreSQL updates statistics only once a minute; cached plans are made
// again after an update.
import type { Pool } from "../../../platform/db/pool.ts";
import { sql } from "../../../platform/db/sql.ts";
import { readInfrastructure } from "../../../platform/db/transaction.ts";

/** A process checks the statistics after this many assignments, and later whenever the number has grown by the factor. */
const assigned_first = 32;
const assigned_factor = 8;

const assigned = new WeakMap<Pool, { so_far: number; next: number }>();

/** Analyzes tables that have grown by half since their statistics were made. */
export async function analyzeCompliance(pool: Pool): Promise<void> {
  await readInfrastructure(pool, sql`select infra.analyze_compliance()`);
}

/** Does the same from time to time, for requests that assign few courses each. Requests do not wait for it. */
export function noteAssigned(pool: Pool, count: number): void {
  const { so_far, next } = assigned.get(pool) ?? { so_far: 0, next: assigned_first };
  const is_time = so_far + count >= next;
  assigned.set(pool, { so_far: so_far + count, next: is_time ? next * assigned_factor : next });
  // A failure is ignored, because autovacuum updates the statistics anyway.
  if (is_time) void analyzeCompliance(pool).catch(() => undefined);
}
