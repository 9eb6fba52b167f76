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

/** Some 30 ms of work: while that goes on, requests have a processor less. */
const rows_max = 2_000;
const folds = [foldDeltas, foldPersonDeltas, foldForecastDeltas, dropEmptyCounters] as const;

/** Changes of the numbers of people, and of their flags, are added up every minute, organisation by organisation. */
export function complianceJobs(pool: Pool): Job[] {
  const fold = queue("compliance.fold", { retries_max: 0 });
  return [every("* * * * *", fold, (signal) => foldAll(pool, signal))];
}

/** Adds up what there is, a batch in each transaction, and keeps what people's entries add up to where some have changed. */
export async function foldAll(pool: Pool, signal: AbortSignal): Promise<void> {
  const tenant_ids = await listTenantsWithDeltas(pool);
  await forEach(tenant_ids, signal, async (tenant_id) => {
    for (const fold of folds) await drain(signal, rows_max, () => foldSome(pool, tenant_id, fold));
  });
  // After the counters of all organisations: the rows of 10,000 people take some time.
  await forEach(tenant_ids, signal, (tenant_id) => keepStandings(pool, tenant_id, signal));
}

/** Rests beside requests where more is left: a rule or a midnight leaves a hundred thousand changes behind. */
async function foldSome(pool: Pool, tenant_id: string, fold: (typeof folds)[number]): Promise<number> {
  const started_ms = performance.now();
  const folded = await withTenant(pool, tenant_id, (db) => fold(db, tenant_id, rows_max));
  if (folded === rows_max) await restAfter(pool, performance.now() - started_ms);
  return folded;
}
