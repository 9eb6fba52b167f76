import { readClock } from "../../platform/db/clock.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { drainTenants } from "../../platform/jobs/drain.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { every, type Job } from "../../platform/jobs/run.ts";
import { deleteExpiredKeys } from "./forget.ts";
import { key_lifetime_us } from "./remember.ts";
import { listTenantsWithKeysBefore } from "./tenants-sql.ts";

const rows_max = 1_000;

/** Deletes expired keys every ten minutes, one organisation after the other. */
export function idempotencyJobs(pool: Pool): Job[] {
  const keys = queue("idempotency.forget", { retries_max: 0 });
  return [every("*/10 * * * *", keys, (signal) => forgetKeys(pool, signal))];
}

async function forgetKeys(pool: Pool, signal: AbortSignal): Promise<void> {
  const now_us = await readClock(pool);
  const tenant_ids = await listTenantsWithKeysBefore(pool, now_us - key_lifetime_us);
  await drainTenants({ pool, signal, rows_max }, tenant_ids, (db, tenant_id) =>
    deleteExpiredKeys(db, tenant_id, now_us, rows_max),
  );
}
