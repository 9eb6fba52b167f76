import { logPage, type PageRow } from "../../../platform/db/page.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../../platform/db/sql.ts";
import { readTenant, type Db } from "../../../platform/db/transaction.ts";
import type { Walk } from "../../../platform/http/cursor.ts";
import type { DeliveryStatus } from "./schema.ts";
import type { Owner } from "../subscriptions/sql.ts";
import type { State } from "../sending/state.ts";

export type DeliveryFilters = {
  status?: DeliveryStatus | undefined;
  event_type?: string | undefined;
  event_id?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
};

/**
 * One page of a subscription's deliveries, the newest first; undefined: the client has no such subscription. The index of each
 * partition has the order of the page, so the cost of a page does not grow with the log.
 */
export async function listDeliveryPage(
  pool: Pool,
  { tenant_id, client_id }: Omit<Owner, "now">,
  subscription_id: string,
  filters: DeliveryFilters,
  walk: Walk,
): Promise<PageRow | undefined> {
  const conditions = conditionsOf(tenant_id, subscription_id, filters);
  const statement = logPage(
    {
      table: part`webhook_delivery`,
      alias: part`d`,
      conditions,
      beside: part`, tried as materialized (${attemptsOf(tenant_id, part`shown`)})`,
      record: part`
          join tenant t on t.id = d.tenant_id
          left join tried a on a.delivery_id = d.id
          ${recordOf}`,
      from: part`
      from webhook_subscription s
      join webhook_subscription_state h on h.tenant_id = s.tenant_id and h.subscription_id = s.id
      where s.tenant_id = ${tenant_id} and s.id = ${subscription_id} and s.client_id = ${client_id} and s.deleted_at is null`,
    },
    walk,
  );
  const [row] = await readTenant<PageRow>(pool, tenant_id, plannedEachTime(statement));
  return row;
}

/** Pending deliveries are in one partition, ended ones in the others. */
function conditionsOf(tenant_id: string, subscription_id: string, filters: DeliveryFilters): Fragment[] {
  const { status, event_type, event_id, since, until } = filters;
  const conditions = [part`d.tenant_id = ${tenant_id} and d.subscription_id = ${subscription_id}`];
  if (status === "pending") conditions.push(part`d.ended_on = 'infinity'`);
  else if (status !== undefined) conditions.push(part`d.ended_on < 'infinity' and d.status = ${status}`);
  if (event_type !== undefined) conditions.push(part`d.event_type = ${event_type}`);
  if (event_id !== undefined) conditions.push(part`d.event_id = ${event_id}::uuid`);
  if (since !== undefined) conditions.push(part`d.created_at >= ${since}::timestamptz`);
  if (until !== undefined) conditions.push(part`d.created_at < ${until}::timestamptz`);
  return conditions;
}

/** The attempts at some deliveries. No attempt is older than its delivery, so partitions of earlier days are excluded. */
function attemptsOf(tenant_id: string, deliveries: Fragment): Fragment {
  return part`
    select a.delivery_id, ('[' || string_agg(row_to_json(r)::text, ',' order by a.number) || ']')::json as attempts
    from webhook_attempt a
    cross join lateral (
      select a.number, a.trigger, infra.iso(a.attempted_at) as attempted_at, a.duration_ms, a.response_status, a.error, a.host
    ) r
    where a.tenant_id = ${tenant_id} and a.delivery_id = any (array(select id from ${deliveries}))
      and a.attempted_on >= (select (to_timestamp(min(created_us) / 1000000.0) at time zone 'UTC')::date - 1 from ${deliveries})
    group by a.delivery_id`;
}

/**
 * Record `r` of delivery `d`. The surrounding query names the subscription's state `h`, the attempts `a` and the organisation
 * `t`.
 */
const recordOf = part`
  cross join lateral (
    select d.id, d.subscription_id, d.event_id, d.event_type, d.status, d.attempt_count, d.max_attempts,
      case
        when d.status = 'pending' and h.state <> 'disabled' and (d.claim_id is null or d.due_us <= infra.now_us())
        then infra.iso(to_timestamp((greatest(d.due_us, h.held_until_us) + t.clock_offset_us) / 1000000.0))
      end as next_attempt_at,
      infra.iso(d.created_at) as created_at, infra.iso(d.delivered_at) as delivered_at, d.payload_bytes,
      encode(d.payload_sha256, 'hex') as payload_sha256, coalesce(a.attempts, '[]') as attempts
  ) r`;

/** A delivery as JSON text; undefined: there is none. */
export async function findDelivery(db: Db, tenant_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    with shown as materialized (select * from webhook_delivery where tenant_id = ${tenant_id} and id = ${id}),
    tried as materialized (${attemptsOf(tenant_id, part`shown`)})
    select row_to_json(r)::text as record
    from shown d
    join tenant t on t.id = d.tenant_id
    join webhook_subscription_state h on h.tenant_id = d.tenant_id and h.subscription_id = d.subscription_id
    left join tried a on a.delivery_id = d.id
    ${recordOf}`);
  return row?.record;
}

export type DeliveryFacts = {
  event_id: string;
  status: DeliveryStatus;
  attempt_count: number;
  max_attempts: number;
  subscription_state: State;
  /** Whether the event still exists, so that its body can be sent. */
  event_kept: boolean;
};

/** Locks a delivery of one of the client's subscriptions; `subscription_id` null: of any of them. */
export async function lockDelivery(
  db: Db,
  { tenant_id, client_id }: Owner,
  subscription_id: string | null,
  id: string,
): Promise<DeliveryFacts | undefined> {
  return db.row(sql`
    select d.event_id, d.status, d.attempt_count, d.max_attempts, h.state as subscription_state,
      exists (select from event e where e.tenant_id = ${tenant_id} and e.id = d.event_id) as event_kept
    from webhook_delivery d
    join webhook_subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
    join webhook_subscription_state h on h.tenant_id = s.tenant_id and h.subscription_id = s.id
    where d.tenant_id = ${tenant_id} and d.id = ${id} and s.client_id = ${client_id} and s.deleted_at is null
      and (${subscription_id}::uuid is null or s.id = ${subscription_id}::uuid)
    for update of d`);
}

/** Makes a failed delivery pending again, for one more attempt that is due now. */
export async function requeueDelivery(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`
    update webhook_delivery
    set status = 'pending', ended_on = 'infinity', trigger = 'manual', max_attempts = attempt_count + 1, due_us = infra.now_us()
    where tenant_id = ${tenant_id} and id = ${id} and status = 'failed'`);
}
