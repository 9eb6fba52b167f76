import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { sql, type Statement } from "../../platform/db/sql.ts";
import type { AuditEntry } from "./schema.ts";

type Entry = Omit<AuditEntry, "batch_id"> & { id: string; request_id?: string | null };

/**
 * Inserts the audit rows of one part of a mass operation. Without `batch_id`: rows of several requests, each with its own request
 * id.
 */
export async function insertAudits(db: Db, context: Context, batch_id: string | null, entries: readonly Entry[]): Promise<void> {
  const { request_id } = context;
  const rows = entries.map((entry) => ({ request_id, ...entry }));
  await db.count(sql`
    insert into audit_log (tenant_id, id, occurred_at, actor_type, actor_id, actor_name, operation, target_type, target_id,
      changes, personal, request_id, batch_id)
    select ${context.tenant.id}, r.id, ${context.now.toString()}, ${context.actor.type}, ${context.actor.id},
      ${context.actor.name}, r.operation, r.target_type, r.target_id, coalesce(r.changes, '{}'), coalesce(r.personal, '{}'),
      r.request_id, ${batch_id}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, operation text, target_type text, target_id uuid, changes jsonb, personal jsonb, request_id text)`);
}

/** Inserts the audit rows of several operations, each with its own actor and time. */
export function insertionOfAudits(
  tenant_id: string,
  rows: readonly { id: string; context: Context; entry: AuditEntry }[],
): Statement {
  const flat = rows.map(({ id, context: { now, actor, request_id }, entry }) => ({
    ...entry,
    id,
    occurred_at: now.toString(),
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    request_id,
  }));
  return sql`
    insert into audit_log (tenant_id, id, occurred_at, actor_type, actor_id, actor_name, operation, target_type, target_id,
      changes, personal, request_id, batch_id)
    select ${tenant_id}, r.id, r.occurred_at, r.actor_type, r.actor_id, r.actor_name, r.operation, r.target_type, r.target_id,
      coalesce(r.changes, '{}'), coalesce(r.personal, '{}'), r.request_id, r.batch_id
    from jsonb_to_recordset(${JSON.stringify(flat)}::jsonb)
      as r(id uuid, occurred_at timestamptz, actor_type text, actor_id uuid, actor_name text, operation text, target_type text,
        target_id uuid, changes jsonb, personal jsonb, request_id text, batch_id uuid)`;
}
