import type { Static } from "typebox";
import { pageFacts, pageIds, readPage, type PagedList, type PagePlace, type PageRow } from "../../platform/db/page.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { join, part, sql, type Fragment, type Statement } from "../../platform/db/sql.ts";
import { readFew, readTenant } from "../../platform/db/transaction.ts";
import type { Walk } from "../../platform/http/cursor.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";
import { peopleCounted } from "./count/count-sql.ts";
import { reportsOf } from "./managers/managers-sql.ts";
import type { PersonFilter, PersonQuery } from "./schema.ts";
import { person_joins } from "./sql.ts";

/** One page of people in the order of their creation, or of their last change. */
export function listPersonPage(pool: Pool, tenant_id: string, query: Static<typeof PersonQuery>, walk: Walk): Promise<PageRow> {
  return readPage(pool, tenant_id, personPage(tenant_id, query, walk));
}

/**
 * The statement of a page. The ids of the page are passed to the second step as an array: for a join the planner does not know
 * the limit of a prepared statement, and would read the whole table.
 */
export function personPage(tenant_id: string, query: Static<typeof PersonQuery>, place: PagePlace): Statement {
  const list = personList(tenant_id, query);
  const key = list.keys[place.order].column;
  return sql`
      with recursive ${pageIds(list, place)}
      select ${pageFacts(list, place)},
        (
          select '[' || coalesce(string_agg(row_to_json(r)::text, ',' order by ${key}, p.id), '') || ']'
          from person p ${person_joins}
          where p.tenant_id = ${tenant_id} and p.id = any (array(select id from shown))
        ) as items`;
}

/**
 * The page of people with an employee number, which has at most one. This is the most frequent query of integrations, and it is
 * twice as fast as the general one.
 */
export async function listPersonWithNumber(pool: Pool, tenant_id: string, query: Static<typeof PersonQuery>): Promise<PageRow> {
  const conditions = [part`p.tenant_id = ${tenant_id}`, ...conditionsOfPeople(tenant_id, query)];
  const rows = await readFew<{ record: string }>(
    pool,
    tenant_id,
    sql`
      select row_to_json(r)::text as record
      from person p ${person_joins}
      where ${join(conditions, " and ")}`,
  );
  const items = `[${rows.map((row) => row.record).join(",")}]`;
  return { items, count: rows.length, more: false, last_key: null, last_id: null, total: rows.length };
}

/** Records of people by id, in the order of their creation, as JSON text, with the ids of those that exist. */
export async function listPersonRecords(
  pool: Pool,
  tenant_id: string,
  ids: readonly string[],
): Promise<{ items: string; known: string[] }> {
  const [row] = await readTenant<{ items: string; known: string[] }>(
    pool,
    tenant_id,
    sql`
      select '[' || coalesce(string_agg(row_to_json(r)::text, ',' order by p.created_at, p.id), '') || ']' as items,
        coalesce(array_agg(p.id::text), '{}') as known
      from person p ${person_joins}
      where p.tenant_id = ${tenant_id} and p.id = any (${ids}::uuid[])`,
  );
  return row!;
}

function personList(tenant_id: string, query: Static<typeof PersonQuery>): PagedList {
  return {
    from: part`person p`,
    conditions: [part`p.tenant_id = ${tenant_id}`, ...conditionsOfPeople(tenant_id, query)],
    id: part`p.id`,
    keys: {
      list: { column: part`p.created_at`, kind: "instant" },
      changes: { column: part`p.updated_at`, kind: "instant" },
    },
    total: totalOf(tenant_id, query),
  };
}

/**
 * The number of people with these filters from counters; undefined: no counters for these filters. In counters the all-zero id
 * means none.
 */
function totalOf(tenant_id: string, query: Static<typeof PersonQuery>): Fragment | undefined {
  const { employee_no, email, q, worker_type, status, contractor_id, department_id, manager_id } = query;
  if ([employee_no, email, q, manager_id].some((filter) => filter !== undefined)) return undefined;
  const conditions: Fragment[] = [];
  if (worker_type !== undefined) conditions.push(part`k.worker_type = ${worker_type}`);
  if (status !== undefined) conditions.push(part`k.state = ${status}`);
  if (contractor_id !== undefined) conditions.push(part`k.contractor_id = nullif(${contractor_id}::uuid, infra.no_id())`);
  if (department_id !== undefined) {
    const departments = query.include_subdepartments === true ? below(tenant_id, department_id) : part`(${department_id}::uuid)`;
    conditions.push(part`k.department_id in ${departments} and k.department_id <> infra.no_id()`);
  }
  return peopleCounted(tenant_id, conditions);
}

/** The conditions of these filters, for a person `p`. */
export function conditionsOfPeople(tenant_id: string, query: Static<typeof PersonFilter>): Fragment[] {
  const conditions: Fragment[] = [];
  if (query.employee_no !== undefined) conditions.push(part`p.employee_no_norm = ${caseNorm(query.employee_no)}`);
  if (query.email !== undefined) conditions.push(part`p.email_norm = ${caseNorm(query.email)}`);
  if (query.worker_type !== undefined) conditions.push(part`p.worker_type = ${query.worker_type}`);
  if (query.status !== undefined) conditions.push(part`p.state = ${query.status}`);
  if (query.contractor_id !== undefined) conditions.push(part`p.contractor_id = ${query.contractor_id}::uuid`);
  if (query.department_id !== undefined)
    conditions.push(departmentCondition(tenant_id, query.department_id, query.include_subdepartments));
  if (query.manager_id !== undefined)
    conditions.push(managerCondition(tenant_id, query.manager_id, query.include_indirect_reports));
  if (query.q) conditions.push(searchCondition(query.q));
  return conditions;
}

function departmentCondition(tenant_id: string, id: string, with_subdepartments = false): Fragment {
  return with_subdepartments ? part`p.department_id in ${below(tenant_id, id)}` : part`p.department_id = ${id}::uuid`;
}

/** For indirect reports the ids are passed as an array, so that people are looked up by id; a join would read all people. */
function managerCondition(tenant_id: string, id: string, with_indirect = false): Fragment {
  return with_indirect ? part`p.id = any (${reportsOf(tenant_id, id, true)})` : part`p.manager_id = ${id}::uuid`;
}

/** The ids of a department and all departments below it. */
function below(tenant_id: string, id: string): Fragment {
  return part`(
    with recursive below as (
      select ${id}::uuid as id
      union
      select d.id
      from below b
      join department d on d.tenant_id = ${tenant_id} and d.parent_id = b.id
    )
    select id from below)`;
}

/** Whether the name, number, login or address of person `p` contains a text. */
export function searchCondition(q: string): Fragment {
  const text = caseNorm(q);
  // A text of only diacritics has an empty normal form, which would match every name.
  return part`(
    position(nullif(${nameNorm(q)}, '') in p.full_name_norm) > 0
    or position(${text} in p.employee_no_norm) > 0
    or position(${text} in p.login_norm) > 0
    or position(${text} in p.email_norm) > 0)`;
}
