import type { Pool } from "./pool.ts";
import type { Statement } from "./sql.ts";
import { readInfrastructure } from "./transaction.ts";

/** The organisations that a statement selects as `tenant_id`: those that have something to be done by a job. */
export async function listTenants(pool: Pool, statement: Statement): Promise<string[]> {
  const rows = await readInfrastructure<{ tenant_id: string }>(pool, statement);
  return rows.map((row) => row.tenant_id);
}
