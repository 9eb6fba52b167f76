import { readClock } from "../../platform/db/clock.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { forEach } from "../../platform/jobs/each.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { every, type Job } from "../../platform/jobs/run.ts";
import { deleteExpiredKeys } from "./forget.ts";
import { key_lifetime_us } from "./remember.ts";
import { listTenantsWithKeysBefore } from "./tenants-sql.ts";

const batch_max = 1_000;

/** Keys whose day is over are deleted every ten minutes, organisation by organisation. */
export function idempotencyJobs(pool: Pool): Job[] {
  const keys = queue("idempotency.forget", { retries_max: 0 });
  return [every("*/10 * * * *", keys, (signal) => forgetKeys(pool, signal))];
}

async function forgetKeys(pool: Pool, signal: AbortSignal): Promise<void> {
  const now_us = await readClock(pool);
  await forEach(await listTenantsWithKeysBefore(pool, now_us - key_lifetime_us), signal, async (tenant_id) => {
    while (
      !signal.aborted &&
      (await withTenant(pool, tenant_id, (db) => deleteExpiredKeys(db, tenant_id, now_us, batch_max))) === batch_max
    );
  });
}
