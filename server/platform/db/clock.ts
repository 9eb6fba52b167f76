import type { Pool } from "./pool.ts";
import { sql } from "./sql.ts";
import { readInfrastructure } from "./transaction.ts";

/**
 * The infrastructure's clock in µs since 1970. The age of rows is measured by it; it does not follow the clock of an
 * organisation.
 */
export async function readClock(pool: Pool): Promise<number> {
  const [row] = await readInfrastructure<{ now_us: number }>(pool, sql`select infra.now_us() as now_us`);
  return row!.now_us;
}

/**
 * An instant in UTC with microseconds: no open transaction can still commit a change with an earlier timestamp, so each later
 * read sees all of them (migration 0001 says how). Read it before the page of changes that it guards.
 */
export async function findSettledAt(pool: Pool): Promise<string> {
  const [row] = await readInfrastructure<{ settled_at: string }>(pool, sql`select infra.exact(infra.settled_at()) as settled_at`);
  return row!.settled_at;
}
