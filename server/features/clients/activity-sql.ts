import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import { hour_us } from "../../platform/instants.ts";
import { firstId, packedBetween } from "../request-log/packed-sql.ts";
import { token_route } from "../request-log/row.ts";

/** The most rows that are read for one hour's figures. */
const hour_requests_max = 20_000;

/**
 * A client's requests and tokens in each of the last 24 hours, from the request log, as JSON text; undefined: there is no such
 * client. Ids grow with the infrastructure's clock, so each hour is a range of the client's index. Packed rows hold only
 * successful requests, and none for a token.
 */
export async function readClientActivity(pool: Pool, tenant_id: string, id: string): Promise<string | undefined> {
  const packed = packedBetween({ tenant_id, client_id: id }, part`b.from_us`, part`b.from_us + ${hour_us}::bigint`);
  const [row] = await readTenant<{ json: string }>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with by_hour as materialized (
        select b.from_us + t.clock_offset_us as from_us, l.succeeded + ${packed} as succeeded, l.refused, l.limited, l.failed, l.tokens, l.token_at
        from tenant t
        cross join (select infra.now_us() as us) n
        cross join generate_series(0, 23) i
        cross join lateral (select (n.us / ${hour_us}::bigint - 23 + i) * ${hour_us}::bigint as from_us) b
        cross join lateral (
          select count(*) filter (where status < 400) as succeeded,
            count(*) filter (where status between 400 and 499 and status <> 429) as refused,
            count(*) filter (where status = 429) as limited, count(*) filter (where status >= 500) as failed,
            count(*) filter (where route = ${token_route} and status < 400) as tokens,
            max(at) filter (where route = ${token_route} and status < 400) as token_at
          from (
            select status, route, at
            from request_log
            where tenant_id = ${tenant_id} and client_id = ${id}::uuid and id >= ${firstId(part`b.from_us`)}
              and id < ${firstId(part`b.from_us + ${hour_us}::bigint`)}
            order by id
            limit ${hour_requests_max}
          ) q
        ) l
        where t.id = ${tenant_id}
      )
      select row_to_json(r)::text as json
      from client c
      cross join lateral (
        select
          (
            select json_agg(row_to_json(h) order by h.at)
            from (
              select infra.iso(to_timestamp(from_us / 1000000.0)) as at, succeeded, refused, limited, failed from by_hour
            ) h
          ) as hours,
          (
            select row_to_json(k)
            from (select coalesce(sum(tokens), 0) as count, infra.iso(max(token_at)) as last_at from by_hour) k
          ) as tokens
      ) r
      where c.tenant_id = ${tenant_id} and c.id = ${id}::uuid`),
  );
  return row?.json;
}
