// Whether a person may do a work on a day: a pure function of facts. The flags are those of compliance/flag/status.ts; the gate
// decides which flags admit a person, and until when.
import type { Static } from "typebox";
import { certificateOf } from "../compliance/matrix/evidence.ts";
import {
  dateOf,
  dayOf,
  flagAt,
  flags,
  isUncovered,
  timelineOf,
  type Facts,
  type Flag,
  type Status,
  type Timeline,
  type UncoveredFlag,
} from "../compliance/flag/status.ts";
import type { GateAnswer, refusal_reasons, unmet_reasons } from "./schema.ts";
import type { GateFacts, GatePersonRow, GateRow } from "./sql.ts";

export type Answer = Static<typeof GateAnswer>;
type Requirement = Answer["requirements"][number];
type Refusal = (typeof refusal_reasons)[number];
type Unmet = (typeof unmet_reasons)[number];

/** The most changes by time alone that are followed into the future of one requirement. */
const changes_max = 24;

/**
 * The answer for a known person. With a work, each of its courses must be covered; without one, no required training may be overdue.
 */
export function judgeGate({ work, courses }: Pick<GateRow, "work" | "courses">, person: GatePersonRow, today: string): Answer {
  const judged = courses.map((course) => (work ? judgeHeld(course, today) : judgeRequired(course, today)));
  const requirements = judged.filter((one) => one !== null).toSorted((one, other) => Number(one.met) - Number(other.met));
  const reasons = refusalsOf(person, today);
  const allowed = reasons.length === 0 && requirements.every(({ met }) => met);
  const { user_id, employee_no, full_name, contractor_name, employment_end_date, contract_valid_until } = person;
  const ends = [...requirements.map(({ holds_until }) => holds_until), employment_end_date, contract_valid_until];
  return {
    allowed,
    on: today,
    holds_until: allowed ? earliest(ends) : null,
    person: { user_id, employee_no, full_name, contractor_name },
    work,
    reasons,
    requirements,
  };
}

function refusalsOf(person: GatePersonRow, today: string): Refusal[] {
  const { state, employment_start_date: start, employment_end_date: end, contract_valid_until: contract } = person;
  return [
    ...(state === "invited" || state === "active" ? [] : ["PERSON_INACTIVE" as const]),
    ...(start !== null && start > today ? ["EMPLOYMENT_NOT_BEGUN" as const] : []),
    ...(end !== null && end < today ? ["EMPLOYMENT_ENDED" as const] : []),
    ...(contract !== null && contract < today ? ["CONTRACT_ENDED" as const] : []),
  ];
}

function judgeHeld(course: GateFacts, today: string): Requirement {
  const facts = { ...course, person_active: true };
  const is_done = !facts.issues_certificates && isCompleted(facts);
  const holds = (flag: Flag | null) => (flag === null ? is_done : flags[flag].covered);
  return requirementOf(facts, today, holds);
}

/** Null: nothing is required. */
function judgeRequired(course: GateFacts, today: string): Requirement | null {
  const facts = { ...course, person_active: true };
  const requirement = requirementOf(facts, today, (flag) => flag !== "OVERDUE");
  return requirement.status === null ? null : requirement;
}

/** Completed and not started again since, whether or not it was required. */
function isCompleted({ enrollments }: Facts): boolean {
  const kept = enrollments.filter(({ state }) => state !== "cancelled" && state !== "withdrawn");
  const newest = kept.toSorted((one, other) => one.cycle_year - other.cycle_year || one.cycle_seq - other.cycle_seq).at(-1);
  return newest?.state === "completed";
}

type CourseFacts = GateFacts & Facts;

function requirementOf(facts: CourseFacts, today: string, holds: (flag: Flag | null) => boolean): Requirement {
  const timeline = timelineOf(facts);
  const now = flagAt(timeline, today);
  const status = now?.status ?? null;
  const met = holds(status);
  const certificate = certificateOf(facts, today);
  const { due } = timeline.open;
  return {
    course_code: facts.course_code,
    course_title: facts.course_title,
    met,
    reason: met ? null : whyNot(facts, status, today),
    status,
    valid_until: certificate && !certificate.revoked ? certificate.valid_until : null,
    due_date: due === Infinity ? null : dateOf(due),
    holds_until: met ? lastDayOf(timeline, now, today, holds) : null,
  };
}

/** Why a course with this flag is not covered; null: the certificate gives the reason. */
const unmet_by_flag: Readonly<Record<UncoveredFlag, Unmet | null>> = {
  OVERDUE: null,
  PENDING: "NOT_COMPLETED",
  IN_PROGRESS: "NOT_COMPLETED",
};

function whyNot(facts: Facts, status: Flag | null, today: string): Unmet {
  const unmet = status !== null && isUncovered(status) ? unmet_by_flag[status] : null;
  if (unmet !== null) return unmet;
  const certificate = certificateOf(facts, today);
  if (certificate?.revoked) return "REVOKED";
  if (certificate?.valid_until != null && certificate.valid_until < today) return "EXPIRED";
  return status === "OVERDUE" ? "OVERDUE" : "NOT_HELD";
}

/**
 * The last day before time alone leads to a flag that does not admit the person; null: that never happens. `now`: today's flag.
 */
function lastDayOf(timeline: Timeline, now: Status | null, today: string, holds: (flag: Flag | null) => boolean): string | null {
  let [status, day] = [now, today];
  for (let followed = 0; followed < changes_max; followed += 1) {
    if (status === null || status.next_change_on === null) return null;
    day = status.next_change_on;
    if (!holds(status.next_status)) return dateOf(dayOf(day) - 1);
    status = flagAt(timeline, day);
  }
  return day;
}

function earliest(dates: readonly (string | null)[]): string | null {
  const known = dates.filter((date) => date !== null).sort();
  return known[0] ?? null;
}
