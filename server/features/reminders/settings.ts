import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { invalid, type ErrorItem } from "../../platform/http/problem.ts";
import { mentioned } from "../../platform/mentioned.ts";
import { changesBetween } from "../audit/changes.ts";
import { record } from "../audit/record.ts";
import { dayOf } from "./morning.ts";
import { no_reminders, type ChangeReminderSettings, type ReminderSchedule, type ReminderSettings } from "./schema.ts";
import { findSettings, insertSettings, lockSettings, updateSettings, type SettingRow } from "./settings-sql.ts";

export async function readReminderSettings(pool: Pool, { tenant }: Context): Promise<ReminderSettings> {
  return withTenant(pool, tenant.id, async (db) => (await findSettings(db, tenant.id)) ?? no_reminders);
}

/** Changes the settings from the next morning on, with one audit entry. Throws 422 with a pointer for each fault. */
export async function changeReminderSettings(
  pool: Pool,
  context: Context,
  given: ChangeReminderSettings,
): Promise<ReminderSettings> {
  const { tenant } = context;
  return withTenant(pool, tenant.id, async (db) => {
    // Inserts missing settings first, so that two concurrent changes run one after the other.
    if ((await findSettings(db, tenant.id)) === undefined)
      await insertSettings(db, tenant.id, { ...no_reminders, assigned_since: null, done_on: dayOf(context, 0) });
    const { assigned_since, done_on: _, ...stands } = (await lockSettings(db, tenant.id))!;
    const wanted: ReminderSettings = { ...stands, ...mentioned(given) };
    refuseSchedule(wanted);
    refuseHours(wanted);
    const changes = changesBetween(stands, wanted);
    if (Object.keys(changes).length === 0) return wanted;
    const since = !wanted.assigned ? null : (assigned_since ?? context.now.toString());
    const row: SettingRow = { ...wanted, assigned_since: since, done_on: dayOf(context, wanted.from_hour) };
    await updateSettings(db, tenant.id, row);
    const entry = { operation: "organisation.set_reminders", target_type: "organisation", target_id: tenant.id } as const;
    await record(db, context, { ...entry, changes });
    return wanted;
  });
}

/** Further days must come after the first one. Throws 422 with a pointer for each fault. */
export function refuseSchedule(schedule: ReminderSchedule, at = "#"): void {
  const pairs = [
    ["due_soon_days", "due_soon_also"],
    ["expiring_days", "expiring_also"],
  ] as const;
  const faults = pairs.flatMap(([first, also]): ErrorItem[] => {
    const days = schedule[first];
    if (schedule[also].every((day) => days !== null && day < days)) return [];
    const detail = days === null ? `must be empty where ${first} is` : `must each be less than ${first}, which is ${days}`;
    return [{ pointer: `${at}/${also}`, code: "OUT_OF_RANGE", detail }];
  });
  if (faults.length > 0) throw invalid(faults);
}

function refuseHours({ from_hour, until_hour }: ReminderSettings): void {
  if (from_hour < until_hour) return;
  const detail = `must be later than from_hour, which is ${from_hour}`;
  throw invalid([{ pointer: "#/until_hour", code: "OUT_OF_RANGE", detail }]);
}
