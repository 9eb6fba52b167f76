// Which lines of the history of people and of their flags stood at an instant.
import { part, type Fragment } from "../../../platform/db/sql.ts";
import { caseNorm } from "../../../platform/text.ts";
import type { MatrixFilters } from "./matrix-sql.ts";

/**
 * The line of a person's history that stood at an instant: of those until then the one that was written last. Their times are
 * not always in that order: a midnight that is worked off late notes itself behind what a request has changed since. `offset 0`
 * keeps the planner from going through everybody's lines by their ids.
 */
export function lastPlace(tenant_id: string, person_id: Fragment, then: string): Fragment {
  return part`
    select h.*
    from (
      select * from compliance_person_history
      where tenant_id = ${tenant_id} and person_id = ${person_id} and changed_at <= ${then}::timestamptz
      offset 0
    ) h
    order by h.id desc
    limit 1`;
}

/** The id of the course with a code; null: there is none. */
export function courseOf(tenant_id: string, course_code: string): Fragment {
  return part`(select id from course where tenant_id = ${tenant_id} and code_norm = ${caseNorm(course_code)})`;
}

/** The last line of each pair of a person until then; its `status` is null where there was no entry any more. */
export function lastLines(
  tenant_id: string,
  query: Pick<MatrixFilters, "course_code">,
  then: string,
  person_id: Fragment,
  columns: Fragment,
): Fragment {
  const course = query.course_code === undefined ? part`` : part`and h.course_id = ${courseOf(tenant_id, query.course_code)}`;
  return part`
    select distinct on (h.course_id) ${columns}
    from compliance_history h
    where h.tenant_id = ${tenant_id} and h.person_id = ${person_id} and h.changed_at <= ${then}::timestamptz ${course}
    order by h.course_id, h.changed_at desc, h.id desc`;
}
