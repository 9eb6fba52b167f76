import type { Db } from "../../platform/db/transaction.ts";
import { sql } from "../../platform/db/sql.ts";

export type EventRow = { id: string; type: string; body: Buffer; created_at: string };

/** Inserts events; their deliveries follow in the same transaction. */
export async function insertEvents(db: Db, tenant_id: string, events: readonly EventRow[]): Promise<void> {
  await db.count(sql`
    insert into event (tenant_id, id, type, body, created_at)
    select ${tenant_id}, r.id, r.type, r.body, r.created_at
    from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ type }) => type)}::text[],
      ${events.map(({ body }) => body)}::bytea[], ${events.map(({ created_at }) => created_at)}::timestamptz[])
      as r(id, type, body, created_at)`);
}
