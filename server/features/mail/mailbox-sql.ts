import type { mail_reasons } from "./mailbox-schema.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";

export type KeptMail = {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  created_at: string;
  state: "queued" | "sent" | "failed" | "kept" | "needless";
  /** Why the mail was not sent; null: it was sent or waits. */
  reason: Exclude<(typeof mail_reasons)[number], "quiet_hours"> | null;
  /** Whether the mail waits for the hours of bulk mails. */
  is_bulk: boolean;
  attempts: number;
  /** Encrypted (platform/crypto/seal.ts). */
  body: Buffer;
};

/** The mails of an organisation, the newest first. Deleted mails of which only the key is left are not listed. */
export function listMails(pool: Pool, tenant_id: string, limit: number): Promise<KeptMail[]> {
  return readTenant<KeptMail>(
    pool,
    tenant_id,
    sql`
      select id, kind, recipient, subject, infra.iso(created_at) as created_at,
        case when sent_at is not null then 'sent' when failed_at is null then 'queued'
          -- Mails of a sandbox are kept without an attempt to send them.
          when attempts = 0 and exists (select from tenant t where t.id = tenant_id and t.sandbox_of is not null) then 'kept'
          when ended_by in ('refused', 'given_up') or ended_by is null then 'failed'
          else 'needless' end as state,
        ended_by as reason, importance = 2 as is_bulk,
        attempts, body
      from mail
      where tenant_id = ${tenant_id} and recipient <> ''
      order by id desc
      limit ${limit}`,
  );
}
