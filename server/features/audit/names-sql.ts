import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import type { AuditNamed } from "./schema.ts";

/**
 * What entries are about, as it is called today: whatever has one of these ids, and whose it is. An administrator who was
 * removed is called as the entry of the removal says; a person whose data were erased has no name.
 */
export async function listNamed(pool: Pool, tenant_id: string, ids: readonly string[]): Promise<Static<typeof AuditNamed>[]> {
  return readTenant(
    pool,
    tenant_id,
    sql`
      with asked as materialized (select unnest(${ids}::uuid[]) as id),
      found as (
        select 'person' as type, p.id, null as name, p.id as person_id, null::uuid as course_id
        from asked join person p on p.tenant_id = ${tenant_id} and p.id = asked.id
        union all
        select 'enrollment', e.id, null, e.person_id, e.course_id
        from asked join enrollment e on e.tenant_id = ${tenant_id} and e.id = asked.id
        union all
        select 'certificate', t.id, t.number, t.person_id, t.course_id
        from asked join certificate t on t.tenant_id = ${tenant_id} and t.id = asked.id
        union all
        select 'exemption', x.id, null, x.person_id, x.course_id
        from asked join exemption x on x.tenant_id = ${tenant_id} and x.id = asked.id
        union all
        select 'course', c.id, c.title, null, c.id
        from asked join course c on c.tenant_id = ${tenant_id} and c.id = asked.id
        union all
        select 'license', l.id, l.name, null, null
        from asked join license l on l.tenant_id = ${tenant_id} and l.id = asked.id
        union all
        select 'rule', r.id, r.name, null, null
        from asked join rule r on r.tenant_id = ${tenant_id} and r.id = asked.id
        union all
        select 'group', g.id, g.name, null, null
        from asked join person_group g on g.tenant_id = ${tenant_id} and g.id = asked.id
        union all
        select 'department', d.id, d.name, null, null
        from asked join department d on d.tenant_id = ${tenant_id} and d.id = asked.id
        union all
        select 'contractor', c.id, c.name, null, null
        from asked join contractor c on c.tenant_id = ${tenant_id} and c.id = asked.id
        union all
        select 'client', c.id, c.name, null, null
        from asked join client c on c.tenant_id = ${tenant_id} and c.id = asked.id
        union all
        select 'webhook_subscription', s.id, s.name, null, null
        from asked join webhook_subscription s on s.tenant_id = ${tenant_id} and s.id = asked.id
        union all
        select 'administrator', a.id, a.name, null, null
        from asked join administrator a on a.tenant_id = ${tenant_id} and a.id = asked.id
        union all
        select 'administrator', a.target_id, a.personal->'name'->>0, null, null
        from asked
        join audit_log a on a.tenant_id = ${tenant_id} and a.target_type = 'administrator' and a.target_id = asked.id
          and a.operation = 'administrator.remove'
      )
      select f.type, f.id, f.name,
        case when p.id is not null then json_build_object(
          'id', p.id,
          'name', case when p.state <> 'anonymized'
            then coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.employee_no, p.login) end
        ) end as user,
        case when c.id is not null then json_build_object(
          'id', c.id, 'title', c.title, 'is_path', c.type = 'learning_path'
        ) end as course
      from found f
      left join person p on p.tenant_id = ${tenant_id} and p.id = f.person_id
      left join course c on c.tenant_id = ${tenant_id} and c.id = f.course_id`,
  );
}
