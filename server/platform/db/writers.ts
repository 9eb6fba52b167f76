import { codeOf } from "./failures.ts";
import type { Pool } from "./pool.ts";
import { sql } from "./sql.ts";
import { withTenant } from "./transaction.ts";

const wait_max_ms = 60_000;
const lock_not_available = "55P03";

/**
 * Waits until every transaction that has inserted something for an organisation has ended. An evaluation of everything after
 * a change begins with it: such a transaction may have read the previous state, and what it writes is not visible yet. All
 * such transactions hold the organisation's row, to which each inserted row refers; so a transaction that gets this row alone
 * for a moment comes after them. After a minute it stops waiting for them.
 */
export async function waitForWriters(pool: Pool, tenant_id: string, signal: AbortSignal): Promise<void> {
  const gives_up_ms = performance.now() + wait_max_ms;
  for (let alone = false; !alone && performance.now() < gives_up_ms;) {
    signal.throwIfAborted();
    alone = await isAlone(pool, tenant_id);
  }
}

async function isAlone(pool: Pool, tenant_id: string): Promise<boolean> {
  try {
    await withTenant(pool, tenant_id, (db) => db.count(sql`select from tenant where id = ${tenant_id} for update`));
    return true;
  } catch (error) {
    if (codeOf((error as Error).cause) !== lock_not_available) throw error;
    return false;
  }
}
