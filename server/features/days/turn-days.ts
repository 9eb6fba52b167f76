import type { Tenant } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { dayAfter, dayBefore, midnightOf } from "./calendar.ts";
import { findNextWork, insertFirstDay, lockLastDay, updateIdleDays, updateLastDay } from "./sql.ts";
import { turnDay } from "./turn-day.ts";

export type TurnOptions = {
  /** Asked between batches. After a stop, the next call continues where this one ended. */
  stop?: () => boolean;
  /** Moves the clock to the next midnight; false: it stopped before. The midnight is only claimed afterwards. */
  approach?: (midnight: Temporal.Instant) => Promise<boolean>;
  /** Called before each midnight is processed, in a transaction of its own. */
  onMidnight?: (db: Db, midnight: Temporal.Instant) => Promise<void>;
};

/**
 * Processes the days of an organisation up to `until`, in order. The first one is always processed, because each new day retries
 * what was blocked; of the others, only those on which time alone causes work. Returns whether all are done.
 */
export async function turnDays(pool: Pool, tenant: Tenant, until: string, options: TurnOptions = {}): Promise<boolean> {
  const { stop = () => false, approach, onMidnight = async () => undefined } = options;
  await withTenant(pool, tenant.id, (db) => updateIdleDays(db, tenant.id));
  for (let first = true; ; first = false) {
    if (stop()) return false;
    if (approach) {
      const ahead = await withTenant(pool, tenant.id, (db) => findNextDay(db, tenant.id, until, first));
      if (ahead !== null && !(await approach(midnightOf(tenant, ahead)))) return false;
    }
    const day = await withTenant(pool, tenant.id, async (db) => {
      const next = await claimNextDay(db, tenant.id, until, first);
      if (next !== null) await onMidnight(db, midnightOf(tenant, next));
      return next;
    });
    if (day === null) return true;
    if (!(await turnDay(pool, tenant, day, stop))) return false;
  }
}

/** The next day to process, or null. The days before it have nothing to do and are marked as done. */
async function claimNextDay(db: Db, tenant_id: string, until: string, first: boolean): Promise<string | null> {
  const last = await lockLastDay(db, tenant_id);
  if (last === undefined) {
    await insertFirstDay(db, tenant_id, until);
    return null;
  }
  if (last >= until) return null;
  const next = await dayBehind(db, tenant_id, last, until, first);
  if (next === null) await updateLastDay(db, tenant_id, until);
  else if (next > dayAfter(last)) await updateLastDay(db, tenant_id, dayBefore(next));
  return next;
}

/** The next day to process, without claiming it. */
async function findNextDay(db: Db, tenant_id: string, until: string, first: boolean): Promise<string | null> {
  const last = await lockLastDay(db, tenant_id);
  return last === undefined || last >= until ? null : dayBehind(db, tenant_id, last, until, first);
}

/** The first day after `last` that has work; null: none up to `until`. */
async function dayBehind(db: Db, tenant_id: string, last: string, until: string, first: boolean): Promise<string | null> {
  const soonest = dayAfter(last);
  const next = first ? soonest : await findNextWork(db, tenant_id, last);
  if (next === null || next > until) return null;
  return next < soonest ? soonest : next;
}
