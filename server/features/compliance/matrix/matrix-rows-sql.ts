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

/** The entries of a person, whose id is the given expression, as rows like those of compliance_status. */
export type EntriesOf = (person_id: Fragment) => Fragment;

/**
 * The common table expression `records`: the people of `page` (person_id, full_name_norm, and status, the worst flag in scope)
 * with their packed rows in `record` (packed-rows.ts), sorted by name. Entries are read person by person, so that the first rows
 * are sent while the next ones are read. Courses are passed as an array, for which the planner assumes ten elements. For a small
 * table without statistics it would assume one row, and read all courses again for each entry.
 */
export function matrixRecords(tenant_id: string, entriesOf: EntriesOf): Fragment {
  return part`
    codes as materialized (
      select c.id, E'\\t' || lpad(to_hex(c.place), 6, '0') || to_json(c.code) || ':' as member
      from (select array_agg(id order by code) as ids, array_agg(code order by code) as codes from course where tenant_id = ${tenant_id}) a
      cross join unnest(a.ids, a.codes) with ordinality as c(id, code, place)
    ),
    records as (
      select w.full_name_norm, w.person_id,
        concat(left(row_to_json(r)::text, -1), ',"courses":{', E'\\n', (
          select string_agg(${entry}, E'\\n')
          from (${entriesOf(part`w.person_id`)} offset 0) s
          join codes c on c.id = s.course_id
        )) as record
      from (select * from page order by full_name_norm, person_id) w
      cross join lateral ${rowByKey("*", "person", tenant_id, "w.person_id")} p
      cross join lateral (
        select w.person_id as user_id, p.employee_no, nullif(concat_ws(' ', p.first_name, p.last_name), '') as full_name,
          w.department_id,
          (select name from department where tenant_id = ${tenant_id} and id = w.department_id) as department_name,
          w.worker_type, w.contractor_id, w.status
      ) r
    )`;
}

/**
 * The entries of a person by key, or the one for a course. They are ranges of one id, because only the primary key begins with
 * organisation and person. With `=`, a planner without statistics sees the same cost for each index that begins with the
 * organisation; and with a range of people and `=` for the course, it reads all entries of the course. `limit` and the order of
 * the key make every other index more expensive.
 */
export function entriesByKey(tenant_id: string, course_id: Fragment | null): EntriesOf {
  return (person_id) => part`
    select * from compliance_status
    where tenant_id = ${tenant_id} and person_id >= ${person_id} and person_id <= ${person_id}
      ${course_id === null ? part`` : part`and course_id >= ${course_id} and course_id <= ${course_id} order by person_id, course_id limit 1`}`;
}

function raw(text: string): Fragment {
  return { parts: [text], parameters: [] };
}
