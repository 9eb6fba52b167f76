import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";

/** When the organisation's provider is due for a check, and whether it is due now; null: never. */
export async function findLook(db: Db, tenant_id: string): Promise<{ look_us: number; now: boolean } | null> {
  const row = await db.row<{ look_us: number; now: boolean }>(sql`
    select look_us::float8 as look_us, look_us <= infra.now_us() as now
    from identity_provider
    where tenant_id = ${tenant_id} and look_us is not null`);
  return row ?? null;
}

/** Sets when it is checked next; null: it does not use SAML any more and is not checked. */
export async function updateLook(db: Db, tenant_id: string, after_us: number): Promise<number | null> {
  const row = await db.row<{ look_us: number | null }>(sql`
    update identity_provider
    set look_us = case when protocol = 'saml' then infra.now_us() + ${after_us}::bigint end
    where tenant_id = ${tenant_id}
    returning look_us::float8 as look_us`);
  return row?.look_us ?? null;
}
