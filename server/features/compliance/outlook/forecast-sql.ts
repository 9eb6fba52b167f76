import type { Pool } from "../../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment, type Statement } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import { comingCounted } from "./forecast-count-sql.ts";

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
  /** Seats that are needed, by number of the week; weeks without any are left out. */
  needed: { week: number; seats: number }[];
};

export type ForecastRows = { weeks: WeekRow[]; licenses: LicenseRow[] };

/** The changes of the coming weeks. People who already wait for a seat need it in the first week. */
export async function readForecastRows(pool: Pool, tenant_id: string, scope: ForecastScope): Promise<ForecastRows> {
  const statement = scope.department_id === undefined ? forecastByCounters : forecastByPeople;
  const [row] = await readTenant<ForecastRows>(pool, tenant_id, statement(tenant_id, scope));
  return row!;
}

/**
 * The forecast of the whole organisation, from counters. For courses whose licences give a person one seat for all renewals,
 * people are read one by one, from an index of those whose certificates end.
 */
export function forecastByCounters(tenant_id: string, { course_code, today, weeks }: ForecastScope): Statement {
  return plannedEachTime(sql`
      with counted as materialized (
        select week, course_id, what, sum(entries)::int as entries
        from ${comingCounted(tenant_id, today, weeks)}
        where true ${ofCourse(tenant_id, part`course_id`, course_code)}
        group by 1, 2, 3
      ),
      by_week as (
        select week, coalesce(sum(entries) filter (where what = 'OVERDUE'), 0)::int as becoming_overdue,
          coalesce(sum(entries) filter (where what = 'EXPIRING_SOON'), 0)::int as becoming_expiring_soon,
          coalesce(sum(entries) filter (where what in ('ENDS', 'RENEWS')), 0)::int as expiring
        from counted
        group by week
      ),
      ${usableLicenses(tenant_id, today)},
      waiting as materialized (
        select a.course_id, a.person_id, (
          select (s.valid_until - ${today}::date) / 7
          from compliance_status s
          where s.tenant_id = ${tenant_id} and s.person_id = a.person_id and s.course_id = a.course_id and ${renews(today, weeks)}
        ) as renews_in
        from (${waitingForSeats(tenant_id, { course_code })}) a
      ),
      needs as materialized (
        select license_id, week, sum(seats)::int as seats
        from (
          select r.license_id, k.week, k.entries as seats
          from serving r
          join counted k on k.course_id = r.course_id and k.what = 'RENEWS'
          where r.renewal_enabled and r.seat_unit = 'enrollment'
          union all
          select r.license_id, 0, 1
          from waiting a
          join serving r on r.course_id = a.course_id
          where r.seat_unit = 'enrollment' or not ${holdsSeat(tenant_id, part`a.person_id`)}
          union all
          -- People who wait for a seat were counted twice above if their certificate ends.
          select r.license_id, a.renews_in, -1
          from waiting a
          join serving r on r.course_id = a.course_id
          where r.renewal_enabled and r.seat_unit = 'enrollment' and a.renews_in is not null
          union all
          select r.license_id, (s.valid_until - ${today}::date) / 7, 1
          from serving r
          join compliance_status s on s.tenant_id = ${tenant_id} and s.course_id = r.course_id and ${renews(today, weeks)}
            ${ofCourse(tenant_id, part`s.course_id`, course_code)}
          where r.renewal_enabled and r.seat_unit = 'person' and not ${holdsSeat(tenant_id, part`s.person_id`)}
            and not exists (select from waiting a where a.course_id = s.course_id and a.person_id = s.person_id)
        ) each_one
        group by 1, 2
        having sum(seats) <> 0
      )
      ${answer}`);
}

/** Whether the certificate behind an entry `s` ends within the weeks and has no open renewal. */
function renews(today: string, weeks: number): Fragment {
  return part`s.basis = 'certificate' and s.renewal_enrollment_id is null and s.valid_until >= ${today}::date
    and s.valid_until < ${today}::date + 7 * ${weeks}::int`;
}

function holdsSeat(tenant_id: string, person_id: Fragment): Fragment {
  return part`exists (
            select from license_seat t
            where t.tenant_id = ${tenant_id} and t.license_id = r.license_id and t.person_id = ${person_id} and t.state = 'held'
          )`;
}

/** Pairs whose assignment or renewal waits for a free seat. */
function waitingForSeats(
  tenant_id: string,
  { department_id, course_code }: Pick<ForecastScope, "department_id" | "course_code">,
): Fragment {
  return part`
    select distinct a.course_id, a.person_id
    from alert a
    join person p on p.tenant_id = ${tenant_id} and p.id = a.person_id and p.state in ('invited', 'active')
    where a.tenant_id = ${tenant_id} and a.resolved_at is null and a.reason = 'no_seat'
      ${department_id === undefined ? part`` : part`and p.department_id = ${department_id}::uuid`}
      ${ofCourse(tenant_id, part`a.course_id`, course_code)}`;
}

function ofCourse(tenant_id: string, column: Fragment, course_code: string | undefined): Fragment {
  return course_code === undefined
    ? part``
    : part`and ${column} = (select id from course where tenant_id = ${tenant_id} and code_norm = ${caseNorm(course_code)})`;
}

/** The answer, from the CTEs `by_week`, `usable` and `needs`. */
const answer: Fragment = part`
      select
        (select coalesce(json_agg(w), '[]') from by_week w) as weeks,
        (
          select coalesce(json_agg(json_build_object(
            'license_id', u.id, 'name', u.name, 'seat_unit', u.seat_unit, 'seats_total', u.seats_total, 'seats_used', u.seats_used,
            'needed', (select coalesce(json_agg(json_build_object('week', n.week, 'seats', n.seats) order by n.week), '[]') from needs n where n.license_id = u.id)
          ) order by u.name_norm, u.id), '[]')
          from usable u
          where u.model = 'seats'
        ) as licenses`;

/**
 * The forecast of a department, from the entries of its people. Without a department: from all entries, which tests compare with
 * the counters.
 */
export function forecastByPeople(tenant_id: string, { department_id, course_code, today, weeks }: ForecastScope): Statement {
  const of_department = part`
          and s.department_id = ${department_id}::uuid
          and s.person_id = any (array(
            select person_id from compliance_person where tenant_id = ${tenant_id} and department_id = ${department_id}::uuid
          ))`;
  return plannedEachTime(sql`
      with coming as materialized (
        select s.person_id, s.course_id, s.next_status, s.renewal_enrollment_id,
          case when s.next_change_on >= ${today}::date then (s.next_change_on - ${today}::date) / 7 end as changes_in,
          case when s.basis = 'certificate' and s.valid_until >= ${today}::date then (s.valid_until - ${today}::date) / 7 end as ends_in
        from compliance_status s
        where s.tenant_id = ${tenant_id} and s.look_on <= ${today}::date + 7 * ${weeks}::int
          ${department_id === undefined ? part`` : of_department} ${ofCourse(tenant_id, part`s.course_id`, course_code)}
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
            select course_id, person_id, 0 from (${waitingForSeats(tenant_id, { department_id, course_code })}) a
          ) wanted
          group by course_id, person_id
        ) w
        join serving r on r.course_id = w.course_id
        where r.seat_unit = 'enrollment' or not ${holdsSeat(tenant_id, part`w.person_id`)}
        group by 1, 2
      )
      ${answer}`);
}

/** The licences in force, and the licences that cover each course. A course with an unlimited licence needs no seat. */
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
