import { part, type Fragment, rowByKey } from "../../../platform/db/sql.ts";

/** What stands before and behind a column that may be null, and holds no character that JSON escapes. */
const quoted = (name: string, column: Fragment, shown = column): Fragment =>
  part`case when ${column} is null then ${raw(`',"${name}":null'`)} else ${raw(`',"${name}":"'`)} end, ${shown}, case when ${column} is not null then '"' end`;

/**
 * A course and the members of its entry as JSON text, from a course `c` and a row `s` like those of compliance_status. Put together by hand, and by one
 * function: none of the values can hold a character that JSON escapes; `row_to_json` takes twice the time of a page, and `||` copies all
 * that stands before for each of some thirty parts.
 */
const entry: Fragment = part`
  concat(c.member, '{"status":"', s.status, '","basis":"', s.basis, '"',
    ${quoted("enrollment_id", part`s.enrollment_id`)},
    ${quoted("enrollment_status", part`s.enrollment_status`)},
    ',"cycle_year":', coalesce(s.cycle_year::text, 'null'),
    ${quoted("due_date", part`s.due_date`)},
    ${quoted("completed_at", part`s.completed_at`, part`infra.iso(s.completed_at)`)},
    ${quoted("certificate_id", part`s.certificate_id`)},
    ${quoted("valid_until", part`s.valid_until`)},
    ${quoted("renewal_enrollment_id", part`s.renewal_enrollment_id`)},
    case when s.in_grace then ',"in_grace":true' else ',"in_grace":false' end,
    ${quoted("next_status", part`s.next_status`)},
    ${quoted("next_change_on", part`s.next_change_on`)},
    '}')`;

/**
 * The common table expression `records`: the people of `page` (person_id, full_name_norm and status, the worst flag in scope),
 * each with the JSON of the row in `record`. Their entries are the rows of `states`. The caller puts them in order, and
 * takes them one by one: to put a page of 800 kB together takes the database as long as to make the entries. Courses come as an
 * array, of which the planner thinks that it has ten elements: of a table too small to be analysed it thinks that it has one row,
 * and then reads all entries again for each course.
 */
export function matrixRecords(tenant_id: string, states: Fragment): Fragment {
  return part`
    codes as materialized (
      select c.*
      from (
        select array_agg(id order by code) as ids, array_agg(to_json(code)::text || ':' order by code) as members
        from course
        where tenant_id = ${tenant_id}
      ) a
      cross join unnest(a.ids, a.members) with ordinality as c(id, member, place)
    ),
    entries as materialized (
      select s.person_id, string_agg(${entry}, ',' order by c.place) as courses
      from ${states} s
      join codes c on c.id = s.course_id
      group by s.person_id
    ),
    records as (
      select w.full_name_norm, w.person_id,
        left(row_to_json(r)::text, -1) || ',"courses":{' || coalesce(e.courses, '') || '}}' as record
      from page w
      cross join lateral ${rowByKey("*", "person", tenant_id, "w.person_id")} p
      left join entries e on e.person_id = w.person_id
      cross join lateral (
        select w.person_id as user_id, p.employee_no, nullif(concat_ws(' ', p.first_name, p.last_name), '') as full_name,
          w.department_id,
          (select name from department where tenant_id = ${tenant_id} and id = w.department_id) as department_name,
          w.worker_type, w.contractor_id, w.status
      ) r
    )`;
}

function raw(text: string): Fragment {
  return { parts: [text], parameters: [] };
}
