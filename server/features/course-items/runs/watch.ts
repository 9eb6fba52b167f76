import type { Static } from "typebox";
import type { PanelCaller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { instantText } from "../../../platform/instants.ts";
import { itemNotOfKind } from "../errors.ts";
import type { WatchingReport, MyWatching } from "../schema.ts";
import { endItem, hold, placeOf, readAgain, refuseLocked, stateOf, underWay } from "./run.ts";
import { percentSeen, seenTogether } from "./seen.ts";
import { findWatched, storeWatched } from "./sql.ts";

/**
 * Stores the seen parts of a video and where to continue. They are reported by the browser and therefore no proof. The item is
 * done when the required share was seen.
 */
export async function watchVideo(
  pool: Pool,
  caller: PanelCaller,
  { id, item_id }: { id: string; item_id: string },
  { position_s, duration_s, seen: stretches }: Static<typeof WatchingReport>,
): Promise<Static<typeof MyWatching>> {
  const { id: tenant_id } = caller.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    // Under the lock of the person, so that two devices write one after the other.
    const own = await hold(db, caller, id);
    const run = await underWay(db, caller, own);
    const { item, place } = placeOf(run.items, item_id);
    if (item.kind !== "video" || !("file_id" in item)) throw itemNotOfKind(`"${item.title}" is no video that is shown here.`);
    refuseLocked(run, place);
    const before = await findWatched(db, tenant_id, run.id, item.id);
    const now = stretches.map(({ from_s, to_s }) => [from_s, to_s] as const);
    const seen = seenTogether(before?.seen ?? [], now, duration_s);
    const at = instantText(caller.now);
    await storeWatched(db, tenant_id, run.id, item.id, { position_s: Math.min(position_s, duration_s), duration_s, seen }, at);
    const seen_percent = percentSeen(seen, duration_s);
    if (seen_percent >= item.seen_percent && stateOf(run, item.id)?.state !== "done")
      await endItem(db, caller, own, run, { item_id: item.id, state: "done", score: null });
    return { seen_percent, course: await readAgain(db, caller, own) };
  });
}
