import type { Caller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { isUuid } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import { noSuchSubscription } from "../errors.ts";
import { findSubscriptionWithin, lockStanding, lockSubscription, ownerOf, updateEnabled } from "./sql.ts";
import { wakeWorkers } from "../../../platform/jobs/wake.ts";

/**
 * Enables a disabled or degraded subscription; deliveries that waited are sent, too. The limit of simultaneous attempts starts at
 * one and doubles with each success. An active subscription does not change.
 */
export async function enableSubscription(pool: Pool, caller: Caller, id: string): Promise<string> {
  if (!isUuid(id)) throw noSuchSubscription();
  const owner = ownerOf(caller);
  const { tenant_id } = owner;
  return withTenant(pool, tenant_id, async (db) => {
    if ((await lockSubscription(db, owner, id)) === undefined) throw noSuchSubscription();
    const { state, consecutive_failures } = await lockStanding(db, tenant_id, id);
    if (state !== "active") {
      await updateEnabled(db, owner, id);
      await record(db, caller, {
        operation: "webhook_subscription.enable",
        target_type: "webhook_subscription",
        target_id: id,
        changes: { state: [state, "active"], consecutive_failures: [consecutive_failures, 0] },
      });
      wakeWorkers(db);
    }
    return (await findSubscriptionWithin(db, owner, id))!;
  });
}
