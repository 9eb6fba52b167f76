import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readInfrastructure, readTenant, type Db } from "../../platform/db/transaction.ts";
import type { LoggedExchange } from "./exchange.ts";

export type NewExchanges = {
  client_id: string;
  request_id: string;
  profile: string;
  at: string;
  rows: readonly (LoggedExchange & { id: string })[];
};

/** Writes what became of one request: a row, or one for each of its operations. */
export async function insertExchanges(
  pool: Pool,
  tenant_id: string,
  { client_id, request_id, profile, at, rows }: NewExchanges,
): Promise<void> {
  await readTenant(
    pool,
    tenant_id,
    sql`
      insert into scim_exchange (tenant_id, id, client_id, request_id, profile, at, method, path, resource_type, resource_id,
        resource_name, status, scim_type, detail, notes, changes, duration_ms)
      select ${tenant_id}, r.id, ${client_id}, ${request_id}, ${profile}, ${at}, r.method, r.path, r.resource_type, r.resource_id,
        r.resource_name, r.status, r.scim_type, r.detail, r.notes, r.changes, r.duration_ms
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(id uuid, method text, path text, resource_type text, resource_id uuid, resource_name text, status integer,
          scim_type text, detail text, notes jsonb, changes jsonb, duration_ms integer)`,
  );
}

/** The infrastructure's clock, by which the age of rows is measured; ids are made by it, too. */
export async function readClock(pool: Pool): Promise<number> {
  const [row] = await readInfrastructure<{ now_us: number }>(pool, sql`select infra.now_us() as now_us`);
  return row!.now_us;
}

/** Organisations with rows whose ids come before another; at most 100 at a time. */
export async function listTenantsWithExchangesBefore(pool: Pool, before_id: string): Promise<string[]> {
  const rows = await readInfrastructure<{ tenant_id: string }>(
    pool,
    sql`select infra.tenants_with_exchanges_before(${before_id}::uuid) as tenant_id`,
  );
  return rows.map((row) => row.tenant_id);
}

/** Deletes rows whose ids come before another, a batch at most; ids grow with time. Returns how many. */
export async function deleteExchangesBefore(db: Db, tenant_id: string, before_id: string, batch_max: number): Promise<number> {
  return db.count(sql`
    delete from scim_exchange
    where tenant_id = ${tenant_id} and id in (
      select id
      from scim_exchange
      where tenant_id = ${tenant_id} and id < ${before_id}
      order by id
      limit ${batch_max}
    )`);
}
