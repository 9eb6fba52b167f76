import type { Course, Detail } from "./course-data.ts";

type NumberValue = number | string;

/** The initial values of a course's form; null: a new course, in which empty fields mean the defaults. */
export function valuesOf(detail: Detail | null) {
  const course = detail?.course;
  const number = (value: number | null | undefined): NumberValue => value ?? "";
  return {
    code: course?.code ?? "",
    title: course?.title ?? "",
    languages: course?.languages ?? [],
    mandatory: course?.mandatory ?? true,
    cycle: course?.recurrence === "cycle",
    validity: number(course?.validity?.value),
    unit: course?.validity?.unit ?? "month",
    certificates: certificatesOf(detail?.certificates_wanted ?? null),
    renewal: course?.renewal.enabled ?? false,
    lead_days: number(course?.renewal.lead_days),
    basis: course?.renewal.basis ?? "expiry",
    fixed_on: detail?.renewal_fixed_on ?? "",
    min_days: number(detail?.renewal_min_days),
    expiring_soon_days: number(course?.expiring_soon_days),
    grace_days: number(course?.grace_days),
    default_due_days: number(course?.default_due_days),
    estimated_minutes: number(course?.estimated_minutes),
    attempts_allowed: number(detail?.attempts_allowed),
    pass_score: number(detail?.pass_score),
    results_by_managers: detail?.results_by_managers ?? false,
  };
}

export type CourseValues = ReturnType<typeof valuesOf>;

function certificatesOf(wanted: boolean | null): "usual" | "always" | "never" {
  return wanted === null ? "usual" : wanted ? "always" : "never";
}

/** The request's body for the form's values. */
export function bodyOf(values: CourseValues) {
  const { title, languages, mandatory, cycle, validity, unit, certificates, renewal, basis, fixed_on, ...rest } = values;
  return {
    title,
    languages,
    mandatory,
    recurrence: recurrenceOf(cycle, validity !== ""),
    validity: validity === "" ? null : { value: Number(validity), unit },
    issues_certificates: certificates === "usual" ? null : certificates === "always",
    renewal: renewal
      ? {
          enabled: true,
          lead_days: orNull(rest.lead_days),
          basis,
          fixed_on: basis === "fixed" && fixed_on ? fixed_on : null,
          min_days: basis === "fixed" ? orNull(rest.min_days) : null,
        }
      : { enabled: false },
    ...given("expiring_soon_days", rest.expiring_soon_days),
    ...given("grace_days", rest.grace_days),
    ...given("attempts_allowed", rest.attempts_allowed),
    default_due_days: orNull(rest.default_due_days),
    estimated_minutes: orNull(rest.estimated_minutes),
    pass_score: orNull(rest.pass_score),
    results_by_managers: rest.results_by_managers,
  };
}

function recurrenceOf(cycle: boolean, ends: boolean): Course["recurrence"] {
  return cycle ? "cycle" : ends ? "validity" : "none";
}

const orNull = (value: NumberValue) => (value === "" ? null : Number(value));

/** A number field of the body. An empty field is left out, so that its value stays, or is the default in a new course. */
function given<N extends string>(name: N, value: NumberValue) {
  return (value === "" ? {} : { [name]: Number(value) }) as { [Name in N]?: number };
}

/** Fields that have another name in the request's body. */
export const fields = {
  "/validity/value": "validity",
  "/validity": "validity",
  "/recurrence": "validity",
  "/renewal/lead_days": "lead_days",
  "/renewal/fixed_on": "fixed_on",
  "/renewal/min_days": "min_days",
  "/issues_certificates": "certificates",
};
