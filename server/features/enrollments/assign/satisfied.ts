import { todayOf, type Context } from "../../../platform/context.ts";
import type { FactsRow } from "../../compliance/sql.ts";
import { bestOf, dayOf, endOf, openOf, type EnrollmentFact } from "../../compliance/flag/status.ts";
import type { PlannableCourse } from "../../courses/sql.ts";

/** The criteria by which an enrollment or certificate satisfies another assignment. */
export type Criteria = {
  cycle_year: number;
  /** Whether the assignment names a cycle; then only an enrollment of that cycle counts. */
  is_exact: boolean;
  is_renewal: boolean;
  counts_valid: boolean;
  look_back_days: number | null;
};

/** Enrollments that were neither cancelled nor withdrawn, the oldest cycle first. */
export function standingOf<Fact extends EnrollmentFact>(enrollments: readonly Fact[]): Fact[] {
  return enrollments
    .filter(({ state }) => state !== "cancelled" && state !== "withdrawn")
    .sort((one, other) => one.cycle_year - other.cycle_year || one.cycle_seq - other.cycle_seq);
}

/** The newest enrollment of a cycle that was neither cancelled nor withdrawn. */
export function enrollmentOfCycle<Fact extends EnrollmentFact>(
  enrollments: readonly Fact[],
  cycle_year: number,
): Fact | undefined {
  return standingOf(enrollments).findLast((one) => one.cycle_year === cycle_year);
}

/**
 * The enrollment that satisfies the criteria: an open one, preferably of the cycle, or else one of the cycle in any state. A
 * completed one does not satisfy a renewal, which follows it.
 */
export function satisfyingOf<Fact extends EnrollmentFact>(standing: readonly Fact[], criteria: Criteria): Fact | undefined {
  const of_cycle = enrollmentOfCycle(standing, criteria.cycle_year);
  if (criteria.is_exact) return of_cycle;
  const open = openOf(standing) as Fact[];
  const nearest = enrollmentOfCycle(open, criteria.cycle_year) ?? open.at(-1);
  return nearest ?? (criteria.is_renewal ? undefined : of_cycle);
}

/**
 * Whether a completed course must be completed again when it is assigned again: its certificate has ended or was revoked, and no
 * other one is valid.
 */
export function hasRunOut(
  context: Context,
  { certificates }: FactsRow,
  { id, state }: Pick<EnrollmentFact, "id" | "state">,
): boolean {
  if (state !== "completed" || !certificates.some(({ enrollment_id }) => enrollment_id === id)) return false;
  const today = dayOf(todayOf(context));
  return certificates.every(({ revoked, valid_until }) => revoked || endOf(valid_until) < today);
}

/** Whether the person is covered, if coverage counts: by a certificate that is valid today, or by a completion in its place. */
export function isCovered(
  context: Context,
  facts: FactsRow,
  { recurrence }: Pick<PlannableCourse, "recurrence">,
  { counts_valid, look_back_days }: Criteria,
): boolean {
  if (!counts_valid) return false;
  const today = todayOf(context);
  const since = look_back_days === null ? -Infinity : dayOf(today) - look_back_days;
  // If a certificate was renewed before its end, the old one is valid until the new one begins.
  const is_recent = facts.certificates.some(({ revoked, valid_from }) => !revoked && dayOf(valid_from) >= since);
  if (is_recent && (bestOf(facts.certificates, dayOf(today))?.until ?? -Infinity) >= dayOf(today)) return true;
  if (facts.issues_certificates || recurrence === "cycle") return false;
  return facts.enrollments.some(({ completed_at }) => completed_at !== null && localDay(context, completed_at) >= since);
}

function localDay({ tenant }: Context, instant: string): number {
  return dayOf(todayOf({ tenant, now: Temporal.Instant.from(instant) }));
}
