import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import type { PanelCaller } from "../../platform/context.ts";
import { invalid } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { send } from "../../platform/jobs/queue.ts";
import { record } from "../audit/record.ts";
import { bulk_queue } from "./bulk.job.ts";
import { checkOrder } from "./check-order.ts";
import type { BulkAssign } from "./schema.ts";
import {
  findOperationRecord,
  insertOperation,
  listDepartmentsOf,
  lockOperation,
  reviveOperation,
  type Operation,
} from "./sql.ts";

type Order = Static<typeof BulkAssign>;

/**
 * Orders work on many people, under an id that its preview has given. The same order again is the same one: it is not done twice, and
 * where its worker has stopped it goes on. Returns the order as JSON text.
 */
export async function orderWork(pool: Pool, caller: PanelCaller, id: string, order: Order): Promise<string> {
  const { id: tenant_id } = caller.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const standing = (await lockOperation(db, tenant_id, id)) ?? (await begin(db, caller, id, order));
    if (standing !== undefined) await goOn(db, caller, standing, order);
    return (await findOperationRecord(db, tenant_id, id))!;
  });
}

/** Returns the order that somebody else has begun under this id in the same instant, if any. */
async function begin(db: Db, caller: PanelCaller, id: string, order: Order): Promise<Operation | undefined> {
  const { tenant, account, now } = caller;
  const department_ids = caller.departments === null ? null : await listDepartmentsOf(db, account.id);
  const { people } = await checkOrder(db, caller, order, department_ids);
  const due_date = order.due_date ?? null;
  const operation = {
    id,
    course_id: order.course_id,
    due_date,
    selection: order.selection,
    ordered_by: account.id,
    ordered_by_name: account.name,
    before_id: newId(),
    people_total: people,
    department_ids,
  };
  if (!(await insertOperation(db, tenant.id, operation, now.toString()))) return lockOperation(db, tenant.id, id);
  await send(db, bulk_queue, { tenant_id: tenant.id, operation_id: id });
  await record(db, caller, {
    operation: "course.assign",
    target_type: "course",
    target_id: order.course_id,
    changes: {
      people: [null, people],
      due_date: [null, due_date],
      selected_by: [null, order.selection.filter ? "filter" : "people"],
    },
    batch_id: id,
  });
  return undefined;
}

async function goOn(db: Db, { tenant, account, departments }: PanelCaller, standing: Operation, order: Order): Promise<void> {
  const { id, course_id, due_date, ordered_by } = standing;
  const is_other = course_id !== order.course_id.toLowerCase() || due_date !== (order.due_date ?? null);
  // Who looks after some departments is told of no order but the own ones.
  if (is_other || (departments !== null && ordered_by !== account.id))
    throw invalid([{ pointer: "#/course_id", code: "NOT_POSSIBLE", detail: "something else was ordered under this id" }]);
  await revive(db, tenant.id, id);
}

/** Lets an order go on that has stopped; one that goes on, or is finished, stays as it is. Returns it as JSON text, undefined: there is none. */
export async function continueWork(pool: Pool, { tenant }: PanelCaller, id: string): Promise<string | undefined> {
  return withTenant(pool, tenant.id, async (db) => {
    if ((await findOperationRecord(db, tenant.id, id)) === undefined) return undefined;
    await revive(db, tenant.id, id);
    return findOperationRecord(db, tenant.id, id);
  });
}

async function revive(db: Db, tenant_id: string, id: string): Promise<void> {
  if (await reviveOperation(db, tenant_id, id)) await send(db, bulk_queue, { tenant_id, operation_id: id });
}
