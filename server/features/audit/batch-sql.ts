import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { sql } from "../../platform/db/sql.ts";
import type { AuditEntry } from "./schema.ts";

/** Inserts the audit rows of one part of a mass operation. */
export async function insertAudits(
  db: Db,
  context: Context,
  batch_id: string,
  entries: readonly (Omit<AuditEntry, "batch_id"> & { id: string })[],
): Promise<void> {
  await db.count(sql`
    insert into audit_log (tenant_id, id, occurred_at, actor_type, actor_id, actor_name, operation, target_type, target_id,
      changes, personal, request_id, batch_id)
    select ${context.tenant.id}, r.id, ${context.now.toString()}, ${context.actor.type}, ${context.actor.id},
      ${context.actor.name}, r.operation, r.target_type, r.target_id, coalesce(r.changes, '{}'), coalesce(r.personal, '{}'),
      ${context.request_id}, ${batch_id}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as r(id uuid, operation text, target_type text, target_id uuid, changes jsonb, personal jsonb)`);
}
