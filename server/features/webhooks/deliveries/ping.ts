import type { Caller } from "../../../platform/context.ts";
import { unavailable } from "../../../platform/db/failures.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { idOf, known } from "../../../platform/http/known.ts";
import { newId } from "../../../platform/ids.ts";
import { attempt, type AttemptOutcome, type Sendable, type Sender } from "../sending/attempt.ts";
import { findDelivery } from "./sql.ts";
import type { EventRow } from "../../events/emit-sql.ts";
import { eventRow } from "../../events/emit.ts";
import { noSuchSubscription, tooManyPings } from "../errors.ts";
import { findPingTarget, insertPing, type PingTarget } from "./ping-sql.ts";
import { ownerOf } from "../subscriptions/sql.ts";

/** Pings that one process sends at the same time for one organisation: each keeps a request open until the receiver answers. */
const pings_per_tenant_max = 5;
const retry_after_seconds = 5;

/**
 * Returns the function that sends a ping: it makes one attempt while the caller waits, outside any transaction, and afterwards
 * stores event, delivery and attempt in one transaction. The attempt does not change the state of the subscription, so that a
 * receiver can be tested before the subscription is enabled.
 */
export function pinger(pool: Pool, sender: Sender): (caller: Caller, id: string) => Promise<string> {
  const under_way = new Map<string, number>();
  return async (caller, id) => {
    const { id: tenant_id } = caller.tenant;
    const count = under_way.get(tenant_id) ?? 0;
    if (count >= pings_per_tenant_max) throw refusal();
    under_way.set(tenant_id, count + 1);
    try {
      return await ping(pool, sender, caller, id);
    } finally {
      const left = under_way.get(tenant_id)! - 1;
      if (left === 0) under_way.delete(tenant_id);
      else under_way.set(tenant_id, left);
    }
  };
}

function refusal() {
  return tooManyPings(`${pings_per_tenant_max} pings of this organisation are under way; wait for their answers.`, {
    members: { retry_after_seconds },
    headers: { "retry-after": String(retry_after_seconds) },
  });
}

async function ping(pool: Pool, sender: Sender, caller: Caller, id: string): Promise<string> {
  // A secret is encrypted for the lower-case form of the subscription's id.
  const subscription_id = idOf(id, noSuchSubscription);
  const target = known(await findPingTarget(pool, ownerOf(caller), subscription_id), noSuchSubscription);
  const event = eventRow(caller, newId(), {
    type: "ping",
    data: {
      message: `Test event requested for subscription "${target.name}".`,
      subscription_id,
      requested_by: caller.actor,
    },
  });
  const delivery_id = newId();
  const outcome = await sendOnce(sender, { delivery_id, subscription_id, event, target });
  return withTenant(pool, caller.tenant.id, async (db) => {
    await insertPing(db, caller.tenant.id, { delivery_id, subscription_id, event, outcome });
    return `{"event_id":"${event.id}","delivery":${(await findDelivery(db, caller.tenant.id, delivery_id))!}}`;
  });
}

type Attempted = { delivery_id: string; subscription_id: string; event: EventRow; target: PingTarget };

async function sendOnce(sender: Sender, { delivery_id, subscription_id, event, target }: Attempted): Promise<AttemptOutcome> {
  const { target_url, allowed_hosts, secret, previous_secret, delivery_format, real_us } = target;
  const delivery: Sendable = {
    delivery_id,
    subscription_id,
    target_url,
    allowed_hosts,
    secret,
    previous_secret,
    event_id: event.id,
    event_type: event.type,
    delivery_format,
    body: Buffer.from(event.body),
  };
  try {
    return await attempt(sender, delivery, Math.floor(real_us / 1_000_000));
  } catch (error) {
    // The error is not the receiver's: DNS cannot be reached, or the process is shutting down.
    throw unavailable("a ping could not be sent", error);
  }
}
