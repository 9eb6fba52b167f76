// The course or learning path that results when a file or an administrator gives some of its members. The other members stay, or
// get their defaults in a new record.
import { newId } from "../../platform/ids.ts";
import { mentioned } from "../../platform/mentioned.ts";
import type { CourseRow } from "./apply-sql.ts";

const lead_days_default = 60;

export type CatalogueMembers = Partial<
  Pick<CourseRow, "code" | "title" | "languages" | "active" | "mandatory" | "estimated_minutes" | "default_due_days">
>;

export type CourseMembers = CatalogueMembers &
  Partial<
    Pick<
      CourseRow,
      | "recurrence"
      | "issues_certificates"
      | "expiring_soon_days"
      | "grace_days"
      | "attempts_allowed"
      | "pass_score"
      | "content"
      | "instructions"
      | "results_by_managers"
    >
  > & {
    validity?: { value: number; unit: NonNullable<CourseRow["validity_unit"]> } | null;
    renewal?: {
      enabled?: boolean;
      lead_days?: number | null;
      basis?: CourseRow["renewal_basis"];
      fixed_on?: string | null;
      min_days?: number | null;
    };
  };

type Named = { code: string; title: string };

/** The present course with these members changed, or a new course. */
export function wantedCourse(stands: CourseRow, members: CourseMembers): CourseRow;
export function wantedCourse(stands: CourseRow | undefined, members: CourseMembers & Named): CourseRow;
export function wantedCourse(stands: CourseRow | undefined, members: CourseMembers): CourseRow {
  const base = stands ?? newCourse("course", members as Named);
  return withRenewalDefaults({ ...base, ...catalogueMembers(members), ...courseMembers(members, base) });
}

/** The present learning path with these members changed, or a new path. Its items are given separately. */
export function wantedPath(stands: CourseRow, members: CatalogueMembers, items: CourseRow["items"]): CourseRow;
export function wantedPath(
  stands: CourseRow | undefined,
  members: CatalogueMembers & Named,
  items: CourseRow["items"],
): CourseRow;
export function wantedPath(stands: CourseRow | undefined, members: CatalogueMembers, items: CourseRow["items"]): CourseRow {
  return { ...(stands ?? newCourse("learning_path", members as Named)), ...catalogueMembers(members), items };
}

/** A course or path with defaults for all but code and title. */
function newCourse(type: CourseRow["type"], { code, title }: { code: string; title: string }): CourseRow {
  return {
    id: newId(),
    code,
    title,
    type,
    languages: [],
    active: true,
    mandatory: true,
    estimated_minutes: null,
    recurrence: "none",
    validity_value: null,
    validity_unit: null,
    renewal_enabled: false,
    renewal_lead_days: null,
    renewal_basis: null,
    renewal_fixed_on: null,
    renewal_min_days: null,
    issues_certificates: null,
    expiring_soon_days: 60,
    grace_days: 0,
    default_due_days: null,
    attempts_allowed: 3,
    pass_score: null,
    content: null,
    instructions: null,
    results_by_managers: false,
    items: [],
  };
}

function catalogueMembers(entry: CatalogueMembers): Partial<CourseRow> {
  const { code, title, languages, active, mandatory, estimated_minutes, default_due_days } = entry;
  return mentioned({ code, title, languages, active, mandatory, estimated_minutes, default_due_days });
}

function courseMembers(entry: CourseMembers, base: CourseRow): Partial<CourseRow> {
  const {
    validity,
    renewal,
    expiring_soon_days,
    grace_days,
    attempts_allowed,
    pass_score,
    content,
    instructions,
    results_by_managers,
  } = entry;
  return mentioned({
    recurrence: entry.recurrence ?? recurrenceOf(validity, base.recurrence),
    validity_value: validity === undefined ? undefined : (validity?.value ?? null),
    validity_unit: validity === undefined ? undefined : (validity?.unit ?? null),
    renewal_enabled: renewal?.enabled,
    renewal_lead_days: renewal?.lead_days,
    renewal_basis: renewal?.basis,
    renewal_fixed_on: renewal?.fixed_on,
    renewal_min_days: renewal?.min_days,
    issues_certificates: entry.issues_certificates,
    expiring_soon_days,
    grace_days,
    attempts_allowed,
    pass_score,
    content,
    instructions,
    results_by_managers,
  });
}

/** A course whose certificates end has the recurrence `validity`, unless it has `cycle`. */
function recurrenceOf(validity: CourseMembers["validity"], before: CourseRow["recurrence"]): CourseRow["recurrence"] | undefined {
  if (validity === undefined || before === "cycle") return undefined;
  return validity === null ? "none" : "validity";
}

function withRenewalDefaults(course: CourseRow): CourseRow {
  if (!course.renewal_enabled) return course;
  return {
    ...course,
    renewal_lead_days: course.renewal_lead_days ?? lead_days_default,
    renewal_basis: course.renewal_basis ?? "expiry",
  };
}
