import type { Pool } from "../../platform/db/pool.ts";
import { drain, firstKeptId } from "../../platform/jobs/drain.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { every, type Job } from "../../platform/jobs/run.ts";
import { deleteRequestsBefore } from "./sql.ts";

/** How long the log is kept. */
const kept_ms = 30 * 86_400_000;
const rows_max = 5_000;

/** What the log has kept for 30 days is deleted every hour. */
export function requestLogJobs(pool: Pool): Job[] {
  const log = queue("request-log.forget", { retries_max: 0 });
  return [every("47 * * * *", log, (signal) => forgetRequests(pool, signal))];
}

async function forgetRequests(pool: Pool, signal: AbortSignal): Promise<void> {
  const before_id = await firstKeptId(pool, kept_ms);
  await drain(signal, rows_max, () => deleteRequestsBefore(pool, before_id, rows_max));
}
