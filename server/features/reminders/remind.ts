// How learners are reminded (docs/decisions/0064). An organisation that reminds has one row of work (platform/jobs/due) that is due with its
// next morning. Then its mails are written, some people in a transaction: the mail and what it tells of are written together, so that a
// worker that dies neither loses a reminder nor sends one twice. What is told is judged by what stands in that transaction.
import type { Actor } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { eachDue, still_due, type DueWork } from "../../platform/jobs/due/due.ts";
import type { Mailing } from "../mail/write-mail.ts";
import { daytimeOf, morningOf } from "./morning.ts";
import { findOffset, lockSettings, updateDone, type SettingRow } from "./settings-sql.ts";
import { listReasons } from "./sql.ts";
import { writeReminders } from "./write.ts";

type RemindOptions = Mailing & { pool: Pool };

/** People of one transaction. */
const part_people_max = 500;
/** Organisations that a worker writes for at the same time: a large one's morning holds up no other one's. */
const mornings_at_once_max = 2;

const actor: Actor = { type: "system", id: null, name: "time" };

/** Writes the reminders of organisations whose morning has come. */
export function reminding(options: RemindOptions): DueWork {
  const kind = { kind: "reminders.send", rows_max: 1, rounds_max: mornings_at_once_max };
  return eachDue(kind, async (tenant_id, _due, signal) => {
    const next_us = await remind(options, tenant_id, () => signal.aborted);
    if (signal.aborted) return still_due;
    if (next_us === null) return null;
    return next_us - (await withTenant(options.pool, tenant_id, (db) => findOffset(db, tenant_id)));
  });
}

/**
 * Writes all that is due in an organisation by now. Returns when there will be something to look at again, in µs of the organisation's
 * clock; null: never by itself, or `stop` said so.
 */
export async function remind(
  options: RemindOptions,
  tenant_id: string,
  stop: () => boolean,
  people_max = part_people_max,
): Promise<number | null> {
  while (!stop()) {
    const next = await remindSome(options, tenant_id, people_max);
    if (next !== "more") return next;
  }
  return null;
}

/** One transaction's people. */
async function remindSome(
  { pool, ...mailing }: RemindOptions,
  tenant_id: string,
  people_max: number,
): Promise<number | null | "more"> {
  return withTenant(pool, tenant_id, async (db) => {
    const setting = await lockSettings(db, tenant_id);
    if (setting === undefined || isOff(setting)) return null;
    const context = (await contextWithin(db, tenant_id, actor))!;
    const daytime = daytimeOf(context, setting, setting.done_on);
    if (!daytime.is_open) return microseconds(daytime.opens_at);
    const { today } = daytime;
    const morning = { today, time_zone: context.tenant.time_zone, people_max };
    const people = await writeReminders(db, context, mailing, await listReasons(db, tenant_id, setting, morning), today);
    if (people === people_max) return "more";
    await updateDone(db, tenant_id, today);
    return microseconds(morningOf(context.tenant, dayAfter(today), setting.from_hour));
  });
}

const microseconds = (instant: Temporal.Instant) => Number(instant.epochNanoseconds / 1_000n);

const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

/** Whether an organisation reminds of nothing. */
function isOff({ assigned, due_soon_days, overdue_every_days, expiring_days }: SettingRow): boolean {
  return !assigned && due_soon_days === null && overdue_every_days === null && expiring_days === null;
}
