import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { join, part, sql, type Fragment } from "../../platform/db/sql.ts";
import { readTenant, type Db } from "../../platform/db/transaction.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";
import type { DepartmentQuery } from "./schema.ts";

/** One page of departments as JSON text, in the order of their names. */
export async function listDepartments(pool: Pool, tenant_id: string, query: Static<typeof DepartmentQuery>): Promise<string> {
  const conditions: Fragment[] = [part`d.tenant_id = ${tenant_id}`];
  if (query.active !== undefined) conditions.push(part`d.active = ${query.active}`);
  if (query.updated_since !== undefined) conditions.push(part`d.updated_at >= ${query.updated_since}`);
  if (query.q) {
    conditions.push(part`(position(${nameNorm(query.q)} in d.name_norm) > 0 or position(${caseNorm(query.q)} in d.code_norm) > 0)`);
  }
  const where = join(conditions, " and ");
  const [row] = await readTenant<{ page: string }>(
    pool,
    tenant_id,
    sql`
      with recursive
      page as (
        select d.* from department d where ${where} order by d.name_norm, d.id limit ${query.limit} offset ${query.offset}
      ),
      ancestry as (
        select p.id, p.parent_id, array[p.name] as path from page p
        union all
        select a.id, d.parent_id, d.name || a.path
        from ancestry a join department d on d.tenant_id = ${tenant_id} and d.id = a.parent_id
      ),
      people as (
        select department_id, count(*) as people_count
        from person
        where tenant_id = ${tenant_id} and department_id in (select id from page) and state in ('invited', 'active')
        group by department_id
      )
      select json_build_object(
        'pagination', json_build_object(
          'total', (select count(*) from department d where ${where}), 'limit', ${query.limit}::int, 'offset', ${query.offset}::bigint),
        'departments', coalesce(json_agg(json_build_object(
          'id', p.id, 'name', p.name, 'code', p.code, 'parent_id', p.parent_id, 'path', a.path, 'active', p.active,
          'people_count', coalesce(c.people_count, 0), 'updated_at', infra.iso(p.updated_at)) order by p.name_norm, p.id), '[]')
      )::text as page
      from page p
      join ancestry a on a.id = p.id and a.parent_id is null
      left join people c on c.department_id = p.id`,
  );
  return row!.page;
}

export type NamedRow = { id: string; name: string };

/** Departments with this name (case, diacritics and spaces aside), in use ones only; at most three. */
export async function findDepartmentsByName(db: Db, tenant_id: string, name: string): Promise<NamedRow[]> {
  return db.rows(sql`
    select id, name from department
    where tenant_id = ${tenant_id} and name_norm = ${nameNorm(name)} and active
    order by id limit 3`);
}

/** Names most like the given one, for the suggestions of a 422. */
export async function findSimilarDepartments(db: Db, tenant_id: string, name: string): Promise<NamedRow[]> {
  return db.rows(sql`
    select id, name from department
    where tenant_id = ${tenant_id} and active and similarity(name_norm, ${nameNorm(name)}) >= 0.3
    order by similarity(name_norm, ${nameNorm(name)}) desc, id limit 3`);
}

export async function findDepartment(db: Db, tenant_id: string, id: string): Promise<NamedRow | undefined> {
  return db.row(sql`select id, name from department where tenant_id = ${tenant_id} and id = ${id}`);
}
