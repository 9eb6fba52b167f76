import type { Db } from "../../platform/db/transaction.ts";
import { sql } from "../../platform/db/sql.ts";

export type EventRow = { id: string; type: string; body: Buffer; created_at: string };

/** Inserts an event; its deliveries follow in the same transaction. */
export async function insertEvent(db: Db, tenant_id: string, event: EventRow): Promise<void> {
  await db.count(sql`
    insert into event (tenant_id, id, type, body, created_at)
    values (${tenant_id}, ${event.id}, ${event.type}, ${event.body}, ${event.created_at})`);
}
