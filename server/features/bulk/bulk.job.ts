// Carries out administrators' orders about many people in the background.
//
// Each transaction does some people, in ascending order of ids, and stores each result and the progress. A part is done
// completely or not at all: after a crash another job continues after the last person who was done. Two jobs of one order wait
// for each other at the order's row. The filter of an order is evaluated again for each part; people who were created after the
// order are left out.
import type { Pool } from "../../platform/db/pool.ts";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { inParts, type PartsOptions } from "../../platform/jobs/in-parts.ts";
import { queue, send } from "../../platform/jobs/queue.ts";
import { work as workOn, type Job } from "../../platform/jobs/run.ts";
import type { Context } from "../../platform/context.ts";
import { assignToPeople } from "../enrollments/assign/assign-people.ts";
import { listSelectedPeople } from "./selected-sql.ts";
import { undo } from "./works/undo.ts";
import type { Done, WorkOptions } from "./works/work.ts";
import { works } from "./works/works.ts";
import { advanceOperation, finishOperation, insertOutcomes, lockOperation, type Operation } from "./sql.ts";

type Bulk = { tenant_id: string; operation_id: string };

export const bulk_queue = queue<Bulk>("bulk.work", { run_max_s: 300 });

/** People of one transaction, so another change of one of them waits at most for this many. */
export const part_max = 500;

/** How statements of a part are planned: they touch few rows of tables that the parts before may have filled. */
export const part_is = "part_of_many";

/**
 * The queue of all kinds except assigning. During an update the previous version does not read it, and it would take each order
 * for an assignment.
 */
export const order_queue = queue<Bulk>("bulk.orders", { run_max_s: 300 });

export const queueOf = (kind: Operation["kind"]) => (kind === "assign" ? bulk_queue : order_queue);

type BulkOptions = WorkOptions & { pool: Pool };

export function bulkJobs(options: BulkOptions): Job[] {
  return [bulk_queue, order_queue].map((one) => workOn(one, (bulk, signal) => workInParts(options, bulk, signal)));
}

/** An administrator waits for an order, and it has at most 10,000 people: it pauses less between two parts than other work. */
const rest_max_ms = 50;

/** Continues an order until all people are done, or until the time is up and another job continues. */
export function workInParts(options: BulkOptions, bulk: Bulk, signal: AbortSignal, parts?: Partial<PartsOptions>): Promise<void> {
  return inParts(options.pool, bulk, signal, (part, timeIsUp) => workPart(options, part, timeIsUp), { rest_max_ms, ...parts });
}

/** Does the next people. Returns null when all are done or another job continues. */
async function workPart(options: BulkOptions, bulk: Bulk, timeIsUp: () => boolean): Promise<Bulk | null> {
  const { tenant_id, operation_id } = bulk;
  const work = async (db: Db) => {
    const operation = await lockOperation(db, tenant_id, operation_id);
    if (operation === undefined || operation.is_finished) return null;
    const actor = { type: "administrator", id: operation.ordered_by, name: operation.ordered_by_name } as const;
    const context = await contextWithin(db, tenant_id, actor);
    if (context === undefined) return null;
    const goes_on = await doNext(db, context, options, operation);
    if (!goes_on) {
      await finishOperation(db, tenant_id, operation_id, context.now.toString());
      return null;
    }
    if (!timeIsUp()) return bulk;
    await send(db, queueOf(operation.kind), bulk);
    return null;
  };
  return withTenant(options.pool, tenant_id, work, part_is);
}

/** Does the next people of an order. Returns whether there may be more. */
async function doNext(db: Db, context: Context, options: BulkOptions, operation: Operation): Promise<boolean> {
  const { id: tenant_id } = context.tenant;
  const { id, after_id, before_id, department_ids } = operation;
  const selection = { ...operation.selection, department_ids };
  const person_ids = await listSelectedPeople(db, tenant_id, selection, { after_id, before_id, people_max: part_max });
  if (person_ids.length === 0) return false;
  const outcomes = await doTo(db, context, options, operation, person_ids);
  await insertOutcomes(db, tenant_id, id, context.now.toString(), outcomes);
  const counts = { ...operation.counts };
  for (const { outcome } of outcomes.values()) counts[outcome] = (counts[outcome] ?? 0) + 1;
  await advanceOperation(db, tenant_id, id, { after_id: person_ids.at(-1)!, people: person_ids.length, counts });
  return person_ids.length === part_max;
}

async function doTo(
  db: Db,
  context: Context,
  options: BulkOptions,
  { id, kind, asked, course_id, due_date }: Operation,
  person_ids: readonly string[],
): Promise<Map<string, Done>> {
  if (kind === "undo") {
    const of = (await lockOperation(db, context.tenant.id, asked.order_id!))!;
    return undo(db, context, { batch_id: id, of }, person_ids);
  }
  if (kind !== "assign") return works[kind].carryOut(db, context, options, { id, asked }, person_ids);
  const outcomes = await assignToPeople(db, context, person_ids, { course_id: course_id!, due_date }, id);
  return new Map(
    [...outcomes].map(([person_id, outcome]) => [person_id, { outcome, ...(outcome === "assigned" ? { was: {} } : {}) }]),
  );
}
