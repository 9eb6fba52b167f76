// Flags also depend on settings: the organisation's time zone, and a course's grace period and expiry window. When one of these
// changes, a job recomputes the flags that depend on it, in batches of people with a transaction each. When its time is up, it
// queues another job that continues.
import type { Actor } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { waitForWriters } from "../../../platform/db/writers.ts";
import { inParts } from "../../../platform/jobs/in-parts.ts";
import { send } from "../../../platform/jobs/queue.ts";
import { work, type Job } from "../../../platform/jobs/run.ts";
import { refresh_queue, type Refresh } from "./queue-refresh.ts";
import { listPairsOfCourse, lockPeopleAfter } from "./refresh-sql.ts";
import { refreshPairs } from "./refresh.ts";
import { listPairsOf } from "../sql.ts";

const people_max = 500;
const actor: Actor = { type: "system", id: null, name: "compliance" };

export function refreshJobs(pool: Pool): Job[] {
  return [work(refresh_queue, (refresh, signal) => refreshEverybody(pool, refresh, signal))];
}

/** Continues a recomputation until it is done, or until the time is up and another job continues. */
export async function refreshEverybody(pool: Pool, refresh: Refresh, signal: AbortSignal): Promise<void> {
  // Waits for open transactions that write flags, because they may have read the previous settings of the course.
  if (refresh.after === null) await waitForWriters(pool, refresh.tenant_id, signal);
  await inParts(pool, refresh, signal, (part, timeIsUp) => refreshPart(pool, part, timeIsUp));
}

/** Recomputes the flags of the next people. Returns null when no people are left, or another job continues. */
async function refreshPart(pool: Pool, refresh: Refresh, timeIsUp: () => boolean): Promise<Refresh | null> {
  const { tenant_id, course_id, after } = refresh;
  return withTenant(pool, tenant_id, async (db) => {
    const context = await contextWithin(db, tenant_id, actor);
    if (context === undefined) return null;
    const people = await lockPeopleAfter(db, tenant_id, after, people_max);
    const person_ids = people.map(({ id }) => id);
    const pairs =
      course_id === null
        ? await listPairsOf(db, tenant_id, person_ids)
        : await listPairsOfCourse(db, tenant_id, person_ids, course_id);
    await refreshPairs(db, context, pairs);
    if (people.length < people_max) return null;
    const next = { ...refresh, after: person_ids.at(-1)! };
    if (!timeIsUp()) return next;
    await send(db, refresh_queue, next);
    return null;
  });
}
