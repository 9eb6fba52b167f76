// How a job carries out a file:
//
//   survey    read the file to its end; a row that cannot be read, or too many rows, fail the import and name the line
//   guard     count the leavers: people who are missing in the file or marked as left; too many fail the import
//   rows      in batches, each in one transaction with its lines of the report, its counts and its progress
//   managers  set the managers whom the file names, once all people exist (managers.ts)
//   leavers   deactivate the people who are missing, in batches like the rows
//   end       delete the file's bytes; the report is kept for some time
//
// Nothing is written before the rows begin. When a run dies, another one continues after the rows that are done. If two run at
// once, the one that does not find its own progress stops (`Overtaken`). A dry run does the same in each transaction, reads the
// result and rolls it back; only the report is stored.
import { todayOf } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import type { SyncRow } from "../employment/judge-row.ts";
import { noKeys } from "../employment/settle-keys.ts";
import { synchronise, synchronised_max, type SyncOutcome } from "../employment/synchronise.ts";
import { analyzePeople } from "../people/apply-sql.ts";
import { loadDirectory } from "../people/directory.ts";
import { contextOf, inBatch, Overtaken, type Run } from "./batch.ts";
import { FileFault } from "./files/file-fault.ts";
import { deactivateLeavers, listLeavers, type Leavers } from "./leavers.ts";
import { bringManagers, judgeManagers, managersNamed, refuseCircle, type FileManagers } from "./managers.ts";
import { readRows, refuseRepetition, surveyFile, type FileFacts } from "./files/read-file.ts";
import type { ReportRow } from "./report-sql.ts";
import { deleteChunks, findWork, updateEnded, updateRunning, type Counts, type Ending } from "./sql.ts";

export type RunOptions = {
  pool: Pool;
  signal: AbortSignal;
  /** The most rows of a file. */
  rows_max?: number;
};

const rows_max_default = 1_000_000;

/** Carries out an import from its present progress to its end. */
export async function runImport(options: RunOptions, tenant_id: string, import_id: string): Promise<void> {
  const { pool, signal, rows_max = rows_max_default } = options;
  const work = await findWork(pool, tenant_id, import_id);
  if (work === undefined) return;
  const run: Run = {
    pool,
    tenant_id,
    work,
    batch_id: import_id,
    counts: { ...no_counts, ...work.counts },
    seats: new Map(),
    signal,
  };
  try {
    const today = todayOf(await withTenant(pool, tenant_id, (db) => contextOf(db, run)));
    const facts = await surveyFile(readRows(pool, tenant_id, work), rows_max, today);
    const leavers = await listLeavers(run, facts);
    if (work.status === "queued" && !(await begin(run, facts, leavers))) return;
    const managers = await judgeManagers(run, facts);
    await bringRows(run, facts, managers);
    await bringManagers(run, facts, managers);
    await deactivateLeavers(run, facts, leavers);
    await end(run, { status: "finished" });
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (!(error instanceof FileFault)) throw error;
    await end(run, { status: "failed", failure: error.message, failure_line: error.line });
  }
}

const no_counts: Counts = { rows: 0, create: 0, update: 0, unchanged: 0, deactivate: 0, invalid: 0 };

/** Begins the rows, or ends the import because it would deactivate too many people. */
async function begin(run: Run, { rows }: FileFacts, { leaving, active, tripped }: Leavers): Promise<boolean> {
  const { pool, tenant_id, work, counts } = run;
  counts.rows = rows;
  if (tripped && !work.dry_run) {
    const failure = `${leaving} of ${active} active people are not in the file or have left by it, more than ${work.options.max_deactivate_percent} %.`;
    await end(run, { status: "failed", failure, failure_line: null, tripped, counts });
    return false;
  }
  await withTenant(pool, tenant_id, (db) => updateRunning(db, tenant_id, work.id, counts, tripped));
  return true;
}

async function bringRows(run: Run, facts: FileFacts, managers: FileManagers): Promise<void> {
  const { pool, tenant_id, work } = run;
  const options = { keys: noKeys(), batch_id: run.batch_id, revive: work.options.deactivate_missing };
  let done = work.rows_done;
  for await (const batch of batchesOf(readRows(pool, tenant_id, work), done)) {
    const rows = batch.map((row) => refuseRepetition(refuseCircle(row, managers), facts));
    const before = done;
    done += batch.length;
    await inBatch(run, { before, after: done }, async (db, context, pretend) => {
      // Loaded again for each batch: a department may be merged or renamed while a large file is carried out.
      const directory = await loadDirectory(db, tenant_id, await managersNamed(db, tenant_id, rows, facts));
      const pretended = work.dry_run ? run.counts.create : 0;
      const outcomes = await synchronise(db, context, rows, { ...options, directory, pretended, whenWritten: pretend });
      return { outcomes, report: outcomes.filter(({ action }) => action !== "unchanged").map(reportRowOf) };
    });
    if (isPowerOfTen(run.counts.create, batch.length)) await withTenant(pool, tenant_id, analyzePeople);
  }
}

function reportRowOf({ row, employee_no, full_name, action, changes, effects, errors }: SyncOutcome): ReportRow {
  const faults = errors.map(({ pointer = "#", code, detail }) => ({ pointer, code, detail }));
  return {
    row_number: row,
    in_file: true,
    employee_no: shown(employee_no),
    full_name: shown(full_name),
    action,
    changes,
    effects,
    errors: faults,
  };
}

/** The most characters that are shown of a wrong number or name. */
const shown_max = 200;

function shown(text: string | null): string | null {
  return text?.slice(0, shown_max).toWellFormed() ?? null;
}

/**
 * Whether a count has just passed 1,000, 10,000 or 100,000. Statements that were planned for an empty table are then planned
 * again.
 */
function isPowerOfTen(count: number, step: number): boolean {
  return [1_000, 10_000, 100_000].some((mark) => count >= mark && count - step < mark);
}

async function* batchesOf(rows: AsyncIterable<SyncRow>, skip: number): AsyncGenerator<SyncRow[]> {
  let batch: SyncRow[] = [];
  let seen = 0;
  for await (const row of rows) {
    seen += 1;
    if (seen <= skip) continue;
    batch.push(row);
    if (batch.length < synchronised_max) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function end({ pool, tenant_id, work }: Run, ending: Ending): Promise<void> {
  await withTenant(pool, tenant_id, async (db) => {
    await updateEnded(db, tenant_id, work.id, ending);
    await deleteChunks(db, tenant_id, work.id);
  });
}
