import { sql } from "../../../platform/db/sql.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { readTenant } from "../../../platform/db/transaction.ts";

/** Codes of the courses that at least one person needs, or of all courses. */
export async function listCourseCodes(pool: Pool, tenant_id: string, all: boolean): Promise<string[]> {
  const rows = await readTenant<{ code: string }>(
    pool,
    tenant_id,
    sql`
      select c.code
      from course c
      where c.tenant_id = ${tenant_id} and c.type = 'course'
        and (
          ${all}::boolean
          or exists (select from compliance_count k where k.tenant_id = c.tenant_id and k.course_id = c.id and k.people > 0)
          or exists (select from compliance_delta k where k.tenant_id = c.tenant_id and k.course_id = c.id)
        )
      order by c.code`,
  );
  return rows.map(({ code }) => code);
}

/**
 * Choices for the filters of the matrix, as JSON text: required courses, the paths that contain them, departments and companies.
 */
export async function readChoices(pool: Pool, tenant_id: string): Promise<string> {
  const [row] = await readTenant<{ json: string }>(
    pool,
    tenant_id,
    sql`
      with required as materialized (
        select id, code, title
        from course c
        where tenant_id = ${tenant_id} and type = 'course'
          and (
            exists (select from compliance_count k where k.tenant_id = c.tenant_id and k.course_id = c.id and k.people > 0)
            or exists (select from compliance_delta k where k.tenant_id = c.tenant_id and k.course_id = c.id)
          )
      )
      select row_to_json(r)::text as json
      from (
        select
          (select coalesce(json_agg(c), '[]') from (select code, title from required order by code) c) as courses,
          (
            select coalesce(json_agg(w), '[]')
            from (
              select l.code, l.title, json_agg(c.code order by i.position, c.code) as courses
              from path_item i
              join required c on c.id = i.course_id
              join course l on l.tenant_id = i.tenant_id and l.id = i.path_id
              where i.tenant_id = ${tenant_id} and l.active
              group by l.id, l.code, l.title
              order by l.title, l.code
            ) w
          ) as paths,
          (
            select coalesce(json_agg(d), '[]')
            from (select id, name from department where tenant_id = ${tenant_id} order by name_norm, id) d
          ) as departments,
          (
            select coalesce(json_agg(d), '[]')
            from (select id, name from contractor where tenant_id = ${tenant_id} order by name_norm, id) d
          ) as contractors
      ) r`,
  );
  return row!.json;
}
