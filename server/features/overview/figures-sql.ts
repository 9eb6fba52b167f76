import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";

/** Rows that one hour's figures are made of, at most. */
const hour_requests_max = 20_000;
/** Deliveries of one subscription that its figures are made of, at most. */
const deliveries_max = 2_000;
const refusals_max = 10_000;
/** How far back the last change of an identity provider is looked for, in entries of the sync log. */
const exchanges_max = 1_000;
const hour_us = 3_600_000_000;
const day_us = 86_400_000_000;

/**
 * What integrations have done in the last day, as JSON text. Ids grow with the infrastructure's clock, so that each hour of a
 * log is a range of its primary key and no row outside of the day is looked at.
 */
export async function readFigures(pool: Pool, tenant_id: string): Promise<string> {
  const [row] = await readTenant<{ json: string }>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      select row_to_json(r)::text as json
      from tenant t
      cross join (select infra.now_us() as us) n
      cross join lateral (${clientFigures(tenant_id)}) c
      cross join lateral (
        select (select row_to_json(q) from (select c.today, c.quota) q) as requests, (${hours(tenant_id)}) as hours,
          (select row_to_json(w) from (${webhookFigures(tenant_id)}) w) as webhooks,
          (select row_to_json(s) from (${scimFigures(tenant_id)}) s) as scim,
          (
            select row_to_json(u)
            from (
              select c.clients > 0 as client, c.called as first_call,
                exists (select from webhook_subscription where tenant_id = ${tenant_id} and deleted_at is null) as webhook,
                exists (select from scim_exchange where tenant_id = ${tenant_id}) as scim
            ) u
          ) as set_up
      ) r
      where t.id = ${tenant_id}`),
  );
  return row!.json;
}

function clientFigures(tenant_id: string): Fragment {
  return part`
    select count(*) filter (where c.revoked_at is null) as clients, count(b.at_us) > 0 as called,
      coalesce(sum(b.used) filter (where b.day_no = (n.us / ${day_us}::bigint)::int), 0) as today,
      coalesce(sum(least(c.rate_per_day, t.rate_per_day)) filter (
        where c.revoked_at is null and c.disabled_at is null
          and (c.expires_at is null or extract(epoch from c.expires_at) * 1000000 > n.us)
      ), 0) as quota
    from client c
    left join rate_bucket b on b.tenant_id = c.tenant_id and b.client_id = c.id
    where c.tenant_id = ${tenant_id}`;
}

function hours(tenant_id: string): Fragment {
  return part`
    select json_agg(row_to_json(h) order by h.at)
    from (
      select infra.iso(to_timestamp((b.from_us + t.clock_offset_us) / 1000000.0)) as at, l.*
      from generate_series(0, 23) i
      cross join lateral (select (n.us / ${hour_us}::bigint - 23 + i) * ${hour_us}::bigint as from_us) b
      cross join lateral (
        select count(*) filter (where status < 400) as succeeded,
          count(*) filter (where status between 400 and 499 and status <> 429) as refused,
          count(*) filter (where status = 429) as limited, count(*) filter (where status >= 500) as failed
        from (
          select status
          from request_log
          where tenant_id = ${tenant_id} and id >= ${firstId(part`b.from_us`)}
            and id < ${firstId(part`b.from_us + ${hour_us}::bigint`)}
          order by id
          limit ${hour_requests_max}
        ) q
      ) l
    ) h`;
}

function webhookFigures(tenant_id: string): Fragment {
  return part`
    select count(*) filter (where d.status = 'succeeded') as succeeded,
      count(*) filter (where d.status in ('failed', 'expired')) as failed
    from webhook_subscription s
    cross join lateral (
      select status
      from webhook_delivery
      where tenant_id = ${tenant_id} and subscription_id = s.id and trigger <> 'ping'
        and id >= ${firstId(part`n.us - ${day_us}::bigint`)}
      order by id desc
      limit ${deliveries_max}
    ) d
    where s.tenant_id = ${tenant_id} and s.deleted_at is null`;
}

function scimFigures(tenant_id: string): Fragment {
  return part`
    select
      (
        select infra.iso(e.at)
        from (
          select id, at, status from scim_exchange where tenant_id = ${tenant_id} order by id desc limit ${exchanges_max}
        ) e
        where e.status < 400
        order by e.id desc
        limit 1
      ) as last_change_at,
      (
        select count(*)
        from (
          select from scim_exchange
          where tenant_id = ${tenant_id} and id >= ${firstId(part`n.us - ${day_us}::bigint`)} and status >= 400
          limit ${refusals_max}
        ) e
      ) as refused`;
}

/** The least id that can have been given at an instant of the infrastructure's clock. */
function firstId(us: Fragment): Fragment {
  return part`rpad(lpad(to_hex((${us}) / 1000), 12, '0'), 32, '0')::uuid`;
}
