import { todayOf, type Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { deleteStatus, findFacts, listCoursesOf, upsertStatus, type FactsRow } from "./sql.ts";
import { flagOf, type EnrollmentFact, type Flag, type Status } from "./status.ts";

/**
 * Recomputes the flag of a person for a course in the transaction of the change behind it. The caller holds the person's
 * row, so that two changes of one pair cannot each miss the other.
 */
export async function refreshPair(db: Db, context: Context, person_id: string, course_id: string): Promise<Flag | null> {
  const facts = await findFacts(db, context.tenant.id, person_id, course_id);
  return storeFlag(db, context, person_id, course_id, judgePair(facts, facts.enrollments, todayOf(context)));
}

/** Recomputes every flag of a person: after the account was deactivated or came back. */
export async function refreshPerson(db: Db, context: Context, person_id: string): Promise<void> {
  const courses = await listCoursesOf(db, context.tenant.id, person_id);
  await Promise.all(courses.map(({ course_id }) => refreshPair(db, context, person_id, course_id)));
}

/** The flag that a pair has with these enrollments. A learning path has none of its own: its items have. */
export function judgePair(
  facts: Omit<FactsRow, "enrollments">,
  enrollments: readonly EnrollmentFact[],
  today: string,
): Status | null {
  if (facts.type === "learning_path") return null;
  // Until courses issue certificates, completion itself is what counts.
  return flagOf({ ...facts, enrollments, issues_certificates: false, certificates: [], exemptions: [] }, today);
}

/** Keeps what was judged, and says which flag it is. */
export async function storeFlag(
  db: Db,
  context: Context,
  person_id: string,
  course_id: string,
  status: Status | null,
): Promise<Flag | null> {
  const { id: tenant_id } = context.tenant;
  if (status) await upsertStatus(db, tenant_id, person_id, course_id, status);
  else await deleteStatus(db, tenant_id, person_id, course_id);
  return status?.status ?? null;
}
