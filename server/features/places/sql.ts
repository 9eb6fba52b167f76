import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { contractorRecords } from "../contractors/sql.ts";
import { departmentRecords } from "../departments/sql.ts";
import { peopleCounted } from "../people/count/count-sql.ts";

/** A department as lists show it, as JSON text. */
export async function findDepartmentRecord(db: Db, tenant_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    with recursive ${departmentRecords(tenant_id, part`select ${id}::uuid`)}
    select record from records`);
  return row?.record;
}

/** A company as lists show it, as JSON text. */
export async function findContractorRecord(db: Db, tenant_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    with ${contractorRecords(tenant_id, part`select ${id}::uuid`)}
    select record from records`);
  return row?.record;
}

/** A department with what belongs to it, as JSON text. */
export async function findDepartmentDetail(db: Db, tenant_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ detail: string }>(sql`
    with recursive ${departmentRecords(tenant_id, part`select ${id}::uuid`)}
    select row_to_json(t)::text as detail
    from (
      select r.record::json as department,
        coalesce((
          select json_agg(row_to_json(c))
          from (
            select id, name, code, active from department
            where tenant_id = ${tenant_id} and parent_id = ${id}
            order by name_norm, id
          ) c
        ), '[]') as children,
        ${originOf(tenant_id, part`'department'`, id)}, ${belongings(tenant_id, "department", id)}
      from records r
    ) t`);
  return row?.detail;
}

/** A company with what belongs to it, as JSON text. */
export async function findContractorDetail(db: Db, tenant_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ detail: string }>(sql`
    with ${contractorRecords(tenant_id, part`select ${id}::uuid`)}
    select row_to_json(t)::text as detail
    from (
      select r.record::json as contractor, ${originOf(tenant_id, part`'contractor'`, id)},
        ${belongings(tenant_id, "contractor", id)}
      from records r
    ) t`);
  return row?.detail;
}

/**
 * The origin of a department or company. An identity provider creates it with only a name; a client that maintains it sends all
 * members, also whether it is active.
 */
function originOf(tenant_id: string, target_type: Fragment, id: string): Fragment {
  return part`
    (
      select json_build_object('source', case
          when actor_type = 'client' and changes ? 'active' then 'api'
          when actor_type = 'client' then 'scim'
          when actor_type = 'operator' then 'file'
          else 'panel' end,
        'by', actor_name, 'at', infra.iso(occurred_at))
      from audit_log
      where tenant_id = ${tenant_id} and target_type = ${target_type} and target_id = ${id}
        and operation = ${target_type} || '.create'
      order by occurred_at
      limit 1
    ) as origin`;
}

function belongings(tenant_id: string, of: "department" | "contractor", id: string): Fragment {
  const [table, column, condition] =
    of === "department"
      ? [part`department`, part`department_id`, part`'department_ids'`]
      : [part`contractor`, part`contractor_id`, part`'contractor_ids'`];
  return part`
    ${peopleCounted(tenant_id, [part`k.${column} = nullif(${id}::uuid, infra.no_id())`])} as people_total,
    (
      select json_build_object('into_id', m.into_id, 'into_name', (
          select name from ${table} where tenant_id = ${tenant_id} and id = m.into_id
        ), 'people_done', m.people_done, 'people_total', m.people_total, 'started_at', infra.iso(m.started_at),
        'updated_at', infra.iso(m.updated_at))
      from place_merge m
      where m.tenant_id = ${tenant_id} and m.from_id = ${id} and m.finished_at is null
    ) as merging,
    coalesce((
      select json_agg(row_to_json(a))
      from (
        select value_norm as value, infra.iso(decided_at) as decided_at from name_meaning
        where tenant_id = ${tenant_id} and ${column} = ${id}
        order by value_norm
      ) a
    ), '[]') as aliases,
    coalesce((
      select json_agg(row_to_json(u))
      from (
        select id, name, active from rule
        where tenant_id = ${tenant_id} and retired_at is null and conditions -> ${condition} @> to_jsonb(${id}::text)
        order by name_norm
      ) u
    ), '[]') as rules,
    coalesce((
      select json_agg(row_to_json(g))
      from (
        select id, name from person_group
        where tenant_id = ${tenant_id} and retired_at is null and conditions -> ${condition} @> to_jsonb(${id}::text)
        order by name_norm
      ) g
    ), '[]') as groups`;
}
