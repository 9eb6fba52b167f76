import { todayOf, type Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/db/transaction.ts";
import { Problem } from "../../../../platform/http/problem.ts";
import { newId } from "../../../../platform/ids.ts";
import { caseNorm } from "../../../../platform/text.ts";
import { insertAudits } from "../../../audit/batch-sql.ts";
import { listFactsOfNamed, type KnownFacts, type NamedPair } from "../../../compliance/sql.ts";
import { listPathItems, type PathItem, type PlannableCourse } from "../../../courses/sql.ts";
import type { PersonRow } from "../../sql.ts";
import type { NamedAssignment } from "../assignment.ts";
import { findNamed } from "./find-named.ts";
import { entriesOf, planRows, type FoundRow } from "./plan-rows.ts";
import { unknownReferences } from "./refuse-assignment.ts";
import { writePlan } from "../write-plan.ts";

/**
 * Assigns courses and learning paths within a larger operation, with an audit row each. Returns the person and enrollment of each
 * assignment, in their order. Throws if one of them is refused.
 */
export async function assignNamed(
  db: Db,
  context: Context,
  inputs: readonly NamedAssignment[],
  batch_id: string,
): Promise<{ id: string; person_id: string }[]> {
  const { named, ...known } = await findAssignments(db, context, inputs, false);
  const rows = named.map(({ person, course }, place): FoundRow => {
    const input = inputs[place]!;
    if (!person || !course) throw unknownReferences(input, { person, course });
    return { input, person, course };
  });
  const { planned, users, outcomes } = await planRows(db, context, rows, known);
  const assigned = outcomes.map((outcome, place) => {
    if (outcome instanceof Problem) throw outcome;
    return { id: outcome, person_id: rows[place]!.person.id };
  });
  const entries = entriesOf(planned.plan, rows).map((entry) => ({ ...entry, id: newId() }));
  await Promise.all([writePlan(db, context, planned, users, batch_id), insertAudits(db, context, batch_id, entries)]);
  return assigned;
}

/** The people and courses that assignments name, in their order, with the facts about them. */
export type NamedRows = {
  named: { person: PersonRow | undefined; course: PlannableCourse | undefined }[];
  items: PathItem[];
  read: KnownFacts[];
};

/**
 * Finds people, courses and facts in one packet; only the courses of learning paths are read separately. The people's rows are
 * locked from now on; `free_only`: people whom another transaction has locked are left out. The facts are read after the lock.
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
