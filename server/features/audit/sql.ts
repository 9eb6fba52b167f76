import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { sql } from "../../platform/db/sql.ts";
import type { AuditEntry } from "./schema.ts";

export async function insertAudit(db: Db, context: Context, id: string, entry: AuditEntry): Promise<void> {
  await db.count(sql`
    insert into audit_log (tenant_id, id, occurred_at, actor_type, actor_id, actor_name, operation, target_type, target_id,
      changes, personal, request_id, batch_id)
    values (${context.tenant.id}, ${id}, ${context.now.toString()}, ${context.actor.type}, ${context.actor.id}, ${context.actor.name},
      ${entry.operation}, ${entry.target_type}, ${entry.target_id}, ${JSON.stringify(entry.changes ?? {})}::jsonb,
      ${JSON.stringify(entry.personal ?? {})}::jsonb, ${context.request_id}, ${entry.batch_id ?? null})`);
}
