import type { DepartmentRow } from "./apply-sql.ts";

/** Whether a department would be below itself, with its ancestors as `find` returns them. */
export function isBelowItself(department: DepartmentRow, find: (id: string) => DepartmentRow | undefined): boolean {
  const seen = new Set<string>();
  for (let above: DepartmentRow | undefined = department; above?.parent_id; above = find(above.parent_id)) {
    if (above.parent_id === department.id) return true;
    // A circle among departments further up; it is reported for its own members.
    if (seen.has(above.id)) return false;
    seen.add(above.id);
  }
  return false;
}
