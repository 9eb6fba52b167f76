import type { Pool } from "../../../platform/db/pool.ts";
import { sql } from "../../../platform/db/sql.ts";
import { readInfrastructure, readTenant } from "../../../platform/db/transaction.ts";

export async function findTenantId(pool: Pool, tenant_code: string): Promise<string | null> {
  const [row] = await readInfrastructure<{ id: string | null }>(pool, sql`select infra.tenant_by_code(${tenant_code}) as id`);
  return row!.id;
}

export type Refusal = { cause: string; client_id: string | null; address: string };

/** Stores the last refusal of a cause, with the time of the organisation's clock. */
export async function upsertRefusal(pool: Pool, tenant_id: string, { cause, client_id, address }: Refusal): Promise<void> {
  await readTenant(
    pool,
    tenant_id,
    sql`
      insert into scim_refusal as r (tenant_id, cause, client_id, at, address)
      select t.id, ${cause}, ${client_id}::uuid, to_timestamp((infra.now_us() + t.clock_offset_us) / 1000000.0), ${address}
      from tenant t
      where t.id = ${tenant_id}
      on conflict (tenant_id, cause) do update
        set client_id = excluded.client_id, at = excluded.at, address = excluded.address, refusals = r.refusals + 1`,
  );
}
