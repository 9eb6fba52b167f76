import type { Pool } from "../../platform/db/pool.ts";
import { part, sql } from "../../platform/db/sql.ts";
import { listTenants } from "../../platform/db/tenants.ts";
import { type Db } from "../../platform/db/transaction.ts";

/** Instants on the infrastructure's clock, in µs. */
export type Ages = {
  /** An unfinished upload that began before this instant has broken off. */
  abandoned_us: number;
  /** A run that was sent before this instant must have ended, or still have a job. */
  stuck_us: number;
};

/**
 * Organisations with imports to sweep. The function's third instant is only for the previous version of the program (migration
 * 0056).
 */
export function listTenantsWithOldImports(pool: Pool, { abandoned_us, stuck_us }: Ages): Promise<string[]> {
  return listTenants(
    pool,
    part`select infra.tenants_with_old_imports(${abandoned_us}::bigint, ${stuck_us}::bigint, 0) as tenant_id`,
  );
}

/** Deletes uploads that broke off; returns how many. */
export async function deleteAbandoned(db: Db, tenant_id: string, { abandoned_us }: Ages, limit: number): Promise<number> {
  return db.count(sql`
    delete from import
    where tenant_id = ${tenant_id} and id in (
      select id
      from import
      where tenant_id = ${tenant_id} and status = 'receiving' and created_at < to_timestamp(${abandoned_us}::bigint / 1000000.0)
      limit ${limit})`);
}

/** Deletes imports that began before an instant, with their reports; returns how many. */
export async function deleteImportsBefore(db: Db, tenant_id: string, before_us: number, limit: number): Promise<number> {
  return db.count(sql`
    delete from import
    where tenant_id = ${tenant_id} and id in (
      select id
      from import
      where tenant_id = ${tenant_id} and created_at < to_timestamp(${before_us}::bigint / 1000000.0)
      order by created_at
      limit ${limit})`);
}

/** The ids of unfinished runs. */
export async function listStuckImports(db: Db, tenant_id: string, { stuck_us }: Ages): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from import
    where tenant_id = ${tenant_id} and status in ('queued', 'running')
      and created_at < to_timestamp(${stuck_us}::bigint / 1000000.0)`);
  return rows.map((row) => row.id);
}
