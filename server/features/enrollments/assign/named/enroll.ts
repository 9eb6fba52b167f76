import { todayOf, type Context } from "../../../../platform/context.ts";
import type { Pool } from "../../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../../platform/db/transaction.ts";
import type { FindFurther } from "../../../../platform/http/every-fault.ts";
import type { ErrorItem } from "../../../../platform/http/problem.ts";
import { findPlannableCourse } from "../../../courses/sql.ts";
import { lockPerson } from "../../sql.ts";
import { enrollTogether, type Enrolled } from "./enroll-together.ts";
import { faultsOfNames, readAssignment, type AssignmentBody } from "./read-assignment.ts";
import { unknownCourse, unknownPerson } from "./refuse-assignment.ts";

/** Assigns a course or learning path to a person. Returns the id and the record of the enrollment. */
export function enroll(pool: Pool, caller: Context, body: AssignmentBody): Promise<Enrolled> {
  return enrollTogether(pool, { caller, input: readAssignment(caller, body, null) });
}

/** Faults of an assignment that its schema does not show: in its names of the person and the course. */
export function furtherFaultsOfAssignment(pool: Pool): FindFurther {
  return async (request, given) => {
    const body = request.body as object;
    const items = faultsOfNames(body);
    const { employee_no, user_id, course_code, course_id } = given as AssignmentBody;
    const caller = request.caller!;
    const unknown = await withTenant(pool, caller.tenant.id, (db) =>
      listUnknown(db, caller, { employee_no, user_id, course_code, course_id }),
    );
    return [...items, ...unknown];
  };
}

/** Faults for names that match no person or course of the organisation. */
export async function listUnknown(
  db: Db,
  context: Context,
  { employee_no, user_id, course_code, course_id }: Pick<AssignmentBody, "employee_no" | "user_id" | "course_code" | "course_id">,
): Promise<ErrorItem[]> {
  const { id: tenant_id, time_zone } = context.tenant;
  const items: ErrorItem[] = [];
  const person = user_id ? { user_id } : employee_no ? { employee_no } : null;
  if (person && !(await lockPerson(db, tenant_id, person))) items.push(unknownPerson(person));
  const course = course_id ? { course_id } : course_code ? { course_code } : null;
  const day = { today: todayOf(context), time_zone };
  if (course && !(await findPlannableCourse(db, tenant_id, course, day))) items.push(unknownCourse(course));
  return items;
}
