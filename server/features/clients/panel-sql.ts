import { join, part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { nameNorm } from "../../platform/text.ts";
import { kind_columns } from "../request-log/packed-sql.ts";

/** The filters of the list of clients. */
export type ClientFilters = {
  q?: string | undefined;
  state?: string | undefined;
  scope?: string | undefined;
  limit: number;
  offset: number;
};

/** One page of clients by name, as JSON text, and how many there are. */
export async function listClientPage(
  db: Db,
  tenant_id: string,
  { q = "", state, scope, limit, offset }: ClientFilters,
): Promise<{ clients: string; total: number }> {
  const text = q.trim();
  const conditions = [
    part`true`,
    ...(state === undefined ? [] : [part`r.state = ${state}`]),
    ...(scope === undefined ? [] : [part`${scope} = any (r.scopes)`]),
  ];
  const named = text === "" ? part`true` : namedBy(text);
  const row = await db.row<{ clients: string; total: number }>(sql`
    with found as materialized (
      select r.*
      from (${records(tenant_id, named)}) r
      where ${join(conditions, " and ")}
    ),
    shown as (
      select * from found order by state = 'revoked', lower(name), id limit ${limit} offset ${offset}::bigint
    )
    select (select count(*) from found)::int as total,
      (select coalesce(json_agg(row_to_json(s) order by s.state = 'revoked', lower(s.name), s.id), '[]')::text from shown s) as clients`);
  return row!;
}

function namedBy(text: string): Fragment {
  return part`(
    position(${nameNorm(text)} in c.name_norm) > 0 or c.id::text = lower(${text})
    or exists (select from client_secret s where s.tenant_id = c.tenant_id and s.client_id = c.id and s.key_id = ${text}))`;
}

/** One client as JSON text, or undefined. */
export async function findClientRecord(db: Db, tenant_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ json: string }>(sql`
    select row_to_json(r)::text as json
    from (${records(tenant_id, part`c.id = ${id}::uuid`)}) r`);
  return row?.json;
}

/** A client is shown as expiring from so many days before its end. */
const expiring_days = 14;

/** The address of the last use: from a row of the log, or from the last request of a pack. */
const lastAddress = part`
  select q.address
  from (
    (
      select q.id, host(q.address) as address
      from request_log q
      where q.tenant_id = c.tenant_id and q.client_id = c.id and q.status <> 401
      order by q.id desc
      limit 1
    )
    union all
    (
      select p.id, host(${kind_columns.address})
      from request_pack p
      cross join lateral (select p.kinds -> (p.kind[p.count] - 1) as kind) k
      where p.tenant_id = c.tenant_id and p.client_id = c.id
      order by p.id desc
      limit 1
    )
  ) q
  order by q.id desc
  limit 1`;

/** Clients as the panel shows them. The bucket is computed as infra.admit_together would compute it. */
function records(tenant_id: string, condition: Fragment): Fragment {
  return part`
    select c.id, c.name,
      case
        when c.revoked_at is not null then 'revoked'
        when c.disabled_at is not null then 'disabled'
        when extract(epoch from c.expires_at) * 1000000 <= n.us then 'expired'
        when extract(epoch from c.expires_at) * 1000000 <= n.us + ${expiring_days}::bigint * 86400000000 then 'expiring'
        else 'active'
      end as state,
      c.scopes, c.methods, c.dpop_bound_access_tokens, c.ip_allowlist::text[] as ip_allowlist, c.webhook_hosts, c.scim_profile,
      json_build_object('per_minute', c.rate_per_minute, 'burst', c.rate_burst, 'per_day', c.rate_per_day) as rate,
      json_build_object('per_minute', l.per_minute, 'burst', l.burst, 'per_day', l.per_day) as limits,
      ((c.expires_at - interval '1 microsecond') at time zone t.time_zone)::date as expires_on,
      infra.iso(c.expires_at) as expires_at, infra.iso(c.created_at) as created_at,
      infra.iso(to_timestamp(b.at_us / 1000000.0)) as last_used_at,
      -- A refused request does not count as a use of the client.
      (
        ${lastAddress}
      ) as last_used_address,
      (
        select coalesce(json_agg(row_to_json(s) order by s.expires_at is not null, s.created_at desc, s.key_id), '[]')
        from (
          select key_id, infra.iso(created_at) as created_at, infra.iso(expires_at) as expires_at
          from client_secret
          where tenant_id = c.tenant_id and client_id = c.id and revoked_at is null and c.revoked_at is null
            and pepper_version > 0
            and (expires_at is null or extract(epoch from expires_at) * 1000000 > n.us)
        ) s
      ) as secrets,
      (
        select coalesce(json_agg(row_to_json(p) order by p.created_at, p.kid), '[]')
        from (
          select k.key_id, k.kid, k.algorithm, k.thumbprint, infra.iso(s.created_at) as created_at,
            infra.iso(s.expires_at) as expires_at, infra.iso(k.last_used_at) as last_used_at
          from client_key k
          join client_secret s on s.tenant_id = k.tenant_id and s.client_id = k.client_id and s.key_id = k.key_id
          where k.tenant_id = c.tenant_id and k.client_id = c.id and c.revoked_at is null
        ) p
      ) as public_keys,
      json_build_object(
        'tokens', d.tokens,
        'next_token_ms', case when d.lack_us > 0 then ceil((d.lack_us - (l.burst - d.tokens - 1) * l.interval_us) / 1000.0)::bigint end,
        'full_ms', ceil(d.lack_us / 1000.0)::bigint,
        'used_today', d.used,
        'day_ends_ms', ((86400000000 - n.us % 86400000000) / 1000)::bigint
      ) as bucket
    from client c
    join tenant t on t.id = c.tenant_id
    cross join (select infra.now_us() as us) n
    cross join lateral (
      select least(c.rate_per_minute, t.rate_per_minute) as per_minute, least(c.rate_burst, t.rate_burst) as burst,
        least(c.rate_per_day, t.rate_per_day) as per_day,
        ceil(60000000.0 / least(c.rate_per_minute, t.rate_per_minute))::bigint as interval_us
    ) l
    left join rate_bucket b on b.tenant_id = c.tenant_id and b.client_id = c.id
    cross join lateral (
      select e.lack_us, floor((l.burst * l.interval_us - e.lack_us) / l.interval_us::numeric)::int as tokens,
        case when b.day_no = (n.us / 86400000000)::int then b.used else 0 end as used
      from (select least(greatest(coalesce(b.tat_us, 0) - n.us, 0), l.burst * l.interval_us) as lack_us) e
    ) d
    where c.tenant_id = ${tenant_id} and ${condition}`;
}
