import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { waiting_subscriptions, type Reach } from "./queue-sql.ts";
import { failing_max_us } from "./state.ts";

/**
 * The next instant at which time alone gives delivery something to do in an organisation, in µs of its own clock: an attempt
 * that becomes due, the end of a rest, the end of three days of failing. null: there is none.
 */
export async function findNextTime(db: Db, tenant_id: string): Promise<number | null> {
  const row = await db.row<{ at_us: number | null }>(sql`
    select min(n.at_us) as at_us
    from webhook_subscription_state s
    join webhook_subscription b on b.tenant_id = s.tenant_id and b.id = s.subscription_id and b.deleted_at is null
    join client c on c.tenant_id = b.tenant_id and c.id = b.client_id and c.revoked_at is null and c.disabled_at is null
    join tenant t on t.id = s.tenant_id
    cross join lateral (
      select greatest(
          (
            select min(d.due_us) from webhook_delivery d
            where d.tenant_id = s.tenant_id and d.subscription_id = s.subscription_id and d.ended_on = 'infinity'
          ),
          s.held_until_us
        ) + t.clock_offset_us as at_us
      where exists (
        select from webhook_delivery d
        where d.tenant_id = s.tenant_id and d.subscription_id = s.subscription_id and d.ended_on = 'infinity'
      )
      union all
      select (extract(epoch from s.failing_since) * 1000000)::bigint + ${failing_max_us}::bigint
      where s.state = 'degraded'
    ) n
    where s.tenant_id = ${tenant_id} and s.state <> 'disabled'`);
  return row?.at_us ?? null;
}

/** Moves what is due by the infrastructure's time as far back as the tenant's clock is about to move on. */
export async function moveDueTimes(db: Db, tenant_id: string, by_us: number): Promise<void> {
  await db.count(sql`
    update webhook_delivery
    set due_us = case when claim_id is null then due_us - ${by_us}::bigint else due_us end,
      created_us = created_us - ${by_us}::bigint
    where tenant_id = ${tenant_id} and ended_on = 'infinity'`);
  await db.count(sql`
    update webhook_subscription_state
    set held_until_us = greatest(0, held_until_us - ${by_us}::bigint),
      backlog_until_us = greatest(0, backlog_until_us - ${by_us}::bigint)
    where tenant_id = ${tenant_id}`);
}

/** Subscriptions of all organisations that have been degraded and failing for three days of their own clocks; at most 100. */
export function listFailingTooLong(reach: Reach): Promise<{ tenant_id: string; subscription_id: string }[]> {
  return reach(sql`
    select s.tenant_id, s.subscription_id
    from webhook_subscription_state s
    join tenant t on t.id = s.tenant_id
    join webhook_subscription b on b.tenant_id = s.tenant_id and b.id = s.subscription_id and b.deleted_at is null
    where s.state = 'degraded'
      and s.failing_since <= to_timestamp((infra.now_us() + t.clock_offset_us - ${failing_max_us}::bigint) / 1000000.0)
    order by s.failing_since
    limit 100`);
}

/** Makes the oldest pending delivery of a subscription due at once; whether there is one. */
export async function updateProbeDue(db: Db, tenant_id: string, subscription_id: string): Promise<boolean> {
  const count = await db.count(sql`
    with probe as (
      select id from webhook_delivery
      where tenant_id = ${tenant_id} and subscription_id = ${subscription_id} and ended_on = 'infinity'
      order by due_us
      limit 1
    ),
    freed as (
      update webhook_subscription_state set held_until_us = 0
      where tenant_id = ${tenant_id} and subscription_id = ${subscription_id} and exists (select from probe)
    )
    update webhook_delivery d set due_us = case when d.claim_id is null then least(d.due_us, infra.now_us()) else d.due_us end
    from probe p
    where d.tenant_id = ${tenant_id} and d.id = p.id and d.ended_on = 'infinity'`);
  return count > 0;
}

/** Ends deliveries that have been pending for the log's 30 days, or whose subscription was deleted; how many, at most `limit`. */
export async function expireDeliveries(reach: Reach, pending_max_us: number, limit: number): Promise<number> {
  const rows = await reach(sql`
    with clock as materialized (select infra.now_us() as us),
    old as materialized (
      select d.tenant_id, d.id
      from webhook_delivery d
      cross join clock
      where d.ended_on = 'infinity' and (d.claim_id is null or d.due_us <= clock.us)
        and (
          d.created_us <= clock.us - ${pending_max_us}::bigint
          or exists (
            select from webhook_subscription b
            where b.tenant_id = d.tenant_id and b.id = d.subscription_id and b.deleted_at is not null
          )
        )
      limit ${limit}::int
    )
    update webhook_delivery d
    set status = 'expired', ended_on = (to_timestamp(clock.us / 1000000.0) at time zone 'UTC')::date, due_us = null, claim_id = null
    from old o, clock
    where d.tenant_id = o.tenant_id and d.id = o.id and d.ended_on = 'infinity'
    returning d.id`);
  return rows.length;
}

/** How long the delivery that is due longest, and that nothing holds back, has waited, in µs; 0: none waits. */
export async function findOldestDue(reach: Reach): Promise<number> {
  const [row] = await reach<{ waited_us: number }>(sql`
    with recursive ${waiting_subscriptions}
    select coalesce(greatest(0, max(clock.us - greatest(due.us, s.served_us, s.backlog_until_us))), 0)::bigint as waited_us
    from waiting w
    cross join clock
    join webhook_subscription_state s on s.tenant_id = w.tenant_id and s.subscription_id = w.subscription_id
    join webhook_subscription b on b.tenant_id = w.tenant_id and b.id = w.subscription_id and b.deleted_at is null
    join client c on c.tenant_id = b.tenant_id and c.id = b.client_id and c.revoked_at is null and c.disabled_at is null
      and (c.expires_at is null or c.expires_at > to_timestamp(clock.us / 1000000.0))
    cross join lateral (
      select min(d.due_us) as us
      from webhook_delivery d
      where d.tenant_id = w.tenant_id and d.subscription_id = w.subscription_id and d.ended_on = 'infinity'
    ) due
    where s.state = 'active'`);
  return row!.waited_us;
}

/** Makes the partitions of the coming days and drops those past the log's end. */
export async function arrangePartitions(reach: Reach): Promise<void> {
  await reach(sql`select infra.arrange_webhook_partitions()`);
}
