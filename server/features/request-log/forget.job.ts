import { readClock } from "../../platform/db/clock.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { firstIdOf } from "../../platform/ids.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { every, type Job } from "../../platform/jobs/run.ts";
import { deleteRequestsBefore } from "./sql.ts";

/** How long the log is kept. */
const kept_ms = 30 * 86_400_000;
const batch_max = 5_000;

/** What the log has kept for 30 days is deleted every hour. */
export function requestLogJobs(pool: Pool): Job[] {
  const log = queue("request-log.forget", { retries_max: 0 });
  return [every("47 * * * *", log, (signal) => forgetRequests(pool, signal))];
}

async function forgetRequests(pool: Pool, signal: AbortSignal): Promise<void> {
  const before_id = firstIdOf(Math.floor((await readClock(pool)) / 1_000) - kept_ms);
  while (!signal.aborted && (await deleteRequestsBefore(pool, before_id, batch_max)) === batch_max);
}
