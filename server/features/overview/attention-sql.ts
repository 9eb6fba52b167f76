import { join, part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { day_us } from "../../platform/instants.ts";
import { stoppedBatch } from "../groups/read-sql.ts";
import type { attention_kinds } from "./schema.ts";

export type AttentionKind = (typeof attention_kinds)[number];
export type AttentionItem = {
  kind: AttentionKind;
  id: string | null;
  name: string | null;
  count: number | null;
  at: string | null;
  day: string | null;
};

/** The most entries of a kind. */
const entries_max = 20;
/** Where only a number is shown, it is counted up to this. */
const counted_max = 10_000;
/** The percentage of a day's quota at which a client is near its limit. */
const near_limit_percent = 80;
/** How many days before its end a secret or contract is listed. */
const secret_days = 14;
const contract_days = 30;
/** How long mails must wait before it is reported that the mail server does not accept any. */
const away_us = 900_000_000;
/** For how many days a failure is listed. */
const failure_days = 7;

/** What needs attention in integrations, in training, or in both; unordered. */
export async function listAttention(
  db: Db,
  tenant_id: string,
  { today, integrations }: { today: string; integrations: boolean },
): Promise<AttentionItem[]> {
  const kinds = [...(integrations ? ofIntegrations(tenant_id) : []), ...ofTraining(tenant_id, today)];
  return db.rows(sql`
    select a.kind, a.id, a.name, a.count::int as count, a.at, a.day::text as day
    from (select infra.now_us() as us) n
    cross join lateral (${join(
      kinds.map((kind) => part`(${kind} limit ${entries_max})`),
      " union all ",
    )}) a (kind, id, name, count, at, day)`);
}

function ofIntegrations(tenant_id: string): Fragment[] {
  return [
    part`
      select case when c.ends_us <= n.us then 'client_expired' else 'client_expiring' end, c.id, c.name, null::bigint,
        infra.iso(c.expires_at), null::date
      from (
        select id, name, expires_at, extract(epoch from expires_at) * 1000000 as ends_us
        from client
        where tenant_id = ${tenant_id} and revoked_at is null and disabled_at is null and expires_at is not null
      ) c
      where c.ends_us between n.us - ${failure_days * day_us}::bigint and n.us + ${secret_days * day_us}::bigint
      order by c.ends_us`,
    part`
      select 'client_near_limit', c.id, c.name, 100 * b.used::bigint / l.per_day, null::text, null::date
      from client c
      join tenant t on t.id = c.tenant_id
      join rate_bucket b on b.tenant_id = c.tenant_id and b.client_id = c.id
      cross join lateral (select least(c.rate_per_day, t.rate_per_day) as per_day) l
      where c.tenant_id = ${tenant_id} and c.revoked_at is null and b.day_no = (n.us / ${day_us}::bigint)::int
        and 100 * b.used::bigint >= ${near_limit_percent}::bigint * l.per_day
      order by 4 desc`,
    part`
      select 'webhook_' || t.state, s.id, s.name, null::bigint, infra.iso(t.state_changed_at), null::date
      from webhook_subscription s
      join webhook_subscription_state t on t.tenant_id = s.tenant_id and t.subscription_id = s.id
      join client c on c.tenant_id = s.tenant_id and c.id = s.client_id
      where s.tenant_id = ${tenant_id} and s.deleted_at is null and c.revoked_at is null and t.state <> 'active'
      order by t.state_changed_at desc`,
    part`
      select 'scim_refused', null::uuid, r.cause, greatest(d.count, 1), infra.iso(r.at), null::date
      from scim_refusal r
      join tenant t on t.id = r.tenant_id
      -- The refusal is stored at once, the log up to a second later.
      cross join lateral (
        select count(*)
        from (
          select cause
          from request_log
          where tenant_id = ${tenant_id} and status >= 400 and status = 401 and path like '/scim/%'
            and id >= infra.first_id_of((to_timestamp((n.us - ${day_us}::bigint) / 1000000.0) at time zone 'UTC')::date)
            and at > to_timestamp((n.us + t.clock_offset_us - ${day_us}::bigint) / 1000000.0)
          limit ${counted_max}
        ) l
        where coalesce(l.cause, 'no_credentials') = r.cause
      ) d
      where r.tenant_id = ${tenant_id}
        and r.at > to_timestamp((n.us + t.clock_offset_us - ${day_us}::bigint) / 1000000.0)
        and r.at > coalesce((select at from scim_exchange where tenant_id = ${tenant_id} order by id desc limit 1), '-infinity')
      order by r.at desc`,
    // An attempt at an unreachable server is not counted and only moves `due_us` on. So mails wait that have no attempts and a
    // `due_us` long after they were written. Ids begin with the millisecond of writing.
    part`
      select 'mails_waiting', null::uuid, null::text, null::bigint, infra.iso(to_timestamp(min(m.written_us) / 1000000.0)), null::date
      from (values (0), (1)) i (importance)
      cross join lateral (
        select due_us, attempts, 1000 * ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint as written_us
        from mail
        where tenant_id = ${tenant_id} and importance = i.importance and due_us is not null
        order by due_us desc
        limit ${counted_max}
      ) m
      where m.attempts = 0 and m.due_us - m.written_us > ${away_us}::bigint
      having count(*) > 0`,
    part`
      select 'values_unmatched', null::uuid, null::text, u.count, null::text, null::date
      from (
        select count(distinct (field, value_norm)) as count
        from (select field, value_norm from unmatched_value where tenant_id = ${tenant_id} limit ${counted_max}) p
      ) u
      where u.count > 0`,
  ];
}

function ofTraining(tenant_id: string, today: string): Fragment[] {
  return [
    part`
      select 'import_failed', i.id, null::text, null::bigint, infra.iso(i.created_at), null::date
      from import i
      where i.tenant_id = ${tenant_id} and i.status = 'failed' and i.created_at > now() - make_interval(days => ${failure_days}::int)
      order by i.created_at desc`,
    part`
      select 'evaluation_stopped', null::uuid, null::text, count(*), infra.iso(min(b.started_at)), null::date
      from rule_batch b
      where b.tenant_id = ${tenant_id} and ${stoppedBatch}
      having count(*) > 0`,
    part`
      select 'license_full', l.id, l.name, l.seats_total::bigint, null::text, l.valid_until
      from license l
      where l.tenant_id = ${tenant_id} and l.model = 'seats' and l.seats_used >= l.seats_total
        and coalesce(l.valid_from, '-infinity') <= ${today}::date and coalesce(l.valid_until, 'infinity') >= ${today}::date
      order by l.name_norm`,
    part`
      select 'license_ending', l.id, l.name, null::bigint, null::text, l.valid_until
      from license l
      where l.tenant_id = ${tenant_id} and l.valid_until between ${today}::date and ${today}::date + ${contract_days}::int
      order by l.valid_until`,
    part`
      select case a.kind when 'assignment_blocked' then 'assignments_blocked' else 'renewals_blocked' end, null::uuid, null::text,
        count(*), infra.iso(min(a.raised_at)), null::date
      from (
        select kind, raised_at
        from alert
        where tenant_id = ${tenant_id} and resolved_at is null
        limit ${counted_max}
      ) a
      group by a.kind`,
    part`
      select 'contract_ending', c.id, c.name, null::bigint, null::text, c.contract_valid_until
      from contractor c
      where c.tenant_id = ${tenant_id} and c.active
        and c.contract_valid_until between ${today}::date and ${today}::date + ${contract_days}::int
      order by c.contract_valid_until`,
    part`
      select 'addresses_bouncing', null::uuid, null::text, count(*), infra.iso(max(b.since)), null::date
      from (
        select b.since
        from mail_bounce b
        where b.tenant_id = ${tenant_id} and exists (
          select from person p
          where p.tenant_id = b.tenant_id and p.email_norm = b.address_norm and p.state in ('invited', 'active', 'suspended')
        )
        limit ${counted_max}
      ) b
      having count(*) > 0`,
  ];
}
