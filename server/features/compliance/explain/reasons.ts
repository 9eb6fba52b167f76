// The reasons of a flag: their codes, their facts for programs, and one English sentence for each.
import type { EnrollmentFact } from "../flag/status.ts";

/** `facts`: the values of the sentence, so that programs can write it in another language. */
export type Reason = { code: ReasonCode; detail: string; facts: ReasonFacts };

/** Why an assignment or a renewal could not be made. */
export const block_reasons = ["no_seat", "inactive", "license_expired", "path_only"] as const;
/** The state of a renewal. */
export const renewal_states = ["not_started", "started", "failed"] as const;

export type ReasonFacts = {
  /** The certificate's number. */
  certificate?: string;
  valid_from?: string;
  /** null: no end. */
  until?: string | null;
  assigned_on?: string;
  due_date?: string | null;
  days_left?: number;
  /** Days of the course's expiry window, or of its grace period. */
  days?: number;
  state?: (typeof renewal_states)[number];
  blocked?: (typeof block_reasons)[number];
};

/** Codes of reasons, the most important first. */
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
export type ReasonCode = (typeof reason_codes)[number];

/** What the sentences of an explanation share. `is_past`: a day before today, of which fewer facts are known. */
export type About = { course_code: string; is_past: boolean };

export function reason(about: About, code: ReasonCode, facts: ReasonFacts = {}): Reason {
  return { code, detail: sentences[code](facts, about), facts };
}

type Sentence = (facts: ReasonFacts, about: About) => string;

const sentences: Readonly<Record<ReasonCode, Sentence>> = {
  PERSON_INACTIVE: (_, { is_past }) =>
    is_past ? "The account was not active: nothing was required." : "The account is not active: nothing is required.",
  NOT_REQUIRED: (_, { course_code, is_past }) =>
    is_past ? `${course_code} was not required.` : `${course_code} is not required of the person.`,
  NOT_ASSIGNED: (_, { course_code }) => `${course_code} is required, but not assigned at present.`,
  VOLUNTARY: () => "The course is assigned, but voluntary.",
  REQUIREMENT_LAPSED: () => "What once required the course no longer applies to the person.",
  EXEMPT: ({ until }) => (until ? `Exempt until ${until}.` : until === null ? "Exempt, without an end." : "Exempt."),
  COMPLETED: (_, { course_code, is_past }) =>
    is_past
      ? `${course_code} was completed, and issued no certificates.`
      : `${course_code} is completed, and issues no certificates.`,
  PAST_DUE: ({ due_date }) => `The enrollment was due on ${due_date}.`,
  NOT_STARTED: (facts) => `Assigned${on(facts)}${due(facts)}, not started.`,
  STARTED: (facts) => `Assigned${on(facts)}${due(facts)}, started.`,
  FAILED: (facts, { is_past }) => {
    const of = facts.assigned_on === undefined ? "" : ` of ${facts.assigned_on}`;
    return `All attempts of the enrollment${of} ${is_past ? "were" : "are"} used up${due(facts)}.`;
  },
  CERT_VALID: ({ certificate, until }, { is_past }) => {
    if (until === null) return `Certificate ${certificate} ${is_past ? "was valid" : "is valid,"} without an end.`;
    return `Certificate ${certificate} ${is_past ? "was" : "is"} valid until ${until}.`;
  },
  WITHIN_EXPIRING_WINDOW: ({ days_left, days: window }, { course_code }) =>
    days_left === undefined || window === undefined
      ? `Within the window of ${course_code} before the end.`
      : `${days(days_left)} left; the window of ${course_code} is ${days(window)}.`,
  CERT_EXPIRED: ({ certificate, until }, { is_past }) =>
    is_past
      ? `Certificate ${certificate} no longer covered the day; known to end: ${until ?? "no date"}.`
      : `Certificate ${certificate} was valid until ${until}.`,
  CERT_REVOKED: ({ certificate }) => `Certificate ${certificate} was revoked.`,
  CERT_NOT_YET_VALID: ({ certificate, valid_from }) => `Certificate ${certificate} is valid from ${valid_from} on.`,
  IN_GRACE: ({ days: given }, { course_code }) =>
    given === undefined ? `Within the days of grace of ${course_code}.` : `${course_code} gives ${days(given)} of grace.`,
  RETRAINING_ORDERED: ({ certificate }) => `The course was assigned again after certificate ${certificate} was issued.`,
  RENEWAL_OPEN: (facts) =>
    facts.state === undefined
      ? "A renewal enrollment was open."
      : `Renewal enrollment assigned${on(facts)} by renewal${due(facts)}, ${facts.state.replace("_", " ")}.`,
  BLOCKED: ({ blocked }, { course_code }) =>
    `An enrollment in ${course_code} waits: ${blocked ? block_sentences[blocked] : "it cannot be assigned"}. It is tried again every day.`,
  REQUIRED_BY_RULE: () => "A rule or a group asks for the course.",
};

const block_sentences: Readonly<Record<(typeof block_reasons)[number], string>> = {
  no_seat: "no licence has a free seat",
  inactive: "the course is archived",
  license_expired: "no licence that covers the course is in force",
  path_only: "the course is licensed only as part of a learning path",
};

function on({ assigned_on }: ReasonFacts): string {
  return assigned_on === undefined ? "" : ` on ${assigned_on}`;
}

function due({ due_date }: ReasonFacts): string {
  return due_date ? `, due ${due_date}` : "";
}

function days(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}

export function renewalStateOf(state: EnrollmentFact["state"]): (typeof renewal_states)[number] {
  return state === "assigned" ? "not_started" : state === "failed" ? "failed" : "started";
}
