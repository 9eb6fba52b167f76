// What an order would do, found out without writing or holding anything: those who are selected now, some hundred at a time.
import type { Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { assignmentsOfPeople } from "../enrollments/assign/assign-people.ts";
import { openPreview, previewAssignments, type AssignmentPreview } from "../enrollments/assign/preview.ts";
import { listSelectedPeople } from "./selected-sql.ts";
import { checkOrder } from "./check-order.ts";
import type { BulkAssign, BulkPreview } from "./schema.ts";

/** People who are planned at a time. */
const part_max = 500;

/** Throws what the order would be refused with. */
export async function previewOrder(
  pool: Pool,
  context: Context,
  given: Static<typeof BulkAssign>,
): Promise<Static<typeof BulkPreview>> {
  const { id: tenant_id } = context.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const { people } = await checkOrder(db, context, given);
    const asked = { course_id: given.course_id, due_date: given.due_date ?? null };
    const before_id = newId();
    const preview = openPreview();
    for (let after_id: string | null = null, looked_at = 0; looked_at < people;) {
      const ids: string[] = await listSelectedPeople(db, tenant_id, given.selection, {
        after_id,
        before_id,
        people_max: part_max,
      });
      if (ids.length === 0) break;
      await previewAssignments(db, context, preview, assignmentsOfPeople(context, ids, asked));
      looked_at += ids.length;
      after_id = ids.at(-1)!;
    }
    return { operation_id: newId(), people, ...describe(preview) };
  });
}

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
