import type { Pool } from "./pool.ts";
import { sql } from "./sql.ts";
import { readInfrastructure } from "./transaction.ts";

/**
 * The instant before which every committed change is visible to whatever is read from now on, in UTC with microseconds
 * (migration 0001 says how). Read it before the page of changes that it guards.
 */
export async function findSettledAt(pool: Pool): Promise<string> {
  const [row] = await readInfrastructure<{ settled_at: string }>(pool, sql`select infra.exact(infra.settled_at()) as settled_at`);
  return row!.settled_at;
}
