import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema.d.ts";
import { dateFormat } from "../../components/values/dates.ts";

type Reason = components["schemas"]["ComplianceExplanation"]["reasons"][number];

/**
 * Writes the reason for a flag as a sentence in the reader's language. A code unknown to this version keeps the server's
 * sentence.
 */
export function useSentence(): (reason: Reason, course: string) => string {
  const { t, i18n } = useTranslation("matrix");
  const format = dateFormat("day", i18n.language);
  const day = (date: string | null | undefined) => (date ? format.format(new Date(date)) : "–");
  return ({ code, detail, facts }, course) =>
    t(`sentence.${code}${variantOf(code, facts)}`, {
      ...facts,
      course,
      valid_from: day(facts.valid_from),
      until: day(facts.until),
      assigned_on: day(facts.assigned_on),
      due_date: day(facts.due_date),
      defaultValue: detail,
    });
}

/** The variant of a code's sentence, by the facts that are known. Fewer are known for a past day. */
function variantOf(code: Reason["code"], { until, due_date, assigned_on, days, blocked }: Reason["facts"]): string {
  switch (code) {
    case "EXEMPT":
      return until === undefined ? "" : until === null ? "_endless" : "_until";
    case "CERT_VALID":
      return until ? "_until" : "_endless";
    case "CERT_EXPIRED":
      return until ? "_until" : "";
    case "NOT_STARTED":
    case "STARTED":
      return `${assigned_on ? "" : "_then"}${due_date ? "_due" : ""}`;
    case "FAILED":
      return assigned_on ? (due_date ? "_due" : "") : "_then";
    case "RENEWAL_OPEN":
      return assigned_on ? (due_date ? "_due" : "_known") : "";
    case "WITHIN_EXPIRING_WINDOW":
    case "IN_GRACE":
      return days === undefined ? "" : "_days";
    case "BLOCKED":
      return blocked ? `_${blocked}` : "";
    default:
      return "";
  }
}
