import type { Pool } from "./pool.ts";
import { sql } from "./sql.ts";
import { readInfrastructure } from "./transaction.ts";

/** The infrastructure's clock in µs since 1970, by which the age of rows is measured; no organisation's clock moves it. */
export async function readClock(pool: Pool): Promise<number> {
  const [row] = await readInfrastructure<{ now_us: number }>(pool, sql`select infra.now_us() as now_us`);
  return row!.now_us;
}
