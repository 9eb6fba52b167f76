import { refuseElsewhere } from "../../platform/db/moving/placement.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readInfrastructure } from "../../platform/db/transaction.ts";

/** The id of the organisation with this code; null: none. Throws Elsewhere if it is on another node. */
export async function findTenantIdHere(pool: Pool, code: string): Promise<string | null> {
  const [row] = await readInfrastructure<{ id: string | null }>(pool, sql`select infra.tenant_by_code(${code}) as id`);
  if (row!.id === null) await refuseElsewhere(pool, code);
  return row!.id;
}

/** The present by the infrastructure's clock, in µs. */
export async function findNowUs(pool: Pool): Promise<number> {
  const [row] = await readInfrastructure<{ now_us: number }>(pool, sql`select infra.now_us()::float8 as now_us`);
  return row!.now_us;
}
