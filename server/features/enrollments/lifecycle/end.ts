import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { refreshPeople } from "../../compliance/flag/refresh.ts";
import { releaseSeats } from "../../courses/seats-sql.ts";
import { actorOn } from "../../people/events.ts";
import { lockUsersById } from "../../people/lock-sql.ts";
import { emitAll } from "../../events/emit.ts";
import { cancelUnstarted, withdrawStarted, type ChangedRow } from "./change-sql.ts";
import { cancelledEvent, updatedEvent } from "../events.ts";
import type { CancelReason } from "../schema.ts";
import { instantText } from "../../../platform/instants.ts";

/**
 * Cancels what people have not started, within a larger operation, which writes the audit row. If their accounts end, started
 * enrollments are withdrawn, seats are released as each licence allows, and all flags are removed. Returns how many were
 * cancelled.
 */
export async function endEnrollmentsOf(
  db: Db,
  context: Context,
  person_ids: readonly string[],
  reason: CancelReason,
  batch_id: string | null,
): Promise<number> {
  const { id: tenant_id } = context.tenant;
  const at = instantText(context.now);
  const leaves = reason === "person_deactivated";
  const [users, cancelled, withdrawn] = await Promise.all([
    lockUsersById(db, tenant_id, person_ids),
    cancelUnstarted(db, tenant_id, person_ids, at, reason),
    leaves ? withdrawStarted(db, tenant_id, person_ids) : [],
  ]);
  const withdrawnEvent = (row: ChangedRow) => {
    const user = users.get(row.person_id)!;
    return updatedEvent({ ...row, user, changed_fields: ["status"], by: actorOn(user, context), batch_id });
  };
  const events = cancelled.map((row) =>
    cancelledEvent({ ...row, user: users.get(row.person_id)!, at, reason, by: context.actor, batch_id }),
  );
  await Promise.all([
    releaseSeats(db, tenant_id, person_ids, at, leaves),
    refreshPeople(db, context, person_ids),
    emitAll(db, context, [...events, ...withdrawn.map(withdrawnEvent)]),
  ]);
  return cancelled.length;
}
