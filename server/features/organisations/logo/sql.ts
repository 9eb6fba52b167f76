import type { Pool } from "../../../platform/db/pool.ts";
import { sql } from "../../../platform/db/sql.ts";
import { readTenant, type Db } from "../../../platform/db/transaction.ts";

export type Logo = { bytes: Buffer; sha256: string };

export async function findLogo(pool: Pool, tenant_id: string): Promise<Logo | null> {
  const [row] = await readTenant<Logo>(
    pool,
    tenant_id,
    sql`select bytes, encode(sha256, 'hex') as sha256 from organisation_logo where tenant_id = ${tenant_id}`,
  );
  return row ?? null;
}

/** Stores a logo and returns the SHA-256 of the previous one; null: there was none. */
export async function storeLogo(
  db: Db,
  tenant_id: string,
  { bytes, sha256 }: { bytes: Buffer; sha256: Buffer },
  at: string,
): Promise<string | null> {
  const row = await db.row<{ before: string | null }>(sql`
    with before as (select sha256 from organisation_logo where tenant_id = ${tenant_id} for update),
    stored as (
      insert into organisation_logo (tenant_id, bytes, sha256, updated_at)
      values (${tenant_id}, ${bytes}, ${sha256}, ${at})
      on conflict (tenant_id) do update set bytes = excluded.bytes, sha256 = excluded.sha256, updated_at = excluded.updated_at
    )
    select (select encode(sha256, 'hex') from before) as before`);
  return row!.before;
}

/** The SHA-256 of the logo that was removed; null: there was none. */
export async function deleteLogo(db: Db, tenant_id: string): Promise<string | null> {
  const row = await db.row<{ sha256: string }>(sql`
    delete from organisation_logo where tenant_id = ${tenant_id} returning encode(sha256, 'hex') as sha256`);
  return row?.sha256 ?? null;
}
