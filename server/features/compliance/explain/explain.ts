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

export type Reason = { code: ReasonCode; detail: string };

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
      return [{ code: "COMPLETED", detail: `${facts.course_code} is completed, and issues no certificates.` }];
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
  return { code: "EXEMPT", detail: until === null ? "Exempt, without an end." : `Exempt until ${until}.` };
}

function ofCertificate(facts: ExplainFacts, { status, in_grace }: Status, certificate: CertificateFact, today: string): Reason[] {
  const name = nameOf(facts, certificate);
  const { valid_until } = certificate;
  if (certificate.revoked) return [{ code: "CERT_REVOKED", detail: `${name} was revoked.` }];
  if (status === "OVERDUE" || in_grace) {
    const ended: Reason = { code: "CERT_EXPIRED", detail: `${name} was valid until ${valid_until}.` };
    return in_grace ? [ended, grace(facts)] : [ended];
  }
  if (valid_until === null) return [{ code: "CERT_VALID", detail: `${name} is valid, without an end.` }];
  const valid: Reason = { code: "CERT_VALID", detail: `${name} is valid until ${valid_until}.` };
  if (status !== "EXPIRING_SOON") return [valid];
  const left = dayOf(valid_until) - dayOf(today);
  const window = `the window of ${facts.course_code} is ${days(facts.expiring_soon_days)}`;
  return [valid, { code: "WITHIN_EXPIRING_WINDOW", detail: `${days(left)} left; ${window}.` }];
}

function ofEnrollment(facts: ExplainFacts, enrollment: EnrollmentFact, status: Status, today: string): Reason[] {
  const { state, due_date, renewal } = enrollment;
  const reasons: Reason[] = [];
  const is_past = due_date !== null && due_date < today;
  if (is_past) reasons.push({ code: "PAST_DUE", detail: `The enrollment was due on ${due_date}.` });
  if (is_past && status.in_grace) reasons.push(grace(facts));
  const due = due_date === null || is_past ? "" : `, due ${due_date}`;
  if (renewal) reasons.push(renewalOpen(facts, enrollment));
  else if (state === "assigned")
    reasons.push({ code: "NOT_STARTED", detail: `Assigned on ${assignedOn(facts, enrollment)}${due}, not started.` });
  else if (state === "failed")
    reasons.push({
      code: "FAILED",
      detail: `All attempts of the enrollment of ${assignedOn(facts, enrollment)} are used up${due}.`,
    });
  else reasons.push({ code: "STARTED", detail: `Assigned on ${assignedOn(facts, enrollment)}${due}, started.` });
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
  const name = nameOf(facts, certificate);
  if (certificate.revoked) return [{ code: "CERT_REVOKED", detail: `${name} was revoked.` }];
  if (certificate.valid_until !== null && certificate.valid_until < today)
    return [{ code: "CERT_EXPIRED", detail: `${name} was valid until ${certificate.valid_until}.` }];
  if (open.some(({ renewal, assigned_at }) => !renewal && assigned_at > certificate.issued_at))
    return [{ code: "RETRAINING_ORDERED", detail: `The course was assigned again after ${name} was issued.` }];
  return certificate.valid_from > today ? [notYet(facts, certificate)] : [];
}

/** A pair without a flag: why there is none. */
function whyNothing(facts: ExplainFacts, today: string): Reason[] {
  if (!facts.person_active) return [{ code: "PERSON_INACTIVE", detail: "The account is not active: nothing is required." }];
  const kept = facts.enrollments.filter(({ state }) => state !== "cancelled" && state !== "withdrawn");
  const reasons: Reason[] = [facts.required && kept.length === 0 ? notAssigned(facts) : notRequired(facts)];
  if (kept.some(({ mandatory }) => !mandatory))
    reasons.push({ code: "VOLUNTARY", detail: "The course is assigned, but voluntary." });
  if (kept.some(({ mandatory, requirement_active }) => mandatory && !requirement_active))
    reasons.push({ code: "REQUIREMENT_LAPSED", detail: "What once required the course no longer applies to the person." });
  const certificate = certificateOf(facts, today);
  if (certificate) reasons.push(...notCounting(facts, certificate, [], today));
  return [...reasons, ...blockedBy(facts), ...requiredBy(facts)];
}

function notRequired({ course_code }: ExplainFacts): Reason {
  return { code: "NOT_REQUIRED", detail: `${course_code} is not required of the person.` };
}

function notAssigned({ course_code }: ExplainFacts): Reason {
  return { code: "NOT_ASSIGNED", detail: `${course_code} is asked for, but no enrollment in it stands.` };
}

function blockedBy({ blocked, course_code }: ExplainFacts): Reason[] {
  if (blocked === null) return [];
  const why = block_reasons[blocked] ?? "it cannot be assigned";
  return [{ code: "BLOCKED", detail: `An enrollment in ${course_code} waits: ${why}. It is tried again every day.` }];
}

const block_reasons: Readonly<Record<string, string>> = {
  no_seat: "no licence has a free seat",
  inactive: "the course is archived",
  license_expired: "no licence that covers the course is in force",
  path_only: "the course is licensed only as part of a learning path",
};

function requiredBy({ required }: ExplainFacts): Reason[] {
  return required ? [{ code: "REQUIRED_BY_RULE", detail: "A rule or a group asks for the course." }] : [];
}

function renewalOpen(facts: ExplainFacts, enrollment: EnrollmentFact): Reason {
  const { state, due_date } = enrollment;
  const due = due_date === null ? "" : `, due ${due_date}`;
  const progress = { assigned: "not started", failed: "failed" }[state as string] ?? "started";
  return {
    code: "RENEWAL_OPEN",
    detail: `Renewal enrollment assigned on ${assignedOn(facts, enrollment)} by renewal${due}, ${progress}.`,
  };
}

function notYet(facts: ExplainFacts, certificate: CertificateFact): Reason {
  return { code: "CERT_NOT_YET_VALID", detail: `${nameOf(facts, certificate)} is valid from ${certificate.valid_from} on.` };
}

function grace({ course_code, grace_days }: ExplainFacts): Reason {
  return { code: "IN_GRACE", detail: `${course_code} gives ${days(grace_days)} of grace.` };
}

function nameOf({ certificate_numbers }: ExplainFacts, { id }: CertificateFact): string {
  return `Certificate ${certificate_numbers[id] ?? id}`;
}

function assignedOn({ time_zone }: ExplainFacts, { assigned_at }: EnrollmentFact): string {
  return Temporal.Instant.from(assigned_at).toZonedDateTimeISO(time_zone).toPlainDate().toString();
}

function days(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}
