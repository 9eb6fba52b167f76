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

/** `facts`: what the sentence says, for programs that write it in a language of their own. */
export type Reason = { code: ReasonCode; detail: string; facts: ReasonFacts };

/** Why an assignment or a renewal waits. */
export const block_reasons = ["no_seat", "inactive", "license_expired", "path_only"] as const;
/** How far a renewal is. */
export const renewal_states = ["not_started", "started", "failed"] as const;

export type ReasonFacts = {
  /** Its number. */
  certificate?: string;
  valid_from?: string;
  /** null: without an end. */
  until?: string | null;
  assigned_on?: string;
  due_date?: string | null;
  days_left?: number;
  /** Of the course's window, or of its grace. */
  days?: number;
  state?: (typeof renewal_states)[number];
  blocked?: (typeof block_reasons)[number];
};

/** What an explanation may say, in the order of their weight. */
export const reason_codes = [
  "PERSON_INACTIVE",
  "NOT_REQUIRED",
  "NOT_ASSIGNED",
  "VOLUNTARY",
  "REQUIREMENT_LAPSED",
  "EXEMPT",
  "COMPLETED",
  "PAST_DUE",
  "NOT_STARTED",
  "STARTED",
  "FAILED",
  "CERT_VALID",
  "WITHIN_EXPIRING_WINDOW",
  "CERT_EXPIRED",
  "CERT_REVOKED",
  "CERT_NOT_YET_VALID",
  "IN_GRACE",
  "RETRAINING_ORDERED",
  "RENEWAL_OPEN",
  "BLOCKED",
  "REQUIRED_BY_RULE",
] as const;
type ReasonCode = (typeof reason_codes)[number];

/** The facts behind a flag, and how they are called. */
export type ExplainFacts = Facts & {
  course_code: string;
  /** IANA name; sentences name dates of this zone. */
  time_zone: string;
  /** Numbers of the certificates, by id. */
  certificate_numbers: Readonly<Record<string, string>>;
  rule_ids: readonly string[];
  /** Why an assignment or a renewal waits; null: none does. */
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

/** Why the flag is what it is on a day: the same flag that `flagOf` finds, with its reasons. */
export function explain(facts: ExplainFacts, today: string): Explanation {
  const status = flagOf(facts, today);
  const evidence = status && evidenceOf(facts, status, today);
  const open = status ? openOf(facts.enrollments.filter(isLive)) : [];
  const enrollment_ids = [evidence?.enrollment_id, ...open.map(({ id }) => id)].filter((id) => typeof id === "string");
  return {
    status: status?.status ?? null,
    basis: status?.basis ?? null,
    reasons: status
      ? [...reasonsOf(facts, status, open, today), ...(open.length === 0 ? blockedBy(facts) : []), ...requiredBy(facts)]
      : whyNothing(facts, today),
    next_status: status?.next_status ?? null,
    next_change_on: status?.next_change_on ?? null,
    evidence: {
      enrollment_ids: [...new Set(enrollment_ids)],
      certificate_ids: evidence?.certificate_id ? [evidence.certificate_id] : [],
      rule_ids: [...facts.rule_ids],
    },
  };
}

function reasonsOf(facts: ExplainFacts, status: Status, open: readonly EnrollmentFact[], today: string): Reason[] {
  const certificate = certificateOf(facts, today);
  switch (status.basis) {
    case "exemption":
      return [exempt(facts, today)];
    case "completion":
      return [reason("COMPLETED", `${facts.course_code} is completed, and issues no certificates.`)];
    case "certificate":
      return [
        ...ofCertificate(facts, status, certificate!, today),
        ...open.filter(({ renewal }) => renewal).map((one) => renewalOpen(facts, one)),
      ];
  }
  return [...open.flatMap((one) => ofEnrollment(facts, one, status, today)), ...notCounting(facts, certificate, open, today)];
}

function exempt({ exemptions }: ExplainFacts, today: string): Reason {
  const { until } = exemptions.find((one) => one.from <= today && (one.until === null || today <= one.until))!;
  return reason("EXEMPT", until === null ? "Exempt, without an end." : `Exempt until ${until}.`, { until });
}

function ofCertificate(facts: ExplainFacts, { status, in_grace }: Status, certificate: CertificateFact, today: string): Reason[] {
  const number = numberOf(facts, certificate);
  const { valid_until } = certificate;
  if (certificate.revoked) return [reason("CERT_REVOKED", `Certificate ${number} was revoked.`, { certificate: number })];
  if (status === "OVERDUE" || in_grace) {
    const ended = expired(number, valid_until);
    return in_grace ? [ended, grace(facts)] : [ended];
  }
  const end = valid_until === null ? ", without an end" : ` until ${valid_until}`;
  const valid = reason("CERT_VALID", `Certificate ${number} is valid${end}.`, { certificate: number, until: valid_until });
  if (valid_until === null) return [valid];
  if (status !== "EXPIRING_SOON") return [valid];
  const left = dayOf(valid_until) - dayOf(today);
  const window = facts.expiring_soon_days;
  const sentence = `${days(left)} left; the window of ${facts.course_code} is ${days(window)}.`;
  return [valid, reason("WITHIN_EXPIRING_WINDOW", sentence, { days_left: left, days: window })];
}

function expired(number: string, until: string | null): Reason {
  return reason("CERT_EXPIRED", `Certificate ${number} was valid until ${until}.`, { certificate: number, until });
}

function ofEnrollment(facts: ExplainFacts, enrollment: EnrollmentFact, status: Status, today: string): Reason[] {
  const { state, due_date, renewal } = enrollment;
  const reasons: Reason[] = [];
  const is_past = due_date !== null && due_date < today;
  if (is_past) reasons.push(reason("PAST_DUE", `The enrollment was due on ${due_date}.`, { due_date }));
  if (is_past && status.in_grace) reasons.push(grace(facts));
  const assigned_on = assignedOn(facts, enrollment);
  const known = { assigned_on, due_date: is_past ? null : due_date };
  const due = known.due_date === null ? "" : `, due ${due_date}`;
  if (renewal) reasons.push(renewalOpen(facts, enrollment));
  else if (state === "assigned") reasons.push(reason("NOT_STARTED", `Assigned on ${assigned_on}${due}, not started.`, known));
  else if (state === "failed")
    reasons.push(reason("FAILED", `All attempts of the enrollment of ${assigned_on} are used up${due}.`, known));
  else reasons.push(reason("STARTED", `Assigned on ${assigned_on}${due}, started.`, known));
  return reasons;
}

/** Why a certificate that there is does not count. */
function notCounting(
  facts: ExplainFacts,
  certificate: CertificateFact | undefined,
  open: readonly EnrollmentFact[],
  today: string,
): Reason[] {
  if (!certificate) return [];
  const number = numberOf(facts, certificate);
  if (certificate.revoked) return [reason("CERT_REVOKED", `Certificate ${number} was revoked.`, { certificate: number })];
  if (certificate.valid_until !== null && certificate.valid_until < today) return [expired(number, certificate.valid_until)];
  if (open.some(({ renewal, assigned_at }) => !renewal && assigned_at > certificate.issued_at))
    return [
      reason("RETRAINING_ORDERED", `The course was assigned again after certificate ${number} was issued.`, {
        certificate: number,
      }),
    ];
  return certificate.valid_from > today ? [notYet(facts, certificate)] : [];
}

/** A pair without a flag: why there is none. */
function whyNothing(facts: ExplainFacts, today: string): Reason[] {
  if (!facts.person_active) return [reason("PERSON_INACTIVE", "The account is not active: nothing is required.")];
  const kept = facts.enrollments.filter(({ state }) => state !== "cancelled" && state !== "withdrawn");
  const reasons: Reason[] = [facts.required && kept.length === 0 ? notAssigned(facts) : notRequired(facts)];
  if (kept.some(({ mandatory }) => !mandatory)) reasons.push(reason("VOLUNTARY", "The course is assigned, but voluntary."));
  if (kept.some(({ mandatory, requirement_active }) => mandatory && !requirement_active))
    reasons.push(reason("REQUIREMENT_LAPSED", "What once required the course no longer applies to the person."));
  const certificate = certificateOf(facts, today);
  if (certificate) reasons.push(...notCounting(facts, certificate, [], today));
  return [...reasons, ...blockedBy(facts), ...requiredBy(facts)];
}

function notRequired({ course_code }: ExplainFacts): Reason {
  return reason("NOT_REQUIRED", `${course_code} is not required of the person.`);
}

function notAssigned({ course_code }: ExplainFacts): Reason {
  return reason("NOT_ASSIGNED", `${course_code} is required, but not assigned at present.`);
}

function blockedBy({ blocked, course_code }: ExplainFacts): Reason[] {
  if (blocked === null) return [];
  const why = block_reasons.find((one) => one === blocked);
  const sentence = `An enrollment in ${course_code} waits: ${why ? block_sentences[why] : "it cannot be assigned"}. It is tried again every day.`;
  return [reason("BLOCKED", sentence, why ? { blocked: why } : {})];
}

const block_sentences: Readonly<Record<(typeof block_reasons)[number], string>> = {
  no_seat: "no licence has a free seat",
  inactive: "the course is archived",
  license_expired: "no licence that covers the course is in force",
  path_only: "the course is licensed only as part of a learning path",
};

function requiredBy({ required }: ExplainFacts): Reason[] {
  return required ? [reason("REQUIRED_BY_RULE", "A rule or a group asks for the course.")] : [];
}

function renewalOpen(facts: ExplainFacts, enrollment: EnrollmentFact): Reason {
  const { due_date } = enrollment;
  const due = due_date === null ? "" : `, due ${due_date}`;
  const state = enrollment.state === "assigned" ? "not_started" : enrollment.state === "failed" ? "failed" : "started";
  const assigned_on = assignedOn(facts, enrollment);
  const sentence = `Renewal enrollment assigned on ${assigned_on} by renewal${due}, ${state.replace("_", " ")}.`;
  return reason("RENEWAL_OPEN", sentence, { assigned_on, due_date, state });
}

function notYet(facts: ExplainFacts, certificate: CertificateFact): Reason {
  const number = numberOf(facts, certificate);
  const { valid_from } = certificate;
  return reason("CERT_NOT_YET_VALID", `Certificate ${number} is valid from ${valid_from} on.`, {
    certificate: number,
    valid_from,
  });
}

function grace({ course_code, grace_days }: ExplainFacts): Reason {
  return reason("IN_GRACE", `${course_code} gives ${days(grace_days)} of grace.`, { days: grace_days });
}

export function reason(code: ReasonCode, detail: string, facts: ReasonFacts = {}): Reason {
  return { code, detail, facts };
}

function numberOf({ certificate_numbers }: ExplainFacts, { id }: CertificateFact): string {
  return certificate_numbers[id] ?? id;
}

function assignedOn({ time_zone }: ExplainFacts, { assigned_at }: EnrollmentFact): string {
  return Temporal.Instant.from(assigned_at).toZonedDateTimeISO(time_zone).toPlainDate().toString();
}

function days(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}
