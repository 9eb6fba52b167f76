import type { Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import { withTenantOnce } from "../../platform/db/once.ts";
import type { Pool } from "../../platform/db/pool.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { invalid, type ErrorItem } from "../../platform/http/problem.ts";
import { record } from "../audit/record.ts";
import type { AuditEntry } from "../audit/schema.ts";
import { carryOut, decide, type Decision } from "./assign.ts";
import type { Assignment } from "./assignment.ts";
import type { EnrollmentCreate } from "./schema.ts";

type Body = Static<typeof EnrollmentCreate>;

/** Assigns a course or learning path to a person. */
export async function enroll(pool: Pool, caller: Context, body: Body): Promise<{ id: string; enrollment: string }> {
  const input = readAssignment(caller, body);
  const story = async (db: Db) => {
    const decision = await decide(db, caller, input);
    const [enrollment] = await Promise.all([carryOut(db, caller, decision), record(db, caller, entryOf(decision))]);
    return { id: decision.enrollment.row.id, enrollment };
  };
  return withTenantOnce(pool, caller, story, "few_rows");
}

/** A learning path with its courses is one operation, and one row of the audit log. */
function entryOf({ person, enrollment, items }: Decision): AuditEntry {
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

/** The request as an assignment: exactly one name for the person, and exactly one for the course. */
function readAssignment(caller: Context, body: Body): Assignment {
  const items: ErrorItem[] = [];
  const oneOf = (first: "employee_no" | "course_code", second: "user_id" | "course_id") => {
    if (body[first] === undefined && body[second] === undefined) {
      items.push({ pointer: `#/${first}`, code: "ONE_OF_REQUIRED", detail: `send ${first} or ${second}` });
    }
    if (body[first] !== undefined && body[second] !== undefined) {
      items.push({ pointer: `#/${second}`, code: "CONFLICTING_FIELDS", detail: `send ${first} or ${second}, not both` });
    }
  };
  oneOf("employee_no", "user_id");
  oneOf("course_code", "course_id");
  if (items.length > 0) throw invalid(items);
  return {
    person: body.user_id === undefined ? { employee_no: body.employee_no! } : { user_id: body.user_id },
    course: body.course_id === undefined ? { course_code: body.course_code! } : { course_id: body.course_id },
    cycle_year: body.cycle_year,
    due_date: body.due_date,
    source: caller.actor.type === "administrator" ? "admin" : "api",
    by: caller.actor,
    batch_id: null,
  };
}
