import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { drain } from "../../../platform/jobs/drain.ts";
import { forEach } from "../../../platform/jobs/each.ts";
import { restAfter } from "../../../platform/jobs/load/rest.ts";
import { queue } from "../../../platform/jobs/queue.ts";
import { every, type Job } from "../../../platform/jobs/run.ts";
import { foldPersonDeltas } from "../../people/count/count-sql.ts";
import { dropEmptyCounters, foldForecastDeltas } from "../outlook/forecast-count-sql.ts";
import { keepStandings } from "../outlook/keep-standings.ts";
import { foldDeltas, listTenantsWithDeltas } from "./fold-sql.ts";

/** A batch of this size takes about 30 ms, during which it keeps one processor of the database busy. */
const rows_max = 2_000;
/** How long the changes of one organisation are added before it is the others' turn; the job of the next minute continues. */
const turn_max_ms = 5_000;
const folds = [foldDeltas, foldPersonDeltas, foldForecastDeltas, dropEmptyCounters] as const;

/** A job that adds changes of the numbers of people and flags to the counters each minute. */
export function complianceJobs(pool: Pool): Job[] {
  const fold = queue("compliance.fold", { retries_max: 0 });
  return [every("* * * * *", fold, (signal) => foldAll(pool, signal))];
}

/**
 * Adds changes to the counters in batches, each in a transaction and some seconds for an organisation, and restores the rows of `standing` that changes have
 * removed.
 */
export async function foldAll(pool: Pool, signal: AbortSignal): Promise<void> {
  const tenant_ids = await listTenantsWithDeltas(pool);
  await forEach(tenant_ids, signal, async (tenant_id) => {
    const ends_ms = performance.now() + turn_max_ms;
    for (const fold of folds) await drain(signal, rows_max, () => foldSome(pool, tenant_id, fold, ends_ms));
  });
  // Runs after the counters of all organisations, because 10,000 people take some time.
  await forEach(tenant_ids, signal, (tenant_id) => keepStandings(pool, tenant_id, signal));
}

/**
 * Pauses after a full batch, because a rule or a midnight leaves a hundred thousand changes and requests need the database, too.
 */
async function foldSome(pool: Pool, tenant_id: string, fold: (typeof folds)[number], ends_ms: number): Promise<number> {
  const started_ms = performance.now();
  const folded = await withTenant(pool, tenant_id, (db) => fold(db, tenant_id, rows_max));
  if (folded < rows_max) return folded;
  await restAfter(pool, performance.now() - started_ms);
  return performance.now() < ends_ms ? folded : 0;
}
