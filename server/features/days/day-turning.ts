import { todayOf } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { eachDue, still_due, type DueWork } from "../../platform/jobs/due/due.ts";
import { queueDigest } from "../compliance/matrix/digest.job.ts";
import { dayAfter, dayBefore, midnightOf, timeIn } from "./calendar.ts";
import { findLastDay, findNextWork, findTenantClock, hasBlocked } from "./sql.ts";
import { refreshDue } from "./turn-day.ts";
import { turnDays } from "./turn-days.ts";

/** Midnights that a worker works off at the same time: a large organisation's holds up no other one's. */
const midnights_at_once_max = 4;

/** The organisations whose midnight is due have it worked off. Large ones take long, so each is claimed by itself. */
export function dayTurning(pool: Pool): DueWork {
  return eachDue({ kind: "days.turn", rows_max: 1, rounds_max: midnights_at_once_max }, async (tenant_id, _due, signal) => {
    await catchUp(pool, tenant_id, () => signal.aborted);
    return signal.aborted ? still_due : findNextMidnight(pool, tenant_id);
  });
}

/** Works off all days of an organisation up to today. */
export async function catchUp(pool: Pool, tenant_id: string, stop: () => boolean = () => false): Promise<void> {
  const { tenant, now } = await findTenantClock(pool, tenant_id);
  const today = todayOf({ tenant, now });
  if (!(await turnDays(pool, tenant, today, { stop }))) return;
  // A request from before midnight may have committed after its work.
  const context = timeIn(tenant, now);
  while (!stop() && (await withTenant(pool, tenant_id, (db) => refreshDue(db, context, today, null))) !== null);
  await queueDigest(pool, context, dayBefore(today));
}

/**
 * The midnight at which an organisation has something to do by time alone, in µs of the infrastructure's clock; null: never. What is
 * blocked is tried again with each new day.
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
