// Many assignments of one request, in one transaction: each row is answered as POST /enrollments would have answered it, had
// the rows been sent one after the other. People are held first, in ascending order of their ids, and then the licences that
// may lose seats; so batches, single assignments, rules and imports wait for each other and never take a seat twice.
import { todayOf, type Context } from "../../../platform/context.ts";
import { withTenantOnce } from "../../../platform/db/once.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { invalid, Problem, problemOfPart } from "../../../platform/http/problem.ts";
import { newId } from "../../../platform/ids.ts";
import { insertAudits } from "../../audit/batch-sql.ts";
import { pairKey } from "../../compliance/flag/refresh.ts";
import { listPathItems, type PathItem } from "../../courses/sql.ts";
import { planWithSeats, withFacts } from "../assign/assign-many.ts";
import type { Assignment } from "../assign/assignment.ts";
import { entryOf } from "../assign/enroll.ts";
import type { Objection, Plan } from "../assign/plan-assignments.ts";
import { refuseAssignment, seatsTaken } from "../assign/refuse-assignment.ts";
import { writePlan, type PlanToWrite } from "../assign/write-plan.ts";
import { currentCycle } from "../cycle.ts";
import { alreadyEnrolled } from "../errors.ts";
import type { EnrollmentState } from "../schema.ts";
import { nameRows, readRow, type NamedRow, type ReadRow } from "./name-rows.ts";
import type { EventUser } from "../../people/events.ts";
import { batch_enrollments_max } from "./schema.ts";

type RowResult = {
  index: number;
  status: "created" | "exists" | "refused";
  enrollment_id: string | null;
  enrollment_status: EnrollmentState | null;
  problem: object | null;
};

export type BatchAnswer = {
  batch_id: string | null;
  counts: { rows: number; created: number; exists: number; refused: number };
  results: RowResult[];
};

/** Assigns what rows ask for. Throws 422 where learning paths make more enrollments of them than one request may ask for. */
export async function enrollBatch(pool: Pool, caller: Context, rows: readonly unknown[], base_url: string): Promise<BatchAnswer> {
  const read = rows.map(readRow);
  return withTenantOnce(pool, caller, async (db) => {
    const batch_id = newId();
    const outcomes = await assignRows(db, caller, read, batch_id);
    return answerOf(outcomes, batch_id, base_url);
  });
}

/** What became of a row: the id of what was created, or why it was not. */
type Outcome = string | Problem;

async function assignRows(db: Db, context: Context, rows: readonly ReadRow[], batch_id: string): Promise<Outcome[]> {
  const named = await nameRows(db, context, rows, batch_id);
  const outcomes: (Outcome | undefined)[] = named.map((one) => (one instanceof Problem ? one : undefined));
  const acceptable = named.filter((one): one is NamedRow => !(one instanceof Problem));
  const items = await listItems(db, context, acceptable);
  const assignments = acceptable.map((row) => assignmentOf(context, row));
  const row_of = new Map(assignments.map((assignment, at) => [assignment, acceptable[at]!]));
  const courses = acceptable.map(({ course }) => course);
  const known = await withFacts(db, context, assignments, { courses, items, sources: [] });

  const objects: Objection = (assignment, enrollments) => {
    const row = row_of.get(assignment)!;
    const refusal = refusalOf(() => refuseAssignment(context, row.input, { ...row, enrollments }));
    if (refusal) outcomes[row.index] = refusal;
    return refusal !== null;
  };
  const planned = await planWithSeats(db, context, known, assignments, 0, objects);
  for (const blocked of planned.plan.blocked) {
    // Every other reason was an objection.
    if (blocked.reason === "no_seat") outcomes[row_of.get(blocked.assignment)!.index] = seatsTaken(blocked.full);
  }
  for (const [at, id] of planned.plan.assigned) outcomes[acceptable[at]!.index] = id;
  const assigned = [...planned.plan.assigned.keys()].map((at) => acceptable[at]!);
  if (assigned.length > 0) await write(db, context, planned, assigned, batch_id);
  return outcomes.map((outcome, index) => {
    if (outcome === undefined) throw new Error(`nothing became of row ${index}`);
    return outcome;
  });
}

function assignmentOf(context: Context, { input, person, course }: NamedRow): Assignment {
  const { cycle_year = currentCycle(context), due_date, source, by } = input;
  return { person_id: person.id, course_id: course.id, cycle_year, due_date, source, by, keep_existing: true };
}

/** The courses of the learning paths that rows name, by path. */
async function listItems(db: Db, context: Context, rows: readonly NamedRow[]): Promise<PathItem[]> {
  const { id: tenant_id, time_zone } = context.tenant;
  const paths = new Set(rows.flatMap(({ course }) => (course.type === "learning_path" ? course.id : [])));
  if (paths.size === 0) return [];
  const items = await listPathItems(db, tenant_id, [...paths], { today: todayOf(context), time_zone });
  const of_path = Map.groupBy(items, ({ path_id }) => path_id);
  const asked = rows.reduce((sum, { course }) => sum + 1 + (of_path.get(course.id)?.length ?? 0), 0);
  if (asked <= batch_enrollments_max) return items;
  const detail = `asks for ${asked} enrollments, with those of the learning paths' courses; at most ${batch_enrollments_max} are made by one request`;
  throw invalid([{ pointer: "#/enrollments", code: "TOO_LONG", detail }]);
}

function refusalOf(check: () => void): Problem | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Writes what was planned of `rows`, all of which were assigned, and an audit row for each as of a single assignment. */
async function write(
  db: Db,
  context: Context,
  { known, plan, taken }: PlanToWrite,
  rows: readonly NamedRow[],
  batch_id: string,
): Promise<void> {
  // What was refused leaves nothing behind, not even a flag that is looked at again.
  const touched = rows.flatMap(({ person, course }) =>
    [course.id, ...(known.items.get(course.id) ?? []).map(({ id }) => id)].map((course_id) =>
      pairKey({ person_id: person.id, course_id }),
    ),
  );
  const facts = new Map([...new Set(touched)].map((key) => [key, known.facts.get(key)!]));
  const users = new Map<string, EventUser>();
  for (const { person } of rows) {
    const { state: _, ...user } = person;
    users.set(user.id, user);
  }
  await Promise.all([
    writePlan(db, context, { known: { ...known, facts }, plan, taken }, users, batch_id),
    insertAudits(db, context, batch_id, entriesOf(plan, rows)),
  ]);
}

function entriesOf(plan: Plan, rows: readonly NamedRow[]) {
  const created = [...plan.created.values()];
  const items = Map.groupBy(created, ({ row }) => row.parent_enrollment_id);
  const people = new Map(rows.map(({ person }) => [person.id, person]));
  const asked = created.filter(({ row }) => row.parent_enrollment_id === null);
  return asked.map((enrollment) => {
    const { id, person_id } = enrollment.row;
    const entry = entryOf({ person: people.get(person_id)!, enrollment, items: items.get(id) ?? [] });
    return { ...entry, id: newId() };
  });
}

function answerOf(outcomes: readonly Outcome[], batch_id: string, base_url: string): BatchAnswer {
  const results = outcomes.map((outcome, index) => resultOf(outcome, index, base_url));
  const count = (status: RowResult["status"]) => results.filter((one) => one.status === status).length;
  const [created, exists, refused] = [count("created"), count("exists"), count("refused")];
  return { batch_id: created > 0 ? batch_id : null, counts: { rows: results.length, created, exists, refused }, results };
}

function resultOf(outcome: Outcome, index: number, base_url: string): RowResult {
  const nothing = { index, enrollment_id: null, enrollment_status: null, problem: null };
  if (typeof outcome === "string") return { ...nothing, status: "created", enrollment_id: outcome };
  if (outcome.type !== alreadyEnrolled.type) return { ...nothing, status: "refused", problem: problemOfPart(outcome, base_url) };
  const { enrollment_id, enrollment_status } = outcome.members as {
    enrollment_id: string;
    enrollment_status: EnrollmentState;
  };
  return { ...nothing, status: "exists", enrollment_id, enrollment_status };
}
