import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import { day_us, hour_us } from "../../platform/instants.ts";
import { packedBetween } from "../request-log/packed-sql.ts";

/** The most requests with rows of their own that are counted; the latest ones. */
const requests_max = 200_000;
/** The most deliveries of one subscription that are counted. */
const deliveries_max = 2_000;
const refusals_max = 10_000;
/** How many entries of the sync log are searched for the last change by an identity provider. */
const exchanges_max = 1_000;

type Counted = { hour: number; succeeded: number; refused: number; limited: number; failed: number };
type FigureRow = {
  requests: { today: number; quota: number };
  /** Hours by their number in `first_ids`, from 1 on. */
  hours: Counted[];
  webhooks: { succeeded: number; failed: number; pending: number; degraded: number; disabled: number };
  scim: { last_change_at: string | null; refused: number; not_let_in: number };
  set_up: { client: boolean; first_call: boolean; webhook: boolean; scim: boolean };
};

/**
 * The figures of integrations. `first_ids` are the least ids of each hour. Webhooks and SCIM count from `day_id`, 24 h ago,
 * because the screens that their figures open count so. Ids grow with the infrastructure's clock, so a day is a range of a log's
 * primary key. The ids are constants of the statement: a plan that does not know them reads the whole log (1,500,000 requests: 5
 * s).
 */
export async function readFigures(
  pool: Pool,
  tenant_id: string,
  first_ids: readonly string[],
  day_id: string,
): Promise<FigureRow> {
  const [row] = await readTenant<FigureRow>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      select (select row_to_json(q) from (select c.today, c.quota) q) as requests, (${hours(tenant_id, first_ids)}) as hours,
        (select row_to_json(w) from (${webhookFigures(tenant_id, day_id)}) w) as webhooks,
        (select row_to_json(s) from (${scimFigures(tenant_id, day_id)}) s) as scim,
        (
          select row_to_json(u)
          from (
            select c.clients > 0 as client, c.called as first_call,
              exists (select from webhook_subscription where tenant_id = ${tenant_id} and deleted_at is null) as webhook,
              exists (select from scim_exchange where tenant_id = ${tenant_id}) as scim
          ) u
        ) as set_up
      from tenant t
      cross join (select infra.now_us() as us) n
      cross join lateral (${clientFigures(tenant_id)}) c
      where t.id = ${tenant_id}`),
  );
  return row!;
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

function hours(tenant_id: string, first_ids: readonly string[]): Fragment {
  const packed = packedBetween({ tenant_id }, part`b.from_us`, part`b.from_us + ${hour_us}::bigint`);
  return part`
    select coalesce(json_agg(h), '[]')
    from (
      select hour, sum(succeeded) as succeeded, sum(refused) as refused, sum(limited) as limited, sum(failed) as failed
      from (
        select width_bucket(id, ${first_ids}::uuid[]) as hour, count(*) filter (where status < 400) as succeeded,
          count(*) filter (where status between 400 and 499 and status <> 429) as refused,
          count(*) filter (where status = 429) as limited, count(*) filter (where status >= 500) as failed
        from (
          select id, status
          from request_log
          where tenant_id = ${tenant_id} and id >= ${first_ids[0]!}::uuid
          order by id desc
          limit ${requests_max}
        ) l
        group by 1
        union all
        select f.hour, ${packed}, 0, 0, 0
        from unnest(${first_ids}::uuid[]) with ordinality as f(id, hour)
        -- An id begins with the milliseconds at which it was made.
        cross join lateral (select ('x' || left(replace(f.id::text, '-', ''), 12))::bit(48)::bigint * 1000 as from_us) b
      ) counted
      group by hour
    ) h`;
}

function webhookFigures(tenant_id: string, day_id: string): Fragment {
  return part`
    select coalesce(sum(f.succeeded), 0) as succeeded, coalesce(sum(f.failed), 0) as failed, coalesce(sum(p.pending), 0) as pending,
      count(*) filter (where t.state = 'degraded') as degraded, count(*) filter (where t.state = 'disabled') as disabled
    from webhook_subscription s
    join webhook_subscription_state t on t.tenant_id = s.tenant_id and t.subscription_id = s.id
    join client c on c.tenant_id = s.tenant_id and c.id = s.client_id
    cross join lateral (
      select count(*) filter (where d.status = 'succeeded') as succeeded,
        count(*) filter (where d.status in ('failed', 'expired')) as failed
      from (
        select status
        from webhook_delivery
        where tenant_id = ${tenant_id} and subscription_id = s.id and trigger <> 'ping'
          and id >= ${day_id}::uuid
        order by id desc
        limit ${deliveries_max}
      ) d
    ) f
    cross join lateral (
      select count(*) as pending from webhook_delivery_pending where tenant_id = ${tenant_id} and subscription_id = s.id
    ) p
    where s.tenant_id = ${tenant_id} and s.deleted_at is null and c.revoked_at is null`;
}

/** SCIM requests that were admitted and then refused, and those that were not admitted. */
function scimFigures(tenant_id: string, day_id: string): Fragment {
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
          select
          from scim_exchange e
          join client c on c.tenant_id = e.tenant_id and c.id = e.client_id
          where e.tenant_id = ${tenant_id} and e.id >= ${day_id}::uuid and e.status >= 400
            and 'scim' = any (c.scopes) and c.revoked_at is null
          limit ${refusals_max}
        ) e
      ) as refused,
      (
        select count(*)
        from (
          select
          from request_log
          where tenant_id = ${tenant_id} and id >= ${day_id}::uuid and status >= 400 and status = 401 and path like '/scim/%'
          limit ${refusals_max}
        ) l
      ) as not_let_in`;
}
