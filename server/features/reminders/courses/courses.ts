import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { notFound } from "../../../platform/http/problem.ts";
import { isUuid } from "../../../platform/ids.ts";
import { changesBetween } from "../../audit/changes.ts";
import { record } from "../../audit/record.ts";
import { dayOf } from "../morning.ts";
import { no_reminders, type ReminderSchedule } from "../schema.ts";
import { refuseSchedule } from "../settings.ts";
import { insertSettings, lockSettings, updateDone } from "../settings-sql.ts";
import { deleteCourseSchedule, findCourseSchedules, isCourse, lockCourseSchedule, upsertCourseSchedule } from "./sql.ts";

/** The courses that have a schedule of their own, as JSON text. */
export async function readCourseSchedules(pool: Pool, { tenant }: Context): Promise<string> {
  return withTenant(pool, tenant.id, async (db) => `{"courses":${await findCourseSchedules(db, tenant.id)}}`);
}

/** Gives a course its own schedule from the next morning on. Returns all such schedules. */
export async function setCourseSchedule(pool: Pool, context: Context, id: string, schedule: ReminderSchedule): Promise<string> {
  const course_id = knownId(id);
  const { id: tenant_id } = context.tenant;
  refuseSchedule(schedule);
  return withTenant(pool, tenant_id, async (db) => {
    await holdMorning(db, context);
    const stands = await lockCourseSchedule(db, tenant_id, course_id);
    const assigned_since = schedule.assigned ? (stands?.assigned_since ?? context.now.toString()) : null;
    if (!(await upsertCourseSchedule(db, tenant_id, { ...schedule, course_id, assigned_since }))) throw noSuchCourse();
    const changes = changesBetween<ReminderSchedule>(stands, schedule);
    if (Object.keys(changes).length > 0)
      await record(db, context, { operation: "course.set_reminders", target_type: "course", target_id: course_id, changes });
    return `{"courses":${await findCourseSchedules(db, tenant_id)}}`;
  });
}

/** Applies the organisation's schedule to the course again. Returns the remaining schedules of courses. */
export async function resetCourseSchedule(pool: Pool, context: Context, id: string): Promise<string> {
  const course_id = knownId(id);
  const { id: tenant_id } = context.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    if (!(await isCourse(db, tenant_id, course_id))) throw noSuchCourse();
    await holdMorning(db, context);
    const stands = await lockCourseSchedule(db, tenant_id, course_id);
    if (stands !== undefined) {
      await deleteCourseSchedule(db, tenant_id, course_id);
      const { course_id: _, assigned_since: __, ...schedule } = stands;
      const changes = Object.fromEntries(Object.entries(schedule).map(([name, was]) => [name, [was, null]]));
      await record(db, context, { operation: "course.set_reminders", target_type: "course", target_id: course_id, changes });
    }
    return `{"courses":${await findCourseSchedules(db, tenant_id)}}`;
  });
}

/**
 * Locks the organisation's settings, and inserts them if they are missing, so that a schedule does not change while mails are
 * written. The change applies from the next morning on.
 */
async function holdMorning(db: Db, context: Context): Promise<void> {
  const { id: tenant_id } = context.tenant;
  await insertSettings(db, tenant_id, { ...no_reminders, assigned_since: null, done_on: dayOf(context, 0) });
  const { done_on, from_hour } = (await lockSettings(db, tenant_id))!;
  const day = dayOf(context, from_hour);
  if (done_on < day) await updateDone(db, tenant_id, day);
}

function knownId(id: string): string {
  if (!isUuid(id)) throw noSuchCourse();
  return id.toLowerCase();
}

const noSuchCourse = () => notFound("No such course.");
