// What time alone will do to the flags of everybody, without looking at one of them: a trigger appends each change to forecast_delta, or, of a
// first flag, to its row of compliance_delta; a job adds the changes up in forecast_count (docs/decisions/0053).
import { part, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { comingSince } from "../flag/delta-sql.ts";

/** The numbers by day, course and what happens, from today on and for so many weeks, as a table `k`. */
export function comingCounted(tenant_id: string, today: string, weeks: number): Fragment {
  const within = part`day >= ${today}::date and day < ${today}::date + 7 * ${weeks}::int`;
  return part`(
    select (day - ${today}::date) / 7 as week, course_id, what, entries from forecast_count where tenant_id = ${tenant_id} and ${within}
    union all
    select (day - ${today}::date) / 7, course_id, what, entries from ${comingSince(tenant_id)} d where ${within}
  ) k`;
}

/**
 * Adds the oldest changes up into the counters, in one statement: concurrent readers see each change in one of both
 * places. Several may fold at once; each takes other changes, and counters in one order. Returns how many changes it took.
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

/** Days that have passed have no entries left, and their counters go: some at a time, those that nobody writes at the moment. */
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
