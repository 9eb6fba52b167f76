// For an administrator of some departments (platform/db/limit/limit.ts): whether the caller may see the person of an enrollment.
import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import { isUuid } from "../../platform/ids.ts";

export async function isEnrollmentSeen(pool: Pool, tenant_id: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const found = await readTenant(
    pool,
    tenant_id,
    sql`select from enrollment where tenant_id = ${tenant_id} and id = ${id}::uuid`,
  );
  return found.length > 0;
}
