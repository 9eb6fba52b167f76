// Counters of people, so that no person is read for a total. A trigger appends each change of a person's department, company,
// kind or state to person_delta, and a job adds these changes to person_count (docs/decisions/0053).
import { join, part, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";

/**
 * The number of people whose counters `k` match the conditions: the sum of the counters and of the changes that are not added
 * yet. It is exact in the snapshot of the surrounding statement.
 */
export function peopleCounted(tenant_id: string, conditions: readonly Fragment[]): Fragment {
  const where = join([part`k.tenant_id = ${tenant_id}`, ...conditions], " and ");
  return part`(
    select coalesce(sum(people), 0)::bigint
    from (
      select k.people from person_count k where ${where}
      union all
      select k.people from person_delta k where ${where}
    ) both_tables
  )`;
}

/**
 * Adds the oldest changes to the counters and deletes them, in one statement, so that concurrent readers count each change once.
 * Several may run at the same time: each takes other changes, and all lock counters in the same order. Returns how many changes
 * it took.
 */
export async function foldPersonDeltas(db: Db, tenant_id: string, batch_max: number): Promise<number> {
  const row = await db.row<{ folded: number }>(sql`
    with oldest as (
      select id from person_delta where tenant_id = ${tenant_id} order by id limit ${batch_max}::int for update skip locked
    ),
    folded as (
      delete from person_delta d
      using oldest o
      where d.tenant_id = ${tenant_id} and d.id = o.id
      returning d.department_id, d.worker_type, d.contractor_id, d.state, d.people
    ),
    kept as (
      insert into person_count as c (tenant_id, department_id, worker_type, contractor_id, state, people)
      select ${tenant_id}::uuid, department_id, worker_type, contractor_id, state, sum(people)
      from folded
      group by department_id, worker_type, contractor_id, state
      having sum(people) <> 0
      order by department_id, worker_type, contractor_id, state
      on conflict (tenant_id, department_id, worker_type, contractor_id, state) do update
      set people = c.people + excluded.people
    )
    select count(*) as folded from folded`);
  return row!.folded;
}
