import { todayOf, type Context } from "../../../platform/context.ts";
import { withTenantOnce } from "../../../platform/db/once.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import type { FindFurther } from "../../../platform/http/every-fault.ts";
import type { ErrorItem } from "../../../platform/http/problem.ts";
import { record } from "../../audit/record.ts";
import { findPlannableCourse } from "../../courses/sql.ts";
import type { AuditEntry } from "../../audit/schema.ts";
import { carryOut, decide, type Decision } from "./assign.ts";
import { faultsOfNames, readAssignment, type AssignmentBody } from "./read-assignment.ts";
import { unknownCourse, unknownPerson } from "./refuse-assignment.ts";
import { lockPerson } from "../sql.ts";

/** Assigns a course or learning path to a person. */
export async function enroll(pool: Pool, caller: Context, body: AssignmentBody): Promise<{ id: string; enrollment: string }> {
  const input = readAssignment(caller, body, null);
  const assign = async (db: Db) => {
    const decision = await decide(db, caller, input);
    const [enrollment] = await Promise.all([carryOut(db, caller, decision), record(db, caller, entryOf(decision))]);
    return { id: decision.enrollment.row.id, enrollment };
  };
  return withTenantOnce(pool, caller, assign, "few_rows");
}

/** A learning path with its courses is one operation, and one row of the audit log. */
export function entryOf({ person, enrollment, items }: Pick<Decision, "person" | "enrollment" | "items">): AuditEntry {
  const { id, cycle_year, due_date, license_id } = enrollment.row;
  const values = {
    user_id: person.id,
    course_code: enrollment.course.code,
    cycle_year,
    due_date,
    license_id,
    items: items.map((item) => item.row.id),
  };
  return {
    operation: "enrollment.assign",
    target_type: "enrollment",
    target_id: id,
    changes: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [null, value]])),
    personal: { employee_no: [null, person.employee_no] },
  };
}

/** What is wrong with an assignment beside the form of the body: its person and its course. */
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

/** Names that name no person or course of the organisation. */
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
