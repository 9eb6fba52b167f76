import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { emitAll } from "../../events/emit.ts";
import { actorOn } from "../../people/events.ts";
import { lockEventUsers } from "../../people/lock-sql.ts";
import { updatedEvent } from "../events.ts";
import { updateOpenDueDates } from "./postpone-sql.ts";

/** Moves the due dates of all open enrollments of a person by days, within a larger operation, which recomputes the flags. */
export async function postponeDueDates(db: Db, context: Context, person_id: string, days: number): Promise<void> {
  const { id: tenant_id } = context.tenant;
  const [held, moved] = await Promise.all([
    lockEventUsers(db, tenant_id, [person_id]),
    updateOpenDueDates(db, tenant_id, person_id, days),
  ]);
  const { user } = held[0]!;
  const by = actorOn(user, context);
  await emitAll(
    db,
    context,
    moved.map((row) => updatedEvent({ ...row, user, changed_fields: ["due_date"], by, batch_id: null })),
  );
}
