import type { Static } from "typebox";
import { byName, pageStatement, readPage, type PagedList, type PageRow } from "../../platform/db/page.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import { readTenant, type Db } from "../../platform/db/transaction.ts";
import type { Walk } from "../../platform/http/cursor.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";
import type { DepartmentQuery } from "./schema.ts";

/** One page of departments in the order of their names, or of their changes. */
export async function listDepartmentPage(
  pool: Pool,
  tenant_id: string,
  query: Static<typeof DepartmentQuery>,
  walk: Walk,
): Promise<PageRow> {
  const list = departmentList(tenant_id, query);
  const records = departmentRecords(tenant_id, part`select id from shown`);
  return readPage(
    pool,
    tenant_id,
    plannedEachTime(pageStatement(list, walk, { records, from: part`shown join records using (id)` })),
  );
}

/**
 * The departments that `ids` selects, as common table expressions that end in `records` (id, record). They must follow `with
 * recursive`.
 */
export function departmentRecords(tenant_id: string, ids: Fragment): Fragment {
  return part`
      ancestry as (
        select d.id, d.parent_id, array[d.name] as path
        from department d
        where d.tenant_id = ${tenant_id} and d.id = any (array(${ids}))
        union all
        select a.id, d.parent_id, d.name || a.path
        from ancestry a
        join department d on d.tenant_id = ${tenant_id} and d.id = a.parent_id
        where cardinality(a.path) < ${depth_max}
      ),
      people as (
        select department_id, sum(people) as people_count
        from ${peopleInUse(tenant_id, part`department_id = any (array(${ids}))`)} k
        group by department_id
      ),
      records as (
        select d.id, row_to_json(r)::text as record
        from department d
        left join ancestry a on a.id = d.id and a.parent_id is null
        left join people c on c.department_id = d.id
        cross join lateral (
          select d.id, d.name, d.code, d.parent_id, coalesce(a.path, array[d.name]) as path, d.active,
            coalesce(c.people_count, 0) as people_count, infra.iso(d.updated_at) as updated_at
        ) r
        where d.tenant_id = ${tenant_id} and d.id = any (array(${ids}))
      )`;
}

/** The number of people in use by department: the sum of the counters and of the deltas that are not added up yet. */
function peopleInUse(tenant_id: string, condition: Fragment): Fragment {
  const where = part`tenant_id = ${tenant_id} and state in ('invited', 'active') and ${condition}`;
  return part`(
          select department_id, people from person_count where ${where}
          union all
          select department_id, people from person_delta where ${where}
        )`;
}

/** All departments without their paths, which a tree shows by its structure. */
export async function listDepartmentTree(pool: Pool, tenant_id: string): Promise<string> {
  const [row] = await readTenant<{ items: string }>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      select '[' || coalesce(string_agg(row_to_json(r)::text, ','), '') || ']' as items
      from (
        select d.id, d.name, d.code, d.parent_id, d.active, coalesce(c.people_count, 0) as people_count
        from department d
        left join (
          select department_id, sum(people) as people_count
          from ${peopleInUse(tenant_id, part`true`)} k
          group by department_id
        ) c on c.department_id = d.id
        where d.tenant_id = ${tenant_id}
        order by d.name_norm, d.id
        limit ${tree_max}
      ) r`),
  );
  return row!.items;
}

/** The most departments that a tree shows. */
const tree_max = 10_000;

/** The most levels of departments that are followed upwards. It also ends a circle, which should not exist. */
const depth_max = 100;

function departmentList(tenant_id: string, query: Static<typeof DepartmentQuery>): PagedList {
  const conditions = [part`d.tenant_id = ${tenant_id}`];
  if (query.active !== undefined) conditions.push(part`d.active = ${query.active}`);
  if (query.q) {
    conditions.push(
      part`(position(nullif(${nameNorm(query.q)}, '') in d.name_norm) > 0 or position(${caseNorm(query.q)} in d.code_norm) > 0)`,
    );
  }
  return {
    from: part`department d`,
    conditions,
    id: part`d.id`,
    keys: byName(part`d`),
  };
}

/** The least similarity of trigrams at which a department's name matches a search. */
const similarity_min = 0.4;

/**
 * The departments whose normalised name contains a text. If none does, all departments, each with whether its name is very
 * similar. One pass over the names of the organisation.
 */
export function listNamesLike(
  pool: Pool,
  tenant_id: string,
  wanted: string,
): Promise<{ id: string; name_norm: string; is_like: boolean }[]> {
  return readTenant(
    pool,
    tenant_id,
    sql`
      with named as materialized (
        select id, name_norm, position(${wanted} in name_norm) > 0 as has_it from department where tenant_id = ${tenant_id}
      ),
      counted as materialized (select bool_or(has_it) as any_has_it from named)
      select id, name_norm, has_it or similarity(name_norm, ${wanted}) >= ${similarity_min}::real as is_like
      from named
      cross join counted
      where has_it or not any_has_it`,
  );
}

/** A department that a reference names, with what messages show of it. */
export type NamedDepartment = { id: string; name: string; active: boolean };

/** Active departments with this name; case, diacritics and spaces do not count. */
export async function findDepartmentsByName(db: Db, tenant_id: string, name: string): Promise<NamedDepartment[]> {
  return db.rows(sql`
    select id, name, active
    from department
    where tenant_id = ${tenant_id} and name_norm = ${nameNorm(name)} and active
    order by id
    limit 10
    for key share`);
}

/** Active departments with the most similar names, for the suggestions of a 422. */
export async function findSimilarDepartments(db: Db, tenant_id: string, name: string): Promise<NamedDepartment[]> {
  return db.rows(sql`
    select id, name, active
    from department
    where tenant_id = ${tenant_id} and active and similarity(name_norm, ${nameNorm(name)}) > 0
    order by starts_with(name_norm, ${nameNorm(name)}) desc, similarity(name_norm, ${nameNorm(name)}) desc, id
    limit 3`);
}

export async function findDepartment(db: Db, tenant_id: string, id: string): Promise<NamedDepartment | undefined> {
  return db.row(sql`
    select id, name, active
    from department
    where tenant_id = ${tenant_id} and id = ${id}
    for key share`);
}
