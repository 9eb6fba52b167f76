import { rests } from "./moving/placement.ts";
import type { Pool } from "./pool.ts";
import { sql, type Fragment } from "./sql.ts";
import { readInfrastructure } from "./transaction.ts";

/** Ids of the organisations that a statement selects as `tenant_id` for a job, without those that are moving or have moved. */
export async function listTenants(pool: Pool, statement: Fragment): Promise<string[]> {
  const rows = await readInfrastructure<{ tenant_id: string }>(
    pool,
    sql`select found.tenant_id from (${statement}) found where not ${rests("found.tenant_id")}`,
  );
  return rows.map((row) => row.tenant_id);
}
