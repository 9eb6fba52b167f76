import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Pair } from "../compliance/sql.ts";
import { cancelled, type CancelledRow } from "./change-sql.ts";
import type { EnrollmentState } from "./schema.ts";

/** A reason that ends; without a course, for all that it asks for. */
export type EndingReason = {
  index: number;
  person_id: string;
  source: "rule" | "group";
  ref_id: string;
  course_id: string | null;
};

/** An enrollment of which a reason has lapsed. `is_last`: none is left. `is_held`: part of a path that was started and goes on. */
export type LapsedRow = Pair & { id: string; index: number; state: EnrollmentState; is_last: boolean; is_held: boolean };

/**
 * Marks reasons as lapsed, a path's for its items too. One that still stands, because the rule or group asks for the course in
 * another way, stays.
 */
export async function lapse(db: Db, tenant_id: string, at: string, reasons: readonly EndingReason[]): Promise<LapsedRow[]> {
  return db.rows(sql`
    with lapsed as (
      update enrollment_source s
      set lapsed_at = ${at}
      from ${ending(reasons)}
      join enrollment e on e.tenant_id = ${tenant_id} and e.person_id = g.person_id and ${concerns(tenant_id, "e")}
      where s.tenant_id = ${tenant_id} and s.enrollment_id = e.id and s.source = g.source and s.ref_id = g.ref_id
        and s.lapsed_at is null and not ${standing(tenant_id)}
      returning s.enrollment_id, s.source, s.ref_id, g.index
    )
    select e.id, e.person_id, e.course_id, e.state, min(l.index) as index,
      not exists (
        select from enrollment_source s
        where s.tenant_id = ${tenant_id} and s.enrollment_id = e.id and s.lapsed_at is null
          and not exists (
            select from lapsed o where o.enrollment_id = s.enrollment_id and o.source = s.source and o.ref_id = s.ref_id
          )
      ) as is_last,
      exists (
        select from enrollment p
        where p.tenant_id = ${tenant_id} and p.id = e.parent_enrollment_id and p.state in ('in_progress', 'failed')
      ) as is_held
    from lapsed l
    join enrollment e on e.tenant_id = ${tenant_id} and e.id = l.enrollment_id
    group by e.tenant_id, e.id`);
}

/** Takes back what is to be tried again for reasons that end; an alert that nobody waits for is resolved. */
export async function takeBackWishes(db: Db, tenant_id: string, at: string, reasons: readonly EndingReason[]): Promise<void> {
  await db.count(sql`
    update alert a
    set wishes = k.wishes, resolved_at = case when k.wishes = '[]' then ${at}::timestamptz end
    from (
      select e.id, coalesce(jsonb_agg(w.wish) filter (where w.stays), '[]') as wishes
      from (
        select a.id, w.wish, not bool_or(w.wish @> jsonb_build_object('origin', jsonb_build_object('source', g.source, 'ref_id', g.ref_id))) as stays
        from ${ending(reasons)}
        join alert a on a.tenant_id = ${tenant_id} and a.person_id = g.person_id and a.resolved_at is null and ${concerns(tenant_id, "a")}
        cross join jsonb_array_elements(a.wishes) as w(wish)
        group by a.id, w.wish
      ) w
      join alert e on e.tenant_id = ${tenant_id} and e.id = w.id
      group by e.id
    ) k
    where a.tenant_id = ${tenant_id} and a.id = k.id and a.wishes <> k.wishes`);
}

/** Cancels those of some enrollments that were not started. */
export async function cancelThese(
  db: Db,
  tenant_id: string,
  ids: readonly string[],
  at: string,
  reason: Parameters<typeof cancelled>[3],
): Promise<CancelledRow[]> {
  return db.rows(cancelled(tenant_id, part`id = any (${ids}::uuid[])`, at, reason));
}

/** What was completed is required no longer. */
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

/** Whether a reason that ends has to do with the course of an enrollment or alert: itself, or as an item of a path. */
function concerns(tenant_id: string, alias: "e" | "a"): Fragment {
  const course_id = alias === "e" ? part`e.course_id` : part`a.course_id`;
  return part`(
    g.course_id is null or g.course_id = ${course_id}
    or ${course_id} in (select i.course_id from path_item i where i.tenant_id = ${tenant_id} and i.path_id = g.course_id)
  )`;
}

/** Whether the rule or group asks the person still for the course of enrollment `e`, itself or within a path. */
function standing(tenant_id: string): Fragment {
  const asked = part`array(
    select e.course_id
    union all
    select i.path_id from path_item i where i.tenant_id = ${tenant_id} and i.course_id = e.course_id
  )`;
  return part`(
    exists (
      select from rule_match m
      where m.tenant_id = ${tenant_id} and m.rule_id = g.ref_id and m.person_id = g.person_id and m.course_ids && ${asked}
    )
    or exists (
      select from group_member m
      where m.tenant_id = ${tenant_id} and m.group_id = g.ref_id and m.person_id = g.person_id and m.left_at is null
        and m.course_ids && ${asked}
    ))`;
}
