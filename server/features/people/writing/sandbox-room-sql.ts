import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";

/**
 * The number of people in the sandbox of an organisation, whose row is locked until the transaction ends; null: it is not such a
 * sandbox.
 */
export async function findSandboxPeople(db: Db, tenant_id: string): Promise<number | null> {
  const found = await db.row(sql`
    select id from tenant where id = ${tenant_id} and sandbox_of is not null for no key update`);
  if (found === undefined) return null;
  const row = await db.row<{ count: number }>(sql`select count(*)::int as count from person where tenant_id = ${tenant_id}`);
  return row!.count;
}
