import type { CourseRow } from "./apply-sql.ts";

/**
 * The courses whose flags may move because of a change: the course itself, if its windows have changed or whether it issues
 * certificates; and the courses that a learning path has gained or lost, because people with the path need its courses.
 */
export function coursesToRefresh(before: CourseRow, after: CourseRow): string[] {
  const own = windowsOf(before) === windowsOf(after) ? [] : [after.id];
  return [...own, ...itemsMissing(before, after), ...itemsMissing(after, before)];
}

function windowsOf({ expiring_soon_days, grace_days, issues_certificates, validity_value }: CourseRow): string {
  return JSON.stringify([expiring_soon_days, grace_days, issues_certificates ?? validity_value !== null]);
}

/** Courses that are in `one` path and not in the `other`. */
function itemsMissing(one: CourseRow, other: CourseRow): string[] {
  const there = new Set(other.items.map(({ course_id }) => course_id));
  return one.items.map(({ course_id }) => course_id).filter((id) => !there.has(id));
}
