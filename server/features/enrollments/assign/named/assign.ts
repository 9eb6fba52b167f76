import { todayOf, type Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/db/transaction.ts";
import { Problem } from "../../../../platform/http/problem.ts";
import { caseNorm } from "../../../../platform/text.ts";
import { listFactsOfNamed, type KnownFacts, type NamedPair } from "../../../compliance/sql.ts";
import { listPathItems, type PathItem, type PlannableCourse } from "../../../courses/sql.ts";
import type { PersonRow } from "../../sql.ts";
import type { NamedAssignment } from "../assignment.ts";
import { findNamed } from "./find-named.ts";
import { planRows } from "./plan-rows.ts";
import { unknownReferences } from "./refuse-assignment.ts";
import { writePlanForRecords } from "../write-plan.ts";

/** Assigns a course or learning path within a larger operation, which writes the audit row; returns the record. */
export async function assign(db: Db, context: Context, input: NamedAssignment): Promise<string> {
  const { named, ...known } = await findAssignments(db, context, [input], false);
  const { person, course } = named[0]!;
  if (!person || !course) throw unknownReferences(input, { person, course });
  const { planned, users, outcomes } = await planRows(db, context, [{ input, person, course }], known);
  const [outcome] = outcomes;
  if (outcome instanceof Problem) throw outcome;
  return (await writePlanForRecords(db, context, planned, users, input.batch_id)).get(outcome!)!;
}

/** What is named by assignments, in their order, and what is known of it. */
export type NamedRows = {
  named: { person: PersonRow | undefined; course: PlannableCourse | undefined }[];
  items: PathItem[];
  read: KnownFacts[];
};

/**
 * Finds people, courses and facts in one packet, that of learning paths' courses apart. The people's rows are held from now on; `free_only`:
 * those that nobody else holds. The facts are read behind the lock.
 */
export async function findAssignments(
  db: Db,
  context: Context,
  inputs: readonly NamedAssignment[],
  free_only: boolean,
): Promise<NamedRows> {
  const { id: tenant_id, time_zone } = context.tenant;
  const people = inputs.map(({ person }) => person);
  const courses = inputs.map(({ course }) => course);
  const [found, read] = await Promise.all([
    findNamed(db, context, people, courses, free_only),
    listFactsOfNamed(db, tenant_id, inputs.map(pairOf)),
  ]);
  const named = inputs.map((input) => ({ person: found.person(input.person), course: found.course(input.course) }));
  const paths = new Set(named.flatMap(({ course }) => (course?.type === "learning_path" ? course.id : [])));
  const day = { today: todayOf(context), time_zone };
  const items = paths.size > 0 ? await listPathItems(db, tenant_id, [...paths], day) : [];
  return { named, items, read };
}

function pairOf({ person, course }: NamedAssignment): NamedPair {
  return {
    ...("user_id" in person ? { person_id: person.user_id } : { employee_no_norm: caseNorm(person.employee_no) }),
    ...("course_id" in course ? { course_id: course.course_id } : { code_norm: caseNorm(course.course_code) }),
  };
}
