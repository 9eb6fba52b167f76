import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { BookingState } from "./bookings-sql.ts";
import { fullName } from "./sql.ts";

/** The attendance list of a session; `people` is JSON text. It opens `early_ms` before the session begins. */
export async function findList(
  db: Db,
  tenant_id: string,
  { session_id, now, early_ms }: { session_id: string; now: string; early_ms: number },
): Promise<{ pass_score: number | null; is_open: boolean; people: string } | undefined> {
  return db.row(sql`
    select c.pass_score,
      s.cancelled_at is null and s.starts_at - ${early_ms}::int * interval '1 ms' <= ${now}::timestamptz as is_open,
      (
        select coalesce(json_agg(row_to_json(r)), '[]')
        from (
          select b.person_id, ${fullName(part`p`)} as full_name, p.employee_no, b.state, b.is_walk_in, b.attended, b.passed, b.score,
            b.attempt_number
          from course_booking b
          join person p on p.tenant_id = b.tenant_id and p.id = b.person_id
          where b.tenant_id = s.tenant_id and b.session_id = s.id and b.state in ('booked', 'waiting')
          order by b.state, case b.state when 'waiting' then b.queue_no end, p.last_name, p.first_name, p.id
        ) r
      )::text as people
    from course_session s
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    where s.tenant_id = ${tenant_id} and s.id = ${session_id}`);
}

/** The state of a person in a session. */
export type AttendeeRow = {
  state: BookingState;
  enrollment_id: string;
  attended: boolean | null;
  passed: boolean | null;
  score: number | null;
};

export async function findAttendee(
  db: Db,
  tenant_id: string,
  session_id: string,
  person_id: string,
): Promise<AttendeeRow | undefined> {
  return db.row(sql`
    select state, enrollment_id, attended, passed, score
    from course_booking
    where tenant_id = ${tenant_id} and session_id = ${session_id} and person_id = ${person_id}`);
}

type Attendee = { session_id: string; person_id: string };

/** Stores whether a person attended; a person on the waiting list who attended becomes booked. */
export async function updateAttended(
  db: Db,
  tenant_id: string,
  { session_id, person_id }: Attendee,
  attended: boolean,
): Promise<void> {
  await db.count(sql`
    update course_booking
    set attended = ${attended}, is_walk_in = is_walk_in or (${attended}::boolean and state = 'waiting'),
      state = case when ${attended}::boolean then 'booked' else state end
    where tenant_id = ${tenant_id} and session_id = ${session_id} and person_id = ${person_id}`);
}

export type Recorded = { enrollment_id: string; passed: boolean; score: number | null; attempt_number: number; at: string };

/** Stores the result of an attendee, and the attempt that records it. */
export async function updateResult(
  db: Db,
  tenant_id: string,
  { session_id, person_id }: Attendee,
  result: Recorded,
): Promise<void> {
  await db.count(sql`
    update course_booking
    set attended = true, is_walk_in = is_walk_in or state = 'waiting', state = 'booked', enrollment_id = ${result.enrollment_id},
      passed = ${result.passed}, score = ${result.score}, attempt_number = ${result.attempt_number}, recorded_at = ${result.at}
    where tenant_id = ${tenant_id} and session_id = ${session_id} and person_id = ${person_id}`);
}

/** A person's name and a course's title. */
export async function findWords(
  db: Db,
  tenant_id: string,
  { person_id, course_id }: { person_id: string; course_id: string },
): Promise<{ full_name: string; course_title: string }> {
  const row = await db.row<{ full_name: string; course_title: string }>(sql`
    select coalesce(${fullName(part`p`)}, p.employee_no, '') as full_name, c.title as course_title
    from person p
    join course c on c.tenant_id = p.tenant_id and c.id = ${course_id}
    where p.tenant_id = ${tenant_id} and p.id = ${person_id}`);
  return row!;
}
