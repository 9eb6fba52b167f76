import { todayOf } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { eachDue, still_due, type DueWork } from "../../platform/jobs/due/due.ts";
import { queueDigest } from "../compliance/matrix/digest.job.ts";
import { dayAfter, dayBefore, midnightOf, timeIn } from "./calendar.ts";
import { findLastDay, findNextWork, findTenantClock, hasBlocked } from "./sql.ts";
import { refreshDue } from "./turn-day.ts";
import { turnDays } from "./turn-days.ts";

/** How many organisations a worker processes at the same time, so that a large one does not delay the others. */
const midnights_at_once_max = 4;

/**
 * The due work that processes the midnights of organisations. Each organisation is claimed on its own, because large ones take
 * long.
 */
export function dayTurning(pool: Pool): DueWork {
  return eachDue({ kind: "days.turn", rows_max: 1, rounds_max: midnights_at_once_max }, async (tenant_id, _due, signal) => {
    await catchUp(pool, tenant_id, () => signal.aborted);
    return signal.aborted ? still_due : findNextMidnight(pool, tenant_id);
  });
}

/** Processes all days of an organisation up to today. */
export async function catchUp(pool: Pool, tenant_id: string, stop: () => boolean = () => false): Promise<void> {
  const { tenant, now } = await findTenantClock(pool, tenant_id);
  const today = todayOf({ tenant, now });
  if (!(await turnDays(pool, tenant, today, { stop }))) return;
  // A request from before midnight may commit after the work of that midnight, so due flags are refreshed again.
  const context = timeIn(tenant, now);
  while (!stop() && (await withTenant(pool, tenant_id, (db) => refreshDue(db, context, today, null))) !== null);
  await queueDigest(pool, context, dayBefore(today));
}

/**
 * The next midnight at which the organisation has work that time alone causes, in µs of the infrastructure's clock; null: none.
 * Blocked assignments are tried again on each new day.
 */
async function findNextMidnight(pool: Pool, tenant_id: string): Promise<number | null> {
  const { tenant, clock_offset_us } = await findTenantClock(pool, tenant_id);
  return withTenant(pool, tenant_id, async (db) => {
    const last = await findLastDay(db, tenant_id);
    if (last === undefined) return null;
    const soonest = dayAfter(last);
    const [work, is_blocked] = await Promise.all([findNextWork(db, tenant_id, last), hasBlocked(db, tenant_id)]);
    const day = is_blocked || (work !== null && work < soonest) ? soonest : work;
    if (day === null) return null;
    return Number(midnightOf(tenant, day).epochNanoseconds / 1_000n) - clock_offset_us;
  });
}
