import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";

export type KeptMail = {
  id: string;
  tenant_code: string;
  kind: string;
  recipient: string;
  subject: string;
  body: Buffer;
  /** In UTC, for people. */
  created_at: string;
};

/** Mails of an organisation that wait to be sent, the newest first. */
export function listKeptMails(pool: Pool, tenant_id: string, limit: number): Promise<KeptMail[]> {
  return readTenant<KeptMail>(
    pool,
    tenant_id,
    sql`
    select m.id, t.code as tenant_code, m.kind, m.recipient, m.subject, m.body,
      to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created_at
    from mail m
    join tenant t on t.id = m.tenant_id
    where m.tenant_id = ${tenant_id} and m.due_us is not null
    order by m.id desc
    limit ${limit}`,
  );
}
