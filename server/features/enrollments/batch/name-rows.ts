// From the rows of a request to assignments whose person and course are known: the faults that a row has by itself.
import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { invalid, Problem, type ErrorItem } from "../../../platform/http/problem.ts";
import { withoutNulls } from "../../../platform/http/route.ts";
import { faultsOf } from "../../../platform/http/validation.ts";
import { caseNorm } from "../../../platform/text.ts";
import { findPlannableCourses, type PlannableCourse } from "../../courses/sql.ts";
import type { NamedAssignment } from "../assign/assignment.ts";
import { faultsOfNames, readAssignment, type AssignmentBody } from "../assign/read-assignment.ts";
import { unknownCourse, unknownPerson } from "../assign/refuse-assignment.ts";
import { lockPeople, type PersonRow } from "../sql.ts";
import { BatchRow } from "./schema.ts";

/** A row that names a person and a course of the organisation. */
export type NamedRow = { index: number; input: NamedAssignment; person: PersonRow; course: PlannableCourse };

/** A row by itself: what it says as far as it is right, and where it is not. */
export type ReadRow = { body: AssignmentBody; given: AssignmentBody; faults: readonly ErrorItem[] };

/** Faults that are told of one row. */
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
 * Rows with the people and courses that they name, or with why they cannot be taken, in the order of the rows. The people's
 * rows are held from now on.
 */
export async function nameRows(
  db: Db,
  context: Context,
  rows: readonly ReadRow[],
  batch_id: string,
): Promise<(NamedRow | Problem)[]> {
  const { id: tenant_id, time_zone } = context.tenant;
  const namesOf = (member: "user_id" | "employee_no" | "course_id" | "course_code") => [
    ...new Set(rows.flatMap(({ given }) => given[member] ?? [])),
  ];
  const [people, courses] = await Promise.all([
    lockPeople(db, tenant_id, { ids: namesOf("user_id"), employee_nos: namesOf("employee_no") }),
    findPlannableCourses(
      db,
      tenant_id,
      { ids: namesOf("course_id"), codes: namesOf("course_code") },
      { today: todayOf(context), time_zone },
    ),
  ]);
  const known: Named = {
    people: new Map(people.map((one) => [one.id, one])),
    numbers: new Map(people.map((one) => [caseNorm(one.employee_no ?? ""), one])),
    courses: new Map(courses.map((one) => [one.id, one])),
    codes: new Map(courses.map((one) => [caseNorm(one.code), one])),
  };
  return rows.map((row, index) => {
    try {
      return nameRow(context, known, row, index, batch_id);
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  });
}

type Named = {
  people: ReadonlyMap<string, PersonRow>;
  numbers: ReadonlyMap<string, PersonRow>;
  courses: ReadonlyMap<string, PlannableCourse>;
  codes: ReadonlyMap<string, PlannableCourse>;
};

/** In the order and the words in which a single assignment is refused (docs/decisions/0022: every fault at once). */
function nameRow(context: Context, known: Named, { body, given, faults }: ReadRow, index: number, batch_id: string): NamedRow {
  const { user_id, employee_no, course_id, course_code } = given;
  const by_number = employee_no === undefined ? undefined : known.numbers.get(caseNorm(employee_no));
  const person = user_id === undefined ? by_number : known.people.get(user_id.toLowerCase());
  const by_code = course_code === undefined ? undefined : known.codes.get(caseNorm(course_code));
  const course = course_id === undefined ? by_code : known.courses.get(course_id.toLowerCase());
  const unknown: ErrorItem[] = [];
  if (!person && user_id !== undefined) unknown.push(unknownPerson({ user_id }));
  else if (!person && employee_no !== undefined) unknown.push(unknownPerson({ employee_no }));
  if (!course && course_id !== undefined) unknown.push(unknownCourse({ course_id }));
  else if (!course && course_code !== undefined) unknown.push(unknownCourse({ course_code }));
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
