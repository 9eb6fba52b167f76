import { todayOf } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { forEach } from "../../platform/jobs/each.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { every, type Job } from "../../platform/jobs/run.ts";
import { timeIn } from "./calendar.ts";
import { findTenantClock, listTenantsWithNewDay } from "./sql.ts";
import { refreshDue } from "./turn-day.ts";
import { turnDays } from "./turn-days.ts";

/** The days of a large organisation may take longer than the minute after which the next run looks for others. */
const run_max_s = 3_600;

/** Every minute, the organisations whose local day has turned have their midnights worked off. */
export function dayJobs(pool: Pool): Job[] {
  const busy = new Set<string>();
  const days = queue("days.turn", { run_max_s, retries_max: 0 });
  return [every("* * * * *", days, (signal) => turnAll(pool, busy, signal))];
}

async function turnAll(pool: Pool, busy: Set<string>, signal: AbortSignal): Promise<void> {
  await forEach(await listTenantsWithNewDay(pool), signal, async (tenant_id) => {
    // An earlier run of this process is still at it.
    if (busy.has(tenant_id)) return;
    busy.add(tenant_id);
    try {
      await catchUp(pool, tenant_id, () => signal.aborted);
    } finally {
      busy.delete(tenant_id);
    }
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
}
