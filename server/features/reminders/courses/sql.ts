import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { ReminderSchedule } from "../schema.ts";

export type CourseScheduleRow = ReminderSchedule & { course_id: string; assigned_since: string | null };

/** Locks the schedule of a course; undefined: it has none of its own. */
export async function lockCourseSchedule(db: Db, tenant_id: string, course_id: string): Promise<CourseScheduleRow | undefined> {
  return db.row(sql`
    select course_id, assigned_since is not null as assigned, infra.iso(assigned_since) as assigned_since, due_soon_days, due_soon_also,
      overdue_every_days, overdue_times, expiring_days, expiring_also
    from reminder_course
    where tenant_id = ${tenant_id} and course_id = ${course_id}
    for update`);
}

/** Writes a course's schedule. Returns false when the course does not exist. */
export async function upsertCourseSchedule(db: Db, tenant_id: string, row: CourseScheduleRow): Promise<boolean> {
  const written = await db.count(sql`
    insert into reminder_course (tenant_id, course_id, assigned_since, due_soon_days, due_soon_also, overdue_every_days, overdue_times,
      expiring_days, expiring_also)
    select tenant_id, id, ${row.assigned_since}::timestamptz, ${row.due_soon_days}::integer, ${row.due_soon_also}::integer[],
      ${row.overdue_every_days}::integer, ${row.overdue_times}::integer, ${row.expiring_days}::integer, ${row.expiring_also}::integer[]
    from course
    where tenant_id = ${tenant_id} and id = ${row.course_id}
    on conflict (tenant_id, course_id) do update set assigned_since = excluded.assigned_since, due_soon_days = excluded.due_soon_days,
      due_soon_also = excluded.due_soon_also, overdue_every_days = excluded.overdue_every_days, overdue_times = excluded.overdue_times,
      expiring_days = excluded.expiring_days, expiring_also = excluded.expiring_also`);
  return written === 1;
}

export async function deleteCourseSchedule(db: Db, tenant_id: string, course_id: string): Promise<void> {
  await db.count(sql`delete from reminder_course where tenant_id = ${tenant_id} and course_id = ${course_id}`);
}

/** Courses with a schedule of their own, in the order of their titles, as JSON text. */
export async function findCourseSchedules(db: Db, tenant_id: string): Promise<string> {
  const row = await db.row<{ courses: string }>(sql`
    select coalesce(json_agg(json_build_object(
      'course', json_build_object('id', c.id, 'code', c.code, 'title', c.title),
      'schedule', json_build_object('assigned', o.assigned_since is not null, 'due_soon_days', o.due_soon_days,
        'due_soon_also', o.due_soon_also, 'overdue_every_days', o.overdue_every_days, 'overdue_times', o.overdue_times,
        'expiring_days', o.expiring_days, 'expiring_also', o.expiring_also)
    ) order by c.title, c.id), '[]')::text as courses
    from reminder_course o
    join course c on c.tenant_id = o.tenant_id and c.id = o.course_id
    where o.tenant_id = ${tenant_id}`);
  return row!.courses;
}

export async function isCourse(db: Db, tenant_id: string, id: string): Promise<boolean> {
  return (await db.row(sql`select from course where tenant_id = ${tenant_id} and id = ${id}`)) !== undefined;
}
