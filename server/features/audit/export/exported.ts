import type { ExportRow } from "./export-sql.ts";

/**
 * A sealed row as a log server keeps it: what happened, for searching, and the seal with the very text that it is over, for
 * verification. What is personal stays here, where it can be erased; the seal covers it by its digest.
 */
export type Exported = {
  muster: "audit";
  organisation: { id: string; code: string };
  seq: number;
  id: string;
  occurred_at: string | null;
  actor: { type: string | null; id: string | null; name: string | null };
  operation: string | null;
  target: { type: string | null; id: string | null };
  changes: Record<string, unknown> | null;
  request_id: string | null;
  batch_id: string | null;
  seal: {
    hash: string;
    /** The seal before it; null: it is the first. */
    previous: string | null;
    personal_hash: string;
    key_version: number;
    /** Only where the actor's name was erased before the row was sent: that it was as sealed until then. */
    erasure?: { key_version: number; hash: string };
    /** null: the row was gone when it was sent. */
    text: string | null;
  };
};

export function jsonOf(tenant_id: string, row: ExportRow): string {
  const exported: Exported = {
    muster: "audit",
    organisation: { id: tenant_id, code: row.tenant_code },
    seq: row.seq,
    id: row.audit_id,
    occurred_at: row.occurred_at,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    operation: row.operation,
    target: { type: row.target_type, id: row.target_id },
    changes: row.changes,
    request_id: row.request_id,
    batch_id: row.batch_id,
    seal: {
      hash: row.hash,
      previous: row.previous,
      personal_hash: row.personal_hash,
      key_version: row.key_version,
      ...(row.erasure && { erasure: row.erasure }),
      text: row.text,
    },
  };
  return JSON.stringify(exported);
}
