import { todayOf, type Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { isUuid } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import { refreshPairs } from "../../compliance/flag/refresh.ts";
import { releaseSeats } from "../../courses/seats-sql.ts";
import { emitAll } from "../../events/emit.ts";
import { cancelWithItems, endPathReasons, findEnrollmentRow } from "./change-sql.ts";
import { noSuchEnrollment, notCancellable } from "../errors.ts";
import { cancelledEvent } from "../events.ts";
import { findEnrollmentWithin, lockPersonOf } from "../sql.ts";
import { instantText } from "../../../platform/instants.ts";

/**
 * Cancels an enrollment that was not started, and a learning path's items that were not started. Cancelling a cancelled
 * enrollment changes nothing and has the same answer, so that the request can be repeated.
 */
export async function cancelEnrollment(pool: Pool, caller: Context, id: string): Promise<string> {
  if (!isUuid(id)) throw noSuchEnrollment();
  const { id: tenant_id } = caller.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const [person, enrollment] = await Promise.all([lockPersonOf(db, tenant_id, id), findEnrollmentRow(db, tenant_id, id)]);
    if (!person || !enrollment) throw noSuchEnrollment();
    const { state: _, ...user } = person;
    const { state } = enrollment;
    if (state !== "assigned" && state !== "cancelled") {
      throw notCancellable(`The enrollment is ${state}; only an assigned one can be cancelled.`, {
        members: { enrollment_status: state },
      });
    }
    if (state === "assigned") {
      const at = instantText(caller.now);
      const reason = caller.actor.type === "administrator" ? "admin" : "api";
      const told = { user, at, reason, by: caller.actor, batch_id: null } as const;
      const cancelled = await cancelWithItems(db, tenant_id, id, at, reason);
      await endPathReasons(db, tenant_id, id, at);
      const pairs = cancelled.map(({ course }) => ({ person_id: person.id, course_id: course.id }));
      await Promise.all([
        releaseSeats(db, tenant_id, [person.id], at, false),
        refreshPairs(db, caller, pairs),
        emitAll(
          db,
          caller,
          cancelled.map((row) => cancelledEvent({ ...row, ...told })),
        ),
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
