import type { DepartmentRow } from "./apply-sql.ts";

/** Whether a department would stand below itself, where its parent and all above are as `find` knows them. */
export function isBelowItself(department: DepartmentRow, find: (id: string) => DepartmentRow | undefined): boolean {
  const seen = new Set<string>();
  for (let above: DepartmentRow | undefined = department; above?.parent_id; above = find(above.parent_id)) {
    if (above.parent_id === department.id) return true;
    // A circle further up: its own members are told.
    if (seen.has(above.id)) return false;
    seen.add(above.id);
  }
  return false;
}
