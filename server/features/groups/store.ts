import type { Db } from "../../platform/db/transaction.ts";
import { deleteGroupCourses, insertGroupCourses, insertGroups, updateGroups, type GroupRow } from "./apply-sql.ts";

/** Writes new groups with the courses that they ask for. */
export async function storeNewGroups(db: Db, tenant_id: string, rows: readonly GroupRow[]): Promise<void> {
  await insertGroups(db, tenant_id, rows);
  await insertGroupCourses(db, tenant_id, rows);
}

/** Writes what groups are from now on. */
export async function storeGroups(db: Db, tenant_id: string, rows: readonly GroupRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await updateGroups(db, tenant_id, rows);
  await deleteGroupCourses(db, tenant_id, ids);
  await insertGroupCourses(db, tenant_id, rows);
}
