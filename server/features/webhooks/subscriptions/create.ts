import type { Static } from "typebox";
import type { Caller } from "../../../platform/context.ts";
import { withTenantOnce } from "../../../platform/db/once.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { newId } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import { sealSecret } from "../sending/attempt.ts";
import { default_format } from "../deliveries/format.ts";
import { checkSettings, formatOf, typesOf, type WebhookOptions } from "./check-settings.ts";
import { filterOf } from "./filters.ts";
import { quotaExceeded } from "../errors.ts";
import type { SubscriptionCreate } from "./schema.ts";
import { newSigningSecret } from "../signature/sign.ts";
import {
  countSubscriptions,
  findSubscriptionWithin,
  insertSubscription,
  lockQuota,
  ownerOf,
  type NewSubscription,
} from "./sql.ts";
import { in_flight_per_subscription_max } from "../sending/state.ts";

export type Created = {
  id: string;
  /** The subscription as all later answers show it, without the secret. */
  record: string;
  /**
   * The answer to this request: with the secret, unless an earlier attempt with the same Idempotency-Key created the
   * subscription.
   */
  body: string;
};

/** Subscribes a client to events. Only this answer contains the secret. */
export async function createSubscription(
  pool: Pool,
  options: WebhookOptions,
  caller: Caller,
  wanted: Static<typeof SubscriptionCreate>,
): Promise<Created> {
  const owner = ownerOf(caller);
  await checkSettings(pool, options, owner, wanted);
  const { tenant_id } = owner;
  const id = newId();
  const secret = newSigningSecret();
  const row: NewSubscription = {
    id,
    name: wanted.name,
    target_url: wanted.target_url,
    subscribed_events: typesOf(wanted.subscribed_events),
    delivery_format: formatOf(wanted.delivery_format ?? default_format),
    department_ids: filterOf(wanted.department_ids ?? null),
    course_ids: filterOf(wanted.course_ids ?? null),
    secret: sealSecret(options.sender.keyring, id, secret),
    in_flight_max: in_flight_per_subscription_max,
  };
  const made = await withTenantOnce(pool, caller, async (db) => {
    const limit = await lockQuota(db, tenant_id);
    const count = await countSubscriptions(db, tenant_id);
    if (count >= limit)
      throw quotaExceeded(`This organisation already has ${count} of ${limit} subscriptions.`, { members: { limit } });
    await insertSubscription(db, owner, row);
    await record(db, caller, {
      operation: "webhook_subscription.create",
      target_type: "webhook_subscription",
      target_id: id,
      changes: {
        name: [null, row.name],
        target_url: [null, row.target_url],
        subscribed_events: [null, row.subscribed_events],
        delivery_format: [null, row.delivery_format],
        ...(row.department_ids && { department_ids: [null, row.department_ids] }),
        ...(row.course_ids && { course_ids: [null, row.course_ids] }),
      },
    });
    return { id, record: (await findSubscriptionWithin(db, owner, id))! };
  });
  // An earlier attempt of the same request created the subscription with another secret, whose plain text is not stored.
  if (made.id !== id) return { ...made, body: made.record };
  return { ...made, body: `${made.record.slice(0, -1)},"secret_token":${JSON.stringify(secret)}}` };
}
