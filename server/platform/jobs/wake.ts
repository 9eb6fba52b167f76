import { notifySoon } from "../db/notify.ts";
import type { Pool } from "../db/pool.ts";
import type { Db } from "../db/transaction.ts";

/**
 * The notification channel of workers. Without a listener, or on the embedded database, workers find due work by polling. The
 * name is older than its use for jobs; it stays so that processes of different versions can notify each other.
 */
export const work_channel = "muster_deliveries";

/** Notifies the workers, once the transaction has committed, that something is due. */
export function wakeWorkers(db: Db): void {
  db.afterCommit(wakeWorkersOf);
}

/** Notifies the workers at once. */
export function wakeWorkersOf(pool: Pool): void {
  notifySoon(pool, work_channel);
}
