import type { Pool } from "../../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";

export type ForecastScope = {
  department_id?: string | undefined;
  course_code?: string | undefined;
  today: string;
  weeks: number;
};

export type WeekRow = { week: number; becoming_overdue: number; becoming_expiring_soon: number; expiring: number };

export type LicenseRow = {
  license_id: string;
  name: string;
  seat_unit: "person" | "enrollment";
  seats_total: number;
  seats_used: number;
  /** Seats needed by the number of the week; a week without any is left out. */
  needed: { week: number; seats: number }[];
};

/**
 * What the weeks to come will do by themselves. Who waits for a seat already needs it in the first of them. Only rows on which time changes something before their end are read, through
 * the index of `look_on`: the day after a certificate's end is such a day, or an earlier one.
 */
export async function readForecastRows(
  pool: Pool,
  tenant_id: string,
  { department_id, course_code, today, weeks }: ForecastScope,
): Promise<{ weeks: WeekRow[]; licenses: LicenseRow[] }> {
  const [row] = await readTenant<{ weeks: WeekRow[]; licenses: LicenseRow[] }>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with coming as materialized (
        select s.person_id, s.course_id, s.next_status, s.renewal_enrollment_id,
          (s.next_change_on - ${today}::date) / 7 as changes_in,
          case when s.basis = 'certificate' and s.valid_until >= ${today}::date then (s.valid_until - ${today}::date) / 7 end as ends_in
        from compliance_status s
        where s.tenant_id = ${tenant_id} and s.look_on between ${today}::date and ${today}::date + 7 * ${weeks}::int
          ${department_id === undefined ? part`` : part`and s.department_id = ${department_id}::uuid`}
          ${course_code === undefined ? part`` : part`and s.course_id = (select id from course where tenant_id = ${tenant_id} and code_norm = ${caseNorm(course_code)})`}
      ),
      by_week as (
        select week, sum(overdue)::int as becoming_overdue, sum(expiring_soon)::int as becoming_expiring_soon, sum(ends)::int as expiring
        from (
          select changes_in as week, (next_status = 'OVERDUE')::int as overdue, (next_status = 'EXPIRING_SOON')::int as expiring_soon,
            0 as ends
          from coming where changes_in < ${weeks}::int and next_status is not null
          union all
          select ends_in, 0, 0, 1 from coming where ends_in < ${weeks}::int
        ) each_one
        group by week
      ),
      ${usableLicenses(tenant_id, today)},
      needs as (
        select r.license_id, w.week, count(*)::int as seats
        from (
          select course_id, person_id, min(week) as week
          from (
            select n.course_id, n.person_id, n.ends_in as week
            from coming n
            join serving s on s.course_id = n.course_id and s.renewal_enabled
            where n.ends_in < ${weeks}::int and n.renewal_enrollment_id is null
            union all
            select a.course_id, a.person_id, 0
            from alert a
            join person p on p.tenant_id = ${tenant_id} and p.id = a.person_id and p.state in ('invited', 'active')
            where a.tenant_id = ${tenant_id} and a.resolved_at is null and a.reason = 'no_seat'
              ${department_id === undefined ? part`` : part`and p.department_id = ${department_id}::uuid`}
              ${course_code === undefined ? part`` : part`and a.course_id = (select id from course where tenant_id = ${tenant_id} and code_norm = ${caseNorm(course_code)})`}
          ) wanted
          group by course_id, person_id
        ) w
        join serving r on r.course_id = w.course_id
        where r.seat_unit = 'enrollment' or not exists (
          select from license_seat t
          where t.tenant_id = ${tenant_id} and t.license_id = r.license_id and t.person_id = w.person_id and t.state = 'held'
        )
        group by 1, 2
      )
      select
        (select coalesce(json_agg(w), '[]') from by_week w) as weeks,
        (
          select coalesce(json_agg(json_build_object(
            'license_id', u.id, 'name', u.name, 'seat_unit', u.seat_unit, 'seats_total', u.seats_total, 'seats_used', u.seats_used,
            'needed', (select coalesce(json_agg(json_build_object('week', n.week, 'seats', n.seats) order by n.week), '[]') from needs n where n.license_id = u.id)
          ) order by u.name_norm, u.id), '[]')
          from usable u
          where u.model = 'seats'
        ) as licenses`),
  );
  return row!;
}

/** The licences in force, and by which of them each course is served; a course that an unlimited licence covers needs no seat. */
function usableLicenses(tenant_id: string, today: string): Fragment {
  return part`
      usable as materialized (
        select l.id, l.name, l.name_norm, l.model, l.seat_unit, l.seats_total, l.seats_used, l.valid_until
        from license l
        where l.tenant_id = ${tenant_id} and coalesce(l.valid_from <= ${today}::date, true) and coalesce(l.valid_until >= ${today}::date, true)
      ),
      serving as (
        select distinct on (c.id) c.id as course_id, u.id as license_id, u.seat_unit, c.renewal_enabled
        from course c
        join license_item i on i.tenant_id = ${tenant_id} and i.course_id = c.id
        join usable u on u.id = i.license_id
        where c.tenant_id = ${tenant_id} and c.active
          and not exists (
            select from license_item other
            join usable o on o.id = other.license_id
            where other.tenant_id = ${tenant_id} and other.course_id = c.id and o.model = 'unlimited'
          )
        order by c.id, u.seats_used >= u.seats_total, u.valid_until, u.id
      )`;
}
