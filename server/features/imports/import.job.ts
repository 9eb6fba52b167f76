import { readClock } from "../../platform/db/clock.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { hour_us } from "../../platform/instants.ts";
import { drain } from "../../platform/jobs/drain.ts";
import { forEach } from "../../platform/jobs/each.ts";
import { isUnderWay, queue, send } from "../../platform/jobs/queue.ts";
import { every, work, type Job } from "../../platform/jobs/run.ts";
import { cleanUp, type CleanUpOptions } from "../retention/clean-up.ts";
import { import_queue } from "./queue.ts";
import { runImport } from "./run-import.ts";
import { deleteChunks, listEarlierImports, updateEnded } from "./sql.ts";
import { deleteAbandoned, deleteImportsBefore, listStuckImports, listTenantsWithOldImports, type Ages } from "./tenants-sql.ts";
import { upload_deadline_ms } from "./files/upload.ts";

/** Much longer than the longest upload that the server accepts. */
const abandoned_after_us = hour_us;
/** Older runs are checked: a run without a job has failed. */
const stuck_after_us = hour_us / 12;
const rows_max = 10;
/** The pause before checking again whether an earlier file of the organisation is finished. */
const look_again_s = 5;

export function importJobs(options: CleanUpOptions): Job[] {
  const { pool } = options;
  const removePart = (tenant_id: string, before_us: number, imports_max: number) =>
    withTenant(pool, tenant_id, (db) => deleteImportsBefore(db, tenant_id, before_us, imports_max));
  const reports = queue("imports.forget", { retries_max: 0, run_max_s: 1_800 });
  return [
    work(import_queue, async ({ tenant_id, import_id }, signal) => {
      if (!(await givesWay(pool, tenant_id, import_id))) await runImport({ pool, signal }, tenant_id, import_id);
    }),
    every("*/5 * * * *", queue("imports.sweep", { retries_max: 0, run_max_s: 600 }), (signal) => sweepImports(pool, signal)),
    // Deletes reports that are older than their organisation keeps them.
    every("7 * * * *", reports, (signal) =>
      cleanUp(options, { kind: "import_reports", removePart, records_max: rows_max }, signal),
    ),
  ];
}

/**
 * Postpones an import while an earlier one of the organisation is unfinished, because older data must not overwrite newer data.
 * That includes earlier imports whose run has died and will be continued, and those whose file is still arriving. An earlier
 * import without a job is not waited for.
 */
async function givesWay(pool: Pool, tenant_id: string, import_id: string): Promise<boolean> {
  return withTenant(pool, tenant_id, async (db) => {
    for (const { id, is_arriving } of await listEarlierImports(db, tenant_id, import_id, upload_deadline_ms)) {
      if (!is_arriving && !(await isUnderWay(db, import_queue, { tenant_id, import_id: id }))) continue;
      await send(db, import_queue, { tenant_id, import_id }, { after_s: look_again_s });
      return true;
    }
    return false;
  });
}

/** Deletes incomplete uploads, and fails imports without a job, whose tries are used up. */
export async function sweepImports(pool: Pool, signal: AbortSignal): Promise<void> {
  const now_us = await readClock(pool);
  const ages: Ages = {
    abandoned_us: now_us - abandoned_after_us,
    stuck_us: now_us - stuck_after_us,
  };
  await forEach(await listTenantsWithOldImports(pool, ages), signal, async (tenant_id) => {
    await endStuck(pool, tenant_id, ages);
    await drain(signal, rows_max, () => withTenant(pool, tenant_id, (db) => deleteAbandoned(db, tenant_id, ages, rows_max)));
  });
}

async function endStuck(pool: Pool, tenant_id: string, ages: Ages): Promise<void> {
  await withTenant(pool, tenant_id, async (db) => {
    for (const id of await listStuckImports(db, tenant_id, ages)) {
      if (await isUnderWay(db, import_queue, { tenant_id, import_id: id })) continue;
      const failure = "The import could not be carried out; send the file again.";
      await updateEnded(db, tenant_id, id, { status: "failed", failure, failure_line: null });
      await deleteChunks(db, tenant_id, id);
    }
  });
}
