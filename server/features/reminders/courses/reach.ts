import type { Static } from "typebox";
import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { dayOf } from "../morning.ts";
import { no_reminders, type ReminderReachRequest } from "../schema.ts";
import { refuseSchedule } from "../settings.ts";
import { findReach, findStanding, type SettingRow } from "../settings-sql.ts";
import { findPeopleReached } from "./reach-sql.ts";

/** The people whom a schedule would remind on the next morning, as JSON text. */
export async function previewReach(pool: Pool, context: Context, asked: Static<typeof ReminderReachRequest>): Promise<string> {
  const { schedule, course_id = null } = asked;
  const { id: tenant_id, time_zone } = context.tenant;
  refuseSchedule(schedule, "#/schedule");
  return withTenant(pool, tenant_id, async (db) => {
    const stands = (await findStanding(db, tenant_id)) ?? { ...no_reminders, assigned_since: null, done_on: "0001-01-01" };
    // A schedule that has just been switched on does not remind of earlier assignments.
    const assigned_since = schedule.assigned ? (stands.assigned_since ?? context.now.toString()) : null;
    const setting: SettingRow = { ...stands, ...schedule, assigned_since, sessions: false };
    const of_courses = course_id === null;
    const { overdue_every_days, overdue_times, due_soon_days, expiring_days } = setting;
    const overdue_days = overdue_every_days === null ? null : overdue_every_days * (overdue_times + 1);
    const reach = of_courses
      ? await findReach(db, tenant_id, setting)
      : { assigned_since, due_soon_days, overdue_days, expiring_days };
    // After today's first hour, today's mails are written already or being written, so the next morning is tomorrow's.
    const today = Temporal.PlainDate.from(dayOf(context, setting.from_hour)).add({ days: 1 }).toString();
    return findPeopleReached(db, tenant_id, { setting, reach, of_courses }, { today, time_zone, course_id });
  });
}
