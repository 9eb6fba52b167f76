import assert from "node:assert/strict";
import { emitAll, type EventType } from "../../server/features/events/emit.ts";
import { event_examples } from "../../server/features/feed/event-examples.ts";
import { withTenant } from "../../server/platform/db/transaction.ts";
import { administratorOf, operatorPoolOf } from "./organisation/organisation.ts";
import { subscriptions, wanted, type Subscribing } from "./subscribing.ts";

/** Creates a subscription of "HR sync"; returns its id. */
export async function subscribe(here: Subscribing, change: Record<string, unknown> = {}, api = here.api): Promise<string> {
  const { status, body, text } = await api.post(subscriptions, { ...wanted, ...change });
  assert.equal(status, 201, text);
  return body.id as string;
}

/** Emits events in one transaction, at an instant of the tenant's clock. */
export async function emit(here: Subscribing, types: readonly EventType[], at: string): Promise<void> {
  const context = { ...administratorOf(here.organisation), now: Temporal.Instant.from(at) };
  const events = types.map((type) => ({ type, data: event_examples[type]["data"] as Record<string, unknown> }));
  await withTenant(operatorPoolOf(here.database), context.tenant.id, (db) => emitAll(db, context, events));
}

/** Ends every pending delivery, as if five attempts of each had been made. */
export async function endPending(here: Subscribing, status: "succeeded" | "failed" | "expired"): Promise<void> {
  await here.database.superuser.query(
    `with today as (select (to_timestamp(infra.now_us() / 1000000.0) at time zone 'UTC')::date as day),
     done as (
       update webhook_delivery
       set status = $1, ended_on = today.day, due_us = null, claim_id = null, attempt_count = 5,
         delivered_at = case when $1 = 'succeeded' then to_timestamp(infra.now_us() / 1000000.0) end
       from today
       where ended_on = 'infinity'
       returning tenant_id, id
     )
     insert into webhook_attempt (tenant_id, delivery_id, number, attempted_on, trigger, attempted_at, duration_ms, response_status,
       error, host)
     select d.tenant_id, d.id, n, today.day, 'scheduled', to_timestamp(infra.now_us() / 1000000.0), 212,
       case when $1 = 'succeeded' and n = 5 then 204 else 503 end,
       case when $1 = 'succeeded' and n = 5 then null else 'HTTP_STATUS' end, 'hooks.acme.example'
     from done d, today, generate_series(1, 5) n
     on conflict do nothing`,
    [status],
  );
}
