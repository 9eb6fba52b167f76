import { isDeepStrictEqual } from "node:util";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import type { PanelCaller } from "../../platform/context.ts";
import { invalid } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { send } from "../../platform/jobs/queue.ts";
import { record } from "../audit/record.ts";
import type { AuditEntry } from "../audit/schema.ts";
import { queueOf } from "./bulk.job.ts";
import { checkOrder } from "./check-order.ts";
import type { BulkOrder } from "./schema.ts";
import {
  findOperationRecord,
  findUndone,
  insertOperation,
  listDepartmentsOf,
  lockOperation,
  reviveOperation,
  undoable_kinds,
  updateUndone,
  type NewOperation,
  type Operation,
} from "./sql.ts";

/**
 * Starts an order under the id that its preview has given. Sending it again does not do it twice, but continues it if its worker
 * has stopped. Returns the order as JSON text.
 */
export async function orderWork(pool: Pool, caller: PanelCaller, id: string, order: BulkOrder): Promise<string> {
  const { id: tenant_id } = caller.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const standing = (await lockOperation(db, tenant_id, id)) ?? (await begin(db, caller, id, order));
    if (standing !== undefined) await goOn(db, caller, standing, order);
    return (await findOperationRecord(db, tenant_id, id))!;
  });
}

/** Returns the order that another transaction has started under this id at the same moment, if any. */
async function begin(db: Db, caller: PanelCaller, id: string, order: BulkOrder): Promise<Operation | undefined> {
  const { tenant, account, now } = caller;
  const department_ids = caller.departments === null ? null : await listDepartmentsOf(db, account.id);
  const { people, ...named } = await checkOrder(db, caller, order, department_ids);
  const { selection, kind = "assign", ...asked } = order;
  const row: NewOperation = {
    id,
    kind,
    // The course and due date of an assignment have columns of their own.
    asked: kind === "assign" ? {} : { ...asked, ...named },
    course_id: kind === "assign" ? asked.course_id! : null,
    due_date: kind === "assign" ? (asked.due_date ?? null) : null,
    selection,
    ordered_by: account.id,
    ordered_by_name: account.name,
    before_id: newId(),
    people_total: people,
    department_ids,
  };
  if (!(await insertOperation(db, tenant.id, row, now.toString()))) return lockOperation(db, tenant.id, id);
  await send(db, queueOf(kind), { tenant_id: tenant.id, operation_id: id });
  await record(db, caller, entryOf(row, people, selection.filter ? "filter" : "people"));
  return undefined;
}

/** The one audit entry of an order; the order's own results list the people. */
function entryOf({ id, kind, asked, course_id, due_date }: NewOperation, people: number, selected_by: string): AuditEntry {
  const about = { people: [null, people], selected_by: [null, selected_by] } as const;
  if (kind === "assign") {
    const changes = { people: about.people, due_date: [null, due_date], selected_by: about.selected_by };
    return { operation: "course.assign", target_type: "course", target_id: course_id, changes, batch_id: id };
  }
  // The reason is stored with each exemption.
  const { reason: _, group_name: __, ...said } = asked;
  const changes = { ...about, ...Object.fromEntries(Object.entries(said).map(([name, value]) => [name, [null, value]])) };
  return { operation: `people.${kind}`, target_type: "bulk_operation", target_id: id, changes, batch_id: id };
}

/**
 * Undoes a finished order, except where its results have changed since. Undoing is itself an order, which can be started once.
 * Returns it as JSON text; undefined when there is no such order.
 */
export async function undoWork(pool: Pool, caller: PanelCaller, given: string): Promise<string | undefined> {
  const { tenant, account, now } = caller;
  return withTenant(pool, tenant.id, async (db) => {
    if ((await findOperationRecord(db, tenant.id, given)) === undefined) return undefined;
    const of = (await lockOperation(db, tenant.id, given))!;
    const { undone_by, people } = await findUndone(db, tenant.id, given);
    if (undone_by !== null) return findOperationRecord(db, tenant.id, undone_by);
    if (!of.is_finished || !undoable_kinds.some((kind) => kind === of.kind))
      throw invalid([{ pointer: "#", code: "NOT_POSSIBLE", detail: "it goes on, or is of a kind that cannot be undone" }]);
    const { group_id, group_name, course_id = of.course_id } = of.asked;
    const row: NewOperation = {
      id: newId(),
      kind: "undo",
      asked: {
        order_id: of.id,
        ...(course_id ? { course_id } : {}),
        ...(group_id && group_name ? { group_id, group_name } : {}),
      },
      course_id: null,
      due_date: null,
      selection: { of_order: of.id },
      ordered_by: account.id,
      ordered_by_name: account.name,
      before_id: newId(),
      people_total: people,
      department_ids: caller.departments === null ? null : await listDepartmentsOf(db, account.id),
    };
    await insertOperation(db, tenant.id, row, now.toString());
    await updateUndone(db, tenant.id, of.id, row.id);
    await send(db, queueOf("undo"), { tenant_id: tenant.id, operation_id: row.id });
    await record(db, caller, entryOf(row, people, "people"));
    return findOperationRecord(db, tenant.id, row.id);
  });
}

async function goOn(db: Db, { tenant, account, departments }: PanelCaller, standing: Operation, order: BulkOrder): Promise<void> {
  const { kind, ordered_by } = standing;
  const is_other = kind !== (order.kind ?? "assign") || !isDeepStrictEqual(askedOf(standing), askedBy(order));
  // An administrator of some departments must not learn of other administrators' orders.
  if (is_other || (departments !== null && ordered_by !== account.id))
    throw invalid([{ pointer: "#/course_id", code: "NOT_POSSIBLE", detail: "something else was ordered under this id" }]);
  await revive(db, tenant.id, standing);
}

/** The members by which two orders are compared. The reason is left out, because a finished order has forgotten it. */
function askedOf({ kind, asked, course_id, due_date }: Operation): Record<string, unknown> {
  const { reason: _, group_name: __, ...said } = asked;
  return kind === "assign" ? mentionedOf({ course_id, due_date }) : mentionedOf(said);
}

function askedBy(order: BulkOrder): Record<string, unknown> {
  const { selection: _, kind: __, reason: ___, ...said } = order;
  return mentionedOf(said);
}

/** The members that are not null, with ids in lower case. */
function mentionedOf(said: Record<string, string | number | null | undefined>): Record<string, unknown> {
  const given = Object.entries(said).filter(([, value]) => (value ?? null) !== null);
  return Object.fromEntries(
    given.map(([name, value]) => [name, typeof value === "string" && name.endsWith("_id") ? value.toLowerCase() : value]),
  );
}

/**
 * Continues an order that has stopped; one that is running or finished stays as it is. Returns it as JSON text, or undefined when
 * there is none.
 */
export async function continueWork(pool: Pool, { tenant }: PanelCaller, id: string): Promise<string | undefined> {
  return withTenant(pool, tenant.id, async (db) => {
    // Reads before it locks: an administrator of some departments must not lock other administrators' orders.
    if ((await findOperationRecord(db, tenant.id, id)) === undefined) return undefined;
    await revive(db, tenant.id, (await lockOperation(db, tenant.id, id))!);
    return findOperationRecord(db, tenant.id, id);
  });
}

async function revive(db: Db, tenant_id: string, { id, kind }: Operation): Promise<void> {
  if (await reviveOperation(db, tenant_id, id)) await send(db, queueOf(kind), { tenant_id, operation_id: id });
}
