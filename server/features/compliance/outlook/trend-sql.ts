import type { Pool } from "../../../platform/db/pool.ts";
import { part, plannedEachTime, sql } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import type { Flag } from "../flag/status.ts";

export type TrendScope = {
  course_code?: string | undefined;
  /** Changes from the first of these on are looked at; ascending. */
  bounds: readonly string[];
  /** The latest so many lines of history, at most. */
  changes_max: number;
};

export type TrendRows = {
  /** Entries by flag at present. */
  counted: { status: Flag; entries: number }[];
  /** How a flag's entries have changed between a bound and the next; `period` 1: after the first bound. */
  moved: { period: number; status: Flag; entries: number }[];
  /** Where lines were left out: the oldest that was looked at. */
  cut_at: string | null;
};

/** The present numbers, and their changes. */
export async function readTrendRows(pool: Pool, tenant_id: string, scope: TrendScope): Promise<TrendRows> {
  const { course_code, bounds, changes_max } = scope;
  const of_course =
    course_code === undefined
      ? part`course_id <> infra.no_id()`
      : part`course_id = (select id from course where tenant_id = ${tenant_id} and code_norm = ${caseNorm(course_code)})`;
  const [row] = await readTenant<TrendRows>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with latest as materialized (
        -- By id, as they were written: by their time, each would be looked for in a place of its own.
        select changed_at, course_id, previous_status, status
        from compliance_history
        where tenant_id = ${tenant_id}
        order by id desc
        limit ${changes_max}
      ),
      placed as (
        select width_bucket(changed_at, ${bounds}::timestamptz[]) as period, previous_status, status
        from latest
        where changed_at >= ${bounds[0]}::timestamptz and status is distinct from previous_status and ${of_course}
      )
      select
        (
          select coalesce(json_agg(c), '[]')
          from (
            select status, sum(people)::int as entries
            from (
              select course_id, status, people from compliance_count where tenant_id = ${tenant_id}
              union all
              select course_id, status, people from compliance_delta where tenant_id = ${tenant_id}
            ) k
            where ${of_course}
            group by status
          ) c
        ) as counted,
        (
          select coalesce(json_agg(m), '[]')
          from (
            select period, status, sum(entries)::int as entries
            from (
              select period, status, 1 as entries from placed where status is not null
              union all
              select period, previous_status, -1 from placed where previous_status is not null
            ) e
            group by period, status
          ) m
        ) as moved,
        case when (select count(*) from latest) = ${changes_max} then (select infra.iso(min(changed_at)) from latest) end as cut_at`),
  );
  return row!;
}
