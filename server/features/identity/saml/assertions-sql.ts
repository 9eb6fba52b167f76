import { deleteLate } from "../../../platform/late-sql.ts";
import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Once } from "./assertion.ts";

/** Stores a used assertion; returns false if it was used before. */
export async function insertAssertion(db: Db, tenant_id: string, { id_hash, expires_us }: Once): Promise<boolean> {
  const count = await db.count(sql`
    insert into identity_assertion (tenant_id, id_hash, expires_us)
    values (${tenant_id}, ${id_hash}, ${expires_us}::bigint)
    on conflict do nothing`);
  return count === 1;
}

/** Deletes a batch of assertions that would be refused for their age anyway. */
export function deleteLateAssertions(db: Db, tenant_id: string, batch_max: number): Promise<void> {
  return deleteLate(db, tenant_id, { table: part`identity_assertion`, key: part`id_hash` }, batch_max);
}
