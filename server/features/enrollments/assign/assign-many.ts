import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { judge, keep, pairKey } from "../../compliance/flag/refresh.ts";
import { listFacts, type FactsRow, type Pair } from "../../compliance/sql.ts";
import { listSeatsHeldBy, lockLicenses, takeSeats } from "../../courses/seats-sql.ts";
import { listPathItems, listPlannableCourses } from "../../courses/sql.ts";
import type { EventUser } from "../../people/events.ts";
import { lockEventUsers } from "../../people/lock-sql.ts";
import { emitAll } from "../../events/emit.ts";
import { raiseAlerts, resolveAlerts, type NewAlert } from "./alerts-sql.ts";
import {
  insertEnrollments,
  insertOwnSources,
  insertSources,
  listActiveSources,
  updateAdopted,
  type Asked,
  type SourceRow,
} from "./assign-many-sql.ts";
import { catchUpPath } from "../lifecycle/complete.ts";
import { assignedEvent } from "../events.ts";
import { stockOf, type SeatStock } from "./plan-seats.ts";
import { listLicensesWanted, planWishes, type Known, type Plan } from "./plan-wishes.ts";
import type { Blocked, Wish } from "./wish.ts";
import { instantText } from "../../../platform/instants.ts";

/** Wishes that travel together. */
const wishes_max = 1_000;

export type Outcome = {
  /** New enrollments by the index of the wish. */
  assigned: Map<number, string>;
  /** Enrollments that were there already and serve the wish. */
  existing: Map<number, string>;
  blocked: Blocked[];
};

/**
 * Assigns as many courses to as many people as are wished, within a larger operation, which holds the people's rows, has
 * stored the matches and memberships behind the wishes, and writes the audit row. Seats go to the first wishes. What cannot be
 * assigned is an alert, not an error. The number of statements does not depend on how many people, courses and licences there
 * are.
 */
export async function assignMany(
  db: Db,
  context: Context,
  wishes: readonly Wish[],
  { batch_id }: { batch_id: string | null },
): Promise<Outcome> {
  const outcome: Outcome = { assigned: new Map(), existing: new Map(), blocked: [] };
  for (let first = 0; first < wishes.length; first += wishes_max) {
    const some = wishes.slice(first, first + wishes_max);
    const { users, ...known } = await load(db, context, some);
    const stock = await lockStock(db, context, known, some);
    const plan = planWishes(context, known, stock, some, first);
    await write(db, context, known, plan, stock, users, batch_id);
    for (const [index, id] of plan.assigned) outcome.assigned.set(index, id);
    for (const [index, id] of plan.existing) outcome.existing.set(index, id);
    outcome.blocked.push(...plan.blocked);
  }
  return outcome;
}

async function load(db: Db, context: Context, wishes: readonly Wish[]): Promise<Known & { users: Map<string, EventUser> }> {
  const person_ids = distinct(wishes.map(({ person_id }) => person_id));
  // Who is asked for is held from the first packet on.
  const [people, known] = await Promise.all([lockEventUsers(db, context.tenant.id, person_ids), loadKnown(db, context, wishes)]);
  return { ...known, users: new Map(people.map(({ user }) => [user.id, user])) };
}

/** What decides about wishes, without holding any of it. */
export async function loadKnown(db: Db, context: Context, wishes: readonly Wish[]): Promise<Known> {
  const { id: tenant_id, time_zone } = context.tenant;
  const day = { today: todayOf(context), time_zone };
  const course_ids = distinct(wishes.map(({ course_id }) => course_id));
  const predecessors = distinct(wishes.flatMap(({ inherit_sources_of }) => inherit_sources_of ?? []));
  const [courses, items, sources] = await Promise.all([
    listPlannableCourses(db, tenant_id, course_ids, day),
    listPathItems(db, tenant_id, course_ids, day),
    predecessors.length > 0 ? listActiveSources(db, tenant_id, predecessors) : [],
  ]);
  const items_of = Map.groupBy(items, ({ path_id }) => path_id);
  const pairs = wishes.flatMap(({ person_id, course_id }): Pair[] => [
    { person_id, course_id },
    ...(items_of.get(course_id) ?? []).map((item) => ({ person_id, course_id: item.id })),
  ]);
  const facts = await listFacts(db, tenant_id, [...new Map(pairs.map((pair) => [pairKey(pair), pair])).values()]);
  return {
    courses: new Map(courses.map((course) => [course.id, course])),
    items: items_of,
    facts: new Map(facts.map((one) => [pairKey(one), one])),
    reasons: Map.groupBy(sources, ({ enrollment_id }) => enrollment_id),
  };
}

async function lockStock(db: Db, context: Context, known: Known, wishes: readonly Wish[]): Promise<SeatStock> {
  const { id: tenant_id } = context.tenant;
  const licenses = listLicensesWanted(context, known, wishes);
  if (licenses.length === 0) return stockOf([], []);
  const [locked, held] = await Promise.all([
    lockLicenses(db, tenant_id, licenses),
    listSeatsHeldBy(db, tenant_id, distinct(wishes.map(({ person_id }) => person_id))),
  ]);
  return stockOf(locked, held);
}

async function write(
  db: Db,
  context: Context,
  known: Known,
  plan: Plan,
  { taken }: SeatStock,
  users: ReadonlyMap<string, EventUser>,
  batch_id: string | null,
): Promise<void> {
  const { id: tenant_id } = context.tenant;
  const at = instantText(context.now);
  const rows = [...plan.created.values()].map(({ row }) => row);
  const { asked, sources } = sourcesOf(plan);
  const judged = [...known.facts].map(([key, facts]: [string, FactsRow]) => judge(context, facts, plan.drafts.get(key)));
  const flags = new Map(judged.map((one) => [pairKey(one), one.status?.status ?? null]));
  const alerts = plan.blocked.flatMap(alertOf);
  const events = [...plan.created.values()].map(({ row, course: { id, code, title }, by }) => {
    const { cycle_year, source, due_date, assigned_at } = row;
    const enrollment = { id: row.id, cycle_year, source, due_date, assigned_at };
    return assignedEvent({
      user: users.get(row.person_id)!,
      course: { id, code, title },
      enrollment: { ...enrollment, status: "assigned", started_at: null, completed_at: null },
      by,
      flag: flags.get(pairKey(row)) ?? null,
      batch_id,
    });
  });
  await Promise.all([
    taken.length > 0 &&
      takeSeats(
        db,
        tenant_id,
        taken.map((seat) => ({ ...seat, id: newId(), at })),
      ),
    rows.length > 0 && insertEnrollments(db, tenant_id, rows),
    plan.adopted.size > 0 && updateAdopted(db, tenant_id, [...plan.adopted]),
    asked.length > 0 && insertOwnSources(db, tenant_id, at, asked),
    sources.length > 0 && insertSources(db, tenant_id, at, sources),
    keep(db, context, judged),
    emitAll(db, context, events),
    plan.fulfilled.length > 0 && resolveAlerts(db, tenant_id, at, plan.fulfilled),
    alerts.length > 0 && raiseAlerts(db, tenant_id, at, alerts),
  ]);
  for (const { person_id, course_id } of plan.served) await catchUpPath(db, context, users.get(person_id)!, course_id);
}

/** The reasons to be noted. An enrollment that is asked for only for reasons that never lapse needs no note. */
function sourcesOf({ created, reasons }: Plan): { asked: Asked[]; sources: SourceRow[] } {
  const asked: Asked[] = [];
  const sources: SourceRow[] = [];
  for (const [enrollment_id, given] of reasons) {
    const by_own = given.some((list) => list.length === 0);
    const others = new Map(given.flat().map(({ source, ref_id }) => [`${source}/${ref_id}`, { enrollment_id, source, ref_id }]));
    if (!created.has(enrollment_id)) asked.push({ enrollment_id, by_own, by_others: others.size > 0 });
    else if (by_own && others.size > 0) sources.push({ enrollment_id, source: "own", ref_id: enrollment_id });
    sources.push(...others.values());
  }
  return { asked, sources };
}

/** Nobody can do anything about an account that is not in use. */
function alertOf({ wish, reason }: Blocked): NewAlert[] {
  if (reason === "unknown" || reason === "person_inactive") return [];
  const { person_id, course_id, source } = wish;
  const kind = source === "renewal" ? "renewal_blocked" : "assignment_blocked";
  return [{ id: newId(), kind, person_id, course_id, reason, wish }];
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
