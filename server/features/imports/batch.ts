import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { retryWhenTaken } from "../../platform/db/unique.ts";
import { restAfter } from "../../platform/jobs/load/rest.ts";
import { listSeatsUsed, pretendSeatsUsed } from "../courses/seats-sql.ts";
import type { SyncOutcome } from "../employment/synchronise.ts";
import { insertReportRows, type ReportRow } from "./report-sql.ts";
import { findTenantNow, updateProgress, type Counts, type Work } from "./sql.ts";

/** The state that the parts of one run of an import share. */
export type Run = {
  pool: Pool;
  tenant_id: string;
  work: Work;
  batch_id: string;
  counts: Counts;
  /**
   * Only in a dry run: the seats by licence that its batches would have taken (more than 0) or given back; those batches were
   * rolled back.
   */
  seats: ReadonlyMap<string, number>;
  signal: AbortSignal;
};

/** Another process has continued the import. */
export class Overtaken extends Error {}

export type BatchResult = { outcomes: readonly Pick<SyncOutcome, "action">[]; report: readonly ReportRow[] };

/**
 * Does a part of the work in one transaction, with its report and progress. In a dry run the work is rolled back, and another
 * transaction writes report and progress. `pretend` makes the seats of earlier batches count in this one. The batch calls it
 * after it has locked its people, because every transaction locks people before licences.
 */
export async function inBatch(
  run: Run,
  progress: { before: number; after: number },
  batch: (db: Db, context: Context, pretend: () => Promise<void>) => Promise<BatchResult>,
): Promise<void> {
  const { pool, tenant_id, work, signal } = run;
  signal.throwIfAborted();
  const began_ms = performance.now();
  const work_and_note = async (db: Db) => {
    const context = await contextOf(db, run);
    if (!work.dry_run) return note(db, run, progress, await batch(db, context, async () => undefined));
    const stock: { before?: ReadonlyMap<string, number> } = {};
    const result = await batch(db, context, async () => {
      await pretendSeatsUsed(db, tenant_id, run.seats);
      stock.before = await listSeatsUsed(db, tenant_id);
    });
    throw new RolledBack(result, stock.before ? movedBy(run.seats, stock.before, await listSeatsUsed(db, tenant_id)) : run.seats);
  };
  try {
    run.counts = await retryWhenTaken(() => withTenant(pool, tenant_id, work_and_note));
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    run.counts = await withTenant(pool, tenant_id, (db) => note(db, run, progress, error.result));
    run.seats = error.seats;
  }
  await restAfter(pool, performance.now() - began_ms);
}

class RolledBack extends Error {
  readonly result: BatchResult;
  readonly seats: Run["seats"];

  constructor(result: BatchResult, seats: Run["seats"]) {
    super("a dry run leaves nothing");
    this.result = result;
    this.seats = seats;
  }
}

function movedBy(earlier: Run["seats"], before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Run["seats"] {
  return new Map([...after].map(([id, seats]) => [id, (earlier.get(id) ?? 0) + seats - (before.get(id) ?? 0)]));
}

async function note(
  db: Db,
  { tenant_id, work, counts }: Run,
  progress: { before: number; after: number },
  { outcomes, report }: BatchResult,
): Promise<Counts> {
  const sum = { ...counts };
  for (const { action } of outcomes) sum[action] += 1;
  if (!(await updateProgress(db, tenant_id, work.id, { ...progress, counts: sum }))) throw new Overtaken();
  if (report.length > 0) await insertReportRows(db, tenant_id, work.id, report);
  return sum;
}

/** The context of a run: its actor, organisation, and the instant on the organisation's clock. */
export async function contextOf(db: Db, { tenant_id, work }: Run): Promise<Context> {
  const { now, ...tenant } = await findTenantNow(db, tenant_id);
  const actor = work.started_by;
  return { tenant, actor, now: Temporal.Instant.from(now), request_id: null };
}
