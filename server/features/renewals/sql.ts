import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Pair } from "../compliance/sql.ts";
import type { Origin } from "../enrollments/assign/assignment.ts";
import type { RenewalCourse } from "./due.ts";

/** The courses whose certificates the system renews. */
export async function listRenewalCourses(db: Db, tenant_id: string): Promise<RenewalCourse[]> {
  return db.rows(sql`
    select id, renewal_lead_days as lead_days, recurrence, default_due_days from course
    where tenant_id = ${tenant_id} and active and type = 'course' and renewal_enabled and renewal_lead_days is not null`);
}

/** A pair whose certificate is near its end; the members define the order of processing. */
export type Candidate = Pair & { valid_until: string };

/**
 * Pairs after a place whose certificate ends within the course's lead time and for which no renewal is open. The matrix row names
 * the certificate that ends last and exists only for active people, so one index finds all pairs. A renewal that was cancelled is
 * not made again for the same certificate.
 */
export async function listCandidates(
  db: Db,
  tenant_id: string,
  today: string,
  after: Candidate | null,
  limit: number,
): Promise<Candidate[]> {
  const { course_id, valid_until, person_id } = after ?? { course_id: null, valid_until: null, person_id: null };
  return db.rows(sql`
    select d.person_id, c.id as course_id, d.valid_until
    from course c
    cross join lateral (
      select s.person_id, s.valid_until
      from compliance_status s
      join certificate k on k.tenant_id = s.tenant_id and k.id = s.certificate_id
      where s.tenant_id = c.tenant_id and s.course_id = c.id and s.valid_until <= ${today}::date + c.renewal_lead_days
        and s.renewal_enrollment_id is null and s.basis <> 'exemption' and k.revoked_at is null
        and (${course_id}::uuid is null or c.id > ${course_id} or (s.valid_until, s.person_id) > (${valid_until}::date, ${person_id}::uuid))
        and not exists (
          select from enrollment e
          where e.tenant_id = s.tenant_id and e.person_id = s.person_id and e.course_id = s.course_id and e.source = 'renewal'
            and e.state = 'cancelled' and e.cancel_reason in ('admin', 'api') and e.assigned_at >= k.issued_at
        )
      order by s.valid_until, s.person_id
      limit ${limit}
    ) d
    where c.tenant_id = ${tenant_id} and c.active and c.type = 'course' and c.renewal_enabled
      and (${course_id}::uuid is null or c.id >= ${course_id})
    order by c.id, d.valid_until, d.person_id
    limit ${limit}`);
}

/** The rules and groups that now ask people for courses, either directly or by a learning path. */
export async function listAskers(db: Db, tenant_id: string, pairs: readonly Pair[]): Promise<(Pair & Origin)[]> {
  const asked = part`array(
    select w.course_id
    union all
    select i.path_id from path_item i where i.tenant_id = ${tenant_id} and i.course_id = w.course_id
  )`;
  return db.rows(sql`
    select w.person_id, w.course_id, a.source, a.ref_id
    from unnest(${pairs.map((pair) => pair.person_id)}::uuid[], ${pairs.map((pair) => pair.course_id)}::uuid[])
      as w(person_id, course_id)
    cross join lateral (
      select 'rule' as source, m.rule_id as ref_id
      from rule_match m
      where m.tenant_id = ${tenant_id} and m.person_id = w.person_id and m.course_ids && ${asked}
      union all
      select 'group', m.group_id
      from group_member m
      where m.tenant_id = ${tenant_id} and m.person_id = w.person_id and m.left_at is null and m.course_ids && ${asked}
    ) a
    order by w.person_id, w.course_id, a.source, a.ref_id`);
}
