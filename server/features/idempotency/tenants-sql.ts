import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readInfrastructure } from "../../platform/db/transaction.ts";

/** Organisations that have a key from before an instant. */
export async function listTenantsWithKeysBefore(pool: Pool, before_us: number): Promise<string[]> {
  const rows = await readInfrastructure<{ tenant_id: string }>(
    pool,
    sql`select infra.tenants_with_keys_before(${before_us}::bigint) as tenant_id`,
  );
  return rows.map((row) => row.tenant_id);
}
