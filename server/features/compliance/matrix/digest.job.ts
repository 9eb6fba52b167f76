// After each midnight a job counts the matrix of a large organisation as it was at the end of the day, in batches of people in
// the order of their ids. The history before that instant is complete by then and does not change, so a batch that is done stays
// correct.
import type { Actor, Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { inParts } from "../../../platform/jobs/in-parts.ts";
import { queue, send } from "../../../platform/jobs/queue.ts";
import { work, type Job } from "../../../platform/jobs/run.ts";
import { countPart, insertDigest, lockDigest } from "./digest-sql.ts";
import { endOf } from "./matrix-as-of.ts";

/** An organisation and the instant at which one of its days ended. */
type Digest = { tenant_id: string; at: string };

const digest_queue = queue<Digest>("compliance.digest", { run_max_s: 300 });

/** Smaller organisations are counted fast enough on request. */
const digest_people_min = 10_000;
/** How long to wait after midnight: transactions that began before it have ended by then, so the day's history is complete. */
const settles_in_s = 900;
const part_max = 2_000;
const actor: Actor = { type: "system", id: null, name: "compliance" };

export function digestJobs(pool: Pool): Job[] {
  return [work(digest_queue, (digest, signal) => countDay(pool, digest, signal))];
}

/** Queues the count of a day for the time when its history is complete. Only for large organisations, and once for each day. */
export async function queueDigest(
  pool: Pool,
  { tenant }: Pick<Context, "tenant">,
  day: string,
  people_min = digest_people_min,
): Promise<void> {
  const digest = { tenant_id: tenant.id, at: endOf(tenant, day).toString() };
  await withTenant(pool, tenant.id, async (db) => {
    if (await insertDigest(db, tenant.id, digest.at, people_min)) await send(db, digest_queue, digest, { after_s: settles_in_s });
  });
}

/** Continues counting until all people are counted, or until the time is up and another job continues. */
export async function countDay(pool: Pool, digest: Digest, signal: AbortSignal, people_max = part_max): Promise<void> {
  await inParts(pool, digest, signal, (part, timeIsUp) => countNext(pool, part, people_max, timeIsUp));
}

async function countNext(pool: Pool, digest: Digest, people_max: number, timeIsUp: () => boolean): Promise<Digest | null> {
  const { tenant_id, at } = digest;
  return withTenant(pool, tenant_id, async (db) => {
    const context = await contextWithin(db, tenant_id, actor);
    const standing = context && (await lockDigest(db, tenant_id, at));
    if (context === undefined || standing === undefined) return null;
    const part = { at, after: standing.people_after, people_max, now: context.now.toString() };
    if ((await countPart(db, tenant_id, part)) < people_max) return null;
    if (!timeIsUp()) return digest;
    await send(db, digest_queue, digest);
    return null;
  });
}
