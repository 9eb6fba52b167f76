import { todayOf, type Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Judged, Pair } from "../compliance/sql.ts";
import { assignMany } from "../enrollments/assign/assign-many.ts";
import { defaultDueDate } from "../enrollments/cycle.ts";
import type { Assignment } from "../enrollments/assign/assignment.ts";
import type { Reference } from "../enrollments/events.ts";
import { lapseSources, type Lapse } from "../enrollments/lifecycle/lapse.ts";
import { userOf } from "../people/events.ts";
import { listPathItems, type AskedCourse, type Candidate } from "./sql.ts";

/** The source of a requirement: a rule or a group, with the courses that it asks for. */
export type Asking = {
  source: "rule" | "group";
  id: string;
  name: string;
  /** Null: the course's default. */
  due_days: number | null;
  on_leave: "cancel" | "keep";
  courses: readonly AskedCourse[];
  count_valid_certificates?: boolean;
  look_back_days?: number | null;
};

/** The courses that a rule or group newly asks of a person, and those that it asks for no more. */
export type Change = { person: Candidate; asking: Asking; added: readonly string[]; removed: readonly string[] };

/**
 * Assigns the courses that are newly asked for and ends the others; matches and memberships are stored already. Assignments come
 * first: an enrollment that another rule or group still asks for is then handed over to it instead of being cancelled. Returns
 * how many enrollments were made, and how many were cancelled.
 */
export async function ask(
  db: Db,
  context: Context,
  changes: readonly Change[],
  batch_id: string | null,
): Promise<{ assigned: number; cancelled: number }> {
  if (changes.length === 0) return { assigned: 0, cancelled: 0 };
  const today = todayOf(context);
  const assignments = changes.flatMap((change) => assignmentsOf(today, change));
  const lapses = changes.flatMap(lapsesOf);
  // The evaluation has read and locked these people.
  const users = new Map(changes.map(({ person }) => [person.id, userOf(person, person.department_name)]));
  // Where one course replaces another one, the flags of both are stored together.
  const unkept: Judged[] | undefined = lapses.length > 0 ? [] : undefined;
  const outcome = assignments.length > 0 ? await assignMany(db, context, assignments, { batch_id, users, unkept }) : null;
  const assigned = outcome?.assigned.size ?? 0;
  if (lapses.length === 0) return { assigned, cancelled: 0 };
  const ended = await listEndedPairs(db, context.tenant.id, changes);
  return { assigned, cancelled: await lapseSources(db, context, lapses, { batch_id, ended, users, unkept }) };
}

/** The assignments that follow from a change. */
export function assignmentsOf(today: string, { person, asking, added }: Change): Assignment[] {
  const { source, id, due_days, courses, count_valid_certificates, look_back_days } = asking;
  const start = latest(today, person.employment_start_date);
  return courses
    .filter((course) => added.includes(course.id))
    .map((course) => ({
      person_id: person.id,
      course_id: course.id,
      due_date: defaultDueDate(start, due_days ?? course.default_due_days),
      counts_from: start,
      source,
      by: referenceOf(asking),
      origin: { source, ref_id: id },
      count_valid_certificates,
      look_back_days,
    }));
}

/** The enrollments that a change may end. */
export function lapsesOf({ person, asking, removed }: Change): Lapse[] {
  const { source, id, on_leave } = asking;
  const reason = source === "rule" ? "department_changed" : "group_left";
  const lapse = { person_id: person.id, source, ref_id: id, reason, by: referenceOf(asking), keep: on_leave === "keep" } as const;
  return removed.map((course_id) => ({ ...lapse, course_id }));
}

/** Pairs of a person and a course that is asked for no more, including the courses of learning paths. */
async function listEndedPairs(db: Db, tenant_id: string, changes: readonly Change[]): Promise<Pair[]> {
  const items = Map.groupBy(
    await listPathItems(db, tenant_id, [...new Set(changes.flatMap(({ removed }) => removed))]),
    ({ path_id }) => path_id,
  );
  return changes.flatMap(({ person, removed }) =>
    removed
      .flatMap((course_id) => [course_id, ...(items.get(course_id) ?? []).map((item) => item.course_id)])
      .map((course_id) => ({ person_id: person.id, course_id })),
  );
}

function referenceOf({ source, id, name }: Asking): Reference {
  return { type: source, id, name };
}

function latest(today: string, start: string | null): string {
  return start !== null && start > today ? start : today;
}
