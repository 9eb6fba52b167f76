import type { Db } from "../../platform/db/transaction.ts";
import { part, sql } from "../../platform/db/sql.ts";

/** Attempts of a delivery, apart from retries by hand. */
export const attempts_max = 5;

/** `body` is the text whose UTF-8 is stored, signed and sent: JSON on one line. */
export type EventRow = { id: string; type: string; body: string; created_at: string };

/**
 * Inserts events and a delivery of each to every subscription that lists its type; returns the number of deliveries. A revoked
 * client never comes back for what would wait for it. Columns travel as lines: a body within JSON would be escaped here and
 * unescaped there, which for 100,000 events takes longer than to insert them. The organisation's row is held once for all of
 * them: by a foreign key it would be held for each, which takes as long as to insert them.
 */
export async function insertEvents(db: Db, tenant_id: string, events: readonly EventRow[]): Promise<number> {
  const lines = (name: keyof EventRow) => part`string_to_array(${events.map((event) => event[name]).join("\n")}::text, e'\\n')`;
  return db.count(sql`
    with held as materialized (
      select id
      from tenant
      where id = ${tenant_id}
      for key share
    ), told as (
      insert into event (tenant_id, id, type, body, created_at)
      select held.id, r.id, r.type, convert_to(r.body, 'UTF8'), r.created_at
      from held
      cross join unnest(${lines("id")}::uuid[], ${lines("type")}, ${lines("body")}, ${lines("created_at")}::timestamptz[])
        as r(id, type, body, created_at)
      returning id, type, body, created_at
    )
    insert into webhook_delivery (tenant_id, id, subscription_id, event_id, event_type, created_at, due_us, max_attempts,
      payload_bytes, payload_sha256)
    select s.tenant_id, infra.new_id(), s.id, t.id, t.type, t.created_at, infra.now_us(), ${attempts_max}::smallint,
      octet_length(t.body), sha256(t.body)
    from told t
    join webhook_subscription s on s.tenant_id = ${tenant_id} and s.deleted_at is null and t.type = any (s.subscribed_events)
    join client c on c.tenant_id = s.tenant_id and c.id = s.client_id and c.revoked_at is null`);
}
