// Many assignments of one request, in one transaction. Each row gets the answer that POST /enrollments would have given if the
// rows had been sent one after the other. People are locked first, in ascending order of ids, then the licences that may lose
// seats. Batches, single assignments, rules and imports use the same order, so they wait for each other and never give a seat
// twice.
import { todayOf, type Context } from "../../../platform/context.ts";
import { withTenantOnce } from "../../../platform/db/once.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { invalid, Problem, problemOfPart } from "../../../platform/http/problem.ts";
import { newId } from "../../../platform/ids.ts";
import { insertAudits } from "../../audit/batch-sql.ts";
import { listPathItems, type PathItem } from "../../courses/sql.ts";
import { entriesOf, planRows } from "../assign/named/plan-rows.ts";
import { writePlan } from "../assign/write-plan.ts";
import { alreadyEnrolled } from "../errors.ts";
import type { EnrollmentState } from "../schema.ts";
import { nameRows, readRow, type NamedRow, type ReadRow } from "./name-rows.ts";
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

/** Makes the assignments of the rows. Throws 422 if learning paths lead to more enrollments than one request may make. */
export async function enrollBatch(pool: Pool, caller: Context, rows: readonly unknown[], base_url: string): Promise<BatchAnswer> {
  const read = rows.map(readRow);
  return withTenantOnce(pool, caller, async (db) => {
    const batch_id = newId();
    const outcomes = await assignRows(db, caller, read, batch_id);
    return answerOf(outcomes, batch_id, base_url);
  });
}

/** The outcome of a row: the id of the new enrollment, or the problem. */
type Outcome = string | Problem;

async function assignRows(db: Db, context: Context, rows: readonly ReadRow[], batch_id: string): Promise<Outcome[]> {
  const named = await nameRows(db, context, rows, batch_id);
  const outcomes: (Outcome | undefined)[] = named.map((one) => (one instanceof Problem ? one : undefined));
  const acceptable = named.filter((one): one is NamedRow => !(one instanceof Problem));
  const items = await listItems(db, context, acceptable);
  const { planned, users, outcomes: found } = await planRows(db, context, acceptable, { items });
  for (const [place, outcome] of found.entries()) outcomes[acceptable[place]!.index] = outcome;
  if (planned.plan.assigned.size > 0) {
    const entries = entriesOf(planned.plan, acceptable).map((entry) => ({ ...entry, id: newId() }));
    await Promise.all([writePlan(db, context, planned, users, batch_id), insertAudits(db, context, batch_id, entries)]);
  }
  return outcomes.map((outcome, index) => {
    if (outcome === undefined) throw new Error(`nothing became of row ${index}`);
    return outcome;
  });
}

/** The courses of the learning paths that the rows name. */
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
