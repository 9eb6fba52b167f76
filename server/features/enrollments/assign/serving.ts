import { todayOf, type Context } from "../../../platform/context.ts";
import type { FactsRow } from "../../compliance/sql.ts";
import { bestOf, dayOf, endOf, openOf, type EnrollmentFact } from "../../compliance/flag/status.ts";
import type { PlannableCourse } from "../../courses/sql.ts";

/** Which enrollment or certificate makes another assignment needless. */
export type Standard = {
  cycle_year: number;
  /** Only an enrollment of this very cycle serves: it was asked for by name. */
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

/**
 * The enrollment that serves: one that is open, rather of the cycle than of another, or else one of the cycle in any state. A
 * renewal is there to follow a completed one, which therefore does not serve it.
 */
export function servingOf<Fact extends EnrollmentFact>(standing: readonly Fact[], standard: Standard): Fact | undefined {
  const of_cycle = standing.findLast(({ cycle_year }) => cycle_year === standard.cycle_year);
  if (standard.is_exact) return of_cycle;
  const open = openOf(standing) as Fact[];
  const serving = open.findLast(({ cycle_year }) => cycle_year === standard.cycle_year) ?? open.at(-1);
  return serving ?? (standard.is_renewal ? undefined : of_cycle);
}

/**
 * Whether a course that was completed has to be completed again by whoever is asked for it anew: the certificate that came of it
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
  { counts_valid, look_back_days }: Standard,
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
