import type { Caller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { isUuid } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import { noSuchSubscription } from "../errors.ts";
import { findSubscriptionWithin, lockStanding, lockSubscription, ownerOf, updateEnabled } from "./sql.ts";
import { wakeWorkers } from "../../../platform/jobs/wake.ts";

/**
 * Lets deliveries to a disabled or degraded subscription go on, whatever has waited included. One attempt at a time to begin
 * with; each success doubles them. An active one stays as it is.
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
