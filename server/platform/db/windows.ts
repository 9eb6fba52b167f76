// Limits that count within a sliding window of time, such as attempts to sign in: `infra.take_place` keeps the instants of each
// key.
import type { Pool } from "./pool.ts";
import { sql } from "./sql.ts";
import { readInfrastructure } from "./transaction.ts";

export type Window = { kind: string; key: string; limit: number; window_us: number };

/**
 * The result of taking a place in a sliding window: `retry_after_s` is the time until one is free; `now_us` is the instant of the
 * decision.
 */
export type Place = { ok: boolean; retry_after_s: number; now_us: number };

/** Takes a place in the sliding window of a key if fewer than `limit` are taken. */
export async function takePlace(pool: Pool, { kind, key, limit, window_us }: Window): Promise<Place> {
  const [row] = await readInfrastructure<Place>(
    pool,
    sql`select * from infra.take_place(${kind}, ${key}, ${limit}, ${window_us}::bigint)`,
  );
  return row!;
}

/** Frees all places in the windows of a key, for example after a successful sign-in. */
export async function clearPlaces(pool: Pool, kinds: readonly string[], key: string): Promise<void> {
  await readInfrastructure(pool, sql`select infra.clear_places(${kinds}::text[], ${key})`);
}
