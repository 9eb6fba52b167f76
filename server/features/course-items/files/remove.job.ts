// Deletes the bytes of unused files of a course, in the background and in parts with a transaction each. A video has ten thousand
// chunks, and a change of the course must not wait for them.
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { inParts, type PartsOptions } from "../../../platform/jobs/in-parts.ts";
import { queue, send } from "../../../platform/jobs/queue.ts";
import { work, type Job } from "../../../platform/jobs/run.ts";
import { removed_chunks_max, unused_max_us } from "./limits.ts";
import { deleteChunks, deleteFile, isLeftOver, lockLeftOver, withdrawUnusedFiles } from "./sql.ts";

type Removal = { tenant_id: string; course_id: string };
type RemovalOptions = { chunks_max?: number; pace?: Partial<PartsOptions> };

const removal_queue = queue<Removal>("course_files.remove", { run_max_s: 300 });

export function courseFileJobs(pool: Pool): Job[] {
  return [work(removal_queue, (removal, signal) => removeInParts(pool, removal, signal))];
}

/** Withdraws files that no version of the course refers to; a job deletes their bytes. The caller has locked the course. */
export async function removeUnusedFiles(db: Db, tenant_id: string, course_id: string): Promise<void> {
  await withdrawUnusedFiles(db, tenant_id, course_id, unused_max_us);
  if (await isLeftOver(db, tenant_id, course_id, unused_max_us)) await send(db, removal_queue, { tenant_id, course_id });
}

/** Continues until nothing is left to delete, or until the time is up and another job continues. */
export function removeInParts(
  pool: Pool,
  removal: Removal,
  signal: AbortSignal,
  { chunks_max = removed_chunks_max, pace }: RemovalOptions = {},
): Promise<void> {
  const { tenant_id, course_id } = removal;
  const removePart = (part: Removal, timeIsUp: () => boolean) =>
    withTenant(pool, tenant_id, async (db) => {
      const id = await lockLeftOver(db, tenant_id, course_id, unused_max_us);
      if (id === undefined) return null;
      if ((await deleteChunks(db, tenant_id, id, chunks_max)) < chunks_max) await deleteFile(db, tenant_id, id);
      if (!timeIsUp()) return part;
      await send(db, removal_queue, part);
      return null;
    });
  return inParts(pool, removal, signal, removePart, pace);
}
