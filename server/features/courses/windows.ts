import type { CourseRow } from "./apply-sql.ts";

/** Whether a course's change may change flags by itself: its windows, or whether there are certificates to look at. */
export function changesFlags(before: CourseRow, after: CourseRow): boolean {
  return windowsOf(before) !== windowsOf(after);
}

function windowsOf({ expiring_soon_days, grace_days, issues_certificates, validity_value }: CourseRow): string {
  return JSON.stringify([expiring_soon_days, grace_days, issues_certificates ?? validity_value !== null]);
}
