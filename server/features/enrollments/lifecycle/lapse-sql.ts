import { part, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Pair } from "../../compliance/sql.ts";
import { cancelled, type CancelledRow } from "./change-sql.ts";
import type { EnrollmentState } from "../schema.ts";

/** A source that ends; without `course_id`, for all courses that it requires. */
export type EndingReason = {
  index: number;
  person_id: string;
  source: "rule" | "group";
  ref_id: string;
  course_id: string | null;
};

/**
 * Marks sources as lapsed, a path's also for its items, and returns their enrollments. A source stays if its rule or group still
 * requires the course in another way. The ending sources are joined first, row by row (`lateral … offset`): otherwise the planner
 * would join all of them with all enrollments.
 */
export async function lapse(
  db: Db,
  tenant_id: string,
  at: string,
  reasons: readonly EndingReason[],
): Promise<{ enrollment_id: string; index: number }[]> {
  return db.rows(sql`
    with concerned as materialized (
      select g.index, g.person_id, g.source, g.ref_id, e.id as enrollment_id, e.course_id
      from ${ending(reasons)}
      cross join lateral (
        select e.id, e.course_id
        from enrollment e
        where e.tenant_id = ${tenant_id} and e.person_id = g.person_id and ${concerns(tenant_id, part`e.course_id`)}
        offset 0
      ) e
    ),
    ending as materialized (
      select e.index, e.enrollment_id, e.source, e.ref_id
      from concerned e
      cross join lateral (
        select from enrollment_source s
        where s.tenant_id = ${tenant_id} and s.enrollment_id = e.enrollment_id and s.source = e.source and s.ref_id = e.ref_id
          and s.lapsed_at is null
        offset 0
      ) s
      where not ${standing(tenant_id)}
    )
    update enrollment_source s
    set lapsed_at = ${at}
    from ending e
    where s.tenant_id = ${tenant_id} and s.enrollment_id = e.enrollment_id and s.source = e.source and s.ref_id = e.ref_id
    returning s.enrollment_id, e.index`);
}

/**
 * An enrollment before a lapse. `is_over`: it has no active source. `is_held`: it is part of a path that was started and
 * continues.
 */
export type LapsedRow = Pair & { id: string; state: EnrollmentState; is_over: boolean; is_held: boolean };

export async function listLapsed(db: Db, tenant_id: string, ids: readonly string[]): Promise<LapsedRow[]> {
  return db.rows(sql`
    select e.id, e.person_id, e.course_id, e.state,
      not exists (
        select from enrollment_source s
        where s.tenant_id = ${tenant_id} and s.enrollment_id = e.id and s.lapsed_at is null
      ) as is_over,
      e.parent_enrollment_id is not null and exists (
        select from enrollment p
        where p.tenant_id = ${tenant_id} and p.id = e.parent_enrollment_id and p.state in ('in_progress', 'failed')
      ) as is_held
    from enrollment e
    where e.tenant_id = ${tenant_id} and e.id = any (${ids}::uuid[])`);
}

/** A source that would end; `kept`: the courses that its rule or group would still require of the person. */
export type EndingPreview = Omit<EndingReason, "index"> & { kept: readonly string[] };

/** The enrollments whose sources `lapse` would mark, in the form of `listLapsed`. */
export async function listLapsing(db: Db, tenant_id: string, reasons: readonly EndingPreview[]): Promise<LapsedRow[]> {
  return db.rows(sql`
    select distinct on (e.id) e.id, e.person_id, e.course_id, e.state,
      not exists (
        select from enrollment_source s
        where s.tenant_id = ${tenant_id} and s.enrollment_id = e.id and s.lapsed_at is null
          and (s.source <> g.source or s.ref_id <> g.ref_id)
      ) as is_over,
      exists (
        select from enrollment p
        where p.tenant_id = ${tenant_id} and p.id = e.parent_enrollment_id and p.state in ('in_progress', 'failed')
      ) as is_held
    from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb)
      as g(person_id uuid, source text, ref_id uuid, course_id uuid, kept uuid[])
    cross join lateral (
      select e.id, e.person_id, e.course_id, e.state, e.parent_enrollment_id
      from enrollment e
      where e.tenant_id = ${tenant_id} and e.person_id = g.person_id and ${concerns(tenant_id, part`e.course_id`)}
        and not (g.kept && ${askedFor(tenant_id)})
      offset 0
    ) e
    cross join lateral (
      select from enrollment_source s
      where s.tenant_id = ${tenant_id} and s.enrollment_id = e.id and s.source = g.source and s.ref_id = g.ref_id
        and s.lapsed_at is null
      offset 0
    ) s
    order by e.id`);
}

/** Removes assignments whose source ends from open alerts; an alert without any assignment is resolved. */
export async function dropPendingAssignments(
  db: Db,
  tenant_id: string,
  at: string,
  reasons: readonly EndingReason[],
): Promise<void> {
  await db.count(sql`
    with waiting as materialized (
      select a.id, w.assignment,
        bool_or(w.assignment @> jsonb_build_object('origin', jsonb_build_object('source', g.source, 'ref_id', g.ref_id))) as is_over
      from ${ending(reasons)}
      cross join lateral (
        select a.id, a.wishes
        from alert a
        where a.tenant_id = ${tenant_id} and a.person_id = g.person_id and a.resolved_at is null
          and ${concerns(tenant_id, part`a.course_id`)}
        offset 0
      ) a
      cross join jsonb_array_elements(a.wishes) as w(assignment)
      group by a.id, w.assignment
    )
    update alert a
    set wishes = k.wishes, resolved_at = case when k.wishes = '[]' then ${at}::timestamptz end
    from (
      select id, coalesce(jsonb_agg(assignment) filter (where not is_over), '[]') as wishes
      from waiting
      group by id
      having bool_or(is_over)
    ) k
    where a.tenant_id = ${tenant_id} and a.id = k.id`);
}

/** Cancels those of the given enrollments that were not started. */
export async function cancelThese(
  db: Db,
  tenant_id: string,
  ids: readonly string[],
  at: string,
  reason: Parameters<typeof cancelled>[3],
): Promise<CancelledRow[]> {
  return db.rows(cancelled(tenant_id, part`id = any (${ids}::uuid[])`, at, reason));
}

/** Marks completed enrollments as not required any more. */
export async function endRequirements(db: Db, tenant_id: string, ids: readonly string[]): Promise<void> {
  await db.count(sql`
    update enrollment
    set requirement_active = false, updated_at = now()
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[]) and state = 'completed' and requirement_active`);
}

function ending(reasons: readonly EndingReason[]): Fragment {
  return part`
    jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb)
      as g(index integer, person_id uuid, source text, ref_id uuid, course_id uuid)`;
}

/** Whether an ending source is about a course: the course itself, or a path that contains it. */
function concerns(tenant_id: string, course_id: Fragment): Fragment {
  return part`(
    g.course_id is null or g.course_id = ${course_id}
    or ${course_id} in (select i.course_id from path_item i where i.tenant_id = ${tenant_id} and i.path_id = g.course_id)
  )`;
}

/** Whether the rule or group still requires the course of `e` of the person, itself or within a path. */
function standing(tenant_id: string): Fragment {
  const asked = askedFor(tenant_id);
  return part`(
    exists (
      select from rule_match m
      where m.tenant_id = ${tenant_id} and m.rule_id = e.ref_id and m.person_id = e.person_id and m.course_ids && ${asked}
    )
    or exists (
      select from group_member m
      where m.tenant_id = ${tenant_id} and m.group_id = e.ref_id and m.person_id = e.person_id and m.left_at is null
        and m.course_ids && ${asked}
    ))`;
}

/** The course of `e`, and the paths that contain it. */
function askedFor(tenant_id: string): Fragment {
  return part`array(
    select e.course_id
    union all
    select i.path_id from path_item i where i.tenant_id = ${tenant_id} and i.course_id = e.course_id
  )`;
}
