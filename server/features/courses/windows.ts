import type { CourseRow } from "./apply-sql.ts";

/**
 * The courses whose flags a change may move by itself: the course itself, by its windows or by whether there are certificates
 * to look at; courses that a learning path has gained or lost, because people who need the path need them.
 */
export function coursesToRefresh(before: CourseRow, after: CourseRow): string[] {
  const own = windowsOf(before) === windowsOf(after) ? [] : [after.id];
  return [...own, ...itemsMissing(before, after), ...itemsMissing(after, before)];
}

function windowsOf({ expiring_soon_days, grace_days, issues_certificates, validity_value }: CourseRow): string {
  return JSON.stringify([expiring_soon_days, grace_days, issues_certificates ?? validity_value !== null]);
}

/** Items that the path had in one state and lacks in the other. */
function itemsMissing(one: CourseRow, other: CourseRow): string[] {
  const there = new Set(other.items.map(({ course_id }) => course_id));
  return one.items.map(({ course_id }) => course_id).filter((id) => !there.has(id));
}
