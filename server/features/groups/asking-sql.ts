// Statements that rules and groups share: about conditions that name departments and companies, and about courses.
import { constant, part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

/** Locks the rules or groups whose conditions name a department or company; returns their ids. */
export async function lockNaming(
  db: Db,
  tenant_id: string,
  table: "rule" | "person_group",
  member: string,
  id: string,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from ${constant(table)}
    where tenant_id = ${tenant_id} and retired_at is null and conditions -> ${member} @> to_jsonb(${id}::text)
    order by id
    for no key update`);
  return rows.map((row) => row.id);
}

/** The column `course_ids` of a rule or group, in ascending order; `owner` is the SQL expression of its id. */
export function courseIdsOf(tenant_id: string, kind: "rule" | "group", owner: string): Fragment {
  return part`
    array(
      select c.course_id::text from ${constant(`${kind}_course`)} c
      where c.tenant_id = ${tenant_id} and c.${constant(`${kind}_id`)} = ${constant(owner)}
      order by c.course_id
    ) as course_ids`;
}
