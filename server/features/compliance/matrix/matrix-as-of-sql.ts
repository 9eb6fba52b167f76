import type { Pool } from "../../../platform/db/pool.ts";
import { unavailable } from "../../../platform/db/failures.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../../platform/db/sql.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { findCountsThen } from "./digest-sql.ts";
import { searchCondition } from "../../people/list-sql.ts";
import { courseOf, lastLines, lastPlace } from "./history-sql.ts";
import { matrixRecords, type EntriesOf } from "./matrix-rows-sql.ts";
import { departmentIds, type MatrixFilters } from "./matrix-sql.ts";
import { worstOfAll } from "../flag/severity-sql.ts";

/** A page of packed rows (packed-rows.ts), with the summary's numbers of people by flag; `NONE`: nothing is required. */
export type MatrixPage = { total: number; counted: Readonly<Record<string, number>>; rows: readonly string[] };

/** How long an answer about a past instant may take: the history of a large organisation has millions of rows. */
export const look_back_max_ms = 60_000;

/**
 * The matrix at a past instant. The last row of each person's history says whether the person was in scope; the last row of each
 * pair has its flag. Other columns are read for the page only. If the end of the day was counted (digest.job.ts), only people up
 * to the page are read; otherwise all people, or with a filter by department or company those who were ever in it. It is meant
 * for audits, not for dashboards: each organisation gets one such answer at a time. Throws Unavailable while another one is
 * running.
 */
export async function findMatrixThen(pool: Pool, tenant_id: string, query: MatrixFilters, then: string): Promise<MatrixPage> {
  return withTenant(pool, tenant_id, async (db) => {
    const turn = await db.row<{ free: boolean }>(sql`
      select pg_try_advisory_xact_lock(hashtextextended(${`as_of ${tenant_id}`}, 0)) as free,
        set_config('statement_timeout', ${String(look_back_max_ms)}, true)`);
    if (!turn!.free) throw unavailable("another look back of this organisation is being answered");
    return matrixThen(db, tenant_id, query, then);
  });
}

/** A page of the matrix at a past instant, within a transaction that holds the advisory lock. */
export async function matrixThen(db: Db, tenant_id: string, query: MatrixFilters, then: string): Promise<MatrixPage> {
  const counted = await findCounted(db, tenant_id, query, then);
  return counted === undefined ? passOver(db, tenant_id, query, then) : walkTo(db, tenant_id, query, { at: then, counted });
}

/** The numbers by flag, if the end of that day was counted. */
async function findCounted(
  db: Db,
  tenant_id: string,
  query: MatrixFilters,
  then: string,
): Promise<MatrixPage["counted"] | undefined> {
  const { course_code, worker_type, contractor_id, q } = query;
  if (departmentIds(query) !== null || contractor_id !== undefined || q !== undefined) return undefined;
  const course_id = course_code === undefined ? part`infra.no_id()` : courseOf(tenant_id, course_code);
  return findCountsThen(db, tenant_id, then, { course_id, worker_type });
}

type Counted = { at: string; counted: MatrixPage["counted"] };

/**
 * The page if the numbers are known: reads people in the order of their names, from the nearer end, until enough of them match
 * the filters.
 */
async function walkTo(db: Db, tenant_id: string, query: MatrixFilters, { at, counted }: Counted): Promise<MatrixPage> {
  const flag = query.compliance_flag;
  const total = flag === undefined ? Object.values(counted).reduce((all, one) => all + one, 0) : (counted[flag] ?? 0);
  const take = Math.min(query.limit, total - query.offset);
  if (take <= 0) return { total, counted, rows: [] };
  const rest = total - query.offset - take;
  const backward = rest < query.offset;
  // The flags of people before the page are read only if a filter needs them.
  const judged = flag !== undefined || query.course_code !== undefined;
  const order = backward ? part`n.full_name_norm desc, n.id desc` : part`n.full_name_norm, n.id`;
  const rows = await db.rows<{ record: string }>(
    plannedEachTime(sql`
      with on_the_way as (
        select n.full_name_norm, n.id as person_id, w.department_id, w.worker_type, w.contractor_id ${judged ? part`, s.status` : part``}
        from person n
        cross join lateral (${lastPlace(tenant_id, part`n.id`, at)}) w
        ${judged ? part`cross join lateral (${worstThen(tenant_id, query, at, part`n.id`)}) s` : part``}
        where n.tenant_id = ${tenant_id} and w.in_scope
          ${query.worker_type === undefined ? part`` : part`and w.worker_type = ${query.worker_type}`}
          ${query.course_code === undefined ? part`` : part`and s.status is not null`}
          ${flag === undefined ? part`` : part`and s.status = ${flag}`}
        order by ${order}
        limit ${take}::int offset ${backward ? rest : query.offset}::bigint
      ),
      page as materialized (
        select * from on_the_way g
        ${judged ? part`` : part`cross join lateral (${worstThen(tenant_id, query, at, part`g.person_id`)}) s`}
      ),
      ${matrixRecords(tenant_id, entriesThen(tenant_id, query, at))}
      select record from records order by full_name_norm, person_id`),
  );
  return { total, counted, rows: rows.map(({ record }) => record) };
}

/** The entries of a person at that instant. */
function entriesThen(tenant_id: string, query: MatrixFilters, then: string): EntriesOf {
  return (person_id) => part`
    select s.*
    from (${lastLines(tenant_id, query, then, person_id, part`h.*`)}) s
    where s.status is not null`;
}

/** The worst flag of a person at that instant; null: nothing was required. */
function worstThen(tenant_id: string, query: MatrixFilters, then: string, person_id: Fragment): Fragment {
  return part`
    select ${worstOfAll(part`l.status`)} as status
    from (${lastLines(tenant_id, query, then, person_id, part`h.status`)}) l`;
}

/** The page and the numbers, from the history of all people in scope. */
async function passOver(db: Db, tenant_id: string, query: MatrixFilters, then: string): Promise<MatrixPage> {
  const page = plannedEachTime(sql`
      with people as materialized (${peopleThen(tenant_id, query, then)}),
      judged as materialized (
        select w.*, (${worstThen(tenant_id, query, then, part`w.person_id`)}) as status
        from people w
      ),
      scope as materialized (
        select * from judged ${query.course_code === undefined ? part`` : part`where status is not null`}
      ),
      shown as materialized (
        select * from scope ${query.compliance_flag === undefined ? part`` : part`where status = ${query.compliance_flag}`}
      ),
      page as materialized (
        select * from shown order by full_name_norm, person_id limit ${query.limit}::int offset ${query.offset}::bigint
      ),
      ${matrixRecords(tenant_id, entriesThen(tenant_id, query, then))}
      select t.total, t.counted, r.record
      from (
        select (select count(*) from shown) as total,
          (
            select coalesce(json_object_agg(c.status, c.people), '{}')
            from (select coalesce(status, 'NONE') as status, count(*) as people from scope group by 1) c
          ) as counted
      ) t
      left join records r on true
      order by r.full_name_norm, r.person_id`);
  const rows = await db.rows<Omit<MatrixPage, "rows"> & { record: string | null }>(page);
  const { total, counted } = rows[0]!;
  return { total, counted, rows: rows.flatMap(({ record }) => record ?? []) };
}

/** The people in scope at that instant, with their department, kind and company then. */
function peopleThen(tenant_id: string, query: MatrixFilters, then: string): Fragment {
  const departments = departmentIds(query);
  const everIn = (condition: Fragment) => part`and p.id = any (array(
        select distinct person_id from compliance_person_history where tenant_id = ${tenant_id} and ${condition}
      ))`;
  const { contractor_id } = query;
  return part`
    select p.id as person_id, p.full_name_norm, w.department_id, w.worker_type, w.contractor_id
    from person p
    cross join lateral (${lastPlace(tenant_id, part`p.id`, then)}) w
    where p.tenant_id = ${tenant_id} and w.in_scope
      ${query.q === undefined ? part`` : part`and ${searchCondition(query.q)}`}
      ${departments === null ? part`` : everIn(part`department_id = any (${departments})`)}
      ${contractor_id === undefined ? part`` : everIn(part`contractor_id = ${contractor_id}::uuid`)}
      ${departments === null ? part`` : part`and w.department_id = any (${departments})`}
      ${query.worker_type === undefined ? part`` : part`and w.worker_type = ${query.worker_type}`}
      ${query.contractor_id === undefined ? part`` : part`and w.contractor_id = ${query.contractor_id}::uuid`}`;
}
