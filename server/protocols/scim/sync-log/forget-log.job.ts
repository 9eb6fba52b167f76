import { readClock } from "../../../platform/db/clock.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { firstIdOf } from "../../../platform/ids.ts";
import { forEach } from "../../../platform/jobs/each.ts";
import { queue } from "../../../platform/jobs/queue.ts";
import { every, type Job } from "../../../platform/jobs/run.ts";
import { deleteExchangesBefore, listTenantsWithExchangesBefore } from "./sql.ts";

/** How long the sync log is kept. */
const kept_ms = 30 * 86_400_000;
const batch_max = 1_000;

/** What the sync log has kept for 30 days is deleted every hour, organisation by organisation. */
export function scimJobs(pool: Pool): Job[] {
  const log = queue("scim.forget-log", { retries_max: 0 });
  return [every("17 * * * *", log, (signal) => forgetLog(pool, signal))];
}

async function forgetLog(pool: Pool, signal: AbortSignal): Promise<void> {
  const before_id = firstIdOf(Math.floor((await readClock(pool)) / 1_000) - kept_ms);
  await forEach(await listTenantsWithExchangesBefore(pool, before_id), signal, async (tenant_id) => {
    while (
      !signal.aborted &&
      (await withTenant(pool, tenant_id, (db) => deleteExchangesBefore(db, tenant_id, before_id, batch_max))) === batch_max
    );
  });
}
