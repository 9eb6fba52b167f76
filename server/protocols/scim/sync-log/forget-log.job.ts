import type { Pool } from "../../../platform/db/pool.ts";
import { drainTenants, firstKeptId } from "../../../platform/jobs/drain.ts";
import { queue } from "../../../platform/jobs/queue.ts";
import { every, type Job } from "../../../platform/jobs/run.ts";
import { deleteExchangesBefore, listTenantsWithExchangesBefore } from "./sql.ts";

/** How long the sync log is kept. */
const kept_ms = 30 * 86_400_000;
const rows_max = 1_000;

/** What the sync log has kept for 30 days is deleted every hour, organisation by organisation. */
export function scimJobs(pool: Pool): Job[] {
  const log = queue("scim.forget-log", { retries_max: 0 });
  return [every("17 * * * *", log, (signal) => forgetLog(pool, signal))];
}

async function forgetLog(pool: Pool, signal: AbortSignal): Promise<void> {
  const before_id = await firstKeptId(pool, kept_ms);
  await drainTenants({ pool, signal, rows_max }, await listTenantsWithExchangesBefore(pool, before_id), (db, tenant_id) =>
    deleteExchangesBefore(db, tenant_id, before_id, rows_max),
  );
}
