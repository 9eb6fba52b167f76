// How the clock of a sandbox organisation is moved. The clock is real time plus `tenant.clock_offset_us`. An advance walks from
// midnight to midnight: it sets the clock to a midnight and has that day worked off (features/days), and last sets it to where
// it is to be; days on which time has nothing to do are passed over together. Everything that holds database time and is to
// follow the clock moves back in `moveClock`, in the transaction that moves it. The clock never goes back, so two advances at
// once both arrive, batch by batch behind each other; one that is stopped, or crashes, leaves a clock that is right, and the
// next one, or the worker, does what is left.
import { todayOf, type Caller, type Tenant } from "../../platform/context.ts";
import { codeOf } from "../../platform/db/failures.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { record } from "../audit/record.ts";
import { timeIn } from "../days/calendar.ts";
import { insertFirstDay, lockLastDay } from "../days/sql.ts";
import { refreshDue } from "../days/turn-day.ts";
import { turnDays } from "../days/turn-days.ts";
import { lockClock, updateClock } from "../organisations/clock-sql.ts";
import { targetOf, type Advance } from "./target.ts";

/** Longest walk of one request; it then answers how far it has come. The handler's deadline leaves room for the last batch. */
const walk_max_ms = 290_000;
export const advance_deadline_ms = 330_000;

/** Moves the clock on, with all that time alone does up to then; returns what it shows. Nobody waits any more once `isGone`. */
export async function advanceClock(pool: Pool, caller: Caller, input: Advance, isGone: () => boolean): Promise<Temporal.Instant> {
  const { tenant } = caller;
  const ends_ms = performance.now() + walk_max_ms;
  const stop = () => isGone() || performance.now() > ends_ms;

  const { target, arrived } = await patiently(stop, () => withTenant(pool, tenant.id, (db) => begin(db, caller, input)));
  if (arrived) return arrived;
  const onMidnight = async (db: Db, midnight: Temporal.Instant) => void (await moveClock(db, tenant.id, midnight));
  const until = todayOf({ tenant, now: target });
  const done = await patiently(stop, () => turnDays(pool, tenant, until, { stop, onMidnight }));
  return withTenant(pool, tenant.id, (db) => (done ? arrive(db, tenant, target) : lockClock(db, tenant.id)));
}

/** Decides how far to go, and goes there at once when no midnight is on the way. */
async function begin(
  db: Db,
  caller: Caller,
  input: Advance,
): Promise<{ target: Temporal.Instant; arrived: Temporal.Instant | null }> {
  const { tenant } = caller;
  await insertFirstDay(db, tenant.id, todayOf(caller));
  const last_day = await lockLastDay(db, tenant.id);
  const now = await lockClock(db, tenant.id);
  const target = targetOf(input, tenant, now);
  await record(db, caller, {
    operation: "clock.advance",
    target_type: "tenant",
    target_id: tenant.id,
    changes: { now: [now.toString(), target.toString()] },
  });
  const is_near = todayOf({ tenant, now: target }) <= last_day!;
  return { target, arrived: is_near ? await arrive(db, tenant, target) : null };
}

/** The last piece of the way, without a midnight; flags of days that count as done already are looked after. */
async function arrive(db: Db, tenant: Tenant, target: Temporal.Instant): Promise<Temporal.Instant> {
  const now = await moveClock(db, tenant.id, target);
  await refreshDue(db, timeIn(tenant, now), todayOf({ tenant, now }), null);
  return now;
}

/** Waits for whoever works on the same days, the worker or another advance, for longer than a lock is waited for. */
async function patiently<T>(stop: () => boolean, story: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await story();
    } catch (error) {
      if (codeOf((error as Error).cause) !== lock_not_available || stop()) throw error;
    }
  }
}

const lock_not_available = "55P03";

/** What is due by the database's time and is to follow the clock moves back here, in the same transaction. */
function moveClock(db: Db, tenant_id: string, to: Temporal.Instant): Promise<Temporal.Instant> {
  return updateClock(db, tenant_id, to);
}
