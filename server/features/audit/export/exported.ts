import type { ExportRow } from "./export-sql.ts";

/**
 * A sealed row as a log server stores it: members to search by, and the seal with the exact text that it covers, to verify.
 * Personal data are not sent, so that they can be erased here; the seal covers their digest.
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
    /** The seal of the row before; null: this row is the first. */
    previous: string | null;
    personal_hash: string;
    key_version: number;
    /** Set when the actor's name was erased before the row was sent: states that the row matched its seal until then. */
    erasure?: { key_version: number; hash: string };
    /** Null: the row was missing when it was sent. */
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
