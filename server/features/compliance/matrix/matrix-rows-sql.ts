import { part, type Fragment, rowByKey } from "../../../platform/db/sql.ts";

const no_id = raw("'00000000-0000-0000-0000-000000000000'::uuid");

/**
 * An entry of a packed row (packed-rows.ts), from a course `c` and a row `s` like those of compliance_status. Its words never
 * contain a blank, a line break or a character that JSON escapes.
 */
const entry: Fragment = part`
  encode(
    uuid_send(coalesce(s.enrollment_id, ${no_id})) || uuid_send(coalesce(s.certificate_id, ${no_id}))
      || uuid_send(coalesce(s.renewal_enrollment_id, ${no_id})) || date_send(coalesce(s.due_date, 'infinity'))
      || date_send(coalesce(s.valid_until, 'infinity')) || date_send(coalesce(s.next_change_on, 'infinity'))
      || timestamptz_send(coalesce(s.completed_at, 'infinity')),
    'hex'
  ) || s.status || ' ' || s.basis || coalesce(' ' || s.enrollment_status, ' ') || coalesce(' ' || s.cycle_year, ' ')
    || coalesce(' ' || s.next_status, ' ') || case when s.in_grace then ' t' else ' f' end || c.member`;

/**
 * The common table expression `records`: the people of `page` (person_id, full_name_norm, and status, the worst flag in scope)
 * with their packed rows in `record` (packed-rows.ts), in no order. The entries are the rows of `states`. Courses are passed as
 * an array, for which the planner assumes ten elements. For a small table without statistics it would assume one row, and read
 * all entries again for each course.
 */
export function matrixRecords(tenant_id: string, states: Fragment): Fragment {
  return part`
    codes as materialized (
      select c.*
      from (
        select array_agg(id order by code) as ids, array_agg(E'\\t' || to_json(code) || ':' order by code) as members
        from course
        where tenant_id = ${tenant_id}
      ) a
      cross join unnest(a.ids, a.members) with ordinality as c(id, member, place)
    ),
    entries as materialized (
      select s.person_id, string_agg(${entry}, E'\\n' order by c.place) as courses
      from ${states} s
      join codes c on c.id = s.course_id
      group by s.person_id
    ),
    records as (
      select w.full_name_norm, w.person_id,
        concat(left(row_to_json(r)::text, -1), ',"courses":{', E'\\n', e.courses) as record
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
