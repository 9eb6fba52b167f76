import type { Caller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { parseInstant } from "../../../platform/http/cursor.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { isUuid } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import { noSuchSubscription, subscriptionDisabled } from "../errors.ts";
import { findState, requeueFailed } from "../subscriptions/panel-sql.ts";
import { attempts_by_hand_max as attempts_max } from "../sending/retry.ts";
import { lockSubscription, ownerOf } from "../subscriptions/sql.ts";
import { wakeWorkers } from "../../../platform/jobs/wake.ts";

/** Deliveries that one call retries at most. */
export const retried_max = 1_000;

/**
 * Gives each failed delivery of a subscription one more attempt, due now. Pings and deliveries whose event was deleted are left
 * out.
 */
export async function retryFailed(pool: Pool, caller: Caller, id: string, since_text: string) {
  const since = parseInstant(since_text);
  if (since === null) throw invalid([{ pointer: "#/since", code: "INVALID_FORMAT", detail: "must be a timestamp, RFC 3339" }]);
  if (!isUuid(id)) throw noSuchSubscription();
  const owner = ownerOf(caller);
  const { tenant_id } = owner;
  return withTenant(pool, tenant_id, async (db) => {
    if ((await lockSubscription(db, owner, id)) === undefined) throw noSuchSubscription();
    if ((await findState(db, tenant_id, id)) === "disabled") {
      throw subscriptionDisabled("The subscription is disabled; enable it before retrying its deliveries.");
    }
    const done = await requeueFailed(db, tenant_id, id, { since, deliveries_max: retried_max, attempts_max });
    if (done.retried > 0) wakeWorkers(db);
    await record(db, caller, {
      operation: "webhook_subscription.retry_failed",
      target_type: "webhook_subscription",
      target_id: id,
      changes: { since, retried: done.retried },
    });
    return done;
  });
}
