import { deleteLate } from "../../../platform/late-sql.ts";
import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";

/** Stores a used token; returns false if it was used before. */
export async function insertLogout(db: Db, tenant_id: string, row: { jti_hash: Buffer; expires_us: number }): Promise<boolean> {
  const count = await db.count(sql`
    insert into identity_logout (tenant_id, jti_hash, expires_us)
    values (${tenant_id}, ${row.jti_hash}, ${row.expires_us}::bigint)
    on conflict do nothing`);
  return count === 1;
}

/** Deletes a batch of tokens that would be refused for their age anyway. */
export function deleteLateLogouts(db: Db, tenant_id: string, batch_max: number): Promise<void> {
  return deleteLate(db, tenant_id, { table: part`identity_logout`, key: part`jti_hash` }, batch_max);
}
