import { todayOf, type Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/db/transaction.ts";
import { caseNorm } from "../../../../platform/text.ts";
import { findPlannableCourses, type CourseRef, type PlannableCourse } from "../../../courses/sql.ts";
import { lockPeople, type PersonRef, type PersonRow } from "../../sql.ts";

export type Found = {
  person: (ref: PersonRef) => PersonRow | undefined;
  course: (ref: CourseRef) => PlannableCourse | undefined;
};

/**
 * Finds people and courses by their names. The people's rows are locked from now on; `free_only`: people whom another transaction
 * has locked are left out.
 */
export async function findNamed(
  db: Db,
  context: Context,
  people: readonly PersonRef[],
  courses: readonly CourseRef[],
  free_only = false,
): Promise<Found> {
  const { id: tenant_id, time_zone } = context.tenant;
  const ids = people.flatMap((one) => ("user_id" in one ? one.user_id : []));
  const employee_nos = people.flatMap((one) => ("employee_no" in one ? one.employee_no : []));
  const course_ids = courses.flatMap((one) => ("course_id" in one ? one.course_id : []));
  const codes = courses.flatMap((one) => ("course_code" in one ? one.course_code : []));
  const [found_people, found_courses] = await Promise.all([
    lockPeople(db, tenant_id, { ids: distinct(ids), employee_nos: distinct(employee_nos) }, free_only),
    findPlannableCourses(
      db,
      tenant_id,
      { ids: distinct(course_ids), codes: distinct(codes) },
      { today: todayOf(context), time_zone },
    ),
  ]);
  const by_id = new Map(found_people.map((one) => [one.id, one]));
  const by_number = new Map(found_people.map((one) => [caseNorm(one.employee_no ?? ""), one]));
  const course_by_id = new Map(found_courses.map((one) => [one.id, one]));
  const by_code = new Map(found_courses.map((one) => [caseNorm(one.code), one]));
  return {
    person: (ref) => ("user_id" in ref ? by_id.get(ref.user_id.toLowerCase()) : by_number.get(caseNorm(ref.employee_no))),
    course: (ref) =>
      "course_id" in ref ? course_by_id.get(ref.course_id.toLowerCase()) : by_code.get(caseNorm(ref.course_code)),
  };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
