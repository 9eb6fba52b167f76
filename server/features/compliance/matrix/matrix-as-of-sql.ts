import type { Pool } from "../../../platform/db/pool.ts";
import { unavailable } from "../../../platform/db/failures.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../../platform/db/sql.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import { matrixRecords } from "./matrix-rows-sql.ts";
import { departmentIds, type MatrixFilters } from "./matrix-sql.ts";
import { worstOfAll } from "../flag/severity-sql.ts";

/** A page, with the numbers of the summary by flag; `NONE`: nothing is required. */
export type MatrixPage = { total: number; counted: Readonly<Record<string, number>>; rows: readonly string[] };

/** How long a look back may take: the history of a large organisation has millions of lines. */
export const look_back_max_ms = 60_000;

/**
 * The matrix at an instant. Who was in scope is read from the last line of each person's history, and of each pair's its
 * flag; lines beside the flag are read for the page only. Everybody's history is passed over: this is for auditors, not for
 * dashboards, and an organisation gets one such answer at a time. Throws Unavailable while another one is being found.
 */
export async function findMatrixThen(pool: Pool, tenant_id: string, query: MatrixFilters, then: string): Promise<MatrixPage> {
  const states = part`(
    select s.*
    from page g
    cross join lateral (${lastLines(tenant_id, query, then, part`g.person_id`, part`h.*`)}) s
    where s.status is not null
  )`;
  const page = plannedEachTime(sql`
      with people as materialized (${peopleThen(tenant_id, query, then)}),
      judged as materialized (
        select w.*, (
          select ${worstOfAll(part`s.status`)}
          from (${lastLines(tenant_id, query, then, part`w.person_id`, part`h.status`)}) s
        ) as status
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
      ${matrixRecords(tenant_id, states)}
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
  return withTenant(pool, tenant_id, async (db) => {
    const turn = await db.row<{ free: boolean }>(sql`
      select pg_try_advisory_xact_lock(hashtextextended(${`as_of ${tenant_id}`}, 0)) as free,
        set_config('statement_timeout', ${String(look_back_max_ms)}, true)`);
    if (!turn!.free) throw unavailable("another look back of this organisation is being answered");
    const rows = await db.rows<Omit<MatrixPage, "rows"> & { record: string | null }>(page);
    const { total, counted } = rows[0]!;
    return { total, counted, rows: rows.flatMap(({ record }) => record ?? []) };
  });
}

/** Who was in scope, and where each of them belonged. */
function peopleThen(tenant_id: string, query: MatrixFilters, then: string): Fragment {
  const departments = departmentIds(query);
  return part`
    select p.id as person_id, p.full_name_norm, w.department_id, w.worker_type, w.contractor_id
    from person p
    cross join lateral (${lastPlace(tenant_id, part`p.id`, then)}) w
    where p.tenant_id = ${tenant_id} and w.in_scope
      ${departments === null ? part`` : part`and w.department_id = any (${departments})`}
      ${query.worker_type === undefined ? part`` : part`and w.worker_type = ${query.worker_type}`}
      ${query.contractor_id === undefined ? part`` : part`and w.contractor_id = ${query.contractor_id}::uuid`}`;
}

/**
 * The line of a person's history that stood at an instant: of those until then the one that was written last. Their times are
 * not always in that order: a midnight that is worked off late notes itself behind what a request has changed since. `offset 0`
 * keeps the planner from going through everybody's lines by their ids.
 */
export function lastPlace(tenant_id: string, person_id: Fragment, then: string): Fragment {
  return part`
    select h.*
    from (
      select * from compliance_person_history
      where tenant_id = ${tenant_id} and person_id = ${person_id} and changed_at <= ${then}::timestamptz
      offset 0
    ) h
    order by h.id desc
    limit 1`;
}

/** The last line of each pair of a person until then; its `status` is null where there was no entry any more. */
function lastLines(tenant_id: string, query: MatrixFilters, then: string, person_id: Fragment, columns: Fragment): Fragment {
  const course =
    query.course_code === undefined
      ? part``
      : part`and h.course_id = (select id from course where tenant_id = ${tenant_id} and code_norm = ${caseNorm(query.course_code)})`;
  return part`
    select distinct on (h.course_id) ${columns}
    from compliance_history h
    where h.tenant_id = ${tenant_id} and h.person_id = ${person_id} and h.changed_at <= ${then}::timestamptz ${course}
    order by h.course_id, h.changed_at desc, h.id desc`;
}
