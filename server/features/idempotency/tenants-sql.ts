import type { Pool } from "../../platform/db/pool.ts";
import { part } from "../../platform/db/sql.ts";
import { listTenants } from "../../platform/db/tenants.ts";

/** Organisations that have a key from before an instant. */
export function listTenantsWithKeysBefore(pool: Pool, before_us: number): Promise<string[]> {
  return listTenants(pool, part`select infra.tenants_with_keys_before(${before_us}::bigint) as tenant_id`);
}
