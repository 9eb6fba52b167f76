import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";

/** Waiting rows are counted up to this number. */
const counted_max = 10_000;
const failed_days = 7;

type Backlog = { count: number; oldest_s: number | null };

export type StatusRow = {
  webhooks: Backlog;
  mails: Backlog;
  mails_failed: number;
  imports: Backlog;
  done_through: string | null;
  limits: Record<"per_minute" | "burst" | "per_day" | "webhook_subscriptions" | "webhook_subscriptions_used" | "clients", number>;
};

/** What is waiting to be done for an organisation, and how much it may use. */
export async function readStatusRow(pool: Pool, tenant_id: string): Promise<StatusRow> {
  const [row] = await readTenant<StatusRow>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      select ${backlog(part`
          select due_us from webhook_delivery_pending where tenant_id = ${tenant_id} limit ${counted_max}`)} as webhooks,
        ${backlog(part`
          select due_us from mail where tenant_id = ${tenant_id} and due_us is not null limit ${counted_max}`)} as mails,
        (
          select count(*)::int
          from mail
          where tenant_id = ${tenant_id} and failed_at is not null and (ended_by is null or ended_by in ('refused', 'given_up'))
            and id >= infra.first_id_of((now() - make_interval(days => ${failed_days}::int))::date)
        ) as mails_failed,
        ${backlog(part`
          select (extract(epoch from created_at) * 1000000)::bigint as due_us
          from import
          where tenant_id = ${tenant_id} and status in ('receiving', 'queued', 'running')`)} as imports,
        infra.days_done(${tenant_id})::text as done_through,
        (
          select row_to_json(l)
          from (
            select t.rate_per_minute as per_minute, t.rate_burst as burst, t.rate_per_day as per_day,
              t.webhook_subscriptions_max as webhook_subscriptions,
              (
                select count(*)
                from webhook_subscription s
                join client c on c.tenant_id = s.tenant_id and c.id = s.client_id and c.revoked_at is null
                where s.tenant_id = ${tenant_id} and s.deleted_at is null
              ) as webhook_subscriptions_used,
              (
                select count(*) from client where tenant_id = ${tenant_id} and revoked_at is null and disabled_at is null
              ) as clients
          ) l
        ) as limits
      from tenant t
      cross join (select infra.now_us() as us) n
      where t.id = ${tenant_id}`),
  );
  return row!;
}

function backlog(due: Fragment): Fragment {
  return part`(
    select json_build_object('count', count(*), 'oldest_s', ((n.us - min(due_us) filter (where due_us <= n.us)) / 1000000)::bigint)
    from (${due}) d
  )`;
}
