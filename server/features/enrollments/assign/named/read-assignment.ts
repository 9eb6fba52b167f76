import type { Static } from "typebox";
import type { Context } from "../../../../platform/context.ts";
import { invalid, type ErrorItem } from "../../../../platform/http/problem.ts";
import type { EnrollmentCreate } from "../../schema.ts";
import type { NamedAssignment } from "../assignment.ts";

export type AssignmentBody = Static<typeof EnrollmentCreate>;

/** Converts a body to an assignment. It must have exactly one name for the person and one for the course. */
export function readAssignment(caller: Context, body: AssignmentBody, batch_id: string | null): NamedAssignment {
  const items = faultsOfNames(body);
  if (items.length > 0) throw invalid(items);
  return {
    person: body.user_id === undefined ? { employee_no: body.employee_no! } : { user_id: body.user_id },
    course: body.course_id === undefined ? { course_code: body.course_code! } : { course_id: body.course_id },
    cycle_year: body.cycle_year,
    due_date: body.due_date,
    source: caller.actor.type === "administrator" ? "admin" : "api",
    by: caller.actor,
    batch_id,
  };
}

/** Faults if the person or the course has no name, or two. */
export function faultsOfNames(body: object): ErrorItem[] {
  return [...faultsOfPair(body, "employee_no", "user_id"), ...faultsOfPair(body, "course_code", "course_id")];
}

function faultsOfPair(body: object, first: string, second: string): ErrorItem[] {
  if (!(first in body) && !(second in body))
    return [{ pointer: `#/${first}`, code: "ONE_OF_REQUIRED", detail: `send ${first} or ${second}` }];
  if (!(first in body && second in body)) return [];
  return [{ pointer: `#/${second}`, code: "CONFLICTING_FIELDS", detail: `send ${first} or ${second}, not both` }];
}
