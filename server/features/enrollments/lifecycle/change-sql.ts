import { part, sql, type Fragment, type Statement } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { EventParts } from "../events.ts";
import type { CancelReason, EnrollmentState } from "../schema.ts";

/** The data of an enrollment that a change needs; read after its person was locked. */
export type EnrollmentRow = { id: string; state: EnrollmentState; due_date: string | null };

export async function findEnrollmentRow(db: Db, tenant_id: string, id: string): Promise<EnrollmentRow | undefined> {
  return db.row(sql`
    select id, state, due_date from enrollment
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** A changed enrollment in the form of its event. */
export type ChangedRow = Pick<EventParts, "course" | "enrollment"> & { person_id: string };
export type CancelledRow = ChangedRow;

/** The members of `ChangedRow`, for an enrollment `e` and its course `c`. */
export const changed_row = part`
    e.person_id, json_build_object('id', c.id, 'code', c.code, 'title', c.title) as course,
    json_build_object('id', e.id, 'cycle_year', e.cycle_year, 'status', e.state, 'source', e.source, 'due_date', e.due_date,
      'assigned_at', infra.iso(e.assigned_at), 'started_at', infra.iso(e.started_at), 'completed_at', infra.iso(e.completed_at))
      as enrollment`;

/** Changes enrollments by `update enrollment …`, and returns the changed ones in the order of ids. */
export function changedBy(update: Fragment): Statement {
  return sql`
    with e as (${update} returning enrollment.*)
    select ${changed_row}
    from e
    join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
    order by e.id`;
}

/**
 * Cancels an enrollment, and those items of a learning path that were not started and that no rule or group requires for
 * themselves. `endPathReasons` must follow.
 */
export async function cancelWithItems(
  db: Db,
  tenant_id: string,
  id: string,
  at: string,
  reason: CancelReason,
): Promise<CancelledRow[]> {
  const which = part`(id = ${id} or (parent_enrollment_id = ${id} and not ${isAskedForItself(tenant_id)}))`;
  return db.rows(cancelled(tenant_id, which, at, reason));
}

/** Whether a rule or group requires the course of `enrollment` for itself, not within a learning path. */
function isAskedForItself(tenant_id: string): Fragment {
  return part`exists (
    select from enrollment_source s
    where s.tenant_id = ${tenant_id} and s.enrollment_id = enrollment.id and s.lapsed_at is null
      and (
        exists (
          select from rule_match m
          where m.tenant_id = ${tenant_id} and m.rule_id = s.ref_id and m.person_id = enrollment.person_id
            and enrollment.course_id = any (m.course_ids)
        )
        or exists (
          select from group_member m
          where m.tenant_id = ${tenant_id} and m.group_id = s.ref_id and m.person_id = enrollment.person_id and m.left_at is null
            and enrollment.course_id = any (m.course_ids)
        )
      )
  )`;
}

/** Ends the path as a source of its items: from now on they exist only for the rules and groups that require them. */
export async function endPathReasons(db: Db, tenant_id: string, path_enrollment_id: string, at: string): Promise<void> {
  await db.count(sql`
    update enrollment_source s
    set lapsed_at = ${at}
    from enrollment e
    where e.tenant_id = ${tenant_id} and e.parent_enrollment_id = ${path_enrollment_id} and e.state = 'assigned'
      and s.tenant_id = e.tenant_id and s.enrollment_id = e.id and s.source = 'own' and s.lapsed_at is null`);
}

/** Cancels all enrollments of people that were not started. */
export async function cancelUnstarted(
  db: Db,
  tenant_id: string,
  person_ids: readonly string[],
  at: string,
  reason: CancelReason,
): Promise<CancelledRow[]> {
  return db.rows(cancelled(tenant_id, part`person_id = any (${person_ids}::uuid[])`, at, reason));
}

/** Cancels those of the selected enrollments that were not started. */
export function cancelled(tenant_id: string, which: Fragment, at: string, reason: CancelReason): Statement {
  return changedBy(part`
      update enrollment
      set state = 'cancelled', cancelled_at = ${at}, cancel_reason = ${reason}, updated_at = now()
      where tenant_id = ${tenant_id} and state = 'assigned' and ${which}`);
}

/** Withdraws all enrollments of people that were started and not completed. */
export async function withdrawStarted(db: Db, tenant_id: string, person_ids: readonly string[]): Promise<ChangedRow[]> {
  return db.rows(withdrawn(tenant_id, part`person_id = any (${person_ids}::uuid[])`));
}

/** Withdraws those of the selected enrollments that were started and not completed. */
export function withdrawn(tenant_id: string, which: Fragment): Statement {
  return changedBy(part`
      update enrollment
      set state = 'withdrawn', updated_at = now()
      where tenant_id = ${tenant_id} and state in ('in_progress', 'failed') and ${which}`);
}

/** A due date's previous and new value. */
export type DueMove = Pick<EnrollmentRow, "id" | "due_date"> & { to: string | null };

/** Moves due dates of enrollments. `with_items`: also of a path's open items with the same due date. */
export async function updateDueDates(
  db: Db,
  tenant_id: string,
  moves: readonly DueMove[],
  with_items = true,
): Promise<ChangedRow[]> {
  const given = moves.map(({ id, due_date, to }) => ({ id, was: due_date, due_date: to }));
  return db.rows(
    changedBy(part`
    update enrollment
    set due_date = m.due_date, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(id uuid, was date, due_date date)
    cross join lateral (
      select g.id, g.due_date
      union
      select i.id, g.due_date
      from enrollment i
      where i.tenant_id = ${tenant_id} and i.parent_enrollment_id = g.id and i.state in ('assigned', 'in_progress', 'failed')
        and i.due_date is not distinct from g.was and ${with_items}::boolean
    ) m
    where enrollment.tenant_id = ${tenant_id} and enrollment.id = m.id`),
  );
}
