import type { Tenant } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { dayAfter, dayBefore, midnightOf } from "./calendar.ts";
import { findNextWork, insertFirstDay, lockLastDay, updateIdleDays, updateLastDay } from "./sql.ts";
import { turnDay } from "./turn-day.ts";

export type TurnOptions = {
  /** Asked between batches; after a stop, a repetition continues where this one ended. */
  stop?: () => boolean;
  /** Goes on to the next midnight; false: it has stopped on its way. The midnight is claimed only then. */
  approach?: (midnight: Temporal.Instant) => Promise<boolean>;
  /** Called before each midnight is worked off, in a transaction of its own. */
  onMidnight?: (db: Db, midnight: Temporal.Instant) => Promise<void>;
};

/**
 * Works off the days of an organisation up to one, in their order. The first is always worked off, for what was blocked is
 * tried again with each new day; of the others only those on which time has something to do. Returns whether all are done.
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

/** The next day to be worked off, or null; those before it have nothing to be done and count as done. */
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

/** The day that is about to be worked off, as things are now. */
async function findNextDay(db: Db, tenant_id: string, until: string, first: boolean): Promise<string | null> {
  const last = await lockLastDay(db, tenant_id);
  return last === undefined || last >= until ? null : dayBehind(db, tenant_id, last, until, first);
}

/** Of the days behind one, the first with something to do; null: none up to `until`. */
async function dayBehind(db: Db, tenant_id: string, last: string, until: string, first: boolean): Promise<string | null> {
  const soonest = dayAfter(last);
  const next = first ? soonest : await findNextWork(db, tenant_id, last);
  if (next === null || next > until) return null;
  return next < soonest ? soonest : next;
}
