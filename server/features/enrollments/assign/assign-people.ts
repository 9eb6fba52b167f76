import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { pairKey } from "../../compliance/flag/refresh.ts";
import { lockUsersById } from "../../people/lock-sql.ts";
import { currentCycle } from "../cycle.ts";
import { loadKnown, planWithSeats } from "./assign-many.ts";
import type { Assignment, BlockReason } from "./assignment.ts";
import { writePlan } from "./write-plan.ts";

/** An administrator's assignment to many people; each person gets it like a single assignment. */
export type AskedOfPeople = { course_id: string; due_date: string | null };

/** `has_it`: the person is already enrolled in the course for the present cycle, and nothing changes. */
export type PersonOutcome = "assigned" | "has_it" | BlockReason;

/** One assignment for each person, in the order of the ids. */
export function assignmentsOfPeople(
  context: Context,
  person_ids: readonly string[],
  { course_id, due_date }: AskedOfPeople,
): Assignment[] {
  const due = due_date === null ? {} : { due_date };
  const asked = { course_id, ...due, cycle_year: currentCycle(context), source: "admin", by: context.actor } as const;
  return person_ids.map((person_id) => ({ ...asked, person_id, keep_existing: true }));
}

/**
 * Assigns a course to people, within a larger operation, which writes the audit row. People who cannot be assigned are left out,
 * and it is not tried again later. Returns the outcome or reason for each person.
 */
export async function assignToPeople(
  db: Db,
  context: Context,
  person_ids: readonly string[],
  asked: AskedOfPeople,
  batch_id: string,
): Promise<Map<string, PersonOutcome>> {
  const assignments = assignmentsOfPeople(context, person_ids, asked);
  const [users, known] = await Promise.all([
    lockUsersById(db, context.tenant.id, person_ids),
    loadKnown(db, context, assignments),
  ]);
  const planned = await planWithSeats(db, context, known, assignments);
  const { plan } = planned;
  const outcomes = new Map<string, PersonOutcome>(
    assignments.map(({ person_id }, at) => [person_id, plan.assigned.has(at) ? "assigned" : "has_it"]),
  );
  for (const { assignment, reason } of plan.blocked) outcomes.set(assignment.person_id, reason);
  if (plan.assigned.size === 0) return outcomes;

  // Stores no flags for people who were left out.
  const course_ids = [asked.course_id, ...(known.items.get(asked.course_id) ?? []).map(({ id }) => id)];
  const assigned = [...plan.assigned.keys()].map((at) => assignments[at]!.person_id);
  const touched = assigned.flatMap((person_id) => course_ids.map((course_id) => pairKey({ person_id, course_id })));
  const facts = new Map(touched.map((key) => [key, known.facts.get(key)!]));
  await writePlan(db, context, { ...planned, known: { ...known, facts } }, users, batch_id);
  return outcomes;
}
