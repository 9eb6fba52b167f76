import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { EventCourse } from "../../courses/events.ts";
import { cancelled, withdrawn, type CancelledRow, type ChangedRow } from "./change-sql.ts";
import type { EnrollmentSource, EnrollmentState } from "../schema.ts";

/** The data of an enrollment and its course that a step needs; read after its person was locked. */
export type LifecycleRow = {
  id: string;
  person_id: string;
  course: EventCourse;
  type: "course" | "learning_path";
  pass_score: number | null;
  state: EnrollmentState;
  cycle_year: number;
  cycle_seq: number;
  source: EnrollmentSource;
  due_date: string | null;
  assigned_at: string;
  started_at: string | null;
  completed_at: string | null;
  attempts_used: number;
  attempts_allowed: number;
};

const lifecycleColumns = part`
  e.id, e.person_id, json_build_object('id', c.id, 'code', c.code, 'title', c.title) as course, c.type, c.pass_score, e.state,
  e.cycle_year, e.cycle_seq, e.source, e.due_date, infra.iso(e.assigned_at) as assigned_at, infra.iso(e.started_at) as started_at,
  infra.iso(e.completed_at) as completed_at, e.attempts_used, e.attempts_allowed`;

export async function findLifecycle(db: Db, tenant_id: string, id: string): Promise<LifecycleRow | undefined> {
  return db.row(sql`
    select ${lifecycleColumns}
    from enrollment e
    join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
    where e.tenant_id = ${tenant_id} and e.id = ${id}`);
}

/** The data of many enrollments and their courses that a step needs, in ascending order of ids. */
export async function listLifecycles(db: Db, tenant_id: string, ids: readonly string[]): Promise<LifecycleRow[]> {
  return db.rows(sql`
    select ${lifecycleColumns}
    from enrollment e
    join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
    where e.tenant_id = ${tenant_id} and e.id = any (${ids}::uuid[])
    order by e.id`);
}

export async function updateStarted(db: Db, tenant_id: string, id: string, at: string): Promise<void> {
  await db.count(sql`
    update enrollment
    set state = 'in_progress', started_at = ${at}, updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** The state of an enrollment after an attempt. */
export type Outcome = { state: "in_progress" | "completed" | "failed"; score: number | null } & Happened;

/** When an attempt began (null: at the end of the previous one) and when it ended. */
export type Happened = { began_at: string | null; at: string };

/**
 * Updates enrollments after an attempt. If all sources of a completed one had lapsed, it is not required any more, like one that
 * was completed before they lapsed.
 */
export async function updateOutcomes(db: Db, tenant_id: string, ids: readonly string[], outcome: Outcome): Promise<void> {
  const { state, score, began_at, at } = outcome;
  await db.count(sql`
    update enrollment
    set state = ${state}, started_at = least(started_at, ${began_at ?? at}::timestamptz), attempts_used = attempts_used + 1,
      score = ${score},
      passed = case ${state}::text when 'completed' then true when 'failed' then false end,
      progress_percent = case ${state}::text when 'completed' then 100 else progress_percent end,
      completed_at = case ${state}::text when 'completed' then ${at}::timestamptz end,
      failed_at = case ${state}::text when 'failed' then ${at}::timestamptz end,
      requirement_active = requirement_active and (${state}::text <> 'completed' or ${isAskedFor}),
      updated_at = now()
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])`);
}

/** Whether the enrollment has an active source, or none at all because it exists for itself. */
const isAskedFor = part`coalesce((
  select bool_or(s.lapsed_at is null)
  from enrollment_source s
  where s.tenant_id = enrollment.tenant_id and s.enrollment_id = enrollment.id
), true)`;

/**
 * Inserts the next attempt of enrollments, before their number of attempts is raised. If its beginning is unknown, it is the end
 * of the previous attempt, or for the first one the beginning of the enrollment. An attempt never begins after its end, in
 * whatever order attempts are reported.
 */
export async function insertAttempts(
  db: Db,
  tenant_id: string,
  enrollment_ids: readonly string[],
  attempt: { score: number | null; passed: boolean } & Happened,
): Promise<void> {
  const { score, passed, began_at, at } = attempt;
  await db.count(sql`
    insert into attempt (tenant_id, enrollment_id, number, score, passed, started_at, finished_at)
    select e.tenant_id, e.id, e.attempts_used + 1, ${score}, ${passed},
      least(coalesce(${began_at}::timestamptz, max(a.finished_at), e.started_at), ${at}::timestamptz), ${at}
    from enrollment e
    left join attempt a on a.tenant_id = e.tenant_id and a.enrollment_id = e.id
    where e.tenant_id = ${tenant_id} and e.id = any (${enrollment_ids}::uuid[])
    group by e.tenant_id, e.id`);
}

/** Allows one more attempt after the last one failed. */
export async function updateGranted(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`
    update enrollment
    set state = 'in_progress', attempts_allowed = attempts_used + 1, passed = null, failed_at = null, updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Withdraws a started enrollment and a learning path's started items; returns all of them. */
export async function withdrawWithItems(db: Db, tenant_id: string, id: string): Promise<ChangedRow[]> {
  return db.rows(withdrawn(tenant_id, part`(id = ${id} or parent_enrollment_id = ${id})`));
}

/**
 * Open enrollments that completed ones make obsolete: those of older cycles. Their ids are returned as an array, so that each is
 * found by key.
 */
function olderThan(tenant_id: string, completed_ids: readonly string[]) {
  return part`array(
    select o.id
    from enrollment d
    join enrollment o on o.tenant_id = d.tenant_id and o.person_id = d.person_id and o.course_id = d.course_id and o.id <> d.id
    where d.tenant_id = ${tenant_id} and d.id = any (${completed_ids}::uuid[]) and o.state in ('assigned', 'in_progress', 'failed')
      and (o.cycle_year, o.cycle_seq) < (d.cycle_year, d.cycle_seq))`;
}

/** Cancels enrollments that were not started, of older cycles than completed ones, including a learning path's items. */
export async function cancelOlder(
  db: Db,
  tenant_id: string,
  completed_ids: readonly string[],
  at: string,
): Promise<CancelledRow[]> {
  const older = olderThan(tenant_id, completed_ids);
  return db.rows(cancelled(tenant_id, part`(id = any (${older}) or parent_enrollment_id = any (${older}))`, at, "superseded"));
}

/** Withdraws started enrollments of older cycles than completed ones. */
export async function withdrawOlder(db: Db, tenant_id: string, completed_ids: readonly string[]): Promise<ChangedRow[]> {
  return db.rows(withdrawn(tenant_id, part`id = any (${olderThan(tenant_id, completed_ids)})`));
}

/** A learning path that was updated, and its previous status. */
export type FollowedRow = LifecycleRow & { was: EnrollmentState };

/**
 * Updates the open learning paths of people that contain a course, and returns those that changed. An item is satisfied by the
 * path's own enrollment in it, by another one of the same cycle, or by a completed one of a later cycle. The mandatory items in
 * which the person was ever enrolled must be completed; if no item is mandatory, all must be. A path is completed at the time of
 * its last item, and not before `at`. If a newer cycle of the same path is completed here, the older ones are left for
 * `cancelOlder`.
 */
export async function updatePaths(
  db: Db,
  tenant_id: string,
  person_ids: readonly string[],
  course_id: string,
  at: string,
): Promise<FollowedRow[]> {
  return db.rows(sql`
    with items as (
      select p.id, p.person_id, p.state as was, p.course_id, p.cycle_year, p.cycle_seq, i.mandatory, s.completed, s.completed_at, s.started
      from enrollment p
      join path_item one on one.tenant_id = p.tenant_id and one.path_id = p.course_id and one.course_id = ${course_id}
      join path_item i on i.tenant_id = p.tenant_id and i.path_id = p.course_id
      cross join lateral (
        select bool_or(x.state = 'completed') as completed, max(x.completed_at) as completed_at,
          bool_or(x.state in ('in_progress', 'failed', 'completed')) as started
        from enrollment x
        where x.tenant_id = p.tenant_id and x.person_id = p.person_id and x.course_id = i.course_id
          and (
            x.parent_enrollment_id = p.id or x.cycle_year = p.cycle_year
            or (x.cycle_year > p.cycle_year and x.state = 'completed')
          )
        having count(*) > 0
      ) s
      where p.tenant_id = ${tenant_id} and p.person_id = any (${person_ids}::uuid[]) and p.state in ('assigned', 'in_progress')
    ),
    progress as (
      select id, person_id, was, course_id, cycle_year, cycle_seq, bool_or(started) as started,
        max(completed_at) filter (where counts) as completed_at,
        100 * count(*) filter (where counts and completed) / count(*) filter (where counts) as percent
      from (select *, mandatory or not bool_or(mandatory) over (partition by id) as counts from items) i
      group by id, person_id, was, course_id, cycle_year, cycle_seq
    ),
    e as (
      update enrollment e
      set state = case g.percent when 100 then 'completed' else 'in_progress' end, started_at = least(e.started_at, ${at}::timestamptz),
        progress_percent = g.percent, passed = case g.percent when 100 then true end,
        completed_at = case g.percent when 100 then greatest(g.completed_at, ${at}::timestamptz) end, updated_at = now()
      from progress g
      where e.tenant_id = ${tenant_id} and e.id = g.id and g.started
        and (e.state, e.progress_percent) is distinct from ('in_progress', g.percent)
        and not exists (
          select from progress n
          where n.person_id = g.person_id and n.course_id = g.course_id and n.percent = 100 and (n.cycle_year, n.cycle_seq) > (g.cycle_year, g.cycle_seq)
        )
      returning e.*, g.was
    )
    select ${lifecycleColumns}, e.was
    from e
    join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
    order by e.id`);
}
