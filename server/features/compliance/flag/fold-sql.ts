import type { Pool } from "../../../platform/db/pool.ts";
import { part, sql } from "../../../platform/db/sql.ts";
import { listTenants } from "../../../platform/db/tenants.ts";
import { type Db } from "../../../platform/db/transaction.ts";

/** Organisations with changes that are not yet added to their counters. */
export function listTenantsWithDeltas(pool: Pool): Promise<string[]> {
  return listTenants(pool, part`select infra.tenants_with_compliance_deltas() as tenant_id`);
}

/**
 * Adds the oldest changes to the counters and deletes them, in one statement, so that concurrent readers count each change once.
 * Several may run at the same time: each takes other changes, and all lock counters in the same order. Returns how many changes
 * it took.
 */
export async function foldDeltas(db: Db, tenant_id: string, batch_max: number): Promise<number> {
  // Tells the trigger infra.keep_moves that this statement counts `before`, `day` and `entries`; otherwise it would write them as
  // rows of their own.
  db.send(sql`select set_config('app.adds_moves', 'on', true)`);
  const row = await db.row<{ folded: number }>(sql`
    with oldest as (
      select id from compliance_delta where tenant_id = ${tenant_id} order by id limit ${batch_max}::int for update skip locked
    ),
    folded as (
      delete from compliance_delta d
      using oldest o
      where d.tenant_id = ${tenant_id} and d.id = o.id
      returning d.course_id, d.department_id, d.worker_type, d.contractor_id, d.status, d.people, d.before, d.day, d.what, d.entries
    ),
    kept as (
      insert into compliance_count as c (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
      select ${tenant_id}::uuid, course_id, department_id, worker_type, contractor_id, status, sum(people)
      from (
        select course_id, department_id, worker_type, contractor_id, status, people from folded
        union all
        select course_id, department_id, worker_type, contractor_id, before, -people from folded where before is not null
      ) moved
      group by course_id, department_id, worker_type, contractor_id, status
      having sum(people) <> 0
      order by course_id, department_id, worker_type, contractor_id, status
      on conflict (tenant_id, course_id, department_id, worker_type, contractor_id, status) do update
      set people = c.people + excluded.people
    ),
    coming as (
      insert into forecast_count as c (tenant_id, day, course_id, what, entries)
      select ${tenant_id}::uuid, day, course_id, what, sum(entries)
      from folded
      where day is not null
      group by day, course_id, what
      having sum(entries) <> 0
      order by day, course_id, what
      on conflict (tenant_id, day, course_id, what) do update
      set entries = c.entries + excluded.entries
    )
    select count(*) as folded from folded`);
  return row!.folded;
}
