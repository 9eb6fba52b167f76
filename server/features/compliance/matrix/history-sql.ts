// Selects the rows of history that were valid at an instant.
import { part, type Fragment } from "../../../platform/db/sql.ts";
import { caseNorm } from "../../../platform/text.ts";
import type { MatrixFilters } from "./matrix-sql.ts";

/**
 * The row of a person's history that was valid at an instant: of the rows up to then, the one that was written last. That is not
 * always the one with the latest `changed_at`, because a late midnight writes its rows after those of requests. `offset 0` keeps
 * the planner from reading the rows of all people by id.
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

/** The last row of each pair of a person up to an instant; its `status` is null if the entry had ended. */
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
