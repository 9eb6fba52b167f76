import { notifySoon } from "../../platform/db/notify.ts";
import type { Db } from "../../platform/db/transaction.ts";

/** Workers listen here; without a listener, or on the embedded database, they poll for due deliveries. */
export const delivery_channel = "muster_deliveries";

/** Tells the workers, once the transaction has committed, that something is due. */
export function wakeDelivery(db: Db): void {
  db.afterCommit((pool) => notifySoon(pool, delivery_channel));
}
