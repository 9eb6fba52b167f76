import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import { flagOn } from "../compliance/sql.ts";

/** A person's groups and present flags as JSON texts; undefined: unknown id. */
export async function findTraining(
  pool: Pool,
  tenant_id: string,
  person_id: string,
  today: string,
): Promise<{ groups: string; flags: string } | undefined> {
  const [row] = await readTenant<{ groups: string; flags: string }>(
    pool,
    tenant_id,
    sql`
      select
        coalesce((
          select json_agg(json_build_object('id', g.id, 'code', g.code, 'name', g.name, 'kind', g.kind) order by g.name_norm, g.id)
          from group_member m
          join person_group g on g.tenant_id = m.tenant_id and g.id = m.group_id
          where m.tenant_id = p.tenant_id and m.person_id = p.id and m.left_at is null
        ), '[]')::text as groups,
        coalesce((
          select json_agg(row_to_json(f) order by f.course_code)
          from (
            select c.id as course_id, c.code as course_code, c.title as course_title, ${flagOn(today)} as status,
              case when s.next_change_on > ${today}::date then s.next_status end as next_status,
              case when s.next_change_on > ${today}::date then s.next_change_on end as next_change_on
            from compliance_status s
            join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
            where s.tenant_id = p.tenant_id and s.person_id = p.id
          ) f
          where f.status is not null
        ), '[]')::text as flags
      from person p
      where p.tenant_id = ${tenant_id} and p.id = ${person_id}`,
  );
  return row;
}

/** The names of people. */
export async function listNames(
  pool: Pool,
  tenant_id: string,
  person_ids: readonly string[],
): Promise<{ id: string; full_name: string | null }[]> {
  return readTenant(
    pool,
    tenant_id,
    sql`
      select id, nullif(concat_ws(' ', first_name, last_name), '') as full_name
      from person
      where tenant_id = ${tenant_id} and id = any (${person_ids}::uuid[])`,
  );
}
