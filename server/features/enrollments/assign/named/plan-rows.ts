// Rows that name a person and a course: of a batch, of requests that share a transaction, or of a single request. Each is decided
// as if it had been sent alone, one after the other.
import type { Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/db/transaction.ts";
import { Problem } from "../../../../platform/http/problem.ts";
import type { AuditEntry } from "../../../audit/schema.ts";
import { pairKey } from "../../../compliance/flag/refresh.ts";
import type { KnownFacts } from "../../../compliance/sql.ts";
import type { PathItem, PlannableCourse } from "../../../courses/sql.ts";
import type { EventUser } from "../../../people/events.ts";
import { currentCycle } from "../../cycle.ts";
import type { PersonRow } from "../../sql.ts";
import { planWithSeats, withFacts } from "../assign-many.ts";
import type { Assignment, NamedAssignment } from "../assignment.ts";
import type { Created, Objection, Plan } from "../plan-assignments.ts";
import { refuseAssignment, seatsTaken } from "./refuse-assignment.ts";
import type { PlanToWrite } from "../write-plan.ts";

/** An assignment whose person and course were found; the transaction has locked the person. */
export type FoundRow = { input: NamedAssignment; person: PersonRow; course: PlannableCourse };

export type PlannedRows = {
  /** The plan of the rows that are not refused. */
  planned: PlanToWrite;
  users: Map<string, EventUser>;
  /** By the position of the row: the id of the new enrollment, or the problem. */
  outcomes: (string | Problem)[];
};

/** `items`: the courses of the learning paths among the rows. `read`: facts that were read before. */
export async function planRows(
  db: Db,
  context: Context,
  rows: readonly FoundRow[],
  { items, read }: { items: readonly PathItem[]; read?: readonly KnownFacts[] },
): Promise<PlannedRows> {
  const assignments = rows.map((row) => assignmentOf(context, row));
  const places = new Map(assignments.map((assignment, place) => [assignment, place]));
  const courses = rows.map(({ course }) => course);
  const known = await withFacts(db, context, assignments, { courses, items, sources: [] }, read);

  const refusals = new Map<number, Problem>();
  const objects: Objection = (assignment, enrollments) => {
    const place = places.get(assignment)!;
    const { input, person, course } = rows[place]!;
    const refusal = refusalOf(() => refuseAssignment(context, input, { person, course, enrollments }));
    if (refusal) refusals.set(place, refusal);
    return refusal !== null;
  };
  const planned = await planWithSeats(db, context, known, assignments, 0, objects);
  for (const blocked of planned.plan.blocked) {
    // Other reasons were refused before by `refuseAssignment`.
    if (blocked.reason === "no_seat") refusals.set(places.get(blocked.assignment)!, seatsTaken(blocked.full));
  }
  const outcomes = rows.map((_, place) => {
    const outcome = planned.plan.assigned.get(place) ?? refusals.get(place);
    if (outcome === undefined) throw new Error(`nothing became of row ${place}`);
    return outcome;
  });
  const assigned = rows.filter((_, place) => planned.plan.assigned.has(place));
  return { planned: onlyOf(planned, assigned), users: usersOf(assigned), outcomes };
}

/** The audit rows of the assignments; a learning path has one row together with its courses. */
export function entriesOf(plan: Plan, rows: readonly FoundRow[]): AuditEntry[] {
  const created = [...plan.created.values()];
  const items = Map.groupBy(created, ({ row }) => row.parent_enrollment_id);
  const people = new Map(rows.map(({ person }) => [person.id, person]));
  const asked = created.filter(({ row }) => row.parent_enrollment_id === null);
  return asked.map((one) => entryOf(people.get(one.row.person_id)!, one, items.get(one.row.id) ?? []));
}

function entryOf(person: PersonRow, { row, course }: Created, items: readonly Created[]): AuditEntry {
  const { id, cycle_year, due_date, license_id } = row;
  const values = {
    user_id: person.id,
    course_code: course.code,
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

function assignmentOf(context: Context, { input, person, course }: FoundRow): Assignment {
  const { cycle_year = currentCycle(context), due_date, source, by } = input;
  return { person_id: person.id, course_id: course.id, cycle_year, due_date, source, by, keep_existing: true };
}

function refusalOf(check: () => void): Problem | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Leaves out the pairs of refused rows, so that nothing is stored for them. */
function onlyOf({ known, ...planned }: PlanToWrite, rows: readonly FoundRow[]): PlanToWrite {
  const touched = rows.flatMap(({ person, course }) =>
    [course.id, ...(known.items.get(course.id) ?? []).map(({ id }) => id)].map((course_id) =>
      pairKey({ person_id: person.id, course_id }),
    ),
  );
  const facts = new Map(touched.map((key) => [key, known.facts.get(key)!]));
  return { ...planned, known: { ...known, facts } };
}

function usersOf(rows: readonly FoundRow[]): Map<string, EventUser> {
  const users = new Map<string, EventUser>();
  for (const { person } of rows) {
    const { state: _, ...user } = person;
    users.set(user.id, user);
  }
  return users;
}
