import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { judge, keep } from "../../compliance/flag/refresh.ts";
import { listFacts, type FactsRow } from "../../compliance/sql.ts";
import { listSeatsHeldBy } from "../../courses/seats-sql.ts";
import { findAssignableCourse, listPathItems, type AssignableCourse } from "../../courses/sql.ts";
import { emitAll } from "../../events/emit.ts";
import type { Assignment } from "./assignment.ts";
import { catchUpPath } from "../lifecycle/complete.ts";
import { currentCycle, defaultDueDate } from "../cycle.ts";
import { assignedEvent, type Reference } from "../events.ts";
import { existingOf, refuseDuplicate, refuseUnacceptable, refuseUnassignable, unknownReferences } from "./refuse-assignment.ts";
import { useLicense } from "./seats.ts";
import { findEnrollmentWithin, insertEnrollment, lockPerson, type NewEnrollment, type PersonRow } from "../sql.ts";
import { instantText } from "../../../platform/instants.ts";

/** What will be written: the enrollment asked for, and those of a learning path's items; `served` are there already. */
export type Decision = { person: PersonRow; enrollment: Planned; items: Planned[]; served: Planned[] };

type Planned = { row: NewEnrollment; course: AssignableCourse; facts: FactsRow; by: Reference; batch_id: string | null };

/** Assigns a course or learning path within a larger operation, which writes the audit row; returns the record. */
export async function assign(db: Db, context: Context, input: Assignment): Promise<string> {
  return carryOut(db, context, await decide(db, context, input));
}

/**
 * Loads, refuses, and takes the seat. The order of the refusals is a promise: a duplicate is told before all that depends
 * on the day, on the licence and on seats, so that a repeated assignment is answered by 409 whatever happened since.
 */
export async function decide(db: Db, context: Context, input: Assignment): Promise<Decision> {
  const { id: tenant_id, time_zone } = context.tenant;
  const today = todayOf(context);
  const [person, course] = await Promise.all([
    lockPerson(db, tenant_id, input.person),
    findAssignableCourse(db, tenant_id, input.course, { today, time_zone }),
  ]);
  if (!person || !course) throw unknownReferences(input, { person, course });
  const [facts] = await listFacts(db, tenant_id, [{ person_id: person.id, course_id: course.id }]);
  const cycle_year = input.cycle_year ?? currentCycle(context);
  refuseDuplicate(facts!, person, course, cycle_year);
  refuseUnacceptable(context, input, person);
  refuseUnassignable(input, course);

  const row: NewEnrollment = {
    id: newId(),
    person_id: person.id,
    course_id: course.id,
    cycle_year,
    source: input.source,
    source_ref: input.by,
    mandatory: course.mandatory,
    due_date: input.due_date === undefined ? defaultDueDate(today, course.default_due_days) : input.due_date,
    assigned_at: instantText(context.now),
    attempts_allowed: course.attempts_allowed,
    parent_enrollment_id: null,
    license_id: null,
  };
  const enrollment = { row, course, facts: facts!, by: input.by, batch_id: input.batch_id };
  const all = course.type === "learning_path" ? await planItems(db, context, enrollment) : [];
  const served = all.filter((item) => existingOf(item.facts, cycle_year));
  const items = all.filter((item) => !served.includes(item));
  await takeSeats(db, context, [enrollment, ...items]);
  return { person, enrollment, items, served };
}

/** The items of a path. One that the person has in this cycle already serves the path as well. */
async function planItems(db: Db, context: Context, path: Planned): Promise<Planned[]> {
  const { id: tenant_id, time_zone } = context.tenant;
  const { row } = path;
  const courses = await listPathItems(db, tenant_id, [row.course_id], { today: todayOf(context), time_zone });
  const pairs = courses.map((course) => ({ person_id: row.person_id, course_id: course.id }));
  const facts = new Map((await listFacts(db, tenant_id, pairs)).map((one) => [one.course_id, one]));
  return courses.map((course): Planned => {
    const { mandatory, attempts_allowed } = course;
    const source_ref = { type: "path", id: row.course_id, name: path.course.code };
    const own = { id: newId(), course_id: course.id, mandatory, attempts_allowed, source_ref, parent_enrollment_id: row.id };
    return { ...path, course, facts: facts.get(course.id)!, row: { ...row, ...own, source: "path" } };
  });
}

/** Notes the licence of each. That of a path covers its items; where the path needs none, each item needs its own. */
async function takeSeats(db: Db, context: Context, planned: readonly Planned[]): Promise<void> {
  if (planned.every(({ course }) => course.licenses.length === 0)) return;
  const [first] = planned;
  const seats = await listSeatsHeldBy(db, context.tenant.id, [first!.row.person_id]);
  const held = new Set(seats.map(({ license_id }) => license_id));
  for (const { row, course } of planned) {
    row.license_id =
      first!.row.license_id ?? (await useLicense(db, context, course, { person_id: row.person_id, enrollment_id: row.id, held }));
    if (row.license_id !== null) held.add(row.license_id);
  }
}

/** Writes what was decided: enrollments, flags and events, in one go. Returns the record of the enrollment asked for. */
export async function carryOut(db: Db, context: Context, { person, enrollment, items, served }: Decision): Promise<string> {
  const [record] = await Promise.all([enrollment, ...items].map((planned) => write(db, context, person, planned)));
  if (served.length === 0) return record!;
  const { state: _, ...user } = person;
  await catchUpPath(db, context, user, served[0]!.course.id);
  return (await findEnrollmentWithin(db, context.tenant.id, enrollment.row.id, todayOf(context)))!;
}

async function write(db: Db, context: Context, person: PersonRow, planned: Planned): Promise<string> {
  const { row, course, facts, by, batch_id } = planned;
  const { id, cycle_year, source, due_date, assigned_at } = row;
  const today = todayOf(context);
  const fact = {
    ...row,
    state: "assigned",
    cycle_seq: 1,
    renewal: source === "renewal",
    requirement_active: true,
    completed_at: null,
  } as const;
  const judged = judge(context, facts, [...facts.enrollments, fact]);
  const flag = judged.status?.status ?? null;
  const { state: _, ...user } = person;
  const event = assignedEvent({
    user,
    course: { id: course.id, code: course.code, title: course.title },
    enrollment: { id, cycle_year, status: "assigned", source, due_date, assigned_at, started_at: null, completed_at: null },
    by,
    flag,
    batch_id,
  });
  const [record] = await Promise.all([
    insertEnrollment(db, context.tenant.id, row, flag, today),
    keep(db, context, [judged]),
    emitAll(db, context, [event]),
  ]);
  return record;
}
