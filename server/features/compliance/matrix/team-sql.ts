import type { Pool } from "../../../platform/db/pool.ts";
import { part, sql, type Fragment } from "../../../platform/db/sql.ts";
import { readTenant, type Db } from "../../../platform/db/transaction.ts";
import { reportsOf } from "../../people/managers/managers-sql.ts";
import { entriesByKey, matrixRecords } from "./matrix-rows-sql.ts";
import { jsonOfRows } from "./packed-rows.ts";

export type TeamQuery = {
  manager_id: string;
  with_indirect: boolean;
  compliance_flag: string | undefined;
  limit: number;
  offset: number;
};

/** A page of the matrix of a manager's people. */
export type TeamPage = {
  /** Numbers of people by worst flag; `NONE`: nothing is required. */
  counted: Record<string, number>;
  total: number;
  /** Packed rows (packed-rows.ts), sorted by name. */
  rows: string[];
  /** The last local day whose midnight has been processed; null: no midnight is late. */
  done_through: string | null;
};

/** The people of a manager as rows of the matrix. Only the rows of these people are read. */
export async function listTeam(pool: Pool, tenant_id: string, query: TeamQuery): Promise<TeamPage> {
  const team = part`
    team as materialized (
      select person_id, full_name_norm, department_id, worker_type, contractor_id, worst as status
      from compliance_person
      where tenant_id = ${tenant_id} and person_id = any (${reportsOf(tenant_id, query.manager_id, query.with_indirect)})
    )`;
  const flag = query.compliance_flag === undefined ? part`` : part`where status = ${query.compliance_flag}`;
  const [row] = await readTenant<TeamPage>(
    pool,
    tenant_id,
    sql`
      with ${team},
      page as materialized (
        select * from team ${flag} order by full_name_norm, person_id limit ${query.limit}::int offset ${query.offset}::bigint
      ),
      ${matrixRecords(tenant_id, entriesByKey(tenant_id, null))}
      select
        (select coalesce(json_object_agg(c.status, c.people), '{}') from (
          select coalesce(status, 'NONE') as status, count(*)::int as people from team group by 1) c) as counted,
        (select count(*)::int from team ${flag}) as total,
        array(select record from records order by full_name_norm, person_id) as rows,
        infra.days_done(${tenant_id}) as done_through`,
  );
  return row!;
}

/** The courses of one of a manager's people; undefined: the person is not below the manager, or not in the matrix. */
export async function findTeamMember(
  pool: Pool,
  tenant_id: string,
  manager_id: string,
  id: string,
): Promise<{ record: string; courses: string } | undefined> {
  const [row] = await readTenant<{ record: string; courses: string }>(
    pool,
    tenant_id,
    sql`
      with page as materialized (
        select person_id, full_name_norm, department_id, worker_type, contractor_id, worst as status
        from compliance_person
        where tenant_id = ${tenant_id} and person_id = ${id} and ${isAbove(tenant_id, manager_id, id)}
      ),
      ${matrixRecords(tenant_id, entriesByKey(tenant_id, null))}
      select record,
        (select coalesce(json_agg(c), '[]')::text from (
          select code, title, pass_score, (
            select e.id from enrollment e
            where e.tenant_id = ${tenant_id} and e.person_id = ${id} and e.course_id = course.id and e.state in ('assigned', 'in_progress')
              and course.results_by_managers and course.type = 'course'
            order by e.cycle_year desc, e.id desc
            limit 1
          ) as result_enrollment_id
          from course
          where tenant_id = ${tenant_id} and id in (select course_id from compliance_status where tenant_id = ${tenant_id} and person_id = ${id})
          order by title, code) c) as courses
      from records`,
  );
  return row && { ...row, record: jsonOfRows("", [row.record], "").toString() };
}

/** Whether a person is below a manager, and in the matrix. */
export async function isMember(db: Db, tenant_id: string, manager_id: string, id: string): Promise<boolean> {
  return (
    (await db.row(sql`
      select from compliance_person
      where tenant_id = ${tenant_id} and person_id = ${id} and ${isAbove(tenant_id, manager_id, id)}`)) !== undefined
  );
}

/**
 * Whether a manager may record a result in an enrollment of one of their people. `allowed`: the setting of its course; null: not
 * an enrollment of that person; undefined: the person is not below the manager.
 */
export async function findResultRule(
  db: Db,
  tenant_id: string,
  { manager_id, person_id, enrollment_id }: { manager_id: string; person_id: string; enrollment_id: string },
): Promise<{ allowed: boolean | null } | undefined> {
  return db.row(sql`
    select (
      select c.results_by_managers
      from enrollment e join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
      where e.tenant_id = ${tenant_id} and e.id = ${enrollment_id} and e.person_id = m.person_id
    ) as allowed
    from compliance_person m
    where m.tenant_id = ${tenant_id} and m.person_id = ${person_id} and ${isAbove(tenant_id, manager_id, person_id)}`);
}

/** Whether the manager is above the person, directly or not; walks up from the person, one look-up for each level. */
function isAbove(tenant_id: string, manager_id: string, id: string): Fragment {
  return part`${id}::uuid <> ${manager_id}::uuid and exists (
    with recursive above as (
      select manager_id from person where tenant_id = ${tenant_id} and id = ${id}
      union
      select p.manager_id from above a join person p on p.tenant_id = ${tenant_id} and p.id = a.manager_id
    )
    select from above where manager_id = ${manager_id}::uuid)`;
}
