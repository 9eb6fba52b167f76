import type { CourseRow } from "./apply-sql.ts";

/** A fault, and its path with the members' names in the organisation file and the panel. */
export type Fault = { path: readonly [string, ...(string | number)[]]; detail: string };

type Quiz = { kind: string; questions?: { options: unknown[]; correct: number[] }[] };

/** Faults of a course that concern several members. */
export function faultsOfCourse(course: CourseRow): Fault[] {
  const faults: Fault[] = [];
  if (course.recurrence === "validity" && course.validity_value === null)
    faults.push({ path: ["recurrence"], detail: 'needs "validity"' });
  if (course.renewal_enabled && course.validity_value === null)
    faults.push({ path: ["renewal"], detail: 'needs "validity" to renew' });
  if (course.renewal_enabled && course.issues_certificates === false)
    faults.push({ path: ["renewal"], detail: "renews certificates, and the course issues none" });
  if (course.renewal_basis === "fixed" && course.renewal_fixed_on === null)
    faults.push({ path: ["renewal"], detail: 'needs "fixed_on": the basis is fixed' });
  if (course.renewal_fixed_on !== null && !isDayOfCalendar(course.renewal_fixed_on))
    faults.push({ path: ["renewal", "fixed_on"], detail: "must be a day that the calendar has, MM-DD" });
  return [...faults, ...faultsOfQuiz(course.content as Quiz | null)];
}

function faultsOfQuiz(content: Quiz | null): Fault[] {
  return (content?.questions ?? []).flatMap(({ options, correct }, index) =>
    correct.some((place) => place >= options.length)
      ? [{ path: ["content", "questions", index, "correct"], detail: `must be places from 0 to ${options.length - 1}` }]
      : [],
  );
}

/** Whether MM-DD is a day of any year. */
function isDayOfCalendar(day: string): boolean {
  try {
    Temporal.PlainMonthDay.from(day);
    return true;
  } catch {
    return false;
  }
}
