// Explains a flag. Today's flag is explained from the facts, that of a past day from the row that history kept. Both are
// converted to the form `Grounds` and explained by the same function. Facts that history does not keep are left out of the
// reasons.
import { certificateOf, evidenceOf } from "../matrix/evidence.ts";
import {
  dayOf,
  flagOf,
  openOf,
  isLive,
  type CertificateFact,
  type EnrollmentFact,
  type Facts,
  type Flag,
  type Status,
} from "../flag/status.ts";
import type { HistoryLine } from "./explain-sql.ts";
import { block_reasons, reason, renewalStateOf, type Reason, type ReasonCode, type ReasonFacts, type About } from "./reasons.ts";

/** The facts of a pair, with the names and numbers that an explanation shows. */
export type ExplainFacts = Facts & {
  course_code: string;
  /** IANA name; dates in the sentences are of this zone. */
  time_zone: string;
  /** Numbers of the certificates, by id. */
  certificate_numbers: Readonly<Record<string, string>>;
  rule_ids: readonly string[];
  /** Why an assignment or a renewal could not be made; null: nothing is blocked. */
  blocked: string | null;
};

export type Explanation = {
  status: Flag | null;
  basis: Status["basis"] | null;
  reasons: Reason[];
  next_status: Flag | null;
  next_change_on: string | null;
  evidence: { enrollment_ids: string[]; certificate_ids: string[]; rule_ids: string[] };
};

/** The facts that decide a flag, as far as they are known. */
type Grounds = Pick<Status, "status" | "basis" | "in_grace"> & {
  exemption: ReasonFacts;
  certificate: { number: string; valid_until: string | null; revoked: boolean } | undefined;
  enrollments: readonly OpenEnrollment[];
  /** Open renewals that did not decide the flag. */
  renewals: readonly ReasonFacts[];
  window: ReasonFacts;
  grace: ReasonFacts;
};

type OpenEnrollment = {
  due_date: string | null;
  is_past: boolean;
  /** null: not known. */
  progress: { code: ReasonCode; facts: ReasonFacts } | null;
};

/** Explains the flag of a day; the flag is that of `flagOf`. */
export function explain(facts: ExplainFacts, today: string): Explanation {
  const status = flagOf(facts, today);
  const evidence = status && evidenceOf(facts, status, today);
  const open = status ? openOf(facts.enrollments.filter(isLive)) : [];
  const about = { course_code: facts.course_code, is_past: false };
  const reasons = status ? reasonsNow(about, facts, status, open, today) : whyNothing(about, facts, today);
  return explanationOf(status, reasons, {
    enrollment_ids: [evidence?.enrollment_id, ...open.map(({ id }) => id)],
    certificate_ids: [evidence?.certificate_id],
    rule_ids: facts.rule_ids,
  });
}

/** Explains a past day from the row of history that was valid then. Facts that became known later are not used. */
export function explainThen(course_code: string, in_scope: boolean, line: HistoryLine | null): Explanation {
  const about = { course_code, is_past: true };
  if (!in_scope || line?.status == null || line.basis === null) {
    const why = reason(about, in_scope ? "NOT_REQUIRED" : "PERSON_INACTIVE");
    return explanationOf(null, [why], { enrollment_ids: [], certificate_ids: [], rule_ids: [] });
  }
  const { status, basis, next_status, next_change_on } = line;
  const judgement = { status, basis, in_grace: line.in_grace === true, next_status, next_change_on };
  return explanationOf(judgement, reasonsOf(about, { ...judgement, ...groundsThen(line) }), {
    enrollment_ids: [line.enrollment_id, line.renewal_enrollment_id],
    certificate_ids: [line.certificate_id],
    rule_ids: [],
  });
}

type Ids = readonly (string | null | undefined)[];

function explanationOf(
  status: Omit<Status, "in_grace" | "look_on"> | null,
  reasons: Reason[],
  { rule_ids, ...ids }: { enrollment_ids: Ids; certificate_ids: Ids; rule_ids: readonly string[] },
): Explanation {
  const known = (some: Ids) => [...new Set(some.filter((id) => typeof id === "string"))];
  return {
    status: status?.status ?? null,
    basis: status?.basis ?? null,
    reasons,
    next_status: status?.next_status ?? null,
    next_change_on: status?.next_change_on ?? null,
    evidence: {
      enrollment_ids: known(ids.enrollment_ids),
      certificate_ids: known(ids.certificate_ids),
      rule_ids: [...rule_ids],
    },
  };
}

function reasonsOf(about: About, grounds: Grounds): Reason[] {
  return [...decided(about, grounds), ...grounds.renewals.map((facts) => reason(about, "RENEWAL_OPEN", facts))];
}

function decided(about: About, grounds: Grounds): Reason[] {
  const { basis, exemption, certificate, enrollments } = grounds;
  if (basis === "exemption") return [reason(about, "EXEMPT", exemption)];
  if (basis === "completion") return [reason(about, "COMPLETED")];
  if (basis === "certificate") return ofCertificate(about, grounds, certificate!);
  return enrollments.flatMap((one) => ofEnrollment(about, grounds, one));
}

function ofCertificate(
  about: About,
  { status, in_grace, window, grace }: Grounds,
  { number, valid_until: until, revoked }: NonNullable<Grounds["certificate"]>,
): Reason[] {
  if (revoked) return [reason(about, "CERT_REVOKED", { certificate: number })];
  const known = { certificate: number, until };
  if (in_grace) return [reason(about, "CERT_EXPIRED", known), reason(about, "IN_GRACE", grace)];
  if (status === "OVERDUE") return [reason(about, "CERT_EXPIRED", known)];
  const valid = reason(about, "CERT_VALID", known);
  return status === "EXPIRING_SOON" ? [valid, reason(about, "WITHIN_EXPIRING_WINDOW", window)] : [valid];
}

function ofEnrollment(about: About, { in_grace, grace }: Grounds, { due_date, is_past, progress }: OpenEnrollment): Reason[] {
  const reasons: Reason[] = [];
  if (is_past) reasons.push(reason(about, "PAST_DUE", { due_date }));
  if (is_past && in_grace) reasons.push(reason(about, "IN_GRACE", grace));
  if (progress) reasons.push(reason(about, progress.code, progress.facts));
  return reasons;
}

function progressOf(state: string | null, facts: ReasonFacts): OpenEnrollment["progress"] {
  return { code: state === "assigned" ? "NOT_STARTED" : state === "failed" ? "FAILED" : "STARTED", facts };
}

function groundsThen(line: HistoryLine): Omit<Grounds, "status" | "basis" | "in_grace"> {
  const { due_date, valid_until, certificate_number, certificate_id, renewal_enrollment_id } = line;
  const is_past = line.status === "OVERDUE" || line.in_grace === true;
  return {
    exemption: {},
    certificate: { number: certificate_number ?? certificate_id ?? "–", valid_until, revoked: false },
    enrollments: [{ due_date, is_past, progress: is_past ? null : progressOf(line.enrollment_status, { due_date }) }],
    renewals: renewal_enrollment_id === null ? [] : [{}],
    window: {},
    grace: {},
  };
}

function reasonsNow(about: About, facts: ExplainFacts, status: Status, open: readonly EnrollmentFact[], today: string): Reason[] {
  const certificate = certificateOf(facts, today);
  return [
    ...reasonsOf(about, { ...status, ...groundsNow(facts, status, certificate, open, today) }),
    ...(status.basis === "enrollment" ? notCounting(about, facts, certificate, open, today) : []),
    ...(open.length === 0 ? blockedBy(about, facts) : []),
    ...requiredBy(about, facts),
  ];
}

function groundsNow(
  facts: ExplainFacts,
  { basis }: Status,
  certificate: CertificateFact | undefined,
  open: readonly EnrollmentFact[],
  today: string,
): Omit<Grounds, "status" | "basis" | "in_grace"> {
  const exemption = facts.exemptions.find(({ from, until }) => from <= today && (until === null || today <= until));
  const until = certificate?.valid_until ?? null;
  return {
    exemption: exemption ? { until: exemption.until } : {},
    certificate: certificate && { ...certificate, number: numberOf(facts, certificate) },
    enrollments: open.map((one) => enrollmentNow(facts, one, today)),
    renewals: basis === "certificate" ? open.filter(({ renewal }) => renewal).map((one) => renewalFacts(facts, one)) : [],
    window: until === null ? {} : { days_left: dayOf(until) - dayOf(today), days: facts.expiring_soon_days },
    grace: { days: facts.grace_days },
  };
}

function enrollmentNow(facts: ExplainFacts, enrollment: EnrollmentFact, today: string): OpenEnrollment {
  const { state, due_date, renewal } = enrollment;
  const is_past = due_date !== null && due_date < today;
  if (renewal) return { due_date, is_past, progress: { code: "RENEWAL_OPEN", facts: renewalFacts(facts, enrollment) } };
  const assigned_on = assignedOn(facts, enrollment);
  return { due_date, is_past, progress: progressOf(state, { assigned_on, due_date: is_past ? null : due_date }) };
}

function renewalFacts(facts: ExplainFacts, enrollment: EnrollmentFact): ReasonFacts {
  const { due_date, state } = enrollment;
  return { assigned_on: assignedOn(facts, enrollment), due_date, state: renewalStateOf(state) };
}

/** Why the latest certificate does not count. */
function notCounting(
  about: About,
  facts: ExplainFacts,
  certificate: CertificateFact | undefined,
  open: readonly EnrollmentFact[],
  today: string,
): Reason[] {
  if (!certificate) return [];
  const { valid_from, valid_until: until, revoked, issued_at } = certificate;
  const known = { certificate: numberOf(facts, certificate) };
  if (revoked) return [reason(about, "CERT_REVOKED", known)];
  if (until !== null && until < today) return [reason(about, "CERT_EXPIRED", { ...known, until })];
  if (open.some(({ renewal, assigned_at }) => !renewal && assigned_at > issued_at))
    return [reason(about, "RETRAINING_ORDERED", known)];
  return valid_from > today ? [reason(about, "CERT_NOT_YET_VALID", { ...known, valid_from })] : [];
}

/** Why a pair has no flag. */
function whyNothing(about: About, facts: ExplainFacts, today: string): Reason[] {
  if (!facts.person_active) return [reason(about, "PERSON_INACTIVE")];
  const kept = facts.enrollments.filter(({ state }) => state !== "cancelled" && state !== "withdrawn");
  const reasons: Reason[] = [reason(about, facts.required && kept.length === 0 ? "NOT_ASSIGNED" : "NOT_REQUIRED")];
  if (kept.some(({ mandatory }) => !mandatory)) reasons.push(reason(about, "VOLUNTARY"));
  if (kept.some(({ mandatory, requirement_active }) => mandatory && !requirement_active))
    reasons.push(reason(about, "REQUIREMENT_LAPSED"));
  reasons.push(...notCounting(about, facts, certificateOf(facts, today), [], today));
  return [...reasons, ...blockedBy(about, facts), ...requiredBy(about, facts)];
}

function blockedBy(about: About, { blocked }: ExplainFacts): Reason[] {
  if (blocked === null) return [];
  const why = block_reasons.find((one) => one === blocked);
  return [reason(about, "BLOCKED", why ? { blocked: why } : {})];
}

function requiredBy(about: About, { required }: ExplainFacts): Reason[] {
  return required ? [reason(about, "REQUIRED_BY_RULE")] : [];
}

function numberOf({ certificate_numbers }: ExplainFacts, { id }: CertificateFact): string {
  return certificate_numbers[id] ?? id;
}

function assignedOn({ time_zone }: ExplainFacts, { assigned_at }: EnrollmentFact): string {
  return Temporal.Instant.from(assigned_at).toZonedDateTimeISO(time_zone).toPlainDate().toString();
}
