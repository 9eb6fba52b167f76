import type { Pool } from "../../../platform/db/pool.ts";
import { sql } from "../../../platform/db/sql.ts";
import { readInfrastructure, type Db } from "../../../platform/db/transaction.ts";

/** The sandbox of an organisation; `now_us` is the time on its clock. */
export type SandboxRow = { id: string; code: string; name: string; created_us: number; now_us: number };

export async function findSandbox(pool: Pool, tenant_id: string): Promise<SandboxRow | undefined> {
  const [row] = await readInfrastructure<SandboxRow | { id: null }>(
    pool,
    sql`
      select id, code, name, (extract(epoch from created_at) * 1000000)::float8 as created_us, now_us::float8
      from infra.sandbox_of(${tenant_id})`,
  );
  return row?.id ? row : undefined;
}

/** The organisation to which this sandbox belongs; undefined: no organisation has made it for itself. */
export async function findHome(pool: Pool, sandbox_id: string): Promise<{ id: string; code: string; name: string } | undefined> {
  const [row] = await readInfrastructure<{ id: string; code: string; name: string } | { id: null }>(
    pool,
    sql`select id, code, name from infra.organisation_of_sandbox(${sandbox_id})`,
  );
  return row?.id ? row : undefined;
}

/** The number of people in the sandbox of the transaction; there are few. */
export async function countPeople(db: Db, tenant_id: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`select count(*)::int as count from person where tenant_id = ${tenant_id}`);
  return row!.count;
}

/** Ends all access to the sandbox of the transaction. */
export async function closeSandbox(db: Db): Promise<void> {
  await db.rows(sql`select infra.close_sandbox()`);
}

/** Deletes rows of one table of the sandbox, at most one part; returns how many. */
export async function deleteSandboxPart(
  db: Db,
  { table, self_columns }: { table: string; self_columns: readonly string[] },
  rows_max: number,
): Promise<number> {
  const row = await db.row<{ changed: number }>(
    sql`select infra.remove_sandbox_part(${table}, ${self_columns}::text[], ${rows_max}::int) as changed`,
  );
  return row!.changed;
}

/** Deletes the sandbox's own row. */
export async function deleteSandbox(db: Db): Promise<void> {
  await db.rows(sql`select infra.remove_sandbox()`);
}
