import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { deleteGroupCourses, insertGroupCourses, insertGroups, updateGroups, type GroupRow } from "./apply-sql.ts";

export function newGroup({ code, name }: Pick<GroupRow, "code" | "name">): GroupRow {
  return { id: newId(), code, name, kind: "manual", conditions: null, due_days: null, on_leave: "cancel", course_ids: [] };
}

/** Writes new groups with the courses that they ask for. */
export async function storeNewGroups(db: Db, tenant_id: string, rows: readonly GroupRow[]): Promise<void> {
  await insertGroups(db, tenant_id, rows);
  await insertGroupCourses(db, tenant_id, rows);
}

/** Writes changed groups with the courses that they ask for. */
export async function storeGroups(db: Db, tenant_id: string, rows: readonly GroupRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await updateGroups(db, tenant_id, rows);
  await deleteGroupCourses(db, tenant_id, ids);
  await insertGroupCourses(db, tenant_id, rows);
}
