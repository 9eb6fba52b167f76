import type { HistoryLine } from "./explain-sql.ts";
import { type Explanation, type Reason, reason } from "./explain.ts";

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
  const why = in_scope
    ? reason("NOT_REQUIRED", `${course_code} was not required.`)
    : reason("PERSON_INACTIVE", "The account was not active: nothing was required.");
  const evidence = { enrollment_ids: [], certificate_ids: [], rule_ids: [] };
  return { status: null, basis: null, reasons: [why], next_status: null, next_change_on: null, evidence };
}

function reasonsThen(course_code: string, line: HistoryLine): Reason[] {
  const reasons = [mainReason(course_code, line)];
  if (line.in_grace) reasons.push(reason("IN_GRACE", `Within the days of grace of ${course_code}.`));
  if (line.status === "EXPIRING_SOON" && !line.in_grace)
    reasons.push(reason("WITHIN_EXPIRING_WINDOW", `Within the window of ${course_code} before the end.`));
  if (line.renewal_enrollment_id !== null) reasons.push(reason("RENEWAL_OPEN", "A renewal enrollment was open."));
  return reasons;
}

function mainReason(course_code: string, { basis, status, due_date, valid_until: until, ...line }: HistoryLine): Reason {
  const due = due_date === null ? "" : `, due ${due_date}`;
  const certificate = line.certificate_number ?? line.certificate_id ?? "–";
  if (basis === "exemption") return reason("EXEMPT", "Exempt.");
  if (basis === "completion") return reason("COMPLETED", `${course_code} was completed, and issued no certificates.`);
  if (basis === "certificate") {
    if (status === "OVERDUE" || line.in_grace) {
      const sentence = `Certificate ${certificate} no longer covered the day; known to end: ${until ?? "no date"}.`;
      return reason("CERT_EXPIRED", sentence, { certificate, until });
    }
    const end = until === null ? "without an end" : `until ${until}`;
    return reason("CERT_VALID", `Certificate ${certificate} was valid ${end}.`, { certificate, until });
  }
  if (status === "OVERDUE" || line.in_grace) return reason("PAST_DUE", `The enrollment was due on ${due_date}.`, { due_date });
  if (line.enrollment_status === "failed")
    return reason("FAILED", `All attempts of the enrollment were used up${due}.`, { due_date });
  return line.enrollment_status === "assigned"
    ? reason("NOT_STARTED", `Assigned${due}, not started.`, { due_date })
    : reason("STARTED", `Assigned${due}, started.`, { due_date });
}
