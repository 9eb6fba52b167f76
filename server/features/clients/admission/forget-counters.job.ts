import type { Pool } from "../../../platform/db/pool.ts";
import { withInfrastructure } from "../../../platform/db/transaction.ts";
import { hour_us } from "../../../platform/instants.ts";
import { forEach } from "../../../platform/jobs/each.ts";
import { queue } from "../../../platform/jobs/queue.ts";
import { every, type Job } from "../../../platform/jobs/run.ts";
import { deleteIdleFailures, deleteIdleWindows, deleteUsedAssertions, deleteUsedProofs } from "./counters-sql.ts";

/**
 * Windows, blocks and assertions last ten minutes at most. After an hour they count for nothing, even if a clock was set back.
 */
const idle_us = hour_us;
const batch_max = 1_000;

/**
 * Deletes, every quarter of an hour, counters of addresses and clients without activity for an hour, and assertions and proofs
 * that ended an hour ago.
 */
export function counterJobs(pool: Pool): Job[] {
  const counters = queue("clients.forget-counters", { retries_max: 0 });
  return [every("*/15 * * * *", counters, (signal) => forgetCounters(pool, signal))];
}

async function forgetCounters(pool: Pool, signal: AbortSignal): Promise<void> {
  await forEach([deleteIdleWindows, deleteIdleFailures, deleteUsedAssertions, deleteUsedProofs], signal, async (deleteBatch) => {
    while (!signal.aborted && (await withInfrastructure(pool, (db) => deleteBatch(db, idle_us, batch_max))) === batch_max);
  });
}
