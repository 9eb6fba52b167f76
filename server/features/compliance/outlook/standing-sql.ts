// How much of what is required is covered, and what falls due (docs/decisions/0090), from stored numbers (docs/decisions/0108).
// Departments, companies and managers are added up from the sums of each person's entries; courses from the counters of flags and
// of days.
import type { Pool } from "../../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment, type Statement } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import { countedSince } from "../flag/delta-sql.ts";
import { isCovered } from "../flag/severity-sql.ts";
import type { StandingBy } from "./standing-schema.ts";
import { everybodysRows } from "./standing-people-sql.ts";

type StandingScope = {
  by: StandingBy;
  today: string;
  lines_max: number;
  /** The caller is an administrator of some departments. The counters of days are for the whole organisation only. */
  is_limited: boolean;
};

/** `total`, `lines` and `left_out`, as JSON text. */
export async function readStanding(pool: Pool, tenant_id: string, scope: StandingScope): Promise<string> {
  const [row] = await readTenant<{ json: string }>(pool, tenant_id, standingStatement(tenant_id, scope));
  return row!.json;
}

export function standingStatement(tenant_id: string, { by, today, lines_max, is_limited }: StandingScope): Statement {
  const lines = by === "course" ? linesOfCourses(tenant_id, today, is_limited) : linesOfPeople(tenant_id, by, today);
  return plannedEachTime(sql`
      with ${lines},
      shown as (
        select * from lines order by entries - covered desc, entries desc, key limit ${lines_max}::int
      )
      select json_build_object(
        'total', (
          select json_build_object('entries', coalesce(sum(entries), 0), 'covered', coalesce(sum(covered), 0), 'due_4', coalesce(sum(due_4), 0),
            'due_8', coalesce(sum(due_8), 0), 'due_12', coalesce(sum(due_12), 0))
          from lines
        ),
        'lines', (
          select coalesce(json_agg(json_build_object('id', nullif(key, infra.no_id()), 'code', n.code, 'name', n.name, 'entries', entries,
            'covered', covered, 'due_4', due_4, 'due_8', due_8, 'due_12', due_12)
            order by entries - covered desc, entries desc, key), '[]')
          from shown
          left join lateral (${namesOf(tenant_id, by)}) n on true
        ),
        'left_out', (select greatest(count(*) - ${lines_max}::int, 0) from lines)
      )::text as json`);
}

/**
 * Counts the days of each person that fall into the coming weeks. Days are sorted, so `width_bucket` finds each limit by binary
 * search.
 */
function linesOfPeople(tenant_id: string, by: "department" | "company" | "manager", today: string): Fragment {
  const key = { department: part`department_id`, company: part`contractor_id`, manager: part`manager_id` }[by];
  const until = (days: number) => part`width_bucket(${today}::date + ${days}::int, days)`;
  // `offset 0` keeps the arrays of days out of the sort that the aggregation needs.
  return part`
      ${everybodysRows(tenant_id)},
      lines as materialized (
        select key, sum(entries)::int as entries, sum(covered)::int as covered, sum(until_4 - past)::int as due_4,
          sum(until_8 - past)::int as due_8, sum(until_12 - past)::int as due_12
        from (
          select ${key} as key, entries, covered, ${until(-1)} as past, ${until(27)} as until_4, ${until(55)} as until_8, ${until(83)} as until_12
          from people
          where entries > 0
          offset 0
        ) k
        group by key
      )`;
}

function linesOfCourses(tenant_id: string, today: string, is_limited: boolean): Fragment {
  return part`
      ${is_limited ? part`days as (${dueDays(tenant_id, today)})` : part`${everybodysRows(tenant_id)}, days as (${daysCounted(tenant_id, today)})`},
      standing as (
        select course_id as key, sum(people)::int as entries, coalesce(sum(people) filter (where ${isCovered(part`status`)}), 0)::int as covered
        from (
          select course_id, status, people from compliance_count where tenant_id = ${tenant_id} and course_id <> infra.no_id()
          union all
          select course_id, status, people from ${countedSince(tenant_id)} d where course_id <> infra.no_id()
        ) k
        group by 1
      ),
      due as (
        select key, coalesce(sum(entries) filter (where day < 28), 0)::int as due_4,
          coalesce(sum(entries) filter (where day < 56), 0)::int as due_8, sum(entries)::int as due_12
        from days
        where day between 0 and 83
        group by key
      ),
      lines as materialized (
        select key, s.entries, s.covered, coalesce(d.due_4, 0) as due_4, coalesce(d.due_8, 0) as due_8, coalesce(d.due_12, 0) as due_12
        from standing s
        left join due d using (key)
        where s.entries > 0
      )`;
}

/**
 * Numbers of entries of each course by the days until they fall due. Ends of certificates come from the counters of the forecast
 * (forecast-count-sql.ts), which include revoked certificates; due dates come from the sums of people, and revoked certificates
 * are subtracted there.
 */
function daysCounted(tenant_id: string, today: string): Fragment {
  const certificates = (table: Fragment): Fragment => part`
          select course_id as key, day - ${today}::date as day, entries from ${table}
          where tenant_id = ${tenant_id} and day >= ${today}::date and day <= ${today}::date + 83 and what in ('RENEWS', 'ENDS')`;
  return part`
          ${certificates(part`forecast_count`)}
          union all
          ${certificates(part`forecast_delta`)}
          union all
          select o.course_id, o.day - ${today}::date, o.entries
          from people
          cross join lateral (
            select course_id, day, 1 from unnest(open_courses, open_days) as u(course_id, day)
            union all
            select course_id, day, -1 from unnest(void_courses, void_days) as u(course_id, day)
          ) o (course_id, day, entries)
          where open_courses <> '{}' or void_courses <> '{}'`;
}

/**
 * The days until entries of each course fall due, from the single entries instead of counters; for the next twelve weeks only.
 */
function dueDays(tenant_id: string, today: string): Fragment {
  return part`
          select course_id as key, (case basis when 'certificate' then valid_until when 'enrollment' then due_date end) - ${today}::date as day, 1 as entries
          from compliance_status
          where tenant_id = ${tenant_id} and look_on <= ${today}::date + 84 and status <> 'OVERDUE'`;
}

function namesOf(tenant_id: string, by: StandingBy): Fragment {
  if (by === "department") return part`select null as code, name from department where tenant_id = ${tenant_id} and id = key`;
  if (by === "company") return part`select null as code, name from contractor where tenant_id = ${tenant_id} and id = key`;
  if (by === "course") return part`select code, title as name from course where tenant_id = ${tenant_id} and id = key`;
  return part`
            select null as code, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), employee_no, login) as name
            from person where tenant_id = ${tenant_id} and id = key`;
}
