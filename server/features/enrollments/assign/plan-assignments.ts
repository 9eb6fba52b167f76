import { todayOf, type Context } from "../../../platform/context.ts";
import { newId } from "../../../platform/ids.ts";
import { pairKey } from "../../compliance/flag/refresh.ts";
import type { KnownFacts, Pair } from "../../compliance/sql.ts";
import { dayOf, type EnrollmentFact } from "../../compliance/flag/status.ts";
import type { PathItem, PlannableCourse, UsableLicense } from "../../courses/sql.ts";
import { currentCycle, defaultDueDate } from "../cycle.ts";
import type { Reference } from "../events.ts";
import { takeTogether, type SeatStock } from "./plan-seats.ts";
import type { EnrollmentSource } from "../schema.ts";
import { enrollmentOfCycle, hasRunOut, isCovered, satisfyingOf, standingOf, type Criteria } from "./satisfied.ts";
import type { NewEnrollment } from "../sql.ts";
import type { Assignment, Block, Blocked, Origin } from "./assignment.ts";
import { instantText } from "../../../platform/instants.ts";

// Plans assignments one after the other, as a pure function. The result of one assignment is visible to the next: two rules that
// require the same course lead to one enrollment with two sources.

/** The data that were read before planning; they do not change. */
export type Known = {
  courses: ReadonlyMap<string, PlannableCourse>;
  /** The items of paths, by the id of the path. */
  items: ReadonlyMap<string, readonly PathItem[]>;
  /** Facts by person and course. */
  facts: ReadonlyMap<string, KnownFacts>;
  /** Active sources of predecessors, by the predecessor's id. */
  reasons: ReadonlyMap<string, readonly Reason[]>;
};

/** Why an enrollment exists; `own`: it was assigned for itself, a reason that never lapses. */
export type Reason = { source: Origin["source"] | "own"; ref_id: string };

/** An enrollment in its planned state. */
export type Draft = { -readonly [Member in keyof EnrollmentFact]: EnrollmentFact[Member] };

/** An enrollment that will be inserted. */
export type Created = {
  row: NewEnrollment & Draft & { renewal_of: string | null };
  course: Pick<PathItem, "id" | "code" | "title">;
  by: Reference;
};

export type Plan = {
  /** All enrollments by pair, including those that will be inserted. */
  drafts: Map<string, Draft[]>;
  /** Enrollments that will be inserted, by id, in the order of the assignments. */
  created: Map<string, Created>;
  /** Existing enrollments that are required by a further assignment, with the actor of the first one. */
  joined: Map<Draft, Reference>;
  /** New sources by enrollment id, a list for each assignment; an empty list means a reason that never lapses. */
  reasons: Map<string, (readonly Reason[])[]>;
  assigned: Map<number, string>;
  existing: Map<number, string>;
  /** Pairs whose assignment led to a new enrollment, or was satisfied already. */
  fulfilled: Pair[];
  /** For each new learning path, one item in which the person was enrolled before, if there is one. */
  items_before: Pair[];
  blocked: Blocked[];
};

/** Whether an assignment is refused, given the pair's enrollments after the previous assignments. */
export type Objection = (assignment: Assignment, enrollments: readonly EnrollmentFact[]) => boolean;

/** Plans all assignments; their indexes count from `first`. An assignment with an objection is left out. */
export function planAssignments(
  context: Context,
  known: Known,
  stock: SeatStock,
  assignments: readonly Assignment[],
  first: number,
  objects: Objection = () => false,
): Plan {
  const plan = openPlan(known);
  for (const [index, assignment] of assignments.entries()) {
    if (objects(assignment, plan.drafts.get(pairKey(assignment)) ?? [])) continue;
    const result = planOne({ context, known, plan }, stock, assignment);
    if ("reason" in result) {
      plan.blocked.push({ assignment, ...result });
      continue;
    }
    plan.fulfilled.push({ person_id: assignment.person_id, course_id: assignment.course_id });
    if (result.created !== undefined) plan.assigned.set(first + index, result.created);
    if (result.existing !== undefined) plan.existing.set(first + index, result.existing);
  }
  return plan;
}

/** The licences of which seats may be needed: those of assignments that nothing satisfies yet. */
export function listLicensesWanted(context: Context, known: Known, assignments: readonly Assignment[]): string[] {
  return [...new Set(listLicensesOf(context, known, assignments).map(({ id }) => id))];
}

/** The licences of which seats may be needed, for each assignment in the order of use, with repetitions. */
export function listLicensesOf(context: Context, known: Known, assignments: readonly Assignment[]): UsableLicense[] {
  const planning = { context, known, plan: openPlan(known) };
  return assignments.flatMap((assignment) => {
    const demand = demandOf(planning, assignment);
    if (!demand || findSatisfying(planning, demand)) return [];
    const own = licensesOf(demand);
    return own.length > 0 ? own : itemsOf(planning, demand, null).flatMap(licensesOf);
  });
}

function openPlan({ facts }: Known): Plan {
  return {
    drafts: new Map([...facts].map(([key, { enrollments }]) => [key, enrollments.map((one) => ({ ...one }))])),
    created: new Map(),
    joined: new Map(),
    reasons: new Map(),
    assigned: new Map(),
    existing: new Map(),
    fulfilled: [],
    items_before: [],
    blocked: [],
  };
}

type Planning = { context: Context; known: Known; plan: Plan };

/** The requirement of an assignment for one course, or of a path for one of its items. */
type Demand = Pair &
  Criteria & {
    course: PlannableCourse | PathItem;
    source: EnrollmentSource;
    source_ref: Reference;
    by: Reference;
    due_date: string | null;
    reasons: readonly Reason[];
    renewal_of: string | null;
    parent_enrollment_id: string | null;
    keep_existing: boolean;
  };

type Result = { created?: string; existing?: string | undefined } | Block;

function planOne(planning: Planning, stock: SeatStock, assignment: Assignment): Result {
  const demand = demandOf(planning, assignment);
  if (!demand) return { reason: "unknown" };
  if (!planning.known.facts.get(pairKey(demand))!.person_active) return { reason: "person_inactive" };
  const found = findSatisfying(planning, demand);
  if (found) {
    join(planning, demand, found);
    const path = { ...demand, cycle_year: found.draft?.cycle_year ?? demand.cycle_year };
    for (const item of itemsOf(planning, path, null)) join(planning, item, findSatisfying(planning, item));
    return { existing: found.draft?.id };
  }
  const { unassignable_reason: reason } = demand.course;
  if (reason !== null && !(reason === "path_only" && licensesOf(demand).length > 0)) return { reason };

  const path = draftOf(planning, demand);
  const items = itemsOf(planning, demand, path.row.id);
  const missing = items.filter((item) => !findSatisfying(planning, item));
  const created = [path, ...missing.map((item) => draftOf(planning, item))];
  const demands = [demand, ...missing];
  const seats = demands.map((one, index) => ({
    person_id: one.person_id,
    enrollment_id: created[index]!.row.id,
    licenses: licensesOf(one),
  }));
  const taken = takeTogether(stock, seats);
  if ("full" in taken) return { reason: "no_seat", full: taken.full };
  const before = items.filter((item) => !missing.includes(item));
  for (const item of before) join(planning, item, findSatisfying(planning, item));
  planning.plan.items_before.push(...before.slice(0, 1));
  for (const [index, one] of created.entries()) add(planning, demands[index]!, one, taken.licenses[index]!);
  return { created: path.row.id };
}

function demandOf({ context, known }: Planning, assignment: Assignment): Demand | undefined {
  const { person_id, course_id, source, by, origin } = assignment;
  const course = known.courses.get(course_id);
  if (!course || !known.facts.has(pairKey(assignment))) return undefined;
  const { inherit_sources_of = "" } = assignment;
  return {
    person_id,
    course_id,
    course,
    source,
    source_ref: by,
    by,
    due_date: dueDateOf(todayOf(context), assignment, course),
    cycle_year: assignment.cycle_year ?? currentCycle(context),
    is_exact: assignment.cycle_year !== undefined && source !== "renewal",
    is_renewal: source === "renewal",
    counts_valid: assignment.count_valid_certificates ?? false,
    look_back_days: assignment.look_back_days ?? null,
    reasons: [...(known.reasons.get(inherit_sources_of) ?? []), ...(origin ? [origin] : [])],
    renewal_of: assignment.renewal_of ?? null,
    parent_enrollment_id: null,
    keep_existing: assignment.keep_existing ?? false,
  };
}

function dueDateOf(today: string, { due_date, counts_from = today }: Assignment, course: PlannableCourse): string | null {
  if (due_date === undefined) return defaultDueDate(today, course.default_due_days);
  return due_date === null ? null : defaultDueDate(due_date, Math.max(0, dayOf(today) - dayOf(counts_from)));
}

/**
 * The requirements of a path for its items; empty for a course. An existing enrollment of this cycle satisfies the path as well.
 */
function itemsOf({ known }: Planning, path: Demand, parent_enrollment_id: string | null): Demand[] {
  const source_ref = { type: "path", id: path.course_id, name: path.course.code };
  return (known.items.get(path.course_id) ?? []).map((course) => ({
    ...path,
    course_id: course.id,
    course,
    source: "path",
    source_ref,
    is_exact: true,
    parent_enrollment_id,
  }));
}

/**
 * The enrollment that satisfies an assignment. `draft` undefined: a certificate from elsewhere satisfies it, or all items of the
 * path are covered.
 */
type Found = { draft: Draft | undefined };

function findSatisfying(planning: Planning, demand: Demand): Found | undefined {
  const { context, known, plan } = planning;
  const key = pairKey(demand);
  const standing = standingOf(plan.drafts.get(key)!);
  const enough = satisfyingOf(standing, demand);
  // A completion that has run out is replaced only if nothing requires it. A required one stays overdue. A new enrollment in a
  // learning path would be completed at once by the courses that are done.
  const may_be_spent = !demand.is_exact && demand.course.type === "course" && enough?.requirement_active === false;
  if (enough && !(may_be_spent && hasRunOut(context, known.facts.get(key)!, enough))) return { draft: enough };
  const is_covered = (one: Demand) => isCovered(context, known.facts.get(pairKey(one))!, one.course, one);
  if (is_covered(demand)) return { draft: standing.findLast(({ state }) => state === "completed") };
  const items = itemsOf(planning, demand, null);
  return items.length > 0 && items.every(is_covered) ? { draft: undefined } : undefined;
}

/** Adds a source to an existing enrollment: it is required again, with the earliest of the requested due dates. */
function join({ plan }: Planning, { due_date, course, reasons, keep_existing, by }: Demand, found: Found | undefined): void {
  const draft = found?.draft;
  if (!draft || keep_existing) return;
  const is_earlier = due_date !== null && (draft.due_date === null || due_date < draft.due_date);
  if (is_earlier && draft.state !== "completed") draft.due_date = due_date;
  draft.requirement_active = true;
  draft.mandatory ||= course.mandatory;
  if (!plan.created.has(draft.id) && !plan.joined.has(draft)) plan.joined.set(draft, by);
  giveReasons(plan, draft.id, reasons);
}

function add({ plan }: Planning, demand: Demand, created: Created, license_id: string | null): void {
  created.row.license_id = license_id;
  plan.created.set(created.row.id, created);
  plan.drafts.get(pairKey(demand))!.push(created.row);
  giveReasons(plan, created.row.id, demand.reasons);
}

function giveReasons({ reasons }: Plan, enrollment_id: string, given: readonly Reason[]): void {
  reasons.set(enrollment_id, [...(reasons.get(enrollment_id) ?? []), given]);
}

function draftOf({ context, plan }: Planning, demand: Demand): Created {
  const { course, by, ...asked } = demand;
  const { person_id, course_id, cycle_year, source, source_ref, due_date, renewal_of, parent_enrollment_id } = asked;
  const of_cycle = enrollmentOfCycle(plan.drafts.get(pairKey(demand))!, cycle_year);
  return {
    course,
    by,
    row: {
      id: newId(),
      person_id,
      course_id,
      cycle_year,
      cycle_seq: (of_cycle?.cycle_seq ?? 0) + 1,
      source,
      source_ref,
      mandatory: course.mandatory,
      due_date,
      assigned_at: instantText(context.now),
      attempts_allowed: course.attempts_allowed,
      parent_enrollment_id,
      license_id: null,
      renewal_of,
      state: "assigned",
      renewal: demand.is_renewal,
      requirement_active: true,
      completed_at: null,
    },
  };
}

/** Licences for a course. A course that can only be assigned within paths is renewed with a licence of its path. */
function licensesOf({ course, is_renewal }: Demand): readonly UsableLicense[] {
  const is_path_only = is_renewal && course.unassignable_reason === "path_only" && "path_licenses" in course;
  return is_path_only ? course.path_licenses : course.licenses;
}
