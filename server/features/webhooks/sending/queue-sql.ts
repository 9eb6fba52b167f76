import { rests } from "../../../platform/db/moving/placement.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { part, sql, type Fragment, type Statement } from "../../../platform/db/sql.ts";
import { readInfrastructure } from "../../../platform/db/transaction.ts";
import type { Sendable } from "./attempt.ts";
import type { Rooms } from "./pace/in-flight.ts";
import { attempts_by_hand_max } from "./retry.ts";

/** Runs one statement in a transaction of its own: across all organisations as muster_delivery, or within one. */
export type Reach = <Row>(statement: Statement) => Promise<Row[]>;

/** Across all organisations. The plan uses indexes, so that deliveries that are not due yet cost nothing. */
export function reachAll(delivery_pool: Pool): Reach {
  return (statement) => readInfrastructure(delivery_pool, statement, "few_rows");
}

export type Claim = {
  claim_id: string;
  lease_us: number;
  /** How many deliveries may be claimed. */
  deliveries_max: number;
  /** How many subscriptions this claim may serve. */
  subscriptions_max: number;
  /** How many attempts an organisation may have under way, over all workers. */
  in_flight_per_tenant_max: number;
  /** How many more attempts the claiming process may start at each subscription. */
  rooms: Rooms;
  /** Claims no retries. */
  first_attempts_only: boolean;
  /**
   * `due`: subscriptions of all organisations that infra.due lists as due. `waiting`: subscriptions of one organisation that have
   * pending deliveries.
   */
  among: "due" | "waiting";
};

/** Why an attempt is made. */
export type Trigger = "scheduled" | "manual" | "replay" | "ping";

export type Claimed = Omit<Sendable, "body"> & {
  /** null: the event has been deleted. */
  body: Buffer | null;
  tenant_id: string;
  claim_id: string;
  attempt_count: number;
  max_attempts: number;
  trigger: Trigger;
  created_us: number;
  /** How many deliveries of the subscription, and of its organisation, this claim could have taken at most. */
  room: number;
  tenant_room: number;
  /** The infrastructure's clock, the real time, and how far the tenant's clock is ahead of the infrastructure's. */
  now_us: number;
  real_us: number;
  clock_offset_us: number;
};

/** Clients that are revoked, disabled or expired get no deliveries. */
export const client_in_use = part`c.revoked_at is null and c.disabled_at is null
          and (c.expires_at is null or c.expires_at > to_timestamp(clock.us / 1000000.0))`;

/**
 * The CTEs `clock` and `waiting`: the subscriptions that infra.due lists as due (docs/decisions/0044). Deliveries that are not
 * due yet cost nothing.
 */
export const due_subscriptions = part`
    clock as materialized (select infra.now_us() as us),
    waiting as materialized (
      select distinct d.tenant_id, d.subject_id as subscription_id
      from infra.due d
      where d.kind = 'webhooks.deliver' and d.due_us <= (select us from clock) and not ${rests("d.tenant_id")}
    )`;

/**
 * The CTEs `clock` and `waiting` within one organisation: its subscriptions with pending deliveries. The query steps through the
 * index from one subscription to the next, so it reads one delivery of each.
 */
const waiting_subscriptions = part`
    clock as materialized (select infra.now_us() as us),
    waiting as (
      (
        select d.tenant_id, d.subscription_id
        from webhook_delivery_pending d
        order by d.tenant_id, d.subscription_id
        limit 1
      )
      union all
      select next.tenant_id, next.subscription_id
      from waiting w
      cross join lateral (
        select d.tenant_id, d.subscription_id
        from webhook_delivery_pending d
        where (d.tenant_id, d.subscription_id) > (w.tenant_id, w.subscription_id)
        order by d.tenant_id, d.subscription_id
        limit 1
      ) next
    )`;

/**
 * Delivery `d`, which is due, still has a claim: that claim expired. Beyond the maximum number of logged attempts it is claimed
 * again without an entry.
 */
const is_interrupted = part`(d.claim_id is not null and d.attempt_count < ${attempts_by_hand_max}::int)`;

/**
 * Claims due deliveries in one statement. It chooses subscriptions that have due deliveries and free capacity, the least recently
 * served first, and locks each; a locked one is skipped. So a backlog delays only its own subscription. Of each subscription it
 * takes the oldest deliveries, but every fourth one from behind the backlog. The limits of organisations and of the worker are
 * applied last.
 *
 * A due delivery that still has a claim was interrupted: its worker died or could not record the result. The log shows that
 * attempt as interrupted, and the delivery gets one more.
 */
export function claimDue(reach: Reach, claim: Claim): Promise<Claimed[]> {
  const eligible = claim.first_attempts_only ? part`and d.attempt_count = 0` : part``;
  return reach<Claimed>(sql`
    with recursive ${claim.among === "due" ? due_subscriptions : waiting_subscriptions},
    ${known(claim)},
    ${able(eligible, claim)},
    ${turn(claim)},
    ${offered(eligible)},
    ${chosen(claim)},
    ${claimed(claim)},
    ${logged(claim)},
    ${served}
    ${sendable(claim)}`);
}

/** How many attempts the claiming process may start at the subscriptions that it has used recently. */
function known({ rooms }: Claim): Fragment {
  return part`known as materialized (
      select subscription_id, room
      from unnest(${rooms.subscription_ids}::uuid[], ${rooms.rooms}::int[]) k(subscription_id, room)
    )`;
}

/** Candidates: subscriptions with due deliveries, free capacity and a client in use, the least recently served first. */
function able(eligible: Fragment, { subscriptions_max }: Claim): Fragment {
  return part`able as (
      select w.tenant_id, w.subscription_id, h.served_us
      from waiting w
      cross join clock
      cross join lateral (
        select s.served_us, s.in_flight_max
        from webhook_subscription_state s
        where s.tenant_id = w.tenant_id and s.subscription_id = w.subscription_id and s.state <> 'disabled'
          and s.held_until_us <= clock.us
        limit 1
      ) h
      cross join lateral (
        select from webhook_delivery_pending d
        where d.tenant_id = w.tenant_id and d.subscription_id = w.subscription_id and d.due_us <= clock.us ${eligible}
        limit 1
      ) due
      cross join lateral (
        select b.client_id
        from webhook_subscription b
        where b.tenant_id = w.tenant_id and b.id = w.subscription_id and b.deleted_at is null
        limit 1
      ) b
      cross join lateral (
        select from client c
        where c.tenant_id = w.tenant_id and c.id = b.client_id and ${client_in_use}
        limit 1
      ) c
      where h.in_flight_max > (
        select count(*)
        from webhook_delivery_pending d
        where d.tenant_id = w.tenant_id and d.subscription_id = w.subscription_id and d.claim_id is not null
          and d.due_us > clock.us
      )
        and not exists (select from known k where k.subscription_id = w.subscription_id and k.room <= 0)
      order by h.served_us
      limit ${subscriptions_max}::int
    )`;
}

/**
 * Locks the candidates that no other worker has locked, and computes the free capacity of each and of its organisation. Attempts
 * of all workers stay within `in_flight_max`, and those of this process within its own window.
 */
function turn({ in_flight_per_tenant_max, rooms }: Claim): Fragment {
  return part`turn as materialized (
      select s.tenant_id, s.subscription_id, s.served_us, s.served_count, s.backlog_until_us,
        least(s.in_flight_max - flying.own, coalesce(
          (select k.room from known k where k.subscription_id = s.subscription_id), ${rooms.room_default}::int
        )) as room,
        ${in_flight_per_tenant_max}::int - flying.tenants as tenant_room
      from able a
      join webhook_subscription_state s on s.tenant_id = a.tenant_id and s.subscription_id = a.subscription_id
      cross join clock
      cross join lateral (
        select count(*) filter (where d.subscription_id = s.subscription_id)::int as own, count(*)::int as tenants
        from webhook_delivery_pending d
        where d.tenant_id = s.tenant_id and d.claim_id is not null and d.due_us > clock.us
      ) flying
      where s.state <> 'disabled' and s.held_until_us <= clock.us and s.in_flight_max > flying.own
      for update of s skip locked
    )`;
}

/**
 * The deliveries that each subscription may get in this claim, ranked: the oldest ones, but every fourth from behind the backlog.
 */
function offered(eligible: Fragment): Fragment {
  return part`offered as (
      select t.tenant_id, t.subscription_id, t.served_us, t.tenant_room, o.id, o.due_us, o.interrupted, o.rank
      from turn t
      cross join clock
      cross join lateral (
        select u.id, u.due_us, u.interrupted, row_number() over (order by u.precedence, u.due_us, u.id) as rank
        from (
          (
            select d.id, d.due_us, ${is_interrupted} as interrupted,
              case when row_number() over (order by d.due_us) <= t.room
                - ((t.served_count + t.room) / 4 - t.served_count / 4) then 0 else 2 end as precedence
            from webhook_delivery_pending d
            where d.tenant_id = t.tenant_id and d.subscription_id = t.subscription_id
              and d.due_us < least(t.backlog_until_us, clock.us + 1) ${eligible}
            order by d.due_us
            limit t.room
          )
          union all
          (
            select d.id, d.due_us, ${is_interrupted}, 1
            from webhook_delivery_pending d
            where d.tenant_id = t.tenant_id and d.subscription_id = t.subscription_id
              and d.due_us between t.backlog_until_us and clock.us ${eligible}
            order by d.due_us
            limit t.room
          )
        ) u
        order by rank
        limit t.room
      ) o
    )`;
}

/** The offered deliveries that the limits of the organisations and of the worker allow. */
function chosen({ deliveries_max }: Claim): Fragment {
  return part`chosen as (
      select r.tenant_id, r.subscription_id, r.id, r.due_us, r.interrupted
      from (
        select o.*, row_number() over (partition by o.tenant_id order by o.rank, o.served_us, o.subscription_id) as tenant_rank
        from offered o
      ) r
      where r.tenant_rank <= r.tenant_room
      order by r.rank, r.served_us
      limit ${deliveries_max}::int
    )`;
}

/** Writes the claim to the chosen deliveries. An interrupted attempt is counted, and `max_attempts` grows by one. */
function claimed({ claim_id, lease_us }: Claim): Fragment {
  return part`claimed as (
      update webhook_delivery_pending d
      set claim_id = ${claim_id}::uuid, due_us = clock.us + ${lease_us}::bigint,
        attempt_count = d.attempt_count + c.interrupted::int, max_attempts = d.max_attempts + c.interrupted::int
      from chosen c, clock
      where d.tenant_id = c.tenant_id and d.subscription_id = c.subscription_id and d.id = c.id and d.ended_on = 'infinity'
        and d.due_us = c.due_us
      returning d.tenant_id, d.id, d.subscription_id, d.event_id, d.event_type, d.attempt_count, d.max_attempts, d.trigger,
        d.created_us, c.interrupted, c.due_us - ${lease_us}::bigint as interrupted_us
    )`;
}

/** Logs the interrupted attempts. */
function logged({ lease_us }: Claim): Fragment {
  return part`logged as (
      insert into webhook_attempt (tenant_id, delivery_id, number, attempted_on, trigger, attempted_at, duration_ms, error, host)
      select d.tenant_id, d.id, d.attempt_count, (to_timestamp(clock.us / 1000000.0) at time zone 'UTC')::date, d.trigger,
        to_timestamp((d.interrupted_us + t.clock_offset_us) / 1000000.0), ${lease_us}::bigint / 1000, 'INTERRUPTED',
        lower(substring(b.target_url from '://([^/?#]+)'))
      from claimed d
      cross join clock
      join webhook_subscription b on b.tenant_id = d.tenant_id and b.id = d.subscription_id
      join tenant t on t.id = d.tenant_id
      where d.interrupted
    )`;
}

/** Notes when each subscription was served, so that others come first in the next claim. */
const served = part`served as (
      update webhook_subscription_state s set served_us = clock.us, served_count = s.served_count + n.number
      from (select tenant_id, subscription_id, count(*) as number from claimed group by tenant_id, subscription_id) n, clock
      where s.tenant_id = n.tenant_id and s.subscription_id = n.subscription_id
    )`;

/** The data of each claimed delivery that an attempt needs. */
function sendable({ claim_id }: Claim): Fragment {
  return part`select d.tenant_id, d.id as delivery_id, ${claim_id}::uuid as claim_id, d.subscription_id, d.event_id, d.event_type,
      d.attempt_count, d.max_attempts, d.trigger, d.created_us, b.target_url, b.secret, b.delivery_format, c.webhook_hosts as allowed_hosts, e.body,
      u.room, u.tenant_room, t.clock_offset_us, clock.us as now_us, (extract(epoch from clock_timestamp()) * 1000000)::bigint as real_us,
      case when b.previous_secret_expires_at > to_timestamp((clock.us + t.clock_offset_us) / 1000000.0) then b.previous_secret end
        as previous_secret
    from claimed d
    cross join clock
    cross join lateral (
      select b.* from webhook_subscription b where b.tenant_id = d.tenant_id and b.id = d.subscription_id limit 1
    ) b
    cross join lateral (
      select c.webhook_hosts from client c where c.tenant_id = d.tenant_id and c.id = b.client_id limit 1
    ) c
    cross join lateral (
      select u.room, u.tenant_room from turn u where u.tenant_id = d.tenant_id and u.subscription_id = d.subscription_id limit 1
    ) u
    cross join lateral (select t.clock_offset_us from tenant t where t.id = d.tenant_id limit 1) t
    left join lateral (
      select e.body from event e where e.tenant_id = d.tenant_id and e.id = d.event_id limit 1
    ) e on true`;
}

/** Releases a claimed delivery without an attempt; it becomes due again after `wait_us`. */
export async function releaseClaim(reach: Reach, claimed: Claimed, wait_us: number): Promise<void> {
  await reach(sql`
    update webhook_delivery_pending set claim_id = null, due_us = infra.now_us() + ${wait_us}::bigint
    where tenant_id = ${claimed.tenant_id} and id = ${claimed.delivery_id}
      and claim_id = ${claimed.claim_id} and not infra.is_elsewhere(tenant_id)`);
}

/** Expires a claimed delivery whose event has been deleted. */
export async function expireClaimed(reach: Reach, claimed: Claimed): Promise<void> {
  await reach(sql`
    update webhook_delivery
    set status = 'expired', ended_on = (to_timestamp(infra.now_us() / 1000000.0) at time zone 'UTC')::date, due_us = null,
      claim_id = null
    where tenant_id = ${claimed.tenant_id} and id = ${claimed.delivery_id} and ended_on = 'infinity'
      and claim_id = ${claimed.claim_id} and not infra.is_elsewhere(tenant_id)`);
}
