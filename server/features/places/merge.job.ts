// People of a large department or company go over to the survivor in parts, a transaction each. Who has gone over is no longer
// among those who are looked for: a part that is done again after a crash finds the others. When nobody is left, the duplicate's name
// leaves rules, groups and filters, and everybody is evaluated.
import type { Actor } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { inParts, type PartsOptions } from "../../platform/jobs/in-parts.ts";
import { queue, send } from "../../platform/jobs/queue.ts";
import { work, type Job } from "../../platform/jobs/run.ts";
import { movePeople } from "../people/writing/writer.ts";
import { queueEvaluation } from "../rules/queue-batch.ts";
import { advanceMerge, finishMerge, lockMerge } from "./merge-sql.ts";
import { nameSurvivor } from "./rename.ts";

type Merge = { tenant_id: string; merge_id: string };

export const merge_queue = queue<Merge>("places.merge", { run_max_s: 300 });

/** People who go over in one transaction: each takes their flags along. A change of one of them waits for no more than these. */
export const part_max = 250;

const actor: Actor = { type: "system", id: null, name: "merging" };

export function mergeJobs(pool: Pool): Job[] {
  return [work(merge_queue, (merge, signal) => moveInParts(pool, merge, signal))];
}

/** Goes on with a merge until nobody is left in the duplicate, or until the time is up and another job continues. */
export function moveInParts(pool: Pool, merge: Merge, signal: AbortSignal, options?: Partial<PartsOptions>): Promise<void> {
  return inParts(pool, merge, signal, (part, timeIsUp) => movePart(pool, part, timeIsUp), options);
}

/** Moves the next people; null when the merge has finished, or another job continues. */
async function movePart(pool: Pool, merge: Merge, timeIsUp: () => boolean): Promise<Merge | null> {
  const { tenant_id, merge_id } = merge;
  return withTenant(pool, tenant_id, async (db) => {
    const context = await contextWithin(db, tenant_id, actor);
    const standing = context && (await lockMerge(db, tenant_id, merge_id));
    if (context === undefined || standing === undefined) return null;
    const { kind, from_id, into_id } = standing;
    const moved = await movePeople(db, context, kind, { from_id, into_id, people_max: part_max }, merge_id);
    if (moved > 0) {
      await advanceMerge(db, tenant_id, merge_id, moved);
      if (!timeIsUp()) return merge;
      await send(db, merge_queue, merge);
      return null;
    }
    await nameSurvivor(db, context, { field: kind, id: from_id, into_id }, "instead");
    await finishMerge(db, tenant_id, merge_id, context.now.toString());
    await queueEvaluation(db, context, merge_id);
    return null;
  });
}
