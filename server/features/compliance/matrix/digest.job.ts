// Behind each midnight the matrix of a large organisation, as it stood at the end of the day, is counted in the background: some people
// in a transaction, in the order of their ids. History before that instant is complete by then and changes no more, so a part that is
// done stays right, whatever happens meanwhile.
import type { Actor, Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { inParts } from "../../../platform/jobs/in-parts.ts";
import { queue, send } from "../../../platform/jobs/queue.ts";
import { work, type Job } from "../../../platform/jobs/run.ts";
import { countPart, insertDigest, lockDigest } from "./digest-sql.ts";
import { endOf } from "./matrix-as-of.ts";

/** The end of a day of an organisation, an instant. */
type Digest = { tenant_id: string; at: string };

const digest_queue = queue<Digest>("compliance.digest", { run_max_s: 300 });

/** Organisations of fewer people are counted fast enough when somebody asks. */
const digest_people_min = 10_000;
/** A transaction that began before midnight has ended by then, and with it the day's history. */
const settles_in_s = 900;
const part_max = 2_000;
const actor: Actor = { type: "system", id: null, name: "compliance" };

export function digestJobs(pool: Pool): Job[] {
  return [work(digest_queue, (digest, signal) => countDay(pool, digest, signal))];
}

/** Queues the count of a day's end for when its history is complete; only of a large organisation, and once for each day. */
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

/** Goes on counting until everybody is counted, or until the time is up and another job continues. */
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
