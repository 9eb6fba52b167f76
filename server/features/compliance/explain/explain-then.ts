import type { HistoryLine } from "./explain-sql.ts";
import type { Explanation, Reason } from "./explain.ts";

/** An explanation of a past day, from what was known then: the line that history kept, nothing that came to light later. */
export function explainThen(course_code: string, in_scope: boolean, line: HistoryLine | null): Explanation {
  if (!in_scope || line?.status == null) return nothingThen(course_code, in_scope);
  const known = line as HistoryLine & { status: NonNullable<HistoryLine["status"]> };
  const ids = [known.enrollment_id, known.renewal_enrollment_id].filter((id) => id !== null);
  return {
    status: known.status,
    basis: known.basis,
    reasons: reasonsThen(course_code, known),
    next_status: known.next_status,
    next_change_on: known.next_change_on,
    evidence: {
      enrollment_ids: [...new Set(ids)],
      certificate_ids: known.certificate_id === null ? [] : [known.certificate_id],
      rule_ids: [],
    },
  };
}

function nothingThen(course_code: string, in_scope: boolean): Explanation {
  const reason: Reason = in_scope
    ? { code: "NOT_REQUIRED", detail: `${course_code} was not required.` }
    : { code: "PERSON_INACTIVE", detail: "The account was not active: nothing was required." };
  const evidence = { enrollment_ids: [], certificate_ids: [], rule_ids: [] };
  return { status: null, basis: null, reasons: [reason], next_status: null, next_change_on: null, evidence };
}

function reasonsThen(course_code: string, line: HistoryLine): Reason[] {
  const reasons = [mainReason(course_code, line)];
  if (line.in_grace) reasons.push({ code: "IN_GRACE", detail: `Within the days of grace of ${course_code}.` });
  if (line.status === "EXPIRING_SOON" && !line.in_grace)
    reasons.push({ code: "WITHIN_EXPIRING_WINDOW", detail: `Within the window of ${course_code} before the end.` });
  if (line.renewal_enrollment_id !== null) reasons.push({ code: "RENEWAL_OPEN", detail: "A renewal enrollment was open." });
  return reasons;
}

function mainReason(course_code: string, { basis, status, ...line }: HistoryLine): Reason {
  const due = line.due_date === null ? "" : `, due ${line.due_date}`;
  const certificate = `Certificate ${line.certificate_number ?? line.certificate_id}`;
  if (basis === "exemption") return { code: "EXEMPT", detail: "Exempt." };
  if (basis === "completion") return { code: "COMPLETED", detail: `${course_code} was completed, and issued no certificates.` };
  if (basis === "certificate") {
    if (status === "OVERDUE" || line.in_grace)
      return {
        code: "CERT_EXPIRED",
        detail: `${certificate} no longer covered the day; known to end: ${line.valid_until ?? "no date"}.`,
      };
    return {
      code: "CERT_VALID",
      detail: `${certificate} was valid ${line.valid_until === null ? "without an end" : `until ${line.valid_until}`}.`,
    };
  }
  if (status === "OVERDUE" || line.in_grace) return { code: "PAST_DUE", detail: `The enrollment was due on ${line.due_date}.` };
  if (line.enrollment_status === "failed")
    return { code: "FAILED", detail: `All attempts of the enrollment were used up${due}.` };
  return line.enrollment_status === "assigned"
    ? { code: "NOT_STARTED", detail: `Assigned${due}, not started.` }
    : { code: "STARTED", detail: `Assigned${due}, started.` };
}
