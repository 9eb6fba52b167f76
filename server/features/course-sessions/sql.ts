import type { Static } from "typebox";
import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { CourseSessionQuery } from "./schema.ts";

/** A session as it is stored; instants as text. */
export type SessionRow = {
  id: string;
  course_id: string;
  location: string;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  trainer_id: string | null;
  capacity: number;
  waiting_max: number;
  revision: number;
  cancelled_at: string | null;
  cancel_reason: string | null;
};

const local = (at: Fragment) => part`to_char(${at} at time zone s.time_zone, 'YYYY-MM-DD"T"HH24:MI')`;

/** The name of a person; null: they have none. */
export const fullName = (person: Fragment) => part`nullif(concat_ws(' ', ${person}.first_name, ${person}.last_name), '')`;

/** The state of `course_session s` at an instant. */
export const stateAt = (now: string) => part`
  case when s.cancelled_at is not null then 'cancelled' when s.ends_at <= ${now}::timestamptz then 'ended'
    when s.starts_at <= ${now}::timestamptz then 'begun' else 'planned' end`;

const recordColumns = (now: string) => part`
  s.id, s.course_id, c.code as course_code, c.title as course_title, s.location, infra.iso(s.starts_at) as starts_at,
  infra.iso(s.ends_at) as ends_at, ${local(part`s.starts_at`)} as starts_local, ${local(part`s.ends_at`)} as ends_local, s.time_zone,
  case when t.id is not null then json_build_object('id', t.id, 'employee_no', t.employee_no, 'full_name', ${fullName(part`t`)}) end as trainer,
  s.capacity, s.waiting_max, b.booked, b.waiting, b.results, ${stateAt(now)} as state, s.cancel_reason, infra.iso(s.updated_at) as updated_at`;

const relations = part`
  join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
  left join person t on t.tenant_id = s.tenant_id and t.id = s.trainer_id
  cross join lateral (
    select count(*) filter (where state = 'booked')::int as booked, count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where passed is not null)::int as results
    from course_booking
    where tenant_id = s.tenant_id and session_id = s.id
  ) b`;

/** One page of sessions as JSON text, with their number. */
export async function listSessionPage(
  db: Db,
  tenant_id: string,
  { limit, offset, course_id, when }: Static<typeof CourseSessionQuery>,
  now: string,
): Promise<{ course_sessions: string; total: number }> {
  const own = part`s.tenant_id = ${tenant_id}`;
  const is_of = course_id === undefined ? own : part`${own} and s.course_id = ${course_id}`;
  const is_then =
    when === undefined
      ? part`true`
      : when === "coming"
        ? part`s.ends_at > ${now}::timestamptz and s.cancelled_at is null`
        : part`(s.ends_at <= ${now}::timestamptz or s.cancelled_at is not null)`;
  const order = when === "coming" ? part`s.starts_at, s.id` : part`s.starts_at desc, s.id desc`;
  const row = await db.row<{ course_sessions: string; total: number }>(sql`
    with page as materialized (
      select s.* from course_session s where ${is_of} and ${is_then}
      order by ${order}
      limit ${limit}::int offset ${offset}::bigint
    )
    select (
        select coalesce(json_agg(row_to_json(r)), '[]')::text
        from (select ${recordColumns(now)} from page s ${relations} order by ${order}) r
      ) as course_sessions,
      (select count(*)::int from course_session s where ${is_of} and ${is_then}) as total`);
  return row!;
}

/** A session's record as JSON text. */
export async function findSessionRecord(db: Db, tenant_id: string, id: string, now: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    select row_to_json(r)::text as record
    from (select ${recordColumns(now)} from course_session s ${relations} where s.tenant_id = ${tenant_id} and s.id = ${id}) r`);
  return row?.record;
}

/** Sessions of a trainer that end after an instant, as JSON text; at most `sessions_max`. */
export async function listTeaching(
  db: Db,
  tenant_id: string,
  { trainer_id, since, now, sessions_max }: { trainer_id: string; since: string; now: string; sessions_max: number },
): Promise<string> {
  const row = await db.row<{ json: string }>(sql`
    select coalesce(json_agg(row_to_json(r)), '[]')::text as json
    from (
      select ${recordColumns(now)}
      from course_session s ${relations}
      where s.tenant_id = ${tenant_id} and s.trainer_id = ${trainer_id} and s.ends_at > ${since}::timestamptz and s.cancelled_at is null
      order by s.starts_at, s.id
      limit ${sessions_max}::int
    ) r`);
  return row!.json;
}

const rowColumns = part`id, course_id, location, infra.iso(starts_at) as starts_at, infra.iso(ends_at) as ends_at, time_zone, trainer_id, capacity,
  waiting_max, revision, infra.iso(cancelled_at) as cancelled_at, cancel_reason`;

export async function findSession(db: Db, tenant_id: string, id: string): Promise<SessionRow | undefined> {
  return db.row(sql`select ${rowColumns} from course_session where tenant_id = ${tenant_id} and id = ${id}`);
}

/**
 * A session, locked until the transaction ends. Each change of its bookings or waiting list takes this lock first; a lock of a
 * person comes before it.
 */
export async function lockSession(db: Db, tenant_id: string, id: string): Promise<SessionRow | undefined> {
  return db.row(sql`select ${rowColumns} from course_session where tenant_id = ${tenant_id} and id = ${id} for no key update`);
}

export async function insertSession(db: Db, tenant_id: string, row: SessionRow, at: string): Promise<void> {
  await db.count(sql`
    insert into course_session (tenant_id, id, course_id, location, starts_at, ends_at, time_zone, trainer_id, capacity, waiting_max, updated_at)
    values (${tenant_id}, ${row.id}, ${row.course_id}, ${row.location}, ${row.starts_at}, ${row.ends_at}, ${row.time_zone},
      ${row.trainer_id}, ${row.capacity}, ${row.waiting_max}, ${at})`);
}

export async function updateSession(db: Db, tenant_id: string, row: SessionRow, at: string): Promise<void> {
  await db.count(sql`
    update course_session
    set location = ${row.location}, starts_at = ${row.starts_at}, ends_at = ${row.ends_at}, time_zone = ${row.time_zone},
      trainer_id = ${row.trainer_id}, capacity = ${row.capacity}, waiting_max = ${row.waiting_max}, revision = ${row.revision},
      cancelled_at = ${row.cancelled_at}, cancel_reason = ${row.cancel_reason}, updated_at = ${at}
    where tenant_id = ${tenant_id} and id = ${row.id}`);
}

/** The data of a course that decide whether sessions can be held in it. */
export type TaughtCourse = {
  id: string;
  code: string;
  title: string;
  type: "course" | "learning_path";
  content_kind: string | null;
};

export async function findCourse(db: Db, tenant_id: string, id: string): Promise<TaughtCourse | undefined> {
  return db.row(sql`
    select id, code, title, type, content->>'kind' as content_kind from course where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Whether a person can be a trainer: the account is in use. */
export async function isTrainer(db: Db, tenant_id: string, person_id: string): Promise<boolean> {
  const count = await db.count(sql`
    select from person where tenant_id = ${tenant_id} and id = ${person_id} and state in ('invited', 'active')`);
  return count === 1;
}

export async function countResults(db: Db, tenant_id: string, session_id: string): Promise<number> {
  const row = await db.row<{ results: number }>(sql`
    select count(*)::int as results from course_booking
    where tenant_id = ${tenant_id} and session_id = ${session_id} and passed is not null`);
  return row!.results;
}
