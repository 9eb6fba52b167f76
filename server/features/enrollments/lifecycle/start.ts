import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { record } from "../../audit/record.ts";
import { refreshPairs } from "../../compliance/flag/refresh.ts";
import { emitAll } from "../../events/emit.ts";
import { actorOn } from "../../people/events.ts";
import { updatedEvent } from "../events.ts";
import { followPaths } from "./complete.ts";
import { beginStep, eventPartsOf, instantOf, notOpen, refusePath } from "./lifecycle.ts";
import { updateStarted } from "./lifecycle-sql.ts";
import { findEnrollmentWithin } from "../sql.ts";

/**
 * Starts an enrollment and its learning path, within a larger operation; returns the record. Starting a started enrollment
 * changes nothing.
 */
export async function startEnrollment(db: Db, context: Context, id: string): Promise<string> {
  const { id: tenant_id } = context.tenant;
  const step = await beginStep(db, context, id);
  refusePath(step);
  const { user, row } = step;
  if (row.state !== "assigned" && row.state !== "in_progress") throw notOpen(step, "only an assigned one can be started.");
  if (row.state === "assigned") {
    const at = instantOf(context);
    await updateStarted(db, tenant_id, id, at);
    const followed = await followPaths(db, context, [user], row.course.id);
    const flags = await refreshPairs(db, context, [{ person_id: user.id, course_id: row.course.id }, ...followed.pairs]);
    const enrollment = { ...eventPartsOf(row), status: "in_progress" as const, started_at: at };
    const by = actorOn(user, context);
    const own = updatedEvent({ user, course: row.course, enrollment, changed_fields: ["status"], by, batch_id: null });
    await Promise.all([
      emitAll(db, context, [own, ...followed.eventsOf(flags)]),
      record(db, context, {
        operation: "enrollment.start",
        target_type: "enrollment",
        target_id: id,
        changes: { status: ["assigned", "in_progress"] },
      }),
    ]);
  }
  return (await findEnrollmentWithin(db, tenant_id, id, todayOf(context)))!;
}
