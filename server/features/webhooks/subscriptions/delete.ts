import type { Caller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { isUuid } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import { noSuchSubscription } from "../errors.ts";
import { refuseUnlessSubscription } from "./etag.ts";
import { findSubscriptionWithin, lockSubscription, ownerOf, updateDeleted } from "./sql.ts";

/**
 * Deletes a subscription and its secrets. Its pending deliveries, possibly millions, are not claimed any more (queue-sql.ts), and
 * a job expires them in batches (sweep.job.ts).
 */
export async function deleteSubscription(pool: Pool, caller: Caller, id: string, if_match: string | undefined): Promise<void> {
  if (!isUuid(id)) throw noSuchSubscription();
  const owner = ownerOf(caller);
  await withTenant(pool, owner.tenant_id, async (db) => {
    const before = await lockSubscription(db, owner, id);
    const text = await findSubscriptionWithin(db, owner, id);
    if (before === undefined || text === undefined) throw noSuchSubscription();
    refuseUnlessSubscription(if_match, text);
    await updateDeleted(db, owner, id);
    await record(db, caller, {
      operation: "webhook_subscription.delete",
      target_type: "webhook_subscription",
      target_id: id,
      changes: {
        name: [before.name, null],
        target_url: [before.target_url, null],
        subscribed_events: [before.subscribed_events, null],
      },
    });
  });
}
