import type { Pool } from "../../../platform/db/pool.ts";
import { part, sql, type Fragment } from "../../../platform/db/sql.ts";
import { readTenant, type Db } from "../../../platform/db/transaction.ts";
import { day_us } from "../../../platform/instants.ts";
import { members } from "./sql.ts";
import type { DeliveryFormat } from "../deliveries/format.ts";
import type { State } from "../sending/state.ts";

/** The figures of the last day are computed from at most this many deliveries of a subscription. */
const recent_max = 2_000;

/** The subscriptions of all clients, or one of them, sorted by client and name, as a JSON list. */
export async function listAllSubscriptions(
  pool: Pool,
  tenant_id: string,
  now: string,
  id: string | null,
): Promise<{ list: string; count: number }> {
  const [row] = await readTenant<{ list: string; count: number }>(
    pool,
    tenant_id,
    sql`
      select '[' || coalesce(string_agg(row_to_json(r)::text, ',' order by c.name_norm, s.created_at, s.id), '') || ']' as list,
        count(*)::int as count
      from webhook_subscription s
      join webhook_subscription_state t on t.tenant_id = s.tenant_id and t.subscription_id = s.id
      join client c on c.tenant_id = s.tenant_id and c.id = s.client_id
      cross join lateral (
        select ${members(now)}, (${filterNames}) as names,
          (select row_to_json(n) from (select c.id, c.name) n) as client,
          (select row_to_json(f) from (${recentFigures}) f) as recent
      ) r
      where s.tenant_id = ${tenant_id} and (${id}::uuid is null or s.id = ${id}::uuid) and s.deleted_at is null
        and c.revoked_at is null`,
  );
  return row!;
}

/** The names of the departments and courses in the filters of subscription `s`, by id. */
const filterNames: Fragment = part`
  select coalesce(json_object_agg(n.id, n.name), '{}')
  from (
    select d.id, d.name from department d where d.tenant_id = s.tenant_id and d.id = any (s.department_ids)
    union all
    select c.id, c.title from course c where c.tenant_id = s.tenant_id and c.id = any (s.course_ids)
  ) n`;

/** Figures of the deliveries of subscription `s` in the last day. */
const recentFigures: Fragment = part`
  with latest as (
    select d.tenant_id, d.id, d.status
    from webhook_delivery d
    where d.tenant_id = s.tenant_id and d.subscription_id = s.id and d.trigger <> 'ping'
      and d.id >= infra.first_id_of((to_timestamp((infra.now_us() - ${day_us}::bigint) / 1000000.0) at time zone 'UTC')::date)
      and d.created_us >= infra.now_us() - ${day_us}::bigint
    order by d.id desc
    limit ${recent_max}
  )
  select count(*) filter (where status = 'succeeded') as succeeded,
    count(*) filter (where status in ('failed', 'expired')) as failed,
    (
      select percentile_disc(0.95) within group (order by a.duration_ms)
      from latest l
      join webhook_attempt a on a.tenant_id = l.tenant_id and a.delivery_id = l.id and a.error is null
        and a.attempted_on >= (to_timestamp((infra.now_us() - ${day_us}::bigint) / 1000000.0) at time zone 'UTC')::date
    ) as p95_ms
  from latest`;

export type NamedClient = { id: string; name: string };

/** The client that owns a subscription; undefined: unknown subscription. */
export async function findSubscriber(pool: Pool, tenant_id: string, subscription_id: string): Promise<NamedClient | undefined> {
  const rows = await readTenant<NamedClient>(
    pool,
    tenant_id,
    sql`
      select c.id, c.name
      from webhook_subscription s
      join client c on c.tenant_id = s.tenant_id and c.id = s.client_id
      where s.tenant_id = ${tenant_id} and s.id = ${subscription_id} and s.deleted_at is null and c.revoked_at is null`,
  );
  return rows[0];
}

export async function findClient(pool: Pool, tenant_id: string, id: string): Promise<NamedClient | undefined> {
  const rows = await readTenant<NamedClient>(
    pool,
    tenant_id,
    sql`
      select id, name
      from client
      where tenant_id = ${tenant_id} and id = ${id} and revoked_at is null`,
  );
  return rows[0];
}

export type Subscribers = {
  clients: (NamedClient & { webhook_hosts: string[]; can_manage: boolean })[];
  quota: { used: number; limit: number };
};

/** The clients that can have subscriptions, and the maximum number of subscriptions. */
export async function findSubscribers(pool: Pool, tenant_id: string): Promise<Subscribers> {
  const [row] = await readTenant<Subscribers>(
    pool,
    tenant_id,
    sql`
      select coalesce((
          select json_agg(row_to_json(c) order by c.name)
          from (
            select id, name, webhook_hosts, 'webhooks:manage' = any (scopes) as can_manage
            from client
            where tenant_id = ${tenant_id} and revoked_at is null
          ) c
        ), '[]') as clients,
        json_build_object('limit', t.webhook_subscriptions_max, 'used', (
          select count(*)
          from webhook_subscription s
          join client c on c.tenant_id = s.tenant_id and c.id = s.client_id
          where s.tenant_id = ${tenant_id} and s.deleted_at is null and c.revoked_at is null
        )) as quota
      from tenant t
      where t.id = ${tenant_id}`,
  );
  return row!;
}

/** Entries of the history at most; older ones are in the audit log. */
const history_max = 200;

/** The history of a subscription, the newest entry first, as a JSON list. */
export async function listHistory(pool: Pool, tenant_id: string, subscription_id: string): Promise<string> {
  const [row] = await readTenant<{ list: string }>(
    pool,
    tenant_id,
    sql`
      select coalesce(json_agg(row_to_json(r) order by r.at desc, r.id desc), '[]')::text as list
      from (
        select id, infra.iso(occurred_at) as at, operation,
          (select row_to_json(n) from (select actor_type as type, actor_name as name) n) as actor, changes
        from audit_log
        where tenant_id = ${tenant_id} and target_type = 'webhook_subscription' and target_id = ${subscription_id}
        order by id desc
        limit ${history_max}
      ) r`,
  );
  return row!.list;
}

export type SentEvent = {
  target_url: string;
  delivery_format: DeliveryFormat;
  event_id: string;
  event_type: string;
  /** The event's body as it is stored. */
  body: string | null;
};

/** The event and format of a delivery; undefined: no such delivery. */
export async function findSentEvent(
  pool: Pool,
  tenant_id: string,
  subscription_id: string,
  delivery_id: string,
): Promise<SentEvent | undefined> {
  const rows = await readTenant<SentEvent>(
    pool,
    tenant_id,
    sql`
      select s.target_url, s.delivery_format, d.event_id, d.event_type, convert_from(e.body, 'UTF8') as body
      from webhook_delivery d
      join webhook_subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id and s.deleted_at is null
      left join event e on e.tenant_id = d.tenant_id and e.id = d.event_id
      where d.tenant_id = ${tenant_id} and d.id = ${delivery_id} and d.subscription_id = ${subscription_id}`,
  );
  return rows[0];
}

export type FailedToRetry = {
  since: string;
  /** How many deliveries one call retries. */
  deliveries_max: number;
  /** Deliveries with at least this many attempts are left out. */
  attempts_max: number;
};

/** Makes failed deliveries pending again, for one more attempt each, the oldest first. */
export async function requeueFailed(
  db: Db,
  tenant_id: string,
  subscription_id: string,
  { since, deliveries_max, attempts_max }: FailedToRetry,
): Promise<{ retried: number; more: boolean }> {
  const row = await db.row<{ retried: number; more: boolean }>(sql`
    with found as materialized (
      select d.tenant_id, d.id, d.ended_on
      from webhook_delivery d
      where d.tenant_id = ${tenant_id} and d.subscription_id = ${subscription_id} and d.ended_on < 'infinity'
        and d.status = 'failed' and d.trigger <> 'ping' and d.created_at >= ${since}::timestamptz
        and d.attempt_count < ${attempts_max}
        and exists (select from event e where e.tenant_id = ${tenant_id} and e.id = d.event_id)
      order by d.id
      limit ${deliveries_max}::int + 1
      for update of d
    ),
    taken as (select * from found order by id limit ${deliveries_max}::int),
    done as (
      update webhook_delivery d
      set status = 'pending', ended_on = 'infinity', trigger = 'manual', max_attempts = d.attempt_count + 1,
        due_us = infra.now_us()
      from taken t
      where d.tenant_id = t.tenant_id and d.id = t.id and d.ended_on = t.ended_on
      returning d.id
    )
    select (select count(*) from done)::int as retried, (select count(*) from found) > ${deliveries_max}::int as more`);
  return row!;
}

/** The state of a subscription, because no retries are queued for a disabled one. */
export async function findState(db: Db, tenant_id: string, subscription_id: string): Promise<State> {
  const row = await db.row<{ state: State }>(sql`
    select state
    from webhook_subscription_state
    where tenant_id = ${tenant_id} and subscription_id = ${subscription_id}`);
  return row!.state;
}
