// Moves the people of a large department or company to the survivor, a part in each transaction. A part selects people who are
// still in the duplicate, so one that is repeated after a crash continues with the others. When no one is left, the duplicate is
// removed from rules, groups and filters, and all people are evaluated.
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

/** People moved in one transaction, whose flags move with them. Another change of one of them waits at most for this many. */
export const part_max = 250;

const actor: Actor = { type: "system", id: null, name: "merging" };

export function mergeJobs(pool: Pool): Job[] {
  return [work(merge_queue, (merge, signal) => moveInParts(pool, merge, signal))];
}

/** Continues a merge until no one is left in the duplicate, or until the time is up and another job continues. */
export function moveInParts(pool: Pool, merge: Merge, signal: AbortSignal, options?: Partial<PartsOptions>): Promise<void> {
  return inParts(pool, merge, signal, (part, timeIsUp) => movePart(pool, part, timeIsUp), options);
}

/** Moves the next people. Returns null when the merge has finished or another job continues. */
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
