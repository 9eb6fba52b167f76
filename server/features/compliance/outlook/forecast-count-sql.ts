// Counters of the changes of flags that time alone will cause. A trigger appends each change to forecast_delta, or for a first
// flag to its row of compliance_delta. A job adds them to forecast_count (docs/decisions/0053). So a forecast for the whole
// organisation reads no single flag.
import { part, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { comingSince } from "../flag/delta-sql.ts";

/** The numbers by week, course and kind of change, from today on, as a table `k`. */
export function comingCounted(tenant_id: string, today: string, weeks: number): Fragment {
  const within = part`day >= ${today}::date and day < ${today}::date + 7 * ${weeks}::int`;
  return part`(
    select (day - ${today}::date) / 7 as week, course_id, what, entries from forecast_count where tenant_id = ${tenant_id} and ${within}
    union all
    select (day - ${today}::date) / 7, course_id, what, entries from ${comingSince(tenant_id)} d where ${within}
  ) k`;
}

/**
 * Adds the oldest changes to the counters and deletes them, in one statement, so that concurrent readers count each change once.
 * Several may run at the same time: each takes other changes, and all lock counters in the same order. Returns how many changes
 * it took.
 */
export async function foldForecastDeltas(db: Db, tenant_id: string, batch_max: number): Promise<number> {
  const row = await db.row<{ folded: number }>(sql`
    with oldest as (
      select id from forecast_delta where tenant_id = ${tenant_id} order by id limit ${batch_max}::int for update skip locked
    ),
    folded as (
      delete from forecast_delta d
      using oldest o
      where d.tenant_id = ${tenant_id} and d.id = o.id
      returning d.day, d.course_id, d.what, d.entries
    ),
    kept as (
      insert into forecast_count as c (tenant_id, day, course_id, what, entries)
      select ${tenant_id}::uuid, day, course_id, what, sum(entries)
      from folded
      group by day, course_id, what
      having sum(entries) <> 0
      order by day, course_id, what
      on conflict (tenant_id, day, course_id, what) do update
      set entries = c.entries + excluded.entries
    )
    select count(*) as folded from folded`);
  return row!.folded;
}

/**
 * Deletes counters of past days, which are 0 by then; at most `rows_max` at a time, and none that another transaction has locked.
 */
export async function dropEmptyCounters(db: Db, tenant_id: string, rows_max: number): Promise<number> {
  return db.count(sql`
    delete from forecast_count
    where ctid = any (array(
        select ctid from forecast_count
        where tenant_id = ${tenant_id} and day < infra.tenant_now(${tenant_id})::date - 1 and entries = 0
        limit ${rows_max}::int
        for update skip locked
      ))
      and tenant_id = ${tenant_id} and entries = 0`);
}
