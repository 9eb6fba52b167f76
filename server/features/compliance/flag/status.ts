// The flag of one person for one course, as a pure function of facts and a day, without database or clock. Lists, events, the
// matrix and its forecast all use it.

/**
 * Every flag, the worst first. EXPIRING_SOON still has a valid certificate; the three before it have none. `covered`: a
 * certificate, a completion or an exemption holds. `meaning`: the text in the API's documents.
 */
export const flags = {
  OVERDUE: { covered: false, meaning: "past the due date, or the certificate has ended" },
  PENDING: { covered: false, meaning: "not started" },
  IN_PROGRESS: { covered: false, meaning: "started" },
  EXPIRING_SOON: { covered: true, meaning: "covered, and the end is near" },
  COMPLIANT: { covered: true, meaning: "covered" },
} as const satisfies Readonly<Record<string, { covered: boolean; meaning: string }>>;
export type Flag = keyof typeof flags;
export const severity_order = Object.keys(flags) as readonly Flag[];

/** The flags that mean not covered. */
export type UncoveredFlag = { [F in Flag]: (typeof flags)[F]["covered"] extends true ? never : F }[Flag];

export function isUncovered(flag: Flag): flag is UncoveredFlag {
  return !flags[flag].covered;
}

type Basis = "enrollment" | "certificate" | "completion" | "exemption";

/**
 * Dates are `YYYY-MM-DD` on the tenant's calendar. Instants are RFC 3339 in UTC with milliseconds, so that they can be compared
 * as text.
 */
export type EnrollmentFact = {
  id: string;
  state: "assigned" | "in_progress" | "completed" | "failed" | "cancelled" | "withdrawn";
  cycle_year: number;
  cycle_seq: number;
  due_date: string | null;
  assigned_at: string;
  /** Created by the system because a certificate is about to end. */
  renewal: boolean;
  mandatory: boolean;
  /** False once the rule or group behind it no longer applies to the person. */
  requirement_active: boolean;
  completed_at: string | null;
};
export type CertificateFact = {
  id: string;
  /** null: the certificate is external evidence. */
  enrollment_id: string | null;
  issued_at: string;
  valid_from: string;
  valid_until: string | null;
  revoked: boolean;
};
export type ExemptionFact = { from: string; until: string | null };

export type Facts = {
  /** The account is invited or active. */
  person_active: boolean;
  expiring_soon_days: number;
  grace_days: number;
  issues_certificates: boolean;
  /** A rule or group requires the course, even if no enrollment could be made. */
  required: boolean;
  enrollments: readonly EnrollmentFact[];
  certificates: readonly CertificateFact[];
  exemptions: readonly ExemptionFact[];
};

export type Status = {
  status: Flag;
  basis: Basis;
  /** A due date or a last valid day has passed, but the course's grace period has not. */
  in_grace: boolean;
  /** The flag that follows by time alone, and its day. Only a day: the entry disappears. Both null: nothing changes. */
  next_status: Flag | null;
  next_change_on: string | null;
  /** The next day on which time alone changes the flag, its basis or `in_grace`. */
  look_on: string | null;
};

/** The flag of a person for a course on a day; null: nothing is required. */
export function flagOf(facts: Facts, today: string): Status | null {
  return flagAt(timelineOf(facts), today);
}

/**
 * The facts of one pair prepared for many days. The flag of a day also needs later days (`next_status`), and a gate asks for
 * several, so what does not depend on the day is computed once.
 */
export type Timeline = {
  facts: Facts;
  exemptions: readonly { from: number; until: number }[];
  certificates: readonly Run[];
  /** First valid day of the earliest certificate, revoked ones included. */
  certified_from: number;
  is_required: boolean;
  is_completed: boolean;
  /** Enrollments that are still to be completed. */
  open: {
    is_any: boolean;
    is_begun: boolean;
    is_renewal_only: boolean;
    /** The earliest due date; Infinity: there is none. */
    due: number;
    /** The latest assignment that was not a renewal; empty: there was none. */
    assigned_at: string;
  };
  /** Days on which a period of the facts begins, or the first day after its end; in no order. */
  days: readonly number[];
};

export function timelineOf(facts: Facts): Timeline {
  const live = facts.enrollments.filter(isLive);
  const open = openOf(live);
  let [due, assigned_at] = [Infinity, ""];
  for (const enrollment of open) {
    due = Math.min(due, endOf(enrollment.due_date));
    if (!enrollment.renewal && enrollment.assigned_at > assigned_at) assigned_at = enrollment.assigned_at;
  }
  return {
    facts,
    exemptions: facts.exemptions.map(({ from, until }) => ({ from: dayOf(from), until: endOf(until) })),
    certificates: runsOf(facts.certificates),
    certified_from: facts.certificates.reduce((first, { valid_from }) => Math.min(first, dayOf(valid_from)), Infinity),
    is_required: facts.required || live.length > 0,
    is_completed: live.some(({ state }) => state === "completed"),
    open: {
      is_any: open.length > 0,
      is_begun: open.some(({ state }) => state !== "assigned"),
      is_renewal_only: open.every(({ renewal }) => renewal),
      due,
      assigned_at,
    },
    days: daysOf(facts),
  };
}

/** The flag of a day, from a timeline. */
export function flagAt(timeline: Timeline, date: string): Status | null {
  const day = dayOf(date);
  const now = judge(timeline, day);
  return now && { ...now, ...nextChange(timeline, day, now) };
}

type Judgement = Pick<Status, "status" | "basis" | "in_grace">;

/** Applies the rules in order; the first that matches decides. */
function judge({ facts, exemptions, certificates, certified_from, is_required, is_completed, open }: Timeline, day: number) {
  if (!facts.person_active) return null;
  if (exemptions.some(({ from, until }) => from <= day && day <= until)) return flag("COMPLIANT", "exemption");
  if (open.due + facts.grace_days < day) return flag("OVERDUE", "enrollment");

  // A certificate stops counting if the course was assigned again after its issue.
  const run = certificates.findLast(({ from }) => from <= day);
  const best = run !== undefined && open.assigned_at <= run.issued_at ? run : undefined;
  if (best && day <= best.until + facts.grace_days) {
    const left = best.until - day;
    return flag(left <= facts.expiring_soon_days ? "EXPIRING_SOON" : "COMPLIANT", "certificate", left < 0);
  }
  // A renewal that the system made does not hide that the certificate has ended.
  if (best && is_required && open.is_renewal_only) return flag("OVERDUE", "certificate");

  if (open.is_any) return flag(open.is_begun ? "IN_PROGRESS" : "PENDING", "enrollment", open.due < day);
  // Here all certificates that have begun are revoked; others have decided above.
  if (certified_from <= day && is_required) return flag("OVERDUE", "certificate");
  return is_completed && !facts.issues_certificates ? flag("COMPLIANT", "completion") : null;
}

function flag(status: Flag, basis: Basis, in_grace = false): Judgement {
  return { status, basis, in_grace };
}

/** Whether an enrollment makes the course required. */
export function isLive(enrollment: EnrollmentFact): boolean {
  return (
    enrollment.state !== "cancelled" && enrollment.state !== "withdrawn" && enrollment.mandatory && enrollment.requirement_active
  );
}

/** Enrollments that are still to be completed, without those that a completed newer cycle or a replacement has made obsolete. */
export function openOf(live: readonly EnrollmentFact[]): EnrollmentFact[] {
  return live.filter((enrollment) => {
    if (enrollment.state === "completed") return false;
    const newer = live.filter((other) => isNewer(other, enrollment));
    return enrollment.state === "failed" ? newer.length === 0 : !newer.some((other) => other.state === "completed");
  });
}

function isNewer(one: EnrollmentFact, other: EnrollmentFact): boolean {
  return one.cycle_year > other.cycle_year || (one.cycle_year === other.cycle_year && one.cycle_seq > other.cycle_seq);
}

/**
 * A period that certificates cover together without a gap: a successor that starts on the day after the end extends it. `last` is
 * the certificate with the latest end; of several with the same end it is the newest.
 */
export type Run = { from: number; until: number; issued_at: string; last: string };

/** The run with the latest end among those that have begun. */
export function bestOf(certificates: readonly CertificateFact[], day: number): Run | undefined {
  return runsOf(certificates).findLast((run) => run.from <= day);
}

function runsOf(certificates: readonly CertificateFact[]): Run[] {
  const runs: Run[] = [];
  const valid = certificates
    .filter((certificate) => !certificate.revoked)
    .map(({ id, valid_from, valid_until, issued_at }) => ({
      from: dayOf(valid_from),
      until: endOf(valid_until),
      issued_at,
      last: id,
    }))
    .sort((one, other) => one.from - other.from);
  for (const next of valid) {
    const last = runs.at(-1);
    if (!last || next.from > last.until + 1) runs.push({ ...next });
    else if (outlasts(next, last)) Object.assign(last, { until: next.until, issued_at: next.issued_at, last: next.last });
  }
  return runs;
}

function outlasts(next: Run, run: Run): boolean {
  if (next.until !== run.until) return next.until > run.until;
  return next.issued_at !== run.issued_at ? next.issued_at > run.issued_at : next.last > run.last;
}

function daysOf({ enrollments, exemptions, certificates, expiring_soon_days, grace_days }: Facts): number[] {
  const days: number[] = [];
  for (const { due_date } of enrollments) days.push(endOf(due_date) + 1, endOf(due_date) + grace_days + 1);
  for (const { from, until } of exemptions) days.push(dayOf(from), endOf(until) + 1);
  for (const { valid_from, valid_until } of certificates) {
    const until = endOf(valid_until);
    days.push(dayOf(valid_from), until - expiring_soon_days, until + 1, until + grace_days + 1);
  }
  return days;
}

/**
 * The first of `days` after a day; Infinity: there is none. A linear search, because it is called once or twice and sorting would
 * take longer.
 */
function firstAfter(day: number, days: readonly number[]): number {
  let first = Infinity;
  for (const candidate of days) if (candidate > day && candidate < first) first = candidate;
  return first;
}

/** The next change by time alone. The flag can change only on the days of the timeline. */
function nextChange(timeline: Timeline, day: number, now: Judgement): Pick<Status, "next_status" | "next_change_on" | "look_on"> {
  let look_on: string | null = null;
  const { days } = timeline;
  for (let candidate = firstAfter(day, days); candidate <= last_day; candidate = firstAfter(candidate, days)) {
    const next = judge(timeline, candidate);
    if (next?.status === now.status && next.basis === now.basis && next.in_grace === now.in_grace) continue;
    const on = dateOf(candidate);
    look_on ??= on;
    if (next?.status !== now.status) return { next_status: next?.status ?? null, next_change_on: on, look_on };
  }
  return { next_status: null, next_change_on: null, look_on };
}

const day_ms = 86_400_000;
const last_day = dayOf("9999-12-31");

// Days are counted on the calendar, so that neither hours nor daylight saving time matter.
/** A date as a number of days. */
export function dayOf(date: string): number {
  return Date.parse(date) / day_ms;
}

/** The last day of a period; Infinity if it has no end. */
export function endOf(date: string | null): number {
  return date === null ? Infinity : dayOf(date);
}

/** A number of days as a date. */
export function dateOf(day: number): string {
  return new Date(day * day_ms).toISOString().slice(0, 10);
}
