import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Pair } from "../sql.ts";
import { no_id } from "../../../platform/ids.ts";

/** The next active or invited people after an id, in ascending order of ids, locked. */
export async function lockPeopleAfter(db: Db, tenant_id: string, after: string | null, limit: number): Promise<{ id: string }[]> {
  return db.rows(sql`
    select id
    from person
    where tenant_id = ${tenant_id} and id > ${after ?? no_id}::uuid and state in ('invited', 'active')
    order by id
    limit ${limit}
    for no key update`);
}

/** The given people's pairs with a course, if they have an enrollment, a certificate or an exemption for it. */
export async function listPairsOfCourse(
  db: Db,
  tenant_id: string,
  person_ids: readonly string[],
  course_id: string,
): Promise<Pair[]> {
  return db.rows(sql`
    select g.person_id, ${course_id}::uuid as course_id
    from unnest(${person_ids}::uuid[]) as g(person_id)
    where exists (
        select from enrollment e
        where e.tenant_id = ${tenant_id} and e.person_id = g.person_id and e.course_id = ${course_id}
      )
      or exists (
        select from certificate t
        where t.tenant_id = ${tenant_id} and t.person_id = g.person_id and t.course_id = ${course_id}
      )
      or exists (
        select from exemption x
        where x.tenant_id = ${tenant_id} and x.person_id = g.person_id and x.course_id = ${course_id}
      )`);
}
