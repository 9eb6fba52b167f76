import type { Pool } from "../../../platform/db/pool.ts";
import { part, plannedEachTime, sql } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import { searchCondition } from "../../people/list-sql.ts";
import type { MatrixPage } from "./matrix-as-of-sql.ts";
import { entriesByKey, matrixRecords } from "./matrix-rows-sql.ts";
import { courseId, departmentIds, type MatrixFilters } from "./matrix-sql.ts";

/** `done_through`: the last local day whose midnight has been processed; null: no midnight is late. */
type FoundPage = MatrixPage & { done_through: string | null };

/**
 * The people that a search finds, as rows of the matrix, and their numbers by flag. The search reads all people of the
 * organisation, like that of the people list. Flags are read for the page only, or for one course.
 */
export async function listFound(pool: Pool, tenant_id: string, query: MatrixFilters & { q: string }): Promise<FoundPage> {
  const { course_code, worker_type, contractor_id, compliance_flag } = query;
  const departments = departmentIds(query);
  const course = course_code === undefined ? null : courseId(tenant_id, query);
  const of_course = part`and s.course_id = ${course ?? part`null`}`;
  const flag = compliance_flag === undefined ? part`` : part`where status = ${compliance_flag}`;
  const found = sql`
    with found as materialized (
      select c.person_id, c.full_name_norm, c.department_id, c.worker_type, c.contractor_id,
        ${course === null ? part`c.worst` : part`s.status`} as status
      from compliance_person c
      join person p on p.tenant_id = c.tenant_id and p.id = c.person_id
      ${course === null ? part`` : part`join compliance_status s on s.tenant_id = c.tenant_id and s.person_id = c.person_id ${of_course}`}
      where c.tenant_id = ${tenant_id} and ${searchCondition(query.q)}
        ${departments === null ? part`` : part`and c.department_id = any (${departments})`}
        ${worker_type === undefined ? part`` : part`and c.worker_type = ${worker_type}`}
        ${contractor_id === undefined ? part`` : part`and c.contractor_id = ${contractor_id}::uuid`}
    ),
    page as materialized (
      select * from found ${flag} order by full_name_norm, person_id limit ${query.limit}::int offset ${query.offset}::bigint
    ),
    ${matrixRecords(tenant_id, entriesByKey(tenant_id, course))}
    select
      (select coalesce(json_object_agg(k.status, k.people), '{}') from (
        select coalesce(status, 'NONE') as status, count(*)::int as people from found group by 1) k) as counted,
      (select count(*)::int from found ${flag}) as total,
      array(select record from records order by full_name_norm, person_id) as rows,
      infra.days_done(${tenant_id}) as done_through`;
  const [row] = await readTenant<FoundPage>(pool, tenant_id, plannedEachTime(found));
  return row!;
}
