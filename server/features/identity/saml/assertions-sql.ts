import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Once } from "./assertion.ts";

/** Whether the assertion was new. */
export async function insertAssertion(db: Db, tenant_id: string, { id_hash, expires_us }: Once): Promise<boolean> {
  const count = await db.count(sql`
    insert into identity_assertion (tenant_id, id_hash, expires_us)
    values (${tenant_id}, ${id_hash}, ${expires_us}::bigint)
    on conflict do nothing`);
  return count === 1;
}

/** Deletes those that would be refused for their age, some at a time. */
export async function deleteLateAssertions(db: Db, tenant_id: string, batch_max: number): Promise<void> {
  await db.count(sql`
    delete from identity_assertion
    where tenant_id = ${tenant_id} and id_hash = any (array(
      select id_hash from identity_assertion
      where tenant_id = ${tenant_id} and expires_us <= infra.now_us()
      order by expires_us
      limit ${batch_max}
      for update skip locked
    ))`);
}
