import { part, type Fragment } from "../../../platform/db/sql.ts";

/**
 * How many people more have a flag, by course and place, since the counters were added up: rows as those of `compliance_count`, for `from`. A row of
 * `compliance_delta` with a flag `before` also takes as many people away from that flag.
 */
export function countedSince(tenant_id: string): Fragment {
  return part`(
    select d.course_id, d.department_id, d.worker_type, d.contractor_id, m.status, m.people
    from compliance_delta d
    cross join lateral (values (d.status, d.people), (d.before, -d.people)) m(status, people)
    where d.tenant_id = ${tenant_id} and m.status is not null
  )`;
}

/** How many entries more happen on a day since then: rows as those of `forecast_count`, for `from`. */
export function comingSince(tenant_id: string): Fragment {
  return part`(
    select day, course_id, what, entries from forecast_delta where tenant_id = ${tenant_id}
    union all
    select day, course_id, what, entries from compliance_delta where tenant_id = ${tenant_id} and day is not null
  )`;
}
