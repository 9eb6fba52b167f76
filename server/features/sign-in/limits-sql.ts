import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readInfrastructure } from "../../platform/db/transaction.ts";

/** Takes a place in the sliding window of a key, if fewer than `limit` are taken. */
export async function takePlace(
  pool: Pool,
  window: { kind: string; key: string; limit: number; window_us: number },
): Promise<{ ok: boolean; retry_after_s: number; now_us: number }> {
  const { kind, key, limit, window_us } = window;
  const [row] = await readInfrastructure<{ ok: boolean; retry_after_s: number; now_us: number }>(
    pool,
    sql`select ok, retry_after_s, now_us::float8 from infra.take_place(${kind}, ${key}, ${limit}, ${window_us}::bigint)`,
  );
  return row!;
}

/** Gives back all places of a key, whoever proved that they are its owner. */
export async function clearPlaces(pool: Pool, kinds: readonly string[], key: string): Promise<void> {
  await readInfrastructure(pool, sql`select infra.clear_places(${kinds}::text[], ${key})`);
}

/** The organisation with this code, or null. */
export async function findTenantId(pool: Pool, code: string): Promise<string | null> {
  const [row] = await readInfrastructure<{ id: string | null }>(pool, sql`select infra.tenant_by_code(${code}) as id`);
  return row!.id;
}

/** The infrastructure's clock. */
export async function findNowUs(pool: Pool): Promise<number> {
  const [row] = await readInfrastructure<{ now_us: number }>(pool, sql`select infra.now_us()::float8 as now_us`);
  return row!.now_us;
}
