// Which departments an administrator looks after (docs/decisions/0072).
import type { Db } from "../../platform/db/transaction.ts";
import { invalid } from "../../platform/http/problem.ts";
import type { AdministratorRow } from "./sql.ts";
import { limitable_roles, listKnownDepartments } from "./sql.ts";

/** Whether administrators of this role can be limited to departments. */
export function isLimitable(role: AdministratorRow["role"]): boolean {
  return limitable_roles.has(role);
}

/** The department ids in their stored order; null: the whole organisation. Throws 422. */
export async function checkedDepartments(
  db: Db,
  tenant_id: string,
  { role, department_ids }: { role: AdministratorRow["role"]; department_ids: readonly string[] | null },
): Promise<string[] | null> {
  if (department_ids === null) return null;
  if (!limitable_roles.has(role)) {
    const detail = `is not for the role ${role}, which is about the whole organisation: send null`;
    throw invalid([{ pointer: "#/department_ids", code: "NOT_ALLOWED", detail }]);
  }
  const ids = [...new Set(department_ids.map((id) => id.toLowerCase()))].toSorted();
  const known = new Set(await listKnownDepartments(db, tenant_id, ids));
  const items = department_ids.flatMap((id, place) =>
    known.has(id.toLowerCase())
      ? []
      : [
          {
            pointer: `#/department_ids/${place}`,
            code: "UNKNOWN_DEPARTMENT" as const,
            detail: "names no department of this organisation",
          },
        ],
  );
  if (items.length > 0) throw invalid(items);
  return ids;
}
