import type { Pool } from "../db/pool.ts";
import { withTenant, type Db } from "../db/transaction.ts";
import { forEach } from "./each.ts";

/**
 * Calls `doPart` for at most `rows_max` rows at a time until none is left or the job has to stop; `doPart` returns how many rows
 * it handled.
 */
export async function drain(signal: AbortSignal, rows_max: number, doPart: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await doPart()) === rows_max);
}

/** `drain` for each organisation; each part has a transaction of its own. */
export async function drainTenants(
  { pool, signal, rows_max }: { pool: Pool; signal: AbortSignal; rows_max: number },
  tenant_ids: readonly string[],
  doPart: (db: Db, tenant_id: string, rows_max: number) => Promise<number>,
): Promise<void> {
  await forEach(tenant_ids, signal, (tenant_id) =>
    drain(signal, rows_max, () => withTenant(pool, tenant_id, (db) => doPart(db, tenant_id, rows_max))),
  );
}
