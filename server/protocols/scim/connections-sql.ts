import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import { day_us } from "../../platform/instants.ts";

/** Entra ID needs 25 requests a second; a lower rate limit slows down its first synchronisation. */
const provider_per_minute = 1_500;
/** Refused requests of a day are counted up to this number. */
const counted_max = 10_000;

/** As JSON texts: the provisioning clients with their state, and the refused authentications. */
export async function listConnections(pool: Pool, tenant_id: string): Promise<{ connections: string; refusals: string }> {
  const [row] = await readTenant<{ connections: string; refusals: string }>(
    pool,
    tenant_id,
    sql`
      select coalesce((
          select json_agg(row_to_json(r) order by c.name)
          from client c
          join tenant t on t.id = c.tenant_id
          left join rate_bucket b on b.tenant_id = c.tenant_id and b.client_id = c.id
          cross join lateral (
            select least(c.rate_per_minute, t.rate_per_minute) as per_minute, least(c.rate_burst, t.rate_burst) as burst,
              least(c.rate_per_day, t.rate_per_day) as per_day
          ) l
          cross join lateral (
            select json_build_object('id', c.id, 'name', c.name) as client, c.scim_profile as profile,
              case
                when c.disabled_at is not null then 'disabled'
                when extract(epoch from c.expires_at) * 1000000 <= infra.now_us() then 'expired'
                else 'active'
              end as state,
              row_to_json(l) as limits,
              case
                when l.per_minute >= ${provider_per_minute}::int then 'none'
                when t.rate_per_minute > l.per_minute then 'use_profile'
                else 'ask_contract'
              end as limit_advice,
              infra.iso(to_timestamp((b.at_us + t.clock_offset_us) / 1000000.0)) as last_request_at,
              coalesce(not b.ok, false) as last_request_limited,
              (
                select infra.iso(e.at)
                from scim_exchange e
                where e.tenant_id = c.tenant_id and e.client_id = c.id and e.status < 400
                order by e.id desc
                limit 1
              ) as last_change_at,
              (
                select row_to_json(d)
                from (
                  select count(*) filter (where e.method = 'POST' and e.status < 400) as created,
                    count(*) filter (where e.method in ('PUT', 'PATCH') and e.status < 400) as updated,
                    count(*) filter (where e.status < 400
                      and (e.method = 'DELETE' or e.changes @> '[{"path": "active", "after": false}]')) as deactivated,
                    count(*) filter (where e.status >= 400) as failed
                  from scim_exchange e
                  where e.tenant_id = c.tenant_id and e.client_id = c.id
                    and e.at > to_timestamp((infra.now_us() + t.clock_offset_us) / 1000000.0) - interval '1 day'
                ) d
              ) as day
          ) r
          where c.tenant_id = ${tenant_id} and 'scim' = any (c.scopes) and c.revoked_at is null
        ), '[]')::text as connections,
        coalesce((
          select json_agg(row_to_json(f) order by f.at desc)
          from (
            select r.cause, r.client_id, infra.iso(r.at) as at, r.address, r.refusals,
              (
                select count(*)
                from (
                  select l.cause
                  from request_log l
                  where l.tenant_id = ${tenant_id} and l.status >= 400 and l.status = 401 and l.path like '/scim/%'
                    and l.id >= infra.first_id_of((to_timestamp((n.us - ${day_us}::bigint) / 1000000.0) at time zone 'UTC')::date)
                    and l.at > to_timestamp((n.us + t.clock_offset_us - ${day_us}::bigint) / 1000000.0)
                  limit ${counted_max}
                ) l
                where coalesce(l.cause, 'no_credentials') = r.cause
              ) as day
            from scim_refusal r
            join tenant t on t.id = r.tenant_id
            cross join (select infra.now_us() as us) n
            where r.tenant_id = ${tenant_id}
          ) f
        ), '[]')::text as refusals`,
  );
  return row!;
}
