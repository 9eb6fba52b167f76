import { isAway } from "../../../platform/db/moving/placement.ts";
import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Reach, Trigger } from "./queue-sql.ts";
import { doublings_max, in_flight_per_subscription_max, type Health } from "./state.ts";

/** The result of an attempt, with the claim under which it was made. */
export type Result = {
  tenant_id: string;
  subscription_id: string;
  delivery_id: string;
  claim_id: string;
  /** The attempt's number among the attempts at this delivery. */
  number: number;
  trigger: Trigger;
  /** When it began, on the infrastructure's clock. */
  started_us: number;
  duration_ms: number;
  ok: boolean;
  response_status: number | null;
  error: string | null;
  host: string;
  /** Time until the next attempt, in µs; null: there is none. */
  wait_us: number | null;
};

/**
 * The CTEs that write attempts and update their deliveries. `done` contains the deliveries whose claim was still valid: if
 * another worker has claimed the delivery meanwhile, the result changes nothing.
 *
 * The two limits remove no rows. The planner assumes that each limit leaves a tenth, so it expects few rows and finds each
 * delivery by its key. Without them it cannot estimate the rows in JSON, and a plan that was made while the queue was short would
 * read all pending deliveries.
 */
function recorded(results: readonly Result[]) {
  return part`
    clock as materialized (select infra.now_us() as us),
    given as (
      select *
      from (
        select *
        from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(tenant_id uuid, delivery_id uuid, claim_id uuid,
          number smallint, trigger text, started_us bigint, duration_ms int, ok boolean, response_status smallint, error text,
          host text, wait_us bigint)
        limit ${results.length}::int
      ) r
      limit ${results.length}::int
    ),
    result as materialized (
      select r.*, (to_timestamp(clock.us / 1000000.0) at time zone 'UTC')::date as today,
        to_timestamp((r.started_us + t.clock_offset_us) / 1000000.0) as attempted_at
      from given r
      cross join lateral (
        select t.clock_offset_us from tenant t where t.id = r.tenant_id and not ${isAway("t.id")} limit 1
      ) t
      cross join clock
    ),
    done as (
      update webhook_delivery d
      set status = case when r.ok then 'succeeded' when r.wait_us is null then 'failed' else 'pending' end,
        ended_on = case when r.ok or r.wait_us is null then r.today else 'infinity' end,
        due_us = case when not r.ok then clock.us + r.wait_us end,
        claim_id = null,
        attempt_count = r.number,
        trigger = case when r.ok or r.wait_us is null then r.trigger else 'scheduled' end,
        delivered_at = case when r.ok then r.attempted_at + r.duration_ms * interval '1 millisecond' end
      from result r, clock
      where d.tenant_id = r.tenant_id and d.id = r.delivery_id and d.ended_on = 'infinity' and d.claim_id = r.claim_id
      returning d.tenant_id, d.subscription_id, d.id, r.number, r.today, r.trigger, r.attempted_at, r.duration_ms,
        r.response_status, r.error, r.host
    ),
    logged as (
      insert into webhook_attempt (tenant_id, delivery_id, number, attempted_on, trigger, attempted_at, duration_ms,
        response_status, error, host)
      select tenant_id, id, number, today, trigger, attempted_at, duration_ms, response_status, error, host
      from done
    )`;
}

/**
 * `last_success_at` is written at most once in this time, if nothing else of the subscription changes. The log of attempts has
 * every success.
 */
const success_noted_ms = 1_000;

/**
 * Records acknowledged attempts and updates their subscriptions in one statement. It does what `afterAttempt` does, without
 * reading the subscriptions first. A subscription that would not change is not locked and not written, because a claim skips
 * locked subscriptions and their deliveries would wait for a later claim. A failure that another process commits during this
 * statement is not overwritten.
 */
export async function recordSuccesses(reach: Reach, results: readonly Result[]): Promise<void> {
  await reach(sql`
    with ${recorded(results)},
    touched as (
      select tenant_id, subscription_id, max(attempted_at + duration_ms * interval '1 millisecond') as at,
        least(count(*), ${doublings_max})::int as successes
      from done
      group by tenant_id, subscription_id
    ),
    locked as materialized (
      select s.tenant_id, s.subscription_id, t.at, t.successes
      from webhook_subscription_state s
      join touched t on t.tenant_id = s.tenant_id and t.subscription_id = s.subscription_id
      where s.state = 'degraded' or s.consecutive_failures > 0
        or s.state <> 'disabled' and (s.in_flight_max < ${in_flight_per_subscription_max}::int or s.held_until_us > 0)
        or s.last_success_at is null or s.last_success_at < t.at - ${success_noted_ms} * interval '1 millisecond'
      order by s.tenant_id, s.subscription_id
      for update of s
    )
    update webhook_subscription_state s
    set consecutive_failures = 0, failing_since = null, last_success_at = greatest(s.last_success_at, l.at),
      state = case when s.state = 'degraded' then 'active' else s.state end,
      state_reason = case when s.state = 'disabled' then s.state_reason end,
      state_changed_at = case when s.state = 'degraded' then l.at else s.state_changed_at end,
      in_flight_max = case when s.state = 'disabled' then s.in_flight_max
        else least(s.in_flight_max * (1 << l.successes), ${in_flight_per_subscription_max}::int) end,
      held_until_us = case when s.state = 'disabled' then s.held_until_us else 0 end
    from locked l
    where s.tenant_id = l.tenant_id and s.subscription_id = l.subscription_id`);
}

/**
 * Records attempts of one organisation; returns the deliveries whose claim was still valid. The caller holds the locks of their
 * subscriptions.
 */
export async function recordAttempts(db: Db, tenant_id: string, results: readonly Result[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(sql`
    with ${recorded(results)}
    select id from done where tenant_id = ${tenant_id}`);
  return new Set(rows.map(({ id }) => id));
}

export type HealthRow = Health & {
  subscription_id: string;
  name: string;
  target_url: string;
  /** When the subscription got its present state, on the tenant's clock. */
  state_changed_us: number;
  /** The infrastructure's clock, and how far the tenant's clock is ahead of it. */
  now_us: number;
  clock_offset_us: number;
};

/**
 * Locks subscriptions in the order that all transactions use, and returns their states. Deleted ones are left out, so that
 * attempts which were still under way notify no one.
 */
export async function lockHealth(db: Db, tenant_id: string, subscription_ids: readonly string[]): Promise<HealthRow[]> {
  return db.rows(sql`
    select s.subscription_id, b.name, b.target_url, s.state, s.state_reason, s.consecutive_failures, s.in_flight_max,
      s.held_until_us, (extract(epoch from s.failing_since) * 1000000)::bigint as failing_since_us,
      (extract(epoch from s.state_changed_at) * 1000000)::bigint as state_changed_us, infra.now_us() as now_us, t.clock_offset_us
    from webhook_subscription_state s
    join webhook_subscription b on b.tenant_id = s.tenant_id and b.id = s.subscription_id and b.deleted_at is null
    join tenant t on t.id = s.tenant_id
    where s.tenant_id = ${tenant_id}
      and s.subscription_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(subscription_ids)}::jsonb))
    order by s.subscription_id
    for update of s`);
}

/**
 * How attempts have changed a subscription. Instants are those of the last success, failure and change of state on the tenant's
 * clock; null: none.
 */
export type HealthChange = {
  subscription_id: string;
  health: Health;
  succeeded_us: number | null;
  failed_us: number | null;
  /** null: the state has not changed. */
  changed_us: number | null;
};

export async function updateHealth(db: Db, tenant_id: string, changes: readonly HealthChange[]): Promise<void> {
  const rows = changes.map(({ health, ...change }) => ({ ...change, ...health }));
  await db.count(sql`
    update webhook_subscription_state s
    set state = r.state, state_reason = r.state_reason, consecutive_failures = r.consecutive_failures,
      failing_since = to_timestamp(r.failing_since_us / 1000000.0), in_flight_max = r.in_flight_max,
      held_until_us = r.held_until_us,
      state_changed_at = coalesce(to_timestamp(r.changed_us / 1000000.0), s.state_changed_at),
      last_success_at = greatest(s.last_success_at, to_timestamp(r.succeeded_us / 1000000.0)),
      last_failure_at = greatest(s.last_failure_at, to_timestamp(r.failed_us / 1000000.0))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(subscription_id uuid, state text, state_reason text,
      consecutive_failures int, failing_since_us bigint, in_flight_max smallint, held_until_us bigint, changed_us bigint,
      succeeded_us bigint, failed_us bigint)
    where s.tenant_id = ${tenant_id} and s.subscription_id = r.subscription_id`);
}
