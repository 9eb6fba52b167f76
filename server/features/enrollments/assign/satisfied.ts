import { todayOf, type Context } from "../../../platform/context.ts";
import type { FactsRow } from "../../compliance/sql.ts";
import { bestOf, dayOf, endOf, openOf, type EnrollmentFact } from "../../compliance/flag/status.ts";
import type { PlannableCourse } from "../../courses/sql.ts";

/** Which enrollment or certificate makes another assignment needless. */
export type Criteria = {
  cycle_year: number;
  /** Only an enrollment of this very cycle counts: it was asked for by name. */
  is_exact: boolean;
  is_renewal: boolean;
  counts_valid: boolean;
  look_back_days: number | null;
};

/** What was neither cancelled nor withdrawn, oldest cycle first. */
export function standingOf<Fact extends EnrollmentFact>(enrollments: readonly Fact[]): Fact[] {
  return enrollments
    .filter(({ state }) => state !== "cancelled" && state !== "withdrawn")
    .sort((one, other) => one.cycle_year - other.cycle_year || one.cycle_seq - other.cycle_seq);
}

/** The newest of a cycle that was neither cancelled nor withdrawn. */
export function enrollmentOfCycle<Fact extends EnrollmentFact>(
  enrollments: readonly Fact[],
  cycle_year: number,
): Fact | undefined {
  return standingOf(enrollments).findLast((one) => one.cycle_year === cycle_year);
}

/**
 * The enrollment that is enough: one that is open, rather of the cycle than of another, or else one of the cycle in any state. A
 * renewal is there to follow a completed one, which therefore is not enough.
 */
export function satisfyingOf<Fact extends EnrollmentFact>(standing: readonly Fact[], criteria: Criteria): Fact | undefined {
  const of_cycle = enrollmentOfCycle(standing, criteria.cycle_year);
  if (criteria.is_exact) return of_cycle;
  const open = openOf(standing) as Fact[];
  const nearest = enrollmentOfCycle(open, criteria.cycle_year) ?? open.at(-1);
  return nearest ?? (criteria.is_renewal ? undefined : of_cycle);
}

/**
 * Whether a course that was completed has to be completed again when it is asked for anew: the certificate that came of it
 * has ended or was revoked, and no other is valid.
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

/** Whether what the person has already is enough, where that counts: a certificate valid today, or a completion in its place. */
export function isCovered(
  context: Context,
  facts: FactsRow,
  { recurrence }: Pick<PlannableCourse, "recurrence">,
  { counts_valid, look_back_days }: Criteria,
): boolean {
  if (!counts_valid) return false;
  const today = todayOf(context);
  const since = look_back_days === null ? -Infinity : dayOf(today) - look_back_days;
  // An old certificate that was renewed ahead of its end holds until the new one begins.
  const is_recent = facts.certificates.some(({ revoked, valid_from }) => !revoked && dayOf(valid_from) >= since);
  if (is_recent && (bestOf(facts.certificates, dayOf(today))?.until ?? -Infinity) >= dayOf(today)) return true;
  if (facts.issues_certificates || recurrence === "cycle") return false;
  return facts.enrollments.some(({ completed_at }) => completed_at !== null && localDay(context, completed_at) >= since);
}

function localDay({ tenant }: Context, instant: string): number {
  return dayOf(todayOf({ tenant, now: Temporal.Instant.from(instant) }));
}
