import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { record } from "../../audit/record.ts";
import { refreshPairs } from "../../compliance/flag/refresh.ts";
import { releaseSeats } from "../../courses/seats-sql.ts";
import { emitAll } from "../../events/emit.ts";
import { actorOn } from "../../people/events.ts";
import { cancelWithItems, endPathReasons } from "./change-sql.ts";
import { cancelledEvent, updatedEvent } from "../events.ts";
import { beginStep, instantOf, notOpen } from "./lifecycle.ts";
import { withdrawWithItems } from "./lifecycle-sql.ts";
import { findEnrollmentWithin } from "../sql.ts";

/**
 * Ends a started enrollment without a result, within a larger operation; returns the record. With a learning path its started
 * items are withdrawn and the other open ones cancelled; completed courses stay. Withdrawing a withdrawn enrollment changes
 * nothing.
 */
export async function withdrawEnrollment(db: Db, context: Context, id: string, reason: string): Promise<string> {
  const { id: tenant_id } = context.tenant;
  const step = await beginStep(db, context, id);
  const { user, row } = step;
  if (row.state === "assigned") throw notOpen(step, "cancel it instead.");
  if (row.state === "completed" || row.state === "cancelled") throw notOpen(step, "it cannot be withdrawn any more.");
  if (row.state !== "withdrawn") {
    const at = instantOf(context);
    const [withdrawn, cancelled] = await Promise.all([
      withdrawWithItems(db, tenant_id, id),
      cancelWithItems(db, tenant_id, id, at, "admin"),
    ]);
    await endPathReasons(db, tenant_id, id, at);
    const course_ids = [...withdrawn, ...cancelled].map(({ course }) => course.id);
    const by = actorOn(user, context);
    await Promise.all([
      releaseSeats(db, tenant_id, [user.id], at, false),
      refreshPairs(
        db,
        context,
        course_ids.map((course_id) => ({ person_id: user.id, course_id })),
      ),
      emitAll(db, context, [
        ...withdrawn.map((one) => updatedEvent({ ...one, user, changed_fields: ["status"], by, batch_id: null })),
        ...cancelled.map((one) => cancelledEvent({ ...one, user, at, reason: "admin", by: context.actor, batch_id: null })),
      ]),
      record(db, context, {
        operation: "enrollment.withdraw",
        target_type: "enrollment",
        target_id: id,
        changes: { status: [row.state, "withdrawn"] },
        personal: { reason: [null, reason] },
      }),
    ]);
  }
  return (await findEnrollmentWithin(db, tenant_id, id, todayOf(context)))!;
}
