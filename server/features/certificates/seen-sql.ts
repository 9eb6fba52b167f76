// Runs within an administrator's limit (platform/db/limit/limit.ts): whether the certificate's person is visible to the caller.
import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import { isUuid } from "../../platform/ids.ts";

export async function isCertificateSeen(pool: Pool, tenant_id: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const found = await readTenant(
    pool,
    tenant_id,
    sql`select from certificate where tenant_id = ${tenant_id} and id = ${id}::uuid`,
  );
  return found.length > 0;
}
