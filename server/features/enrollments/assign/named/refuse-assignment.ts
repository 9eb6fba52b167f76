import { todayOf, type Context } from "../../../../platform/context.ts";
import { invalid, type ErrorItem, type Problem } from "../../../../platform/http/problem.ts";
import type { EnrollmentFact } from "../../../compliance/flag/status.ts";
import type { AssignableCourse, UsableLicense } from "../../../courses/sql.ts";
import type { NamedAssignment } from "../assignment.ts";
import { currentCycle, cycles_ahead_max, cycles_back_max } from "../../cycle.ts";
import { alreadyEnrolled, courseNotAssignable, seatLimitReached } from "../../errors.ts";
import type { PersonRow } from "../../sql.ts";
import { enrollmentOfCycle } from "../satisfied.ts";

/** A 422 problem with an entry for each name that matches no person or course. */
export function unknownReferences(input: NamedAssignment, found: { person: unknown; course: unknown }): Problem {
  const items: ErrorItem[] = [];
  if (!found.person) items.push(unknownPerson(input.person));
  if (!found.course) items.push(unknownCourse(input.course));
  return invalid(items);
}

export function unknownPerson(person: NamedAssignment["person"]): ErrorItem {
  return { pointer: pointerOf(person), code: "UNKNOWN_PERSON", detail: "names no person of this organisation" };
}

export function unknownCourse(course: NamedAssignment["course"]): ErrorItem {
  return { pointer: pointerOf(course), code: "UNKNOWN_COURSE", detail: "names no course of this organisation" };
}

/**
 * Refuses assignments for all reasons except missing seats. The order of the refusals is a promise: a duplicate is reported
 * before everything that depends on the day, the licence or seats. So a repeated assignment is always answered by 409.
 * `enrollments`: the person's enrollments in the course.
 */
export function refuseAssignment(
  context: Context,
  input: NamedAssignment,
  { person, course, enrollments }: { person: PersonRow; course: AssignableCourse; enrollments: readonly EnrollmentFact[] },
): void {
  refuseDuplicate(enrollments, person, course, input.cycle_year ?? currentCycle(context));
  refuseUnacceptable(context, input, person);
  refuseUnassignable(input, course);
}

function refuseDuplicate(
  enrollments: readonly EnrollmentFact[],
  person: PersonRow,
  course: AssignableCourse,
  cycle_year: number,
): void {
  const existing = enrollmentOfCycle(enrollments, cycle_year);
  if (!existing) return;
  throw alreadyEnrolled(
    `Person ${person.employee_no ?? person.id} is already enrolled in ${course.code} for cycle ${cycle_year}.`,
    {
      members: { enrollment_id: existing.id, enrollment_status: existing.state },
    },
  );
}

/** Refuses an account that is not in use, and dates that are out of range. */
function refuseUnacceptable(context: Context, input: NamedAssignment, person: PersonRow): void {
  const items: ErrorItem[] = [];
  if (person.state !== "invited" && person.state !== "active") {
    items.push({
      pointer: pointerOf(input.person),
      code: "PERSON_INACTIVE",
      detail: "names a person whose account is not active",
    });
  }
  if (input.due_date && input.due_date < todayOf(context)) {
    items.push({ pointer: "#/due_date", code: "DATE_IN_PAST", detail: "must be today or later in the organisation's time zone" });
  }
  const [first, last] = [currentCycle(context) - cycles_back_max, currentCycle(context) + cycles_ahead_max];
  if (input.cycle_year !== undefined && (input.cycle_year < first || input.cycle_year > last)) {
    items.push({ pointer: "#/cycle_year", code: "OUT_OF_RANGE", detail: `must be between ${first} and ${last}` });
  }
  if (items.length > 0) throw invalid(items);
}

/** Refuses a course that cannot be assigned to anybody today. */
export function refuseUnassignable(input: Pick<NamedAssignment, "course">, course: AssignableCourse): void {
  const { unassignable_reason, path_codes } = course;
  if (unassignable_reason === null) return;
  const { sentence, code, detail } = refusals[unassignable_reason](course);
  throw courseNotAssignable(sentence, {
    members: { unassignable_reason, path_codes, errors: [{ pointer: pointerOf(input.course), code, detail }] },
  });
}

const refusals = {
  inactive: ({ code }: AssignableCourse) => ({
    sentence: `${code} is archived.`,
    code: "COURSE_INACTIVE",
    detail: "names a course that is archived",
  }),
  license_expired: ({ code, type }: AssignableCourse) =>
    type === "learning_path"
      ? {
          sentence: `No licence that covers ${code}, or one of its courses, is in force today.`,
          code: "LICENSE_EXPIRED",
          detail: "names a learning path whose licence, or that of one of its courses, has expired",
        }
      : {
          sentence: `No licence that covers ${code} is in force today.`,
          code: "LICENSE_EXPIRED",
          detail: "names a course whose licence has expired",
        },
  path_only: ({ code, path_codes }: AssignableCourse) => ({
    sentence: `${code} is licensed only as part of a learning path.`,
    code: "PATH_ONLY",
    detail:
      path_codes.length === 0
        ? "names a course of a learning path that is archived"
        : `assign one of the paths ${path_codes.join(", ")} instead`,
  }),
};

/** All licences are full; the parameters are those of the first one in the order of use. */
export function seatsTaken({ id, name, seats_total, seats_used }: UsableLicense): Problem {
  const total = seats_total ?? 0;
  return seatLimitReached(`All ${total} seats of licence "${name}" are in use.`, {
    members: { license: { id, seats_total: total, seats_used: Math.max(total, seats_used) } },
  });
}

/** The pointer to the member that names the person or the course, which is the reference's only member. */
function pointerOf(reference: object): string {
  return `#/${Object.keys(reference)[0]}`;
}
