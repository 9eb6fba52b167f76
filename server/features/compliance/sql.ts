import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { EnrollmentFact, Status } from "./status.ts";

/** What is known of a person and a course; the enrollments carry their ids, because a caller may refuse because of one. */
export type FactsRow = {
  type: "course" | "learning_path";
  person_active: boolean;
  expiring_soon_days: number;
  grace_days: number;
  enrollments: (EnrollmentFact & { id: string })[];
};

/** The facts of a pair whose person and course exist. */
export async function findFacts(db: Db, tenant_id: string, person_id: string, course_id: string): Promise<FactsRow> {
  const row = await db.row<FactsRow>(sql`
    select c.type, p.state in ('invited', 'active') as person_active, c.expiring_soon_days, c.grace_days,
      coalesce((
        select json_agg(json_build_object(
          'id', e.id, 'state', e.state, 'cycle_year', e.cycle_year, 'cycle_seq', e.cycle_seq, 'due_date', e.due_date,
          'assigned_at', infra.iso(e.assigned_at), 'renewal', e.source = 'renewal', 'mandatory', e.mandatory,
          'requirement_active', e.requirement_active) order by e.id)
        from enrollment e
        where e.tenant_id = ${tenant_id} and e.person_id = p.id and e.course_id = c.id
      ), '[]') as enrollments
    from person p, course c
    where p.tenant_id = ${tenant_id} and p.id = ${person_id} and c.tenant_id = ${tenant_id} and c.id = ${course_id}`);
  return row!;
}

/** Courses that have something to do with a person: an enrollment, or a flag already. */
export async function listCoursesOf(db: Db, tenant_id: string, person_id: string): Promise<{ course_id: string }[]> {
  return db.rows(sql`
    select course_id from enrollment where tenant_id = ${tenant_id} and person_id = ${person_id}
    union
    select course_id from compliance_status where tenant_id = ${tenant_id} and person_id = ${person_id}`);
}

export async function upsertStatus(
  db: Db,
  tenant_id: string,
  person_id: string,
  course_id: string,
  status: Status,
): Promise<void> {
  await db.count(sql`
    insert into compliance_status (tenant_id, person_id, course_id, status, basis, in_grace, next_status, next_change_on)
    values (${tenant_id}, ${person_id}, ${course_id}, ${status.status}, ${status.basis}, ${status.in_grace}, ${status.next_status},
      ${status.next_change_on})
    on conflict (tenant_id, person_id, course_id) do update
    set status = excluded.status, basis = excluded.basis, in_grace = excluded.in_grace, next_status = excluded.next_status,
      next_change_on = excluded.next_change_on, computed_at = now()`);
}

export async function deleteStatus(db: Db, tenant_id: string, person_id: string, course_id: string): Promise<void> {
  await db.count(sql`
    delete from compliance_status
    where tenant_id = ${tenant_id} and person_id = ${person_id} and course_id = ${course_id}`);
}

/** The flag that row `s` of compliance_status shows on a day: what time alone has changed since needs no job to be seen. */
export function flagOn(today: string): Fragment {
  return part`case when s.next_change_on <= ${today}::date then s.next_status else s.status end`;
}
