import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { EnrollmentState } from "../enrollments/schema.ts";
import type { CalendarEvent } from "./calendar.ts";
import { fullName, stateAt } from "./sql.ts";

export type BookingState = "booked" | "waiting" | "withdrawn" | "released";

export type BookingRow = { state: BookingState; enrollment_id: string; is_walk_in: boolean };

export async function findBooking(
  db: Db,
  tenant_id: string,
  session_id: string,
  person_id: string,
): Promise<BookingRow | undefined> {
  return db.row(sql`
    select state, enrollment_id, is_walk_in
    from course_booking
    where tenant_id = ${tenant_id} and session_id = ${session_id} and person_id = ${person_id}`);
}

/** The number of people who are booked, and who wait. */
export async function countBookings(db: Db, tenant_id: string, session_id: string): Promise<{ booked: number; waiting: number }> {
  const row = await db.row<{ booked: number; waiting: number }>(sql`
    select count(*) filter (where state = 'booked')::int as booked, count(*) filter (where state = 'waiting')::int as waiting
    from course_booking
    where tenant_id = ${tenant_id} and session_id = ${session_id}`);
  return row!;
}

export type OwnEnrollment = { id: string; state: EnrollmentState };

/** A person's enrollment in the course of a session: the oldest open one, otherwise any. */
export async function findEnrollmentFor(
  db: Db,
  tenant_id: string,
  session_id: string,
  person_id: string,
): Promise<OwnEnrollment | undefined> {
  return db.row(sql`
    select e.id, e.state
    from course_session s
    join enrollment e on e.tenant_id = s.tenant_id and e.course_id = s.course_id and e.person_id = ${person_id}
    where s.tenant_id = ${tenant_id} and s.id = ${session_id} and e.state not in ('cancelled', 'withdrawn')
    order by e.state in ('assigned', 'in_progress') desc, e.cycle_year, e.cycle_seq
    limit 1`);
}

/** Whether a person is booked or waits in another session of the course that has not ended. */
export async function isBookedElsewhere(
  db: Db,
  tenant_id: string,
  { session_id, person_id, course_id, now }: { session_id: string; person_id: string; course_id: string; now: string },
): Promise<boolean> {
  const row = await db.row(sql`
    select true as found
    from course_booking b
    join course_session s on s.tenant_id = b.tenant_id and s.id = b.session_id
    where b.tenant_id = ${tenant_id} and b.person_id = ${person_id} and b.state in ('booked', 'waiting') and s.id <> ${session_id}
      and s.course_id = ${course_id} and s.ends_at > ${now}::timestamptz and s.cancelled_at is null
    limit 1`);
  return row !== undefined;
}

export type NewBooking = BookingRow & { session_id: string; person_id: string; at: string };

/** Books a person, or puts them at the end of the waiting list, whatever their state in the session was. */
export async function upsertBooking(db: Db, tenant_id: string, booking: NewBooking): Promise<void> {
  await db.count(sql`
    insert into course_booking as b (tenant_id, session_id, person_id, enrollment_id, state, is_walk_in, queue_no, state_since)
    select ${tenant_id}, ${booking.session_id}, ${booking.person_id}, ${booking.enrollment_id}, ${booking.state}, ${booking.is_walk_in},
      coalesce(max(queue_no), 0) + 1, ${booking.at}
    from course_booking
    where tenant_id = ${tenant_id} and session_id = ${booking.session_id}
    on conflict (tenant_id, session_id, person_id) do update
    set enrollment_id = excluded.enrollment_id, state = excluded.state, is_walk_in = excluded.is_walk_in, queue_no = excluded.queue_no,
      state_since = excluded.state_since`);
}

/** Removes a person from a session; returns whether they were booked or waiting. */
export async function updateWithdrawn(
  db: Db,
  tenant_id: string,
  { session_id, person_id, at }: { session_id: string; person_id: string; at: string },
): Promise<boolean> {
  const count = await db.count(sql`
    update course_booking
    set state = 'withdrawn', state_since = ${at}
    where tenant_id = ${tenant_id} and session_id = ${session_id} and person_id = ${person_id} and state in ('booked', 'waiting')`);
  return count > 0;
}

/** Removes people from a session whose enrollment has ended. */
export async function updateReleased(db: Db, tenant_id: string, session_id: string, at: string): Promise<void> {
  await db.count(sql`
    update course_booking b
    set state = 'released', state_since = ${at}
    from enrollment e
    where b.tenant_id = ${tenant_id} and b.session_id = ${session_id} and b.state in ('booked', 'waiting')
      and e.tenant_id = b.tenant_id and e.id = b.enrollment_id and e.state not in ('assigned', 'in_progress')`);
}

/**
 * Moves up at most so many people from the waiting list, in its order. People whose account is not in use keep their place in it.
 */
export async function updateMovedUp(
  db: Db,
  tenant_id: string,
  { session_id, places, at }: { session_id: string; places: number; at: string },
): Promise<string[]> {
  const rows = await db.rows<{ person_id: string }>(sql`
    update course_booking b
    set state = 'booked', state_since = ${at}
    from (
      select w.person_id from course_booking w
      join person p on p.tenant_id = w.tenant_id and p.id = w.person_id and p.state in ('invited', 'active')
      where w.tenant_id = ${tenant_id} and w.session_id = ${session_id} and w.state = 'waiting'
      order by w.queue_no
      limit ${places}::int
    ) n
    where b.tenant_id = ${tenant_id} and b.session_id = ${session_id} and b.person_id = n.person_id
    returning b.person_id`);
  return rows.map(({ person_id }) => person_id);
}

/**
 * The sessions of an enrollment's course, as a learner sees them, as JSON text; undefined: the enrollment is not the learner's.
 */
export async function listOwnSessions(
  db: Db,
  tenant_id: string,
  {
    person_id,
    enrollment_id,
    now,
    sessions_max,
  }: { person_id: string; enrollment_id: string; now: string; sessions_max: number },
): Promise<string | undefined> {
  const row = await db.row<{ json: string }>(sql`
    select (
        select coalesce(json_agg(row_to_json(r) order by r.starts_at, r.id), '[]')
        from (
          select ${ownColumns(now)}
          from course_session s ${ownRelations(person_id)}
          where s.tenant_id = e.tenant_id and s.course_id = e.course_id
            and (o.state in ('booked', 'waiting')
              or s.starts_at > ${now}::timestamptz and s.cancelled_at is null and e.state in ('assigned', 'in_progress'))
          order by o.state is null, s.starts_at, s.id
          limit ${sessions_max}::int
        ) r
      )::text as json
    from enrollment e
    where e.tenant_id = ${tenant_id} and e.id = ${enrollment_id} and e.person_id = ${person_id}
      and e.state not in ('cancelled', 'withdrawn')`);
  return row?.json;
}

/** One session as a learner sees it, as JSON text. */
export async function findOwnSession(
  db: Db,
  tenant_id: string,
  { person_id, session_id, now }: { person_id: string; session_id: string; now: string },
): Promise<string> {
  const row = await db.row<{ json: string }>(sql`
    select row_to_json(r)::text as json
    from (
      select ${ownColumns(now)} from course_session s ${ownRelations(person_id)}
      where s.tenant_id = ${tenant_id} and s.id = ${session_id}
    ) r`);
  return row!.json;
}

const ownColumns = (now: string) => part`
  s.id, s.location, infra.iso(s.starts_at) as starts_at, infra.iso(s.ends_at) as ends_at, s.time_zone, ${fullName(part`t`)} as trainer_name,
  ${stateAt(now)} as state, s.cancel_reason, greatest(s.capacity - b.booked, 0) as free, b.waiting, s.waiting_max, o.state as booking,
  case when o.state = 'waiting' then (
    select count(*)::int from course_booking w
    where w.tenant_id = s.tenant_id and w.session_id = s.id and w.state = 'waiting' and w.queue_no <= o.queue_no
  ) end as waiting_place`;

const ownRelations = (person_id: string) => part`
  left join person t on t.tenant_id = s.tenant_id and t.id = s.trainer_id
  left join course_booking o on o.tenant_id = s.tenant_id and o.session_id = s.id and o.person_id = ${person_id}
  cross join lateral (
    select count(*) filter (where state = 'booked')::int as booked, count(*) filter (where state = 'waiting')::int as waiting
    from course_booking
    where tenant_id = s.tenant_id and session_id = s.id
  ) b`;

/** A recipient of mails about a session. */
export type Recipient = { person_id: string; name: string; email: string; language: string | null };

/** Those of the people who can get mail: their account is in use, and they have an address. */
export async function listRecipients(db: Db, tenant_id: string, person_ids: readonly string[]): Promise<Recipient[]> {
  return db.rows(sql`
    select p.id as person_id, coalesce(${fullName(part`p`)}, p.login) as name, p.email, coalesce(l.language, p.language) as language
    from person p
    left join credential l on l.tenant_id = p.tenant_id and l.account_id = p.id
    where p.tenant_id = ${tenant_id} and p.id = any (${person_ids}::uuid[]) and p.state in ('invited', 'active') and p.email is not null
    order by p.id`);
}

/** People who are booked in a session or wait for it. */
export async function listBookedPeople(db: Db, tenant_id: string, session_id: string): Promise<string[]> {
  const rows = await db.rows<{ person_id: string }>(sql`
    select person_id from course_booking
    where tenant_id = ${tenant_id} and session_id = ${session_id} and state in ('booked', 'waiting')
    order by person_id`);
  return rows.map(({ person_id }) => person_id);
}

/** The data of a learner's calendar entry for a session; undefined: the learner is neither booked nor waiting. */
export async function findCalendarEvent(
  db: Db,
  tenant_id: string,
  { session_id, person_id }: { session_id: string; person_id: string },
): Promise<Omit<CalendarEvent, "url"> | undefined> {
  return db.row(sql`
    select s.id, s.location, infra.iso(s.starts_at) as starts_at, infra.iso(s.ends_at) as ends_at, s.revision,
      infra.iso(s.cancelled_at) as cancelled_at, c.title, b.state = 'booked' as is_booked, infra.iso(s.updated_at) as updated_at
    from course_booking b
    join course_session s on s.tenant_id = b.tenant_id and s.id = b.session_id
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    where b.tenant_id = ${tenant_id} and b.session_id = ${session_id} and b.person_id = ${person_id} and b.state in ('booked', 'waiting')`);
}
