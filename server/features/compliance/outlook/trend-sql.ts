import type { Pool } from "../../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import { countedSince } from "../flag/delta-sql.ts";
import type { Flag } from "../flag/status.ts";

/** Filters by the present department, company or manager; null: the whole organisation, from its counters. */
export type TrendOf = {
  department_id?: string | undefined;
  contractor_id?: string | undefined;
  manager_id?: string | undefined;
} | null;

export type TrendScope = {
  course_code?: string | undefined;
  people: TrendOf;
  /** Instants in ascending order. Changes are read from the first one on. */
  bounds: readonly string[];
  /** At most this many of the latest changes are read. */
  changes_max: number;
};

type Counted = { status: Flag; entries: number }[];

export type TrendRows = {
  /** Numbers of entries by flag at present. */
  counted: Counted;
  /** Changes of the number of entries of a flag between a bound and the next one; `period` 1 begins at the first bound. */
  moved: { period: number; status: Flag; entries: number }[];
  /** Bounds at which the whole organisation was counted; `place` 1 is the first. */
  digests: { place: number; counted: Counted }[];
  /** If changes were left out: the instant of the oldest one that was read. */
  cut_at: string | null;
};

/** The present numbers and their changes. */
export async function readTrendRows(pool: Pool, tenant_id: string, scope: TrendScope): Promise<TrendRows> {
  const { course_code, people, bounds, changes_max } = scope;
  const of_course =
    course_code === undefined
      ? part`course_id <> infra.no_id()`
      : part`course_id = (select id from course where tenant_id = ${tenant_id} and code_norm = ${caseNorm(course_code)})`;
  const [row] = await readTenant<TrendRows>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with latest as materialized (
        -- In the order of writing, in which rows are close together; in the order of time each row would need a page of its own.
        select changed_at, course_id, previous_status, status
        from compliance_history
        where tenant_id = ${tenant_id} and status is distinct from previous_status ${people === null ? part`` : changesOf(tenant_id, people, bounds[0]!)}
        order by xid desc, id desc
        limit ${changes_max}
      ),
      placed as (
        select width_bucket(changed_at, ${bounds}::timestamptz[]) as period, previous_status, status
        from latest
        where changed_at >= ${bounds[0]}::timestamptz and ${of_course}
      )
      select
        (
          select coalesce(json_agg(c), '[]')
          from (
            select status, sum(people)::int as entries
            from (${people === null ? everybody(tenant_id) : entriesOf(tenant_id, people)}) k
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
        ${people === null ? digestsAt(tenant_id, bounds, of_course) : part`'[]'::json`} as digests,
        case when (select count(*) from latest) = ${changes_max} then (select infra.iso(min(changed_at)) from latest) end as cut_at`),
  );
  return row!;
}

function everybody(tenant_id: string): Fragment {
  return part`
              select course_id, status, people from compliance_count where tenant_id = ${tenant_id}
              union all
              select course_id, status, people from ${countedSince(tenant_id)} d`;
}

function entriesOf(tenant_id: string, people: NonNullable<TrendOf>): Fragment {
  return part`
              select course_id, status, 1 as people from compliance_status
              where tenant_id = ${tenant_id} and person_id = any (array(${idsOf(tenant_id, people)}))`;
}

function changesOf(tenant_id: string, people: NonNullable<TrendOf>, since: string): Fragment {
  return part`and person_id = any (array(${idsOf(tenant_id, people)})) and changed_at >= ${since}::timestamptz`;
}

/** The people who match the filters and whom the matrix shows. */
function idsOf(tenant_id: string, { department_id, contractor_id, manager_id }: NonNullable<TrendOf>): Fragment {
  const in_department = department_id === undefined ? part`` : part`and department_id = ${department_id}::uuid`;
  const in_company = contractor_id === undefined ? part`` : part`and contractor_id = ${contractor_id}::uuid`;
  const of_manager =
    manager_id === undefined
      ? part``
      : part`and person_id in (select id from person where tenant_id = ${tenant_id} and manager_id = ${manager_id}::uuid)`;
  return part`select person_id from compliance_person where tenant_id = ${tenant_id} ${in_department} ${in_company} ${of_manager}`;
}

/** The stored counts of ends of days, which large organisations have; each is of the day's last millisecond. */
function digestsAt(tenant_id: string, bounds: readonly string[], of_course: Fragment): Fragment {
  return part`(
          select coalesce(json_agg(g), '[]')
          from (
            select b.place, (
                select coalesce(json_agg(k), '[]')
                from (
                  select status, sum(people)::int as entries
                  from compliance_digest_count
                  where tenant_id = ${tenant_id} and at = d.at and ${of_course}
                  group by status
                ) k
              ) as counted
            from unnest(${bounds}::timestamptz[]) with ordinality b(at, place)
            join compliance_digest d on d.tenant_id = ${tenant_id} and d.at = b.at - interval '1 millisecond' and d.finished_at is not null
          ) g
        )`;
}
