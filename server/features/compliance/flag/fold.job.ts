import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { forEach } from "../../../platform/jobs/each.ts";
import { queue } from "../../../platform/jobs/queue.ts";
import { every, type Job } from "../../../platform/jobs/run.ts";
import { foldDeltas, listTenantsWithDeltas } from "./fold-sql.ts";

const batch_max = 10_000;

/** Changes of the matrix's numbers are added up every minute, organisation by organisation. */
export function complianceJobs(pool: Pool): Job[] {
  const fold = queue("compliance.fold", { retries_max: 0 });
  return [every("* * * * *", fold, (signal) => foldAll(pool, signal))];
}

/** Adds up what there is, a batch in each transaction. */
export async function foldAll(pool: Pool, signal: AbortSignal): Promise<void> {
  await forEach(await listTenantsWithDeltas(pool), signal, async (tenant_id) => {
    while (!signal.aborted && (await withTenant(pool, tenant_id, (db) => foldDeltas(db, tenant_id, batch_max))) === batch_max);
  });
}
