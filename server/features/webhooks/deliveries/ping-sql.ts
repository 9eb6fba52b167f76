import type { Pool } from "../../../platform/db/pool.ts";
import { sql } from "../../../platform/db/sql.ts";
import { readTenant, type Db } from "../../../platform/db/transaction.ts";
import type { AttemptOutcome } from "../sending/attempt.ts";
import type { DeliveryFormat } from "./format.ts";
import type { EventRow } from "../../events/emit-sql.ts";
import type { Owner } from "../subscriptions/sql.ts";

/** The settings of a subscription that a ping needs. `real_us` is the real time, with which the ping is signed. */
export type PingTarget = {
  name: string;
  target_url: string;
  allowed_hosts: string[];
  /** Encrypted (platform/crypto/seal.ts). */
  secret: Buffer;
  previous_secret: Buffer | null;
  delivery_format: DeliveryFormat;
  real_us: number;
};

export async function findPingTarget(
  pool: Pool,
  { tenant_id, client_id, now }: Owner,
  id: string,
): Promise<PingTarget | undefined> {
  const rows = await readTenant<PingTarget>(
    pool,
    tenant_id,
    sql`
      select s.name, s.target_url, s.delivery_format, c.webhook_hosts as allowed_hosts, s.secret,
        case when s.previous_secret_expires_at > ${now}::timestamptz then s.previous_secret end as previous_secret,
        (extract(epoch from clock_timestamp()) * 1000000)::bigint as real_us
      from webhook_subscription s
      join client c on c.tenant_id = s.tenant_id and c.id = s.client_id
      where s.tenant_id = ${tenant_id} and s.client_id = ${client_id} and s.id = ${id} and s.deleted_at is null`,
  );
  return rows[0];
}

export type Pinged = { delivery_id: string; subscription_id: string; event: EventRow; outcome: AttemptOutcome };

/**
 * Inserts event, delivery and attempt of a ping that has been sent, in one statement. The delivery is already ended, and no other
 * subscription gets the event.
 */
export async function insertPing(
  db: Db,
  tenant_id: string,
  { delivery_id, subscription_id, event, outcome }: Pinged,
): Promise<void> {
  const { status, error, duration_ms, host } = outcome;
  await db.count(sql`
    with today as (select (to_timestamp(infra.now_us() / 1000000.0) at time zone 'UTC')::date as day),
    told as (
      insert into event (tenant_id, id, type, body, created_at)
      values (${tenant_id}, ${event.id}, ${event.type}, convert_to(${event.body}, 'UTF8'), ${event.created_at}::timestamptz)
      returning tenant_id, id, type, body, created_at
    ),
    delivered as (
      insert into webhook_delivery (tenant_id, id, ended_on, subscription_id, event_id, event_type, status, trigger, created_at,
        attempt_count, max_attempts, delivered_at, payload_bytes, payload_sha256)
      select t.tenant_id, ${delivery_id}, today.day, ${subscription_id}, t.id, t.type,
        case when ${error}::text is null then 'succeeded' else 'failed' end, 'ping', t.created_at, 1, 1,
        case when ${error}::text is null then t.created_at + ${duration_ms}::int * interval '1 millisecond' end,
        octet_length(t.body), sha256(t.body)
      from told t, today
      returning tenant_id, id, created_at
    )
    insert into webhook_attempt (tenant_id, delivery_id, number, attempted_on, trigger, attempted_at, duration_ms, response_status,
      error, host)
    select d.tenant_id, d.id, 1, today.day, 'ping', d.created_at, ${duration_ms}::int, ${status}::smallint, ${error}::text, ${host}
    from delivered d, today`);
}
