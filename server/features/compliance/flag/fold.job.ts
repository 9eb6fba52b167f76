import type { Pool } from "../../../platform/db/pool.ts";
import { drainTenants } from "../../../platform/jobs/drain.ts";
import { queue } from "../../../platform/jobs/queue.ts";
import { every, type Job } from "../../../platform/jobs/run.ts";
import { foldDeltas, listTenantsWithDeltas } from "./fold-sql.ts";

const rows_max = 10_000;

/** Changes of the matrix's numbers are added up every minute, organisation by organisation. */
export function complianceJobs(pool: Pool): Job[] {
  const fold = queue("compliance.fold", { retries_max: 0 });
  return [every("* * * * *", fold, (signal) => foldAll(pool, signal))];
}

/** Adds up what there is, a batch in each transaction. */
export async function foldAll(pool: Pool, signal: AbortSignal): Promise<void> {
  await drainTenants({ pool, signal, rows_max }, await listTenantsWithDeltas(pool), foldDeltas);
}
