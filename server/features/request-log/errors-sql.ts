import type { Pool } from "../../platform/db/pool.ts";
import { plannedEachTime, sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import { day_us } from "../../platform/instants.ts";

const days = 7;
/** The most refused requests that are counted, the latest; more would make the page slow. */
const refused_max = 20_000;
/** The most groups that are shown; those with most requests. */
const groups_max = 200;

/**
 * Refused requests of the last seven days, by code, endpoint and client, as JSON text. Ids grow with the infrastructure's clock,
 * so the index of refused requests is only read from its end back to that day.
 */
export async function listRequestErrors(pool: Pool, tenant_id: string): Promise<string> {
  const [row] = await readTenant<{ json: string }>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with start as materialized (
        select (infra.now_us() - ${days * day_us}::bigint) as us
      ),
      refused as materialized (
        select l.status, l.code, l.cause, l.method, l.route, l.client_id, l.at
        from request_log l
        where l.tenant_id = ${tenant_id} and l.status >= 400
          and l.id >= (select rpad(lpad(to_hex(us / 1000), 12, '0'), 32, '0')::uuid from start)
        order by l.id desc
        limit ${refused_max}
      ),
      grouped as (
        select status, code, method, route, client_id, count(*) as count, min(at) as first_at, max(at) as last_at,
          coalesce(json_agg(distinct cause) filter (where cause is not null), '[]') as causes
        from refused
        group by status, code, method, route, client_id
        order by count(*) desc, max(at) desc
        limit ${groups_max}
      )
      select row_to_json(r)::text as json
      from (
        select
          infra.iso(case when q.complete then to_timestamp((s.us + t.clock_offset_us) / 1000000.0) else q.first_at end) as since,
          q.complete,
          (
            select coalesce(json_agg(row_to_json(e) order by e.count desc, e.last_at desc), '[]')
            from (
              select g.status, g.code, g.method, g.route,
                case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as client,
                g.count, g.causes, infra.iso(g.first_at) as first_at, infra.iso(g.last_at) as last_at
              from grouped g
              left join client c on c.tenant_id = ${tenant_id} and c.id = g.client_id
            ) e
          ) as errors
        from start s
        join tenant t on t.id = ${tenant_id}
        cross join (select count(*) < ${refused_max} as complete, min(at) as first_at from refused) q
      ) r`),
  );
  return row!.json;
}
