import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { pairKey } from "../../compliance/flag/refresh.ts";
import { findPlannableCourse, listPathItems } from "../../courses/sql.ts";
import { currentCycle } from "../cycle.ts";
import { lockPerson, type PersonRow } from "../sql.ts";
import { planWithSeats, withFacts } from "./assign-many.ts";
import type { Assignment, NamedAssignment } from "./assignment.ts";
import type { Created } from "./plan-assignments.ts";
import { refuseAssignment, seatsTaken, unknownReferences } from "./refuse-assignment.ts";
import { writePlanForRecord, type PlanToWrite } from "./write-plan.ts";

/** What will be written: the enrollment asked for, and those of a learning path's items. */
export type Decision = {
  person: PersonRow;
  enrollment: Created;
  items: Created[];
  planned: PlanToWrite;
  batch_id: string | null;
};

/** Assigns a course or learning path within a larger operation, which writes the audit row; returns the record. */
export async function assign(db: Db, context: Context, input: NamedAssignment): Promise<string> {
  return carryOut(db, context, await decide(db, context, input));
}

/** Loads, refuses, and plans: a batch of one, whose faults are the caller's. */
export async function decide(db: Db, context: Context, input: NamedAssignment): Promise<Decision> {
  const { id: tenant_id, time_zone } = context.tenant;
  const day = { today: todayOf(context), time_zone };
  const [person, course] = await Promise.all([
    lockPerson(db, tenant_id, input.person),
    findPlannableCourse(db, tenant_id, input.course, day),
  ]);
  if (!person || !course) throw unknownReferences(input, { person, course });
  const { cycle_year = currentCycle(context), due_date, source, by, batch_id } = input;
  const pair = { person_id: person.id, course_id: course.id };
  const assignments: Assignment[] = [{ ...pair, cycle_year, due_date, source, by, keep_existing: true }];
  const items = course.type === "learning_path" ? await listPathItems(db, tenant_id, [course.id], day) : [];
  const known = await withFacts(db, context, assignments, { courses: [course], items, sources: [] });
  const { enrollments } = known.facts.get(pairKey(pair))!;
  refuseAssignment(context, input, { person, course, enrollments });

  const planned = await planWithSeats(db, context, known, assignments);
  const [blocked] = planned.plan.blocked;
  if (blocked?.reason === "no_seat") throw seatsTaken(blocked.full);
  const [enrollment, ...rest] = planned.plan.created.values();
  return { person, enrollment: enrollment!, items: rest, planned, batch_id };
}

/** Writes what was decided, in one go. Returns the record of the enrollment asked for. */
export async function carryOut(db: Db, context: Context, { person, planned, batch_id }: Decision): Promise<string> {
  const { state: _, ...user } = person;
  return writePlanForRecord(db, context, planned, user, batch_id);
}
