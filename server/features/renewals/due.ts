import { certificateOf } from "../compliance/matrix/evidence.ts";
import { dayOf, endOf, isLive, openOf, type Facts } from "../compliance/flag/status.ts";
import { defaultDueDate } from "../enrollments/cycle.ts";

/** The renewal settings of a course. */
export type RenewalCourse = {
  id: string;
  lead_days: number;
  recurrence: "none" | "validity" | "cycle";
  default_due_days: number | null;
};

/** A day of the organisation, and its cycle. */
type RenewalDay = { today: string; cycle: number };

type Renewal = { renewal_of: string | null; due_date: string | null; cycle_year: number };

/** After a longer gap, a renewal does not continue the old cycle, and the person gets a new due date. */
const catch_up_days_max = 90;

/**
 * The renewal that a person needs in a course on a day, or null. It is needed when the certificate that ends last is near its
 * end, the requirement still exists, and no enrollment is open.
 */
export function renewalDue(facts: Facts, course: RenewalCourse, { today, cycle }: RenewalDay): Renewal | null {
  const day = dayOf(today);
  if (!facts.person_active) return null;
  if (facts.exemptions.some(({ from, until }) => dayOf(from) <= day && day <= endOf(until))) return null;

  const certificate = certificateOf(facts, today);
  if (!certificate || certificate.revoked || certificate.valid_until === null) return null;
  const end = dayOf(certificate.valid_until);
  if (end - day > course.lead_days) return null;
  if (facts.certificates.some(({ revoked, valid_until }) => !revoked && endOf(valid_until) > end)) return null;

  const standing = facts.enrollments.filter(({ state }) => state !== "cancelled" && state !== "withdrawn");
  if (openOf(standing).length > 0) return null;
  if (!facts.required && !standing.some(isLive)) return null;

  const late = day - end > catch_up_days_max;
  const own = standing.find(({ id }) => id === certificate.enrollment_id);
  const year = Number(certificate.valid_until.slice(0, 4));
  const next = course.recurrence === "cycle" && own ? Math.max(own.cycle_year + 1, late ? cycle : 0) : year;
  return {
    renewal_of: certificate.enrollment_id,
    due_date: late ? defaultDueDate(today, course.default_due_days) : certificate.valid_until,
    // Never older than the newest cycle, because an older one would count as completed by it.
    cycle_year: standing.reduce((newest, one) => Math.max(newest, one.cycle_year), next),
  };
}
