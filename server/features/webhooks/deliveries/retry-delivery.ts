import type { Caller } from "../../../platform/context.ts";
import { withTenantOnce } from "../../../platform/db/once.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { isUuid } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import { findDelivery, lockDelivery, requeueDelivery } from "./sql.ts";
import { deliveryNotFailed, eventNotKept, noSuchDelivery, subscriptionDisabled, tooManyAttempts } from "../errors.ts";
import { attempts_by_hand_max as limit } from "../sending/retry.ts";
import { ownerOf } from "../subscriptions/sql.ts";
import { wakeWorkers } from "../../../platform/jobs/wake.ts";

/**
 * Gives a failed delivery one more attempt, due now. Other deliveries keep their schedules. `subscription_id` is null where the
 * URL contains only the delivery's id.
 */
export async function retryDelivery(pool: Pool, caller: Caller, subscription_id: string | null, id: string): Promise<string> {
  if (!isUuid(id) || (subscription_id !== null && !isUuid(subscription_id))) throw noSuchDelivery();
  const owner = ownerOf(caller);
  const { tenant_id } = owner;
  return withTenantOnce(pool, caller, async (db) => {
    const delivery = await lockDelivery(db, owner, subscription_id, id);
    if (delivery === undefined) throw noSuchDelivery();
    const { status, attempt_count, max_attempts, event_id } = delivery;
    if (status !== "failed") {
      throw deliveryNotFailed(`The delivery is ${status}; only a failed one can be retried.`, {
        members: { delivery_status: status },
      });
    }
    if (attempt_count >= limit)
      throw tooManyAttempts(`The delivery was attempted ${attempt_count} times.`, { members: { limit } });
    if (delivery.subscription_state === "disabled") {
      throw subscriptionDisabled("The subscription is disabled; enable it before retrying one of its deliveries.");
    }
    if (!delivery.event_kept) throw eventNotKept("The event's body is no longer kept.", { members: { event_id } });
    await requeueDelivery(db, tenant_id, id);
    await record(db, caller, {
      operation: "webhook_delivery.retry",
      target_type: "webhook_delivery",
      target_id: id,
      changes: { status: [status, "pending"], max_attempts: [max_attempts, attempt_count + 1] },
    });
    wakeWorkers(db);
    return (await findDelivery(db, tenant_id, id))!;
  });
}
