import type { Pool } from "../../../platform/db/pool.ts";
import { sql } from "../../../platform/db/sql.ts";
import { readInfrastructure, type Db } from "../../../platform/db/transaction.ts";
import type { Due } from "../../../platform/jobs/due/due-sql.ts";
import { client_in_use, due_subscriptions, type Reach } from "./queue-sql.ts";
import { failing_max_us } from "./state.ts";

/** The next delivery work of an organisation. */
export type Coming = {
  /** Both in µs of the tenant's clock; null: no work will become due by time alone. */
  now_us: number;
  next_us: number | null;
  /** Whether attempts are being made now. */
  under_way: boolean;
};

/**
 * When delivery work becomes due next in an organisation: an attempt, after the pause of its subscription, or the end of three
 * days of failing. Claimed deliveries are left out until their claim expires.
 */
export async function findComing(reach: Reach, tenant_id: string): Promise<Coming> {
  const [row] = await reach<Coming>(sql`
    with clock as materialized (select infra.now_us() as us)
    select clock.us + t.clock_offset_us as now_us,
      (
        select min(n.at_us)
        from webhook_subscription_state s
        join webhook_subscription b on b.tenant_id = s.tenant_id and b.id = s.subscription_id and b.deleted_at is null
        join client c on c.tenant_id = b.tenant_id and c.id = b.client_id and ${client_in_use}
        cross join lateral (
          select greatest(min(d.due_us), s.held_until_us) + t.clock_offset_us as at_us
          from webhook_delivery_pending d
          where d.tenant_id = s.tenant_id and d.subscription_id = s.subscription_id
            and (d.claim_id is null or d.due_us <= clock.us)
          having count(*) > 0
          union all
          select (extract(epoch from s.failing_since) * 1000000)::bigint + ${failing_max_us}::bigint
          where s.state = 'degraded'
        ) n
        where s.tenant_id = t.id and s.state <> 'disabled'
      ) as next_us,
      exists (
        select from webhook_delivery_pending d
        where d.tenant_id = t.id and d.claim_id is not null and d.due_us > clock.us
      ) as under_way
    from tenant t
    cross join clock
    where t.id = ${tenant_id}`);
  return row!;
}

/**
 * Locks the subscriptions of an organisation, so that no delivery is claimed until the transaction ends. Returns whether attempts
 * are already under way.
 */
export async function lockDeliveries(db: Db, tenant_id: string): Promise<{ under_way: boolean }> {
  await db.count(sql`
    select subscription_id from webhook_subscription_state
    where tenant_id = ${tenant_id}
    order by subscription_id
    for update`);
  const row = await db.row<{ under_way: boolean }>(sql`
    select exists (
      select from webhook_delivery_pending
      where tenant_id = ${tenant_id} and claim_id is not null and due_us > infra.now_us()
    ) as under_way`);
  return row!;
}

/**
 * Moves due times into the past by as much as the tenant's clock advances. Claims are not moved, because they expire in real
 * time.
 */
export async function moveDueTimes(db: Db, tenant_id: string, by_us: number): Promise<void> {
  await db.count(sql`
    update webhook_delivery_pending
    set due_us = case when claim_id is null then due_us - ${by_us}::bigint else due_us end,
      created_us = created_us - ${by_us}::bigint
    where tenant_id = ${tenant_id}`);
  await db.count(sql`
    update webhook_subscription_state
    set held_until_us = greatest(0, held_until_us - ${by_us}::bigint),
      backlog_until_us = greatest(0, backlog_until_us - ${by_us}::bigint)
    where tenant_id = ${tenant_id}`);
}

/** Subscriptions that have been degraded and failing for three days by their tenant's clock. */
export function listFailingTooLong(reach: Reach): Promise<{ tenant_id: string; subscription_id: string }[]> {
  return reach(sql`
    with clock as materialized (select infra.now_us() as us)
    select s.tenant_id, s.subscription_id
    from webhook_subscription_state s
    cross join clock
    join tenant t on t.id = s.tenant_id
    join webhook_subscription b on b.tenant_id = s.tenant_id and b.id = s.subscription_id and b.deleted_at is null
    join client c on c.tenant_id = b.tenant_id and c.id = b.client_id and ${client_in_use}
    where s.state = 'degraded' and not infra.is_elsewhere(s.tenant_id)
      and s.failing_since <= to_timestamp((clock.us + t.clock_offset_us - ${failing_max_us}::bigint) / 1000000.0)
    order by s.failing_since`);
}

/** Ends the pause of a subscription that has a due or claimed delivery; returns whether it has one. Due times do not change. */
export async function updateRestEnded(db: Db, tenant_id: string, subscription_id: string): Promise<boolean> {
  const count = await db.count(sql`
    update webhook_subscription_state s set held_until_us = 0
    where s.tenant_id = ${tenant_id} and s.subscription_id = ${subscription_id}
      and exists (
        select from webhook_delivery_pending d
        where d.tenant_id = s.tenant_id and d.subscription_id = s.subscription_id
          and (d.claim_id is not null or d.due_us <= infra.now_us())
      )`);
  return count > 0;
}

/** The position of a pending delivery in the walk over all pending ones. */
export type PendingPlace = { tenant_id: string; id: string };

/**
 * Reads the next `limit` pending deliveries after a position. It expires those that have been pending for 30 days, or whose
 * subscription or event was deleted or whose client was revoked. Returns the position to continue from; null: no deliveries are
 * left.
 */
export async function expireDeliveries(
  reach: Reach,
  pending_max_us: number,
  after: PendingPlace,
  limit: number,
): Promise<PendingPlace | null> {
  const [last] = await reach<PendingPlace>(sql`
    with clock as materialized (select infra.now_us() as us),
    looked as materialized (
      select d.tenant_id, d.id, d.subscription_id, d.event_id, d.claim_id, d.due_us, d.created_us
      from webhook_delivery_pending d
      where (d.tenant_id, d.id) > (${after.tenant_id}::uuid, ${after.id}::uuid)
      order by d.tenant_id, d.id
      limit ${limit}::int
    ),
    old as materialized (
      select d.tenant_id, d.id
      from looked d
      cross join clock
      where (d.claim_id is null or d.due_us <= clock.us) and not infra.is_elsewhere(d.tenant_id)
        and (
          d.created_us <= clock.us - ${pending_max_us}::bigint
          or exists (
            select from webhook_subscription b
            join client c on c.tenant_id = b.tenant_id and c.id = b.client_id
            where b.tenant_id = d.tenant_id and b.id = d.subscription_id
              and (b.deleted_at is not null or c.revoked_at is not null)
          )
          or not exists (select from event e where e.tenant_id = d.tenant_id and e.id = d.event_id)
        )
    ),
    ended as (
      update webhook_delivery d
      set status = 'expired', ended_on = (to_timestamp(clock.us / 1000000.0) at time zone 'UTC')::date, due_us = null,
        claim_id = null
      from old o, clock
      where d.tenant_id = o.tenant_id and d.id = o.id and d.ended_on = 'infinity'
        and (d.claim_id is null or d.due_us <= clock.us)
    )
    select tenant_id, id
    from looked
    where (select count(*) from looked) = ${limit}::int
    order by tenant_id desc, id desc
    limit 1`);
  return last ?? null;
}

/** How long the oldest due delivery to an active subscription has waited, in µs; 0: none is due. */
export async function findOldestDue(reach: Reach): Promise<number> {
  const [row] = await reach<{ waited_us: number }>(sql`
    with ${due_subscriptions}
    select coalesce(greatest(0, max(clock.us - greatest(due.us, s.served_us, s.backlog_until_us))), 0)::bigint as waited_us
    from waiting w
    cross join clock
    join webhook_subscription_state s on s.tenant_id = w.tenant_id and s.subscription_id = w.subscription_id
    join webhook_subscription b on b.tenant_id = w.tenant_id and b.id = w.subscription_id and b.deleted_at is null
    join client c on c.tenant_id = b.tenant_id and c.id = b.client_id and ${client_in_use}
    cross join lateral (
      select min(d.due_us) as us
      from webhook_delivery_pending d
      where d.tenant_id = w.tenant_id and d.subscription_id = w.subscription_id
    ) due
    where s.state = 'active'`);
  return row!.waited_us;
}

/** How many deliveries are due; of each subscription at most `counted_max` are counted. */
export async function countDue(reach: Reach, counted_max: number): Promise<number> {
  const [row] = await reach<{ due: number }>(sql`
    with ${due_subscriptions}
    select coalesce(sum(d.due), 0)::int as due
    from waiting w
    cross join clock
    cross join lateral (
      select count(*) as due
      from (
        select from webhook_delivery_pending p
        where p.tenant_id = w.tenant_id and p.subscription_id = w.subscription_id and p.due_us <= clock.us
        limit ${counted_max}::int
      ) p
    ) d`);
  return row!.due;
}

/** Creates the partitions of the coming days and drops expired ones; returns how many tables were in use and are still to do. */
export async function arrangePartitions(reach: Reach): Promise<number> {
  const [row] = await reach<{ left_undone: number }>(sql`select infra.arrange_webhook_partitions() as left_undone`);
  return row!.left_undone;
}

export type DueNext = { tenant_id: string; subscription_id: string; next_us: number | null; now_us: number };

/**
 * When the next delivery of each subscription is due, after its pause; null: it is disabled or deleted, or its client may not
 * act.
 */
export function listDueNext(delivery_pool: Pool, rows: readonly Due[]): Promise<DueNext[]> {
  return readInfrastructure(
    delivery_pool,
    sql`
      with clock as materialized (select infra.now_us() as us)
      select b.tenant_id, b.id as subscription_id, clock.us as now_us,
        case when s.state <> 'disabled' and b.deleted_at is null and ${client_in_use}
          then greatest(d.due_us, s.held_until_us) end as next_us
      from (
        select distinct tenant_id, id
        from unnest(${rows.map(({ tenant_id }) => tenant_id)}::uuid[], ${rows.map(({ subject_id }) => subject_id)}::uuid[])
          u(tenant_id, id)
      ) w
      cross join clock
      join webhook_subscription b on b.tenant_id = w.tenant_id and b.id = w.id
      join webhook_subscription_state s on s.tenant_id = b.tenant_id and s.subscription_id = b.id
      join client c on c.tenant_id = b.tenant_id and c.id = b.client_id
      cross join lateral (
        select d.due_us from webhook_delivery_pending d
        where d.tenant_id = b.tenant_id and d.subscription_id = b.id
        order by d.due_us
        limit 1
      ) d`,
  );
}
