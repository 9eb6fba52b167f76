// Reminds learners (docs/decisions/0064). An organisation with reminders has one due row (platform/jobs/due), for its next
// morning. On that morning its mails are written, for some people in each transaction. A mail and the record of its reminders are
// written together, so that a worker that dies neither loses a reminder nor sends one twice. The transaction itself reads what to
// remind of.
import type { Actor } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { restAfter } from "../../platform/jobs/load/rest.ts";
import { eachDue, still_due, type DueWork } from "../../platform/jobs/due/due.ts";
import type { Mailing } from "../mail/write-mail.ts";
import { daytimeOf, morningOf } from "./morning.ts";
import { findOffset, findReach, lockSettings, updateDone, type SettingRow } from "./settings-sql.ts";
import { listPeopleToTell, listReasons, type Schedules } from "./sql.ts";
import { writeReminders } from "./write.ts";
import { no_id } from "../../platform/ids.ts";

type RemindOptions = Mailing & {
  pool: Pool;
  /** Called after each transaction with its duration, to pause; left out: no pause. */
  rest?: (took_ms: number) => Promise<void>;
};

/** The most people of one transaction. */
const part_people_max = 500;
/** People who are found by one query; several transactions then write their mails. */
const found_people_max = 10_000;
/** Organisations for which a worker writes at the same time, so that a large one does not delay the others. */
const mornings_at_once_max = 2;

const actor: Actor = { type: "system", id: null, name: "time" };

/** The due work that writes the reminders of organisations. */
export function reminding(options: RemindOptions): DueWork {
  const kind = { kind: "reminders.send", rows_max: 1, rounds_max: mornings_at_once_max };
  return eachDue(kind, async (tenant_id, _due, signal) => {
    const next_us = await remind(
      { ...options, rest: (took_ms) => restAfter(options.pool, took_ms) },
      tenant_id,
      () => signal.aborted,
    );
    if (signal.aborted) return still_due;
    if (next_us === null) return null;
    return next_us - (await withTenant(options.pool, tenant_id, (db) => findOffset(db, tenant_id)));
  });
}

/**
 * Writes all reminders of an organisation that are due now. Returns when the next ones are due, in µs of the organisation's
 * clock; null: never, or it was stopped.
 */
export async function remind(
  options: RemindOptions,
  tenant_id: string,
  stop: () => boolean,
  people_max = part_people_max,
): Promise<number | null> {
  let after = no_id;
  let found: readonly string[] = [];
  while (!stop()) {
    if (found.length === 0) {
      const morning = await withTenant(options.pool, tenant_id, (db) => findPeople(db, tenant_id, after));
      if (morning.next_us !== undefined) return morning.next_us;
      found = morning.person_ids;
      after = found.at(-1)!;
    }
    const part = found.slice(0, people_max);
    found = found.slice(people_max);
    const began_ms = performance.now();
    if (await remindSome(options, tenant_id, part)) {
      await options.rest?.(performance.now() - began_ms);
      continue;
    }
    // Settings or the day have changed meanwhile, so it begins again.
    after = no_id;
    found = [];
  }
  return null;
}

type Found = { person_ids: readonly string[]; next_us?: undefined } | { next_us: number | null };

/** The next people with something to be reminded of this morning; after the last of them, the morning is done. */
async function findPeople(db: Db, tenant_id: string, after: string): Promise<Found> {
  const setting = await lockSettings(db, tenant_id);
  const schedules = setting && (await schedulesOf(db, tenant_id, setting));
  if (setting === undefined || schedules === undefined) return { next_us: null };
  const context = (await contextWithin(db, tenant_id, actor))!;
  const daytime = daytimeOf(context, setting, setting.done_on);
  if (!daytime.is_open) return { next_us: microseconds(daytime.opens_at) };
  const { today } = daytime;
  const { time_zone } = context.tenant;
  const person_ids = await listPeopleToTell(db, tenant_id, schedules, { today, time_zone, after, people_max: found_people_max });
  if (person_ids.length > 0) return { person_ids };
  await updateDone(db, tenant_id, today);
  return { next_us: microseconds(morningOf(context.tenant, dayAfter(today), setting.from_hour)) };
}

/** Writes the mails of one transaction; false: the time for mails is over. */
async function remindSome(
  { pool, keyring, base_url }: RemindOptions,
  tenant_id: string,
  person_ids: readonly string[],
): Promise<boolean> {
  return withTenant(pool, tenant_id, async (db) => {
    const setting = await lockSettings(db, tenant_id);
    const schedules = setting && (await schedulesOf(db, tenant_id, setting));
    if (setting === undefined || schedules === undefined) return false;
    const context = (await contextWithin(db, tenant_id, actor))!;
    const daytime = daytimeOf(context, setting, setting.done_on);
    if (!daytime.is_open) return false;
    const morning = { today: daytime.today, time_zone: context.tenant.time_zone, person_ids };
    await writeReminders(db, context, { keyring, base_url }, await listReasons(db, tenant_id, schedules, morning), daytime.today);
    return true;
  });
}

const microseconds = (instant: Temporal.Instant) => Number(instant.epochNanoseconds / 1_000n);

const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

/** The schedules of an organisation and its courses; undefined: there are no reminders. */
export async function schedulesOf(db: Db, tenant_id: string, setting: SettingRow): Promise<Schedules | undefined> {
  const reach = await findReach(db, tenant_id, setting);
  const is_off = !setting.sessions && Object.values(reach).every((one) => one === null);
  return is_off ? undefined : { setting, reach, of_courses: true };
}
