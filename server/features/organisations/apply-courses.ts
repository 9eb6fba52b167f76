import { newId } from "../../platform/ids.ts";
import { nameNorm } from "../../platform/text.ts";
import {
  deleteLicenseItems,
  insertLicenseItems,
  insertLicenses,
  updateLicenses,
  type LicenseRow,
} from "../courses/apply-licenses-sql.ts";
import { deletePathItems, insertCourses, insertPathItems, updateCourses, type CourseRow } from "../courses/apply-sql.ts";
import { bringAbout, mentioned, type Kind, type Run } from "./bring-about.ts";
import type { Known } from "./known.ts";
import type { Entry } from "./schema.ts";

const lead_days_default = 60;

const courses: Kind<CourseRow> = {
  target_type: "course",
  personal: [],
  async insert(db, tenant_id, rows) {
    await insertCourses(db, tenant_id, rows);
    await insertPathItems(db, tenant_id, rows);
  },
  async update(db, tenant_id, rows) {
    await updateCourses(db, tenant_id, rows);
    await deletePathItems(
      db,
      tenant_id,
      rows.map((row) => row.id),
    );
    await insertPathItems(db, tenant_id, rows);
  },
};

export async function applyCourses(run: Run, known: Known, entries: readonly Entry<"courses">[]): Promise<void> {
  const wishes = entries.map((entry) => {
    const stands = known.courses.get(entry.code);
    const base = stands ?? newCourse("course", entry);
    const wanted = { ...base, ...catalogueMembers(entry), ...courseMembers(entry, base) };
    return { stands, wanted: withRenewalDefaults(wanted) };
  });
  await bringAbout(run, courses, wishes);
  for (const { wanted } of wishes) known.courses.set(wanted);
}

export async function applyLearningPaths(run: Run, known: Known, entries: readonly Entry<"learning_paths">[]): Promise<void> {
  const wishes = entries.map((entry) => {
    const stands = known.courses.get(entry.code);
    const items = entry.courses.map((item) => {
      const { course, mandatory = true } = typeof item === "string" ? { course: item } : item;
      return { course_id: known.courses.get(course)!.id, mandatory };
    });
    return { stands, wanted: { ...(stands ?? newCourse("learning_path", entry)), ...catalogueMembers(entry), items } };
  });
  await bringAbout(run, courses, wishes);
  for (const { wanted } of wishes) known.courses.set(wanted);
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
    expiring_soon_days,
    grace_days,
    attempts_allowed,
    pass_score,
    content,
  }) as Partial<CourseRow>;
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

const licenses: Kind<LicenseRow> = {
  target_type: "license",
  personal: [],
  async insert(db, tenant_id, rows) {
    await insertLicenses(db, tenant_id, rows);
    await insertLicenseItems(db, tenant_id, rows);
  },
  async update(db, tenant_id, rows) {
    await updateLicenses(db, tenant_id, rows);
    await deleteLicenseItems(
      db,
      tenant_id,
      rows.map((row) => row.id),
    );
    await insertLicenseItems(db, tenant_id, rows);
  },
};

export async function applyLicenses(run: Run, known: Known, entries: readonly Entry<"licenses">[]): Promise<void> {
  const wishes = entries.map((entry) => {
    const stands = known.licenses.get(nameNorm(entry.name));
    const { name, seats_total, seat_unit, release, valid_from, valid_until } = entry;
    return {
      stands,
      wanted: {
        ...(stands ?? newLicense(name)),
        ...mentioned({ name, seats_total, seat_unit, release, valid_from, valid_until, items: itemsOf(known, entry, stands) }),
      },
    };
  });
  await bringAbout(run, licenses, wishes);
}

function newLicense(name: string): LicenseRow {
  return {
    id: newId(),
    name,
    seats_total: null,
    seats_used: 0,
    seat_unit: "person",
    release: "unstarted",
    valid_from: null,
    valid_until: null,
    items: [],
  };
}

/** What a licence covers: a list that the file does not mention stays as it is. */
function itemsOf(known: Known, { courses, paths }: Entry<"licenses">, stands: LicenseRow | undefined): string[] | undefined {
  if (courses === undefined && paths === undefined) return undefined;
  const kept = (stands?.items ?? []).filter((id) => {
    return known.courses.byId(id)?.type === "course" ? courses === undefined : paths === undefined;
  });
  const named = [...(courses ?? []), ...(paths ?? [])].map((code) => known.courses.get(code)!.id);
  return [...new Set([...kept, ...named])].sort();
}
