// Converts the rows of a request to assignments with their people and courses, and finds the faults of each row.
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { invalid, Problem, type ErrorItem } from "../../../platform/http/problem.ts";
import { withoutNulls } from "../../../platform/http/route.ts";
import { faultsOf } from "../../../platform/http/validation.ts";
import type { CourseRef } from "../../courses/sql.ts";
import { findNamed, type Found } from "../assign/named/find-named.ts";
import type { FoundRow } from "../assign/named/plan-rows.ts";
import { faultsOfNames, readAssignment, type AssignmentBody } from "../assign/named/read-assignment.ts";
import { unknownCourse, unknownPerson } from "../assign/named/refuse-assignment.ts";
import type { PersonRef } from "../sql.ts";
import { BatchRow } from "./schema.ts";

/** A row whose person and course exist. */
export type NamedRow = FoundRow & { index: number };

/** A row by itself: `given` has its valid members, `faults` the rest. */
export type ReadRow = { body: AssignmentBody; given: AssignmentBody; faults: readonly ErrorItem[] };

/** Faults that are reported for one row at most. */
const row_faults_max = 10;

export function readRow(row: unknown): ReadRow {
  const faults = faultsOfRow(row);
  const body = (isObject(row) ? withoutNulls(BatchRow, row) : {}) as AssignmentBody;
  const at_fault = new Set(faults.map(({ pointer }) => pointer));
  const given = Object.fromEntries(Object.entries(body).filter(([name]) => !at_fault.has(`#/${name}`))) as AssignmentBody;
  return { body, given, faults };
}

const faultsOfRow = faultsOf(BatchRow);

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The rows with their people and courses, or with the problem, in the order of the rows. The people's rows are locked from now
 * on.
 */
export async function nameRows(
  db: Db,
  context: Context,
  rows: readonly ReadRow[],
  batch_id: string,
): Promise<(NamedRow | Problem)[]> {
  const people = rows.flatMap(({ given }) => personOf(given) ?? []);
  const courses = rows.flatMap(({ given }) => courseOf(given) ?? []);
  const found = await findNamed(db, context, people, courses);
  return rows.map((row, index) => {
    try {
      return nameRow(context, found, row, index, batch_id);
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  });
}

function personOf({ user_id, employee_no }: AssignmentBody): PersonRef | undefined {
  if (user_id !== undefined) return { user_id };
  return employee_no === undefined ? undefined : { employee_no };
}

function courseOf({ course_id, course_code }: AssignmentBody): CourseRef | undefined {
  if (course_id !== undefined) return { course_id };
  return course_code === undefined ? undefined : { course_code };
}

/** Refuses a row in the same order and words as a single assignment (docs/decisions/0022: all faults at once). */
function nameRow(context: Context, found: Found, { body, given, faults }: ReadRow, index: number, batch_id: string): NamedRow {
  const [person_ref, course_ref] = [personOf(given), courseOf(given)];
  const person = person_ref && found.person(person_ref);
  const course = course_ref && found.course(course_ref);
  const unknown: ErrorItem[] = [];
  if (!person && person_ref) unknown.push(unknownPerson(person_ref));
  if (!course && course_ref) unknown.push(unknownCourse(course_ref));
  if (faults.length > 0) {
    const items = faults[0]!.pointer === "#" ? faults : [...faults, ...faultsOfNames(body), ...unknown];
    throw invalid(firstOfEachPlace(items).slice(0, row_faults_max));
  }
  const input = readAssignment(context, body, batch_id);
  if (!person || !course) throw invalid(unknown);
  return { index, input, person, course };
}

function firstOfEachPlace(items: readonly ErrorItem[]): ErrorItem[] {
  const places = new Map<string, ErrorItem>();
  for (const item of items) if (!places.has(item.pointer!)) places.set(item.pointer!, item);
  return [...places.values()];
}
