import type { Pool } from "../../../platform/db/pool.ts";
import { part, sql } from "../../../platform/db/sql.ts";
import { readTenant, type Db } from "../../../platform/db/transaction.ts";

/** Returns the ids that are not a department, or not a course or learning path, of the organisation. */
export async function findUnknown(
  pool: Pool,
  tenant_id: string,
  { department_ids, course_ids }: Record<"department_ids" | "course_ids", readonly string[]>,
): Promise<Set<string>> {
  const rows = await readTenant<{ id: string }>(
    pool,
    tenant_id,
    sql`
      select id from unnest(${department_ids}::uuid[]) as id
      where id not in (select id from department where tenant_id = ${tenant_id} and id = any (${department_ids}::uuid[]))
      union all
      select id from unnest(${course_ids}::uuid[]) as id
      where id not in (select id from course where tenant_id = ${tenant_id} and id = any (${course_ids}::uuid[]))`,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * When a department is merged into another one, replaces it in filters by that one; with `beside`, adds that one while people are
 * still in both. `at`: the instant on the tenant's clock.
 */
export async function nameSurvivorInFilters(
  db: Db,
  tenant_id: string,
  { id, into_id }: { id: string; into_id: string },
  how: "instead" | "beside",
  at: string,
): Promise<void> {
  const named =
    how === "beside"
      ? part`s.department_ids || ${into_id}::uuid`
      : part`array_replace(s.department_ids, ${id}::uuid, ${into_id}::uuid)`;
  await db.count(sql`
    update webhook_subscription s
    set department_ids = array(select u.id from unnest(${named}) with ordinality u(id, place) group by u.id order by min(u.place)),
      updated_at = greatest(s.updated_at, ${at}::timestamptz)
    where s.tenant_id = ${tenant_id} and ${id}::uuid = any (s.department_ids) and s.deleted_at is null`);
}
