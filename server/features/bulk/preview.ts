// Shows what an order would do, without writing or locking anything. It looks at the people who are selected now, some hundreds
// at a time.
import type { Static } from "typebox";
import type { Context, PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { assignmentsOfPeople } from "../enrollments/assign/assign-people.ts";
import { openPreview, previewAssignments, type AssignmentPreview } from "../enrollments/assign/preview.ts";
import { listSelectedPeople, type SelectedPeople } from "./selected-sql.ts";
import { checkOrder } from "./check-order.ts";
import type { Asked, BulkOrder, BulkPreview, Outcome } from "./schema.ts";
import { listDepartmentsOf } from "./sql.ts";
import { works } from "./works/works.ts";

/** People planned at a time. */
const part_max = 500;

/** Previews an order. Throws what starting the order would throw. */
export async function previewOrder(pool: Pool, caller: PanelCaller, given: BulkOrder): Promise<Static<typeof BulkPreview>> {
  const { id: tenant_id } = caller.tenant;
  const { selection, kind = "assign", ...asked } = given;
  return withTenant(pool, tenant_id, async (db) => {
    const department_ids = caller.departments === null ? null : await listDepartmentsOf(db, caller.account.id);
    const { people } = await checkOrder(db, caller, given, department_ids);
    const parts = selectedParts(db, tenant_id, { ...selection, department_ids }, people);
    const effects = kind === "assign" ? previewAssign(db, caller, asked, parts) : look(db, caller, kind, asked, parts);
    return { operation_id: newId(), people, ...(await effects) };
  });
}

/** The ids of the people who are selected now, in parts. */
async function* selectedParts(db: Db, tenant_id: string, selection: SelectedPeople, people: number) {
  const before_id = newId();
  for (let after_id: string | null = null, looked_at = 0; looked_at < people;) {
    const bounds = { after_id, before_id, people_max: part_max };
    const ids: string[] = await listSelectedPeople(db, tenant_id, selection, bounds);
    if (ids.length === 0) return;
    yield ids;
    looked_at += ids.length;
    after_id = ids.at(-1)!;
  }
}

async function previewAssign(db: Db, context: Context, { course_id, due_date = null }: Asked, parts: AsyncIterable<string[]>) {
  const preview = openPreview();
  for await (const ids of parts)
    await previewAssignments(db, context, preview, assignmentsOfPeople(context, ids, { course_id: course_id!, due_date }));
  return describe(preview);
}

async function look(db: Db, context: Context, kind: keyof typeof works, asked: Asked, parts: AsyncIterable<string[]>) {
  const counts = new Map<Outcome, number>();
  for await (const ids of parts)
    for (const outcome of (await works[kind].look(db, context, asked, ids)).values())
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const { done = 0, has_it = 0, ...others } = Object.fromEntries(counts) as Partial<Record<Outcome, number>>;
  const left_out = Object.entries(others).map(([reason, count]) => ({ reason: reason as LeftOutReason, count }));
  return { assigned: done, has_it, left_out, seats: [] };
}

type LeftOutReason = Exclude<Outcome, "assigned" | "done" | "has_it">;

function describe({ assigned, served, blocked, licenses, stock }: AssignmentPreview) {
  const taken = Map.groupBy(stock.taken, ({ license_id }) => license_id);
  return {
    assigned,
    has_it: served,
    left_out: [...blocked.values()].map(({ reason, count }) => ({ reason, count })),
    seats: [...licenses.values()].map(({ id, name, seats_total, seats_used, short }) => ({
      license_id: id,
      name,
      seats_total,
      free: seats_total === null ? null : Math.max(seats_total - seats_used, 0),
      taken: taken.get(id)?.length ?? 0,
      short,
    })),
  };
}
