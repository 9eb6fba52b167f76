import { todayOf, type Caller, type Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { isUuid } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { refreshPairs, refreshPeople } from "../compliance/refresh.ts";
import { releaseSeats } from "../courses/seats-sql.ts";
import { cancelUnstarted, cancelWithItems, findEnrollmentRow, withdrawStarted, type CancelledRow } from "./change-sql.ts";
import { noSuchEnrollment, notCancellable } from "./errors.ts";
import { emitCancelled } from "./events.ts";
import type { CancelReason } from "./schema.ts";
import { findEnrollmentWithin, lockPerson, lockPersonOf, type PersonRow } from "./sql.ts";

/**
 * A client cancels an enrollment that was not started; a learning path's unstarted items go with it. Cancelling what is
 * cancelled already changes nothing and is answered alike, so that the request is safe to repeat.
 */
export async function cancelEnrollment(pool: Pool, caller: Caller, id: string): Promise<string> {
  if (!isUuid(id)) throw noSuchEnrollment();
  const { id: tenant_id } = caller.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const [person, enrollment] = await Promise.all([lockPersonOf(db, tenant_id, id), findEnrollmentRow(db, tenant_id, id)]);
    if (!person || !enrollment) throw noSuchEnrollment();
    const { state } = enrollment;
    if (state !== "assigned" && state !== "cancelled") {
      throw notCancellable(`The enrollment is ${state}; only an assigned one can be cancelled.`, {
        members: { enrollment_status: state },
      });
    }
    if (state === "assigned") {
      const cancelled = await cancelWithItems(db, tenant_id, id, instantOf(caller), "api");
      const pairs = cancelled.map(({ course }) => ({ person_id: person.id, course_id: course.id }));
      await Promise.all([
        releaseSeats(db, tenant_id, [person.id], instantOf(caller), false),
        refreshPairs(db, caller, pairs),
        ...tell(db, caller, person, cancelled, "api", null),
        record(db, caller, {
          operation: "enrollment.cancel",
          target_type: "enrollment",
          target_id: id,
          changes: {
            status: ["assigned", "cancelled"],
            items: [null, cancelled.map(({ enrollment }) => enrollment.id).filter((one) => one !== id)],
          },
        }),
      ]);
    }
    return (await findEnrollmentWithin(db, tenant_id, id, todayOf(caller)))!;
  });
}

/**
 * Ends what a person has not started, within a larger operation, which writes the audit row. Where the account ends, what was
 * started is withdrawn, seats are freed as each licence allows, and every flag goes. Returns how many were cancelled.
 */
export async function cancelUnstartedOf(
  db: Db,
  context: Context,
  person_id: string,
  reason: CancelReason,
  batch_id: string | null = null,
): Promise<number> {
  const { id: tenant_id } = context.tenant;
  const leaves = reason === "person_deactivated";
  const [person, cancelled] = await Promise.all([
    lockPerson(db, tenant_id, { user_id: person_id }),
    cancelUnstarted(db, tenant_id, person_id, instantOf(context), reason),
    leaves ? withdrawStarted(db, tenant_id, person_id) : null,
  ]);
  await Promise.all([
    releaseSeats(db, tenant_id, [person_id], instantOf(context), leaves),
    refreshPeople(db, context, [person_id]),
    ...tell(db, context, person!, cancelled, reason, batch_id),
  ]);
  return cancelled.length;
}

/** One event for each cancelled enrollment. */
function tell(
  db: Db,
  context: Context,
  person: PersonRow,
  cancelled: readonly CancelledRow[],
  reason: CancelReason,
  batch_id: string | null,
): Promise<void>[] {
  const { state: _, ...user } = person;
  return cancelled.map((row) =>
    emitCancelled(db, context, { ...row, user, at: instantOf(context), reason, by: context.actor, batch_id }),
  );
}

function instantOf(context: Context): string {
  return context.now.toString({ smallestUnit: "millisecond" });
}
