import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { type Fragment, join, part, sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import type { AuditNamed } from "./schema.ts";

/**
 * The present names of records with these ids, and the person to whom each belongs. A removed administrator keeps the name in the
 * audit entry of the removal. A person whose data were erased has no name.
 */
export async function listNamed(pool: Pool, tenant_id: string, ids: readonly string[]): Promise<Static<typeof AuditNamed>[]> {
  const none = part`null::uuid`;
  /** Looks the ids up in one table: the record's name, person and course. */
  const of = (type: Fragment, table: Fragment, name: Fragment, person_id = none, course_id = none) =>
    part`
        select ${type} as type, r.id, ${name} as name, ${person_id} as person_id, ${course_id} as course_id
        from asked join ${table} r on r.tenant_id = ${tenant_id} and r.id = asked.id`;
  const records = [
    of(part`'person'`, part`person`, part`null`, part`r.id`),
    of(part`'enrollment'`, part`enrollment`, part`null`, part`r.person_id`, part`r.course_id`),
    of(part`'certificate'`, part`certificate`, part`r.number`, part`r.person_id`, part`r.course_id`),
    of(part`'exemption'`, part`exemption`, part`null`, part`r.person_id`, part`r.course_id`),
    of(part`'course'`, part`course`, part`r.title`, none, part`r.id`),
    of(part`'course_session'`, part`course_session`, part`r.location`, none, part`r.course_id`),
    of(part`'license'`, part`license`, part`r.name`),
    of(part`'rule'`, part`rule`, part`r.name`),
    of(part`'group'`, part`person_group`, part`r.name`),
    of(part`'report'`, part`report`, part`r.name`),
    of(part`'department'`, part`department`, part`r.name`),
    of(part`'contractor'`, part`contractor`, part`r.name`),
    of(part`'client'`, part`client`, part`r.name`),
    of(part`'webhook_subscription'`, part`webhook_subscription`, part`r.name`),
    of(part`'administrator'`, part`administrator`, part`r.name`),
  ];
  return readTenant(
    pool,
    tenant_id,
    sql`
      with asked as materialized (select unnest(${ids}::uuid[]) as id),
      found as (
        ${join(records, " union all ")}
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
