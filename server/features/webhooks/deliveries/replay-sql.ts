import { constant, part, plannedEachTime, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { attempts_max } from "../../events/emit-sql.ts";
import type { Owner } from "../subscriptions/sql.ts";
import type { State } from "../sending/state.ts";

export type ReplayRange = {
  since: string;
  /** null: open end. */
  until: string | null;
  /**
   * More events are taken only if they have the same millisecond as the last one, so that the next replay, which starts after it,
   * misses none.
   */
  events_max: number;
};

export type Replayed = { queued: number; next_since: string | null; backlog_until_us: number };

/**
 * Queues deliveries of the stored events that match the subscription's current types and filters, the oldest first. Events whose
 * delivery to this subscription is still pending are left out. If the columns for department or course of an event are null, the
 * ids are read from its body, because older versions did not fill these columns. Due times are in the order of the events, one
 * microsecond apart, and all in the past.
 */
export async function insertReplays(
  db: Db,
  { tenant_id, now }: Owner,
  subscription_id: string,
  { since, until, events_max }: ReplayRange,
): Promise<Replayed> {
  const row = await db.row<Replayed>(
    plannedEachTime(sql`
    with recursive clock as materialized (select infra.now_us() as us),
    below as (
      select unnest(s.department_ids) as id
      from webhook_subscription s
      where s.tenant_id = ${tenant_id} and s.id = ${subscription_id}
      union
      select d.id
      from below b
      join department d on d.tenant_id = ${tenant_id} and d.parent_id = b.id
    ),
    taken as materialized (
      select e.id, e.created_at
      from event e
      join webhook_subscription s on s.tenant_id = ${tenant_id} and s.id = ${subscription_id}
      where e.tenant_id = ${tenant_id} and e.type = any (s.subscribed_events) and e.type <> 'ping'
        and (s.course_ids is null or ${named("course_id", "course,id")} = any (s.course_ids))
        and (s.department_ids is null or ${named("department_id", "user,department_id")} in (select id from below)
          or e.former_department_id in (select id from below))
        and e.created_at >= ${since}::timestamptz and e.created_at < ${until ?? "infinity"}::timestamptz
        and not exists (
          select from webhook_delivery_pending d
          where d.tenant_id = ${tenant_id} and d.subscription_id = ${subscription_id}
            and d.event_id = e.id
        )
      order by e.created_at
      fetch first (${events_max}::int) rows with ties
    ),
    numbered as (
      select id, row_number() over (order by created_at, id) - count(*) over () as place
      from taken
    ),
    queued as (
      insert into webhook_delivery (tenant_id, id, subscription_id, event_id, event_type, trigger, created_at, due_us,
        max_attempts, payload_bytes, payload_sha256)
      select e.tenant_id, infra.new_id(), ${subscription_id}, e.id, e.type, 'replay', ${now}::timestamptz, clock.us + n.place,
        ${attempts_max}::smallint, octet_length(e.body), sha256(e.body)
      from numbered n
      cross join clock
      join event e on e.tenant_id = ${tenant_id} and e.id = n.id
      returning event_id
    )
    select (select count(*) from queued)::int as queued, clock.us + 1 as backlog_until_us,
      (
        select case when count(*) >= ${events_max}::int then infra.iso(max(created_at) + interval '1 millisecond') end
        from taken
      ) as next_since
    from clock`),
  );
  return row!;
}

/** The id of the department or course of event `e`, from its column, or else from its body. */
function named(column: "department_id" | "course_id", place: string): Fragment {
  return part`coalesce(e.${constant(column)}, (convert_from(e.body, 'UTF8')::json #>> '{data,${constant(place)}}')::uuid)`;
}

/** Marks the deliveries that are due before `backlog_until_us` as a backlog; newer deliveries need not wait for its end. */
export async function updateBacklog(
  db: Db,
  tenant_id: string,
  subscription_id: string,
  backlog_until_us: number,
): Promise<State> {
  const row = await db.row<{ state: State }>(sql`
    update webhook_subscription_state
    set backlog_until_us = greatest(backlog_until_us, ${backlog_until_us}::bigint)
    where tenant_id = ${tenant_id} and subscription_id = ${subscription_id}
    returning state`);
  return row!.state;
}
