import { notifySoon } from "../db/notify.ts";
import type { Pool } from "../db/pool.ts";
import type { Db } from "../db/transaction.ts";

/**
 * Workers listen here. Without a listener, or on the embedded database, they find what is due by looking. The name is older than jobs that
 * wake: processes of two versions hear each other.
 */
export const work_channel = "muster_deliveries";

/** Tells the workers, once the transaction has committed, that something is due. */
export function wakeWorkers(db: Db): void {
  db.afterCommit(wakeWorkersOf);
}

/** Tells the workers at once. */
export function wakeWorkersOf(pool: Pool): void {
  notifySoon(pool, work_channel);
}
