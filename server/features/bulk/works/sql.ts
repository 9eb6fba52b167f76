import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { not_ended } from "../../compliance/flag/exempt-sql.ts";
import type { Outcome } from "../schema.ts";

type Judged = { person_id: string; outcome: Outcome };

const asMap = (rows: readonly Judged[]) => new Map(rows.map(({ person_id, outcome }) => [person_id, outcome]));

/** Condition: the due date of enrollment `e` can be moved. */
const open_states = part`e.state in ('assigned', 'in_progress', 'failed')`;

/** For each person, whether a due date in the course would move to a later day. */
export async function lookAtDueDates(
  db: Db,
  tenant_id: string,
  { course_id, due_date }: { course_id: string; due_date: string },
  person_ids: readonly string[],
): Promise<Map<string, Outcome>> {
  return asMap(
    await db.rows<Judged>(sql`
      select p.id as person_id, case
        when count(e.id) = 0 then 'nothing_open'
        when count(e.id) filter (where e.due_date < ${due_date}::date) = 0 then 'has_it'
        else 'done' end as outcome
      from person p
      left join enrollment e on e.tenant_id = p.tenant_id and e.person_id = p.id and e.course_id = ${course_id} and ${open_states}
      where p.tenant_id = ${tenant_id} and p.id = any (${person_ids}::uuid[])
      group by p.id`),
  );
}

export type DueEnrollment = { id: string; person_id: string; due_date: string };

/** Enrollments in a course that are due before a day. `items`: those of a path that share its due date and move with it. */
export async function listDueBefore(
  db: Db,
  tenant_id: string,
  { course_id, due_date }: { course_id: string; due_date: string },
  person_ids: readonly string[],
): Promise<(DueEnrollment & { items: string[] })[]> {
  return db.rows(sql`
    select e.id, e.person_id, e.due_date::text as due_date, coalesce((
        select json_agg(i.id order by i.id)
        from enrollment i
        where i.tenant_id = e.tenant_id and i.parent_enrollment_id = e.id and i.state in ('assigned', 'in_progress', 'failed')
          and i.due_date = e.due_date
      ), '[]') as items
    from enrollment e
    where e.tenant_id = ${tenant_id} and e.person_id = any (${person_ids}::uuid[]) and e.course_id = ${course_id} and ${open_states}
      and e.due_date < ${due_date}::date
    order by e.id`);
}

/** Those of the enrollments that are open and still due on a day. */
export async function listStillDue(db: Db, tenant_id: string, ids: readonly string[], due_date: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select e.id from enrollment e
    where e.tenant_id = ${tenant_id} and e.id = any (${ids}::uuid[]) and ${open_states} and e.due_date = ${due_date}::date`);
  return rows.map(({ id }) => id);
}

/** For each person, whether an exemption from the course would be added. */
export async function lookAtExemptions(
  db: Db,
  tenant_id: string,
  { course_id, from, until }: { course_id: string; from: string; until: string | null },
  person_ids: readonly string[],
): Promise<Map<string, Outcome>> {
  return asMap(
    await db.rows<Judged>(sql`
      select p.id as person_id, case
        when p.state not in ('invited', 'active', 'suspended') then 'person_inactive'
        when exists (
          select from exemption x
          where x.tenant_id = p.tenant_id and x.person_id = p.id and x.course_id = ${course_id} and ${not_ended}
            and x.from_on <= ${from}::date and coalesce(x.until_on, 'infinity') >= ${until ?? "infinity"}::date
        ) then 'has_it'
        else 'done' end as outcome
      from person p
      where p.tenant_id = ${tenant_id} and p.id = any (${person_ids}::uuid[])`),
  );
}

/** The properties of a course that limit which results can be recorded. */
export type ResultOfCourse = { type: "course" | "learning_path"; code: string; pass_score: number | null };

export async function findCourseOfResults(db: Db, tenant_id: string, course_id: string): Promise<ResultOfCourse | undefined> {
  return db.row(sql`select type, code, pass_score from course where tenant_id = ${tenant_id} and id = ${course_id}`);
}

export type ToComplete = { person_id: string; outcome: Outcome; enrollment_id: string | null };

/**
 * For each person, whether an open enrollment in the course would be completed on a day. It is the oldest one, to which attempts
 * made elsewhere count.
 */
export async function lookAtResults(
  db: Db,
  { id: tenant_id, time_zone }: { id: string; time_zone: string },
  { course_id, completed_on, score }: { course_id: string; completed_on: string; score: number | null },
  person_ids: readonly string[],
): Promise<ToComplete[]> {
  return db.rows(sql`
    select p.id as person_id, o.id as enrollment_id, case
      when p.state not in ('invited', 'active') then 'person_inactive'
      when o.id is null and l.state = 'failed' then 'no_attempts_left'
      when o.id is null then 'nothing_open'
      when o.assigned_on > ${completed_on}::date then 'assigned_later'
      when ${score}::integer < c.pass_score then 'score_too_low'
      else 'done' end as outcome
    from person p
    join course c on c.tenant_id = p.tenant_id and c.id = ${course_id}
    left join lateral (
      select e.id, (e.assigned_at at time zone ${time_zone})::date as assigned_on
      from enrollment e
      where e.tenant_id = p.tenant_id and e.person_id = p.id and e.course_id = c.id and e.state in ('assigned', 'in_progress')
      order by e.cycle_year, e.cycle_seq
      limit 1
    ) o on true
    left join lateral (
      select e.state
      from enrollment e
      where e.tenant_id = p.tenant_id and e.person_id = p.id and e.course_id = c.id and e.state <> 'cancelled'
      order by e.cycle_year desc, e.cycle_seq desc
      limit 1
    ) l on true
    where p.tenant_id = ${tenant_id} and p.id = any (${person_ids}::uuid[])
    order by p.id`);
}

/** For each person, whether they would join the group. */
export async function lookAtMembers(
  db: Db,
  tenant_id: string,
  group_id: string,
  person_ids: readonly string[],
): Promise<Map<string, Outcome>> {
  return asMap(
    await db.rows<Judged>(sql`
      select p.id as person_id, case
        when p.state = 'anonymized' then 'person_inactive'
        when exists (
          select from group_member m
          where m.tenant_id = p.tenant_id and m.group_id = ${group_id} and m.person_id = p.id and m.left_at is null
        ) then 'has_it'
        else 'done' end as outcome
      from person p
      where p.tenant_id = ${tenant_id} and p.id = any (${person_ids}::uuid[])`),
  );
}

/** What an order has done to a person, to be undone. */
export type Undoable = { person_id: string; was: Record<string, unknown>; done_at: string };

export async function listUndoable(
  db: Db,
  tenant_id: string,
  operation_id: string,
  person_ids: readonly string[],
): Promise<Undoable[]> {
  return db.rows(sql`
    select m.person_id, m.was, infra.iso(m.done_at) as done_at
    from bulk_person m
    where m.tenant_id = ${tenant_id} and m.operation_id = ${operation_id} and m.person_id = any (${person_ids}::uuid[])
      and m.was is not null`);
}

/** Those of the enrollments that an order has created at an instant, one for each person, and that were not started. */
export async function listUnstarted(
  db: Db,
  tenant_id: string,
  course_id: string,
  undoable: readonly Undoable[],
): Promise<{ id: string; person_id: string }[]> {
  const rows = undoable.map(({ person_id, done_at }) => ({ person_id, done_at }));
  return db.rows(sql`
    select e.id, e.person_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(person_id uuid, done_at timestamptz)
    join enrollment e on e.tenant_id = ${tenant_id} and e.person_id = r.person_id and e.course_id = ${course_id}
      and e.source = 'admin' and e.state = 'assigned' and e.assigned_at = r.done_at
    order by e.id`);
}

/** The people whom orders have invited since an instant. */
export async function listInvitedSince(
  db: Db,
  tenant_id: string,
  person_ids: readonly string[],
  since: string,
): Promise<Set<string>> {
  const rows = await db.rows<{ person_id: string }>(sql`
    select m.person_id
    from bulk_person m
    join bulk_operation o on o.tenant_id = m.tenant_id and o.id = m.operation_id and o.kind = 'invite'
    where m.tenant_id = ${tenant_id} and m.person_id = any (${person_ids}::uuid[]) and m.outcome = 'done' and m.done_at > ${since}`);
  return new Set(rows.map(({ person_id }) => person_id));
}
