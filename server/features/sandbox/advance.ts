// How the clock of a sandbox organisation is moved.
//
// The clock is real time plus `tenant.clock_offset_us`. An advance goes from one instant at which time causes work to the next,
// in order, and does the work there: midnights (features/days), webhook deliveries (features/webhooks/pass-time.ts), mornings
// with reminders (features/reminders), weekly digests (features/digests) and mailed reports (features/reports). `moveClock` moves
// the clock and, in the same transaction, all stored times of the database's clock that must follow it.
//
// The clock never goes back. Two concurrent advances both arrive, taking turns. An advance that is stopped or crashes leaves a
// valid clock, and the next one or the worker does the rest.
import { setTimeout as sleep } from "node:timers/promises";
import { todayOf, type Context, type Tenant } from "../../platform/context.ts";
import { codeOf } from "../../platform/db/failures.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { record } from "../audit/record.ts";
import { timeIn } from "../days/calendar.ts";
import { findTenantClock, insertFirstDay } from "../days/sql.ts";
import { refreshDue } from "../days/turn-day.ts";
import { turnDays } from "../days/turn-days.ts";
import { lockClock, updateClock } from "../organisations/clock-sql.ts";
import { digest } from "../digests/digest.ts";
import { mailReports } from "../reports/schedule/send.ts";
import { remind } from "../reminders/remind.ts";
import { passTime, type PassTimeOptions } from "../webhooks/sending/pass-time.ts";
import { lockDeliveries, moveDueTimes } from "../webhooks/sending/time-sql.ts";
import { targetOf, type Advance } from "./target.ts";

/**
 * The longest time of one request; it then answers how far it has come. The handler's deadline leaves time for the last batch.
 */
const walk_max_ms = 290_000;
export const advance_deadline_ms = 330_000;
const look_again_ms = 25;

/**
 * The options of an advance. They include those for webhook deliveries, because the process that moves the clock makes the
 * attempts.
 */
export type AdvanceOptions = PassTimeOptions;

/**
 * Advances the clock and does the work that is due until then; returns the new time. Stops when `isGone` is true: the client has
 * disconnected.
 */
export async function advanceClock(
  options: AdvanceOptions,
  caller: Context,
  input: Advance,
  isGone: () => boolean,
): Promise<Temporal.Instant> {
  const { pool } = options;
  const { tenant } = caller;
  const ends_ms = performance.now() + walk_max_ms;
  const stop = () => isGone() || performance.now() > ends_ms;
  const target = await patiently(stop, () => withTenant(pool, tenant.id, (db) => begin(db, caller, input)));
  const arrived = target && (await patiently(stop, () => walk({ ...options, tenant, stop }, target)));
  return arrived ?? (await findTenantClock(pool, tenant.id)).now;
}

/** Decides the target, and records the advance. */
async function begin(db: Db, caller: Context, input: Advance): Promise<Temporal.Instant> {
  const { tenant } = caller;
  await insertFirstDay(db, tenant.id, todayOf(caller));
  const now = await lockClock(db, tenant.id);
  const target = targetOf(input, tenant, now);
  await record(db, caller, {
    operation: "clock.advance",
    target_type: "tenant",
    target_id: tenant.id,
    changes: { now: [now.toString(), target.toString()] },
  });
  return target;
}

type Walk = AdvanceOptions & { tenant: Tenant; stop: () => boolean };

/** Goes to the target and does all work on the way. Returns the time on the clock then, or null when it was stopped before. */
async function walk(going: Walk, target: Temporal.Instant): Promise<Temporal.Instant | null> {
  const { pool, tenant, stop } = going;
  const approach = (midnight: Temporal.Instant) => passUntil(going, midnight);
  const onMidnight = async (db: Db, midnight: Temporal.Instant) => void (await moveClock(db, tenant.id, midnight));
  const until = todayOf({ tenant, now: target });
  if (!(await turnDays(pool, tenant, until, { stop, approach, onMidnight }))) return null;
  if (!(await passUntil(going, target))) return null;
  const now = await withTenant(pool, tenant.id, (db) => arrive(db, tenant, target));
  return (await passUntil(going, target)) ? now : null;
}

/**
 * Does the work of deliveries, reminders, digests and reports up to an instant, each at its own time; false: it was stopped
 * before.
 */
async function passUntil({ tenant, stop, ...options }: Walk, until: Temporal.Instant): Promise<boolean> {
  const until_us = Number(until.epochNanoseconds / 1_000n);
  const { keyring, base_url } = options.sender;
  for (;;) {
    const delivers_us = await passTime(options, tenant.id, stop);
    const mailing = { pool: options.pool, keyring, base_url };
    const reminds_us = await remind(mailing, tenant.id, stop);
    const digests_us = await digest(mailing, tenant.id, stop);
    const reports_us = await mailReports(mailing, tenant.id, stop);
    if (stop()) return false;
    const next_us = Math.min(...[delivers_us, reminds_us, digests_us, reports_us].map((due_us) => due_us ?? Infinity));
    if (next_us > until_us) return true;
    const next = Temporal.Instant.fromEpochNanoseconds(BigInt(next_us) * 1_000n);
    await withTenant(options.pool, tenant.id, (db) => moveClock(db, tenant.id, next));
  }
}

/**
 * Moves the clock from the last midnight to the target on the same day, and refreshes flags of that day that midnight did not.
 */
async function arrive(db: Db, tenant: Tenant, target: Temporal.Instant): Promise<Temporal.Instant> {
  const now = await moveClock(db, tenant.id, target);
  await refreshDue(db, timeIn(tenant, now), todayOf({ tenant, now }), null);
  return now;
}

/** Attempts are being made. The clock must not move meanwhile, because an attempt ends at the time at which it began. */
class AttemptsUnderWay extends Error {}

/** Moves the clock and, in the same transaction, moves back times on the database's clock that must follow it. */
async function moveClock(db: Db, tenant_id: string, to: Temporal.Instant): Promise<Temporal.Instant> {
  const { under_way } = await lockDeliveries(db, tenant_id);
  if (under_way) throw new AttemptsUnderWay();
  const { now, by_us } = await updateClock(db, tenant_id, to);
  if (by_us > 0) await moveDueTimes(db, tenant_id, by_us);
  return now;
}

/**
 * Repeats `work` while the worker or another advance holds a lock for longer than the lock timeout, and while attempts are being
 * made. Null: it was stopped meanwhile.
 */
async function patiently<T>(stop: () => boolean, work: () => Promise<T>): Promise<T | null> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AttemptsUnderWay) await sleep(look_again_ms);
      else if (codeOf((error as Error).cause) !== lock_not_available) throw error;
      if (stop()) return null;
    }
  }
}

const lock_not_available = "55P03";
