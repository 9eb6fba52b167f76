// How the clock of a sandbox organisation is moved. The clock is real time plus `tenant.clock_offset_us`. An advance walks from
// one instant at which time has something to do to the next, in their order, and does it there: midnights (features/days), and
// what becomes of webhook deliveries (features/webhooks/pass-time.ts), mornings that remind (features/reminders) and weeks that are told of (features/digests). Everything that holds database time and is to follow
// the clock moves back in `moveClock`, in the transaction that moves it. The clock never goes back, so two advances at once
// both arrive, piece by piece behind each other; one that is stopped, or crashes, leaves a clock that is right, and the next
// one, or the worker, does the rest.
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

/** Longest walk of one request; it then answers how far it has come. The handler's deadline leaves room for the last batch. */
const walk_max_ms = 290_000;
export const advance_deadline_ms = 330_000;
const look_again_ms = 25;

/** What an advance works with: attempts at webhook deliveries are made by the process that moves the clock. */
export type AdvanceOptions = PassTimeOptions;

/** Advances the clock and does the scheduled work up to then; returns the new time. Stops once `isGone`: the client has left. */
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

/** Decides how far to go. */
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

/** Goes all the way, doing what there is to do; returns what the clock shows then, or null when it was stopped before. */
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

/** Lets time do to deliveries, reminders and digests what it does up to an instant, each thing at its own; false when it was stopped before. */
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

/** Moves the clock to the target, on the day of the last midnight, and refreshes flags of that day that midnight did not. */
async function arrive(db: Db, tenant: Tenant, target: Temporal.Instant): Promise<Temporal.Instant> {
  const now = await moveClock(db, tenant.id, target);
  await refreshDue(db, timeIn(tenant, now), todayOf({ tenant, now }), null);
  return now;
}

/** An attempt that is under way ends at the time of its beginning: the clock does not move meanwhile. */
class AttemptsUnderWay extends Error {}

/** Moves the clock and, in the same transaction, moves back what is due by the database's time and has to follow the clock. */
async function moveClock(db: Db, tenant_id: string, to: Temporal.Instant): Promise<Temporal.Instant> {
  const { under_way } = await lockDeliveries(db, tenant_id);
  if (under_way) throw new AttemptsUnderWay();
  const { now, by_us } = await updateClock(db, tenant_id, to);
  if (by_us > 0) await moveDueTimes(db, tenant_id, by_us);
  return now;
}

/**
 * Repeats `work` while the worker or another advance holds the same days for longer than a lock is waited for, and while
 * attempts are being made. null: it was stopped meanwhile.
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
