import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { record } from "../../audit/record.ts";
import { refreshPair } from "../../compliance/flag/refresh.ts";
import { emitAll } from "../../events/emit.ts";
import { actorOn } from "../../people/events.ts";
import { updatedEvent } from "../events.ts";
import { beginStep, eventPartsOf, notOpen } from "./lifecycle.ts";
import { updateGranted } from "./lifecycle-sql.ts";
import { findEnrollmentWithin } from "../sql.ts";

/** Allows one more attempt at a course that is finally failed, within a larger operation; returns the record. */
export async function grantAttempt(db: Db, context: Context, id: string): Promise<string> {
  const { id: tenant_id } = context.tenant;
  const step = await beginStep(db, context, id);
  const { user, row } = step;
  if (row.state !== "failed") throw notOpen(step, "an attempt is granted to a failed one.");
  await updateGranted(db, tenant_id, id);
  const enrollment = { ...eventPartsOf(row), status: "in_progress" as const };
  const by = actorOn(user, context);
  await Promise.all([
    emitAll(db, context, [
      updatedEvent({ user, course: row.course, enrollment, changed_fields: ["status"], by, batch_id: null }),
    ]),
    refreshPair(db, context, user.id, row.course.id),
    record(db, context, {
      operation: "enrollment.grant_attempt",
      target_type: "enrollment",
      target_id: id,
      changes: { status: ["failed", "in_progress"], attempts_allowed: [row.attempts_allowed, row.attempts_used + 1] },
    }),
  ]);
  return (await findEnrollmentWithin(db, tenant_id, id, todayOf(context)))!;
}
