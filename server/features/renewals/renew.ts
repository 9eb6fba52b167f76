import { todayOf, type Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { pairKey } from "../compliance/flag/refresh.ts";
import { listFacts, type FactsRow } from "../compliance/sql.ts";
import { assignMany } from "../enrollments/assign/assign-many.ts";
import { currentCycle } from "../enrollments/cycle.ts";
import type { Assignment } from "../enrollments/assign/assignment.ts";
import { lockPeople } from "../people/apply-sql.ts";
import { renewalDue, type RenewalCourse } from "./due.ts";
import { listAskers, listCandidates, listRenewalCourses, type Candidate } from "./sql.ts";

/**
 * Makes the renewals that are due among the next pairs after a place: one enrollment each, with a seat if needed. If there is no
 * seat, `assignMany` raises an alert, and the next midnight retries. Returns the place after which to continue, or null.
 */
export async function renewDue(db: Db, context: Context, after: Candidate | null, limit: number): Promise<Candidate | null> {
  const { id: tenant_id } = context.tenant;
  const candidates = await listCandidates(db, tenant_id, todayOf(context), after, limit);
  if (candidates.length === 0) return null;
  await lockPeople(db, tenant_id, [...new Set(candidates.map(({ person_id }) => person_id))]);
  const [facts, courses] = await Promise.all([listFacts(db, tenant_id, candidates), listRenewalCourses(db, tenant_id)]);
  const by_id = new Map(courses.map((course) => [course.id, course]));
  const assignments = facts.flatMap((one) => assignmentOf(context, one, by_id.get(one.course_id)) ?? []);
  if (assignments.length > 0) await assignRenewals(db, context, await withOrigins(db, tenant_id, assignments));
  return candidates.length === limit ? candidates.at(-1)! : null;
}

async function assignRenewals(db: Db, context: Context, assignments: readonly Assignment[]): Promise<void> {
  const batch_id = newId();
  const { assigned } = await assignMany(db, context, assignments, { batch_id });
  if (assigned.size === 0) return;
  await record(db, context, {
    operation: "enrollment.renew",
    target_type: "enrollment",
    target_id: null,
    changes: { enrollments: [null, [...assigned.values()]] },
    batch_id,
  });
}

/**
 * A renewal gets the sources of its predecessor and all rules and groups that ask for the course now; external evidence has no
 * predecessor. Each source is an assignment of its own: the first one creates the enrollment, and the others join it.
 */
async function withOrigins(db: Db, tenant_id: string, assignments: readonly Assignment[]): Promise<Assignment[]> {
  const askers = Map.groupBy(await listAskers(db, tenant_id, assignments), pairKey);
  return assignments.flatMap((assignment) => {
    const origins = askers.get(pairKey(assignment)) ?? [];
    return origins.length === 0
      ? [assignment]
      : origins.map(({ source, ref_id }) => ({ ...assignment, origin: { source, ref_id } }));
  });
}

/** The renewal that a pair needs, as an assignment. */
function assignmentOf(context: Context, facts: FactsRow, course: RenewalCourse | undefined): Assignment | null {
  const renewal = course && renewalDue(facts, course, { today: todayOf(context), cycle: currentCycle(context) });
  if (!renewal) return null;
  const { renewal_of, due_date, cycle_year } = renewal;
  return {
    person_id: facts.person_id,
    course_id: facts.course_id,
    due_date,
    cycle_year,
    source: "renewal",
    by: { type: "system", id: null, name: "renewal" },
    ...(renewal_of === null ? {} : { renewal_of, inherit_sources_of: renewal_of }),
  };
}
