import { newId } from "../../platform/ids.ts";
import { caseNorm } from "../../platform/text.ts";
import type { CourseRow } from "../courses/apply-sql.ts";
import type { Draft } from "./draft.ts";
import type { Known } from "./known.ts";
import { meant } from "./plan-conditions.ts";
import { onlyOnce } from "./plan-structure.ts";
import type { Findings, Path } from "./problems.ts";
import type { Entry } from "./schema.ts";
import { mentioned, type Wish } from "./wish.ts";

const lead_days_default = 60;

/** What the file wants of courses and, after them, of learning paths. */
export function planCourses(draft: Draft, known: Known): Wish<CourseRow>[] {
  const once = onlyOnce(draft.findings, (row: CourseRow) => caseNorm(row.code), "code");
  return [...coursesOf(draft, known, once), ...pathsOf(draft, known, once)];
}

type Once = (row: CourseRow, path: Path) => boolean;

function coursesOf(draft: Draft, known: Known, once: Once): Wish<CourseRow>[] {
  const wishes: Wish<CourseRow>[] = [];
  for (const { entry, path, sound } of draft.entries("courses")) {
    if (!sound) {
      known.courses.excuse(entry);
      continue;
    }
    const stands = known.courses.get(entry.code);
    const base = stands ?? newCourse("course", entry);
    const wanted = withRenewalDefaults({ ...base, ...catalogueMembers(entry), ...courseMembers(entry, base) });
    if (!once(wanted, path)) continue;
    if (stands && stands.type !== "course") draft.findings.value([...path, "code"], "is the code of a learning path");
    checkCourse(wanted, entry, path, draft.findings);
    wishes.push({ stands, wanted });
  }
  for (const { wanted } of wishes) known.courses.set(wanted);
  return wishes;
}

function checkCourse(course: CourseRow, entry: Entry<"courses">, path: Path, findings: Findings): void {
  const at = (member: keyof Entry<"courses">) => (entry[member] === undefined ? path : [...path, member]);
  if (course.recurrence === "validity" && course.validity_value === null) findings.value(at("recurrence"), 'needs "validity"');
  if (course.renewal_enabled && course.validity_value === null) findings.value(at("renewal"), 'needs "validity" to renew');
  if (course.renewal_enabled && course.issues_certificates === false)
    findings.value(at("renewal"), "renews certificates, and the course issues none");
  if (course.renewal_basis === "fixed" && course.renewal_fixed_on === null)
    findings.value(at("renewal"), 'needs "fixed_on": the basis is fixed');
  if (course.renewal_fixed_on !== null && !isDayOfCalendar(course.renewal_fixed_on))
    findings.value([...path, "renewal", "fixed_on"], "must be a day that the calendar has, MM-DD");
  if (entry.content?.kind !== "quiz") return;
  for (const [index, question] of entry.content.questions.entries()) {
    if (question.correct.some((place) => place >= question.options.length)) {
      findings.value(
        [...path, "content", "questions", index, "correct"],
        `must be places from 0 to ${question.options.length - 1}`,
      );
    }
  }
}

/** Whether some year has this day, MM-DD. */
function isDayOfCalendar(day: string): boolean {
  try {
    Temporal.PlainMonthDay.from(day);
    return true;
  } catch {
    return false;
  }
}

function pathsOf(draft: Draft, known: Known, once: Once): Wish<CourseRow>[] {
  const wishes: Wish<CourseRow>[] = [];
  const paths = new Set([...draft.entries("learning_paths")].flatMap(({ entry, sound }) => (sound ? caseNorm(entry.code) : [])));
  for (const { entry, path, sound } of draft.entries("learning_paths")) {
    if (!sound) {
      known.courses.excuse(entry);
      continue;
    }
    const stands = known.courses.get(entry.code);
    const base = stands ?? newCourse("learning_path", entry);
    const wanted = { ...base, ...catalogueMembers(entry), items: itemsOf(entry, path, paths, known, draft.findings) };
    if (!once(wanted, path)) continue;
    if (stands && stands.type !== "learning_path") draft.findings.value([...path, "code"], "is the code of a course");
    wishes.push({ stands, wanted });
  }
  for (const { wanted } of wishes) known.courses.set(wanted);
  return wishes;
}

function itemsOf(
  entry: Entry<"learning_paths">,
  path: Path,
  paths: ReadonlySet<string>,
  known: Known,
  findings: Findings,
): CourseRow["items"] {
  const items: CourseRow["items"] = [];
  for (const [index, item] of entry.courses.entries()) {
    const { course: code, mandatory = true } = typeof item === "string" ? { course: item } : item;
    if (paths.has(caseNorm(code))) {
      const itself = caseNorm(code) === caseNorm(entry.code);
      findings.value(
        [...path, "courses", index],
        itself ? "puts the path into itself" : `must be a course: "${code}" is a learning path`,
      );
      continue;
    }
    const course = findOfType(known, "course", code, [...path, "courses", index], findings);
    if (!course) continue;
    if (items.some((other) => other.course_id === course.id))
      findings.value([...path, "courses", index], "stands twice in this path");
    items.push({ course_id: course.id, mandatory });
  }
  return items;
}

/** The course or path with this code, or undefined after noting that there is none. */
export function findOfType(
  known: Known,
  type: CourseRow["type"],
  code: string,
  path: Path,
  findings: Findings,
): CourseRow | undefined {
  const found = known.courses.get(code);
  if (found?.type === type) return found;
  const wanted = type === "course" ? "a course" : "a learning path";
  if (found) findings.value(path, `must be ${wanted}: "${code}" is ${type === "course" ? "a learning path" : "a course"}`);
  else if (!known.courses.isExcused(code))
    findings.value(path, `must be ${wanted}: there is no code "${code}"${meant(code, known.courses, findings)}`);
  return undefined;
}

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
    items: [],
  };
}

function catalogueMembers(entry: Entry<"courses"> | Entry<"learning_paths">): Partial<CourseRow> {
  const { code, title, languages, active, mandatory, estimated_minutes, default_due_days } = entry;
  return mentioned({ code, title, languages, active, mandatory, estimated_minutes, default_due_days });
}

function courseMembers(entry: Entry<"courses">, base: CourseRow): Partial<CourseRow> {
  const { validity, renewal, expiring_soon_days, grace_days, attempts_allowed, pass_score, content } = entry;
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
  });
}

/** A course whose certificates end recurs by validity, unless it recurs by cycle. */
function recurrenceOf(
  validity: Entry<"courses">["validity"],
  before: CourseRow["recurrence"],
): CourseRow["recurrence"] | undefined {
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
