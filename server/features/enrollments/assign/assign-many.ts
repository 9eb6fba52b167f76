import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { instantText } from "../../../platform/instants.ts";
import { pairKey } from "../../compliance/flag/refresh.ts";
import { listKnownFacts, type Judged, type KnownFacts, type Pair } from "../../compliance/sql.ts";
import { lockSeats } from "../../courses/seats-sql.ts";
import { listPathItems, listPlannableCourses, type PathItem, type PlannableCourse } from "../../courses/sql.ts";
import type { EventUser } from "../../people/events.ts";
import { lockUsersById } from "../../people/lock-sql.ts";
import { raiseAlerts, resolveAlerts, type NewAlert } from "./alerts-sql.ts";
import { listActiveSources, type SourceRow } from "./assign-many-sql.ts";
import type { Assignment, Blocked } from "./assignment.ts";
import { listLicensesWanted, planAssignments, type Known, type Objection, type Plan } from "./plan-assignments.ts";
import { stockOf, type SeatStock } from "./plan-seats.ts";
import { writePlan, type PlanToWrite } from "./write-plan.ts";

/** Assignments that are planned and written together. */
const assignments_max = 1_000;

export type Outcome = {
  /** Ids of new enrollments by the index of the assignment. */
  assigned: Map<number, string>;
  /** Ids of existing enrollments that satisfy the assignment, by its index. */
  existing: Map<number, string>;
  blocked: Blocked[];
};

export type AssignOptions = {
  batch_id: string | null;
  /** The people in the form of events, if the operation has read them after locking their rows; left out: they are read here. */
  users?: ReadonlyMap<string, EventUser> | undefined;
  /**
   * Where to put flags that follow, so that the operation stores them together with other flags of the same people; left out:
   * they are stored here.
   */
  unkept?: Judged[] | undefined;
};

/**
 * Assigns courses to people, within a larger operation. That operation has locked the people's rows and stored the matches and
 * memberships behind the assignments, and writes the audit row. Seats go to the first assignments. An assignment that cannot be
 * made raises an alert, not an error. The number of statements does not depend on the numbers of people, courses and licences.
 */
export async function assignMany(
  db: Db,
  context: Context,
  assignments: readonly Assignment[],
  { batch_id, users: read, unkept }: AssignOptions,
): Promise<Outcome> {
  // With several parts each one must find the stored flags of the previous parts.
  const later = assignments.length <= assignments_max ? unkept : undefined;
  const outcome: Outcome = { assigned: new Map(), existing: new Map(), blocked: [] };
  for (let first = 0; first < assignments.length; first += assignments_max) {
    const some = assignments.slice(first, first + assignments_max);
    const person_ids = distinct(some.map(({ person_id }) => person_id));
    const [users, known] = await Promise.all([
      read ?? lockUsersById(db, context.tenant.id, person_ids),
      loadKnown(db, context, some),
    ]);
    const planned = await planWithSeats(db, context, known, some, first);
    const { plan } = planned;
    await Promise.all([writePlan(db, context, planned, users, batch_id, later), keepAlerts(db, context, plan)]);
    for (const [index, id] of plan.assigned) outcome.assigned.set(index, id);
    for (const [index, id] of plan.existing) outcome.existing.set(index, id);
    outcome.blocked.push(...plan.blocked);
  }
  return outcome;
}

/** Reads the data from which assignments are planned, without locks. */
export async function loadKnown(db: Db, context: Context, assignments: readonly Assignment[]): Promise<Known> {
  const { id: tenant_id, time_zone } = context.tenant;
  const day = { today: todayOf(context), time_zone };
  const course_ids = distinct(assignments.map(({ course_id }) => course_id));
  const predecessors = distinct(assignments.flatMap(({ inherit_sources_of }) => inherit_sources_of ?? []));
  const [courses, items, sources] = await Promise.all([
    listPlannableCourses(db, tenant_id, course_ids, day),
    listPathItems(db, tenant_id, course_ids, day),
    predecessors.length > 0 ? listActiveSources(db, tenant_id, predecessors) : [],
  ]);
  return withFacts(db, context, assignments, { courses, items, sources });
}

type Loaded = { courses: readonly PlannableCourse[]; items: readonly PathItem[]; sources: readonly SourceRow[] };

/**
 * Reads the facts of all pairs and adds them to the courses of the assignments. `read`: facts of some pairs that were read
 * before.
 */
export async function withFacts(
  db: Db,
  context: Context,
  assignments: readonly Assignment[],
  { courses, items, sources }: Loaded,
  read: readonly KnownFacts[] = [],
): Promise<Known> {
  const items_of = Map.groupBy(items, ({ path_id }) => path_id);
  const pairs = assignments.flatMap(({ person_id, course_id }): Pair[] => [
    { person_id, course_id },
    ...(items_of.get(course_id) ?? []).map((item) => ({ person_id, course_id: item.id })),
  ]);
  const facts = new Map(read.map((one) => [pairKey(one), one]));
  const missing = [...new Map(pairs.map((pair) => [pairKey(pair), pair]))].flatMap(([key, pair]) =>
    facts.has(key) ? [] : [pair],
  );
  if (missing.length > 0) for (const one of await listKnownFacts(db, context.tenant.id, missing)) facts.set(pairKey(one), one);
  return {
    courses: new Map(courses.map((course) => [course.id, course])),
    items: items_of,
    facts,
    reasons: Map.groupBy(sources, ({ enrollment_id }) => enrollment_id),
  };
}

/** Plans assignments and their seats; the licences are locked from now on. */
export async function planWithSeats(
  db: Db,
  context: Context,
  known: Known,
  assignments: readonly Assignment[],
  first = 0,
  objects?: Objection,
): Promise<PlanToWrite> {
  const stock = await lockStock(db, context, known, assignments);
  return { known, plan: planAssignments(context, known, stock, assignments, first, objects), taken: stock.taken };
}

async function lockStock(db: Db, context: Context, known: Known, assignments: readonly Assignment[]): Promise<SeatStock> {
  const licenses = listLicensesWanted(context, known, assignments);
  if (licenses.length === 0) return stockOf([], []);
  const person_ids = distinct(assignments.map(({ person_id }) => person_id));
  const { free, held } = await lockSeats(db, context.tenant.id, licenses, person_ids);
  return stockOf(free, held);
}

/** Raises alerts for blocked assignments, and resolves those of fulfilled ones. */
async function keepAlerts(db: Db, context: Context, { fulfilled, blocked }: Plan): Promise<void> {
  const { id: tenant_id } = context.tenant;
  const at = instantText(context.now);
  const alerts = blocked.flatMap(alertOf);
  await Promise.all([
    fulfilled.length > 0 && resolveAlerts(db, tenant_id, at, fulfilled),
    alerts.length > 0 && raiseAlerts(db, tenant_id, at, alerts),
  ]);
}

/** A blocked assignment of an account that is not in use raises no alert, because nothing can be done about it. */
function alertOf({ assignment, reason }: Blocked): NewAlert[] {
  if (reason === "unknown" || reason === "person_inactive") return [];
  const { person_id, course_id, source } = assignment;
  const kind = source === "renewal" ? "renewal_blocked" : "assignment_blocked";
  return [{ id: newId(), kind, person_id, course_id, reason, assignment }];
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
