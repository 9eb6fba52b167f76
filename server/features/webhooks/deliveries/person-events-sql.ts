import type { Pool } from "../../../platform/db/pool.ts";
import { plannedEachTime, sql } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";

/** The body of an event names its person at the start, within this many bytes, so that the search reads no more of it. */
const beginning_bytes = 400;

/**
 * The latest stored events that name a person, with their deliveries, as JSON text; undefined: no person has the id. There is no
 * index from a person to events, because each emitted event would pay for it. Instead events are read from the newest on until
 * enough are found, `searched_max` at most. If the search ended there, `searched_since` is the time of the newest event that was
 * not read.
 */
export async function listPersonEvents(
  pool: Pool,
  tenant_id: string,
  person_id: string,
  { events_max, searched_max }: { events_max: number; searched_max: number },
): Promise<string | undefined> {
  const beginning = `"data":{"user":{"id":"${person_id}"`;
  const [row] = await readTenant<{ json: string }>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with found as materialized (
        select e.id, e.type, e.created_at, convert_from(e.body, 'UTF8')::jsonb -> 'data' as data
        from (
          select id, type, created_at, body
          from event
          where tenant_id = ${tenant_id}
          order by created_at desc, id desc
          limit ${searched_max}::int
        ) e
        where position(convert_to(${beginning}, 'UTF8') in substring(e.body from 1 for ${beginning_bytes}::int)) > 0
        order by e.created_at desc, e.id desc
        limit ${events_max}::int
      ),
      sent as materialized (
        select d.event_id, json_agg(json_build_object('id', d.id, 'status', d.status, 'subscription', json_build_object(
          'id', case when s.deleted_at is null and c.revoked_at is null then s.id end, 'name', s.name)) order by s.name, d.id) as list
        from webhook_delivery d
        join webhook_subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
        join client c on c.tenant_id = s.tenant_id and c.id = s.client_id
        where d.tenant_id = ${tenant_id} and d.event_id = any (array(select id from found))
        group by d.event_id
      )
      select json_build_object('events', coalesce((
        select json_agg(row_to_json(r) order by r.created_at desc, r.id desc)
        from (
          select f.id, f.type, infra.iso(f.created_at) as created_at,
            coalesce(f.data -> 'course' ->> 'title', f.data -> 'group' ->> 'name') as about,
            coalesce(sent.list, '[]'::json) as deliveries
          from found f
          left join sent on sent.event_id = f.id
        ) r), '[]'), 'searched_since', case when (select count(*) from found) < ${events_max}::int then (
          select infra.iso(created_at)
          from event
          where tenant_id = ${tenant_id}
          order by created_at desc, id desc
          offset ${searched_max}::int
          limit 1
        ) end)::text as json
      from person p
      where p.tenant_id = ${tenant_id} and p.id = ${person_id}`),
  );
  return row?.json;
}
