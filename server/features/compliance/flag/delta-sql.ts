import { part, type Fragment } from "../../../platform/db/sql.ts";

/**
 * Changes of the numbers of people by flag, course and department that are not yet added to the counters, as rows like those of
 * `compliance_count`. A row of `compliance_delta` with a flag `before` also subtracts its people from that flag.
 */
export function countedSince(tenant_id: string): Fragment {
  return part`(
    select d.course_id, d.department_id, d.worker_type, d.contractor_id, m.status, m.people
    from compliance_delta d
    cross join lateral (values (d.status, d.people), (d.before, -d.people)) m(status, people)
    where d.tenant_id = ${tenant_id} and m.status is not null
  )`;
}

/** Changes of the numbers of entries by day that are not yet added to the counters, as rows like those of `forecast_count`. */
export function comingSince(tenant_id: string): Fragment {
  return part`(
    select day, course_id, what, entries from forecast_delta where tenant_id = ${tenant_id}
    union all
    select day, course_id, what, entries from compliance_delta where tenant_id = ${tenant_id} and day is not null
  )`;
}
