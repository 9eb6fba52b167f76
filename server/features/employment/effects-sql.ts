import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

/** Codes of the courses that a change has assigned to a person, and of those that it has cancelled. */
export type Effects = { enrollments_assigned: string[]; enrollments_cancelled: string[] };

/** The effects of this transaction on people's enrollments; people without any are left out. */
export async function listEffects(db: Db, tenant_id: string, person_ids: readonly string[]): Promise<Map<string, Effects>> {
  const rows = await db.rows<Effects & { person_id: string }>(sql`
    select e.person_id,
      coalesce(array_agg(c.code order by c.code) filter (where e.created_at = now() and e.state = 'assigned'), '{}')
        as enrollments_assigned,
      coalesce(array_agg(c.code order by c.code) filter (where e.state in ('cancelled', 'withdrawn')), '{}')
        as enrollments_cancelled
    from enrollment e
    join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
    where e.tenant_id = ${tenant_id} and e.person_id = any (${person_ids}::uuid[])
      and e.xmin = pg_current_xact_id()::xid
    group by e.person_id`);
  return new Map(rows.map(({ person_id, ...effects }) => [person_id, effects]));
}
