import { codeOf } from "./failures.ts";
import type { Pool } from "./pool.ts";
import { sql } from "./sql.ts";
import { withTenant } from "./transaction.ts";

const wait_max_ms = 60_000;
const lock_not_available = "55P03";

/**
 * Waits until every transaction that has inserted rows for an organisation has ended. A full evaluation after a change begins
 * with this wait: such a transaction may have read the previous state, and its rows are not visible yet. All these transactions
 * hold a lock on the organisation's row, because each inserted row refers to it. Once this row can be locked exclusively for a
 * moment, they have ended. The wait gives up after a minute.
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
