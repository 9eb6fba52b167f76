import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { record } from "../../audit/record.ts";
import { refreshPairs } from "../../compliance/flag/refresh.ts";
import { emitAll } from "../../events/emit.ts";
import { followPaths } from "./complete.ts";
import { beginStep, instantOf, notOpen, refusePath } from "./lifecycle.ts";
import { updateStarted } from "./lifecycle-sql.ts";
import { findEnrollmentWithin } from "../sql.ts";

/**
 * The learner begins, within a larger operation; returns the enrollment's record. Its learning path begins with it. Starting
 * a started one changes nothing.
 */
export async function startEnrollment(db: Db, context: Context, id: string): Promise<string> {
  const { id: tenant_id } = context.tenant;
  const step = await beginStep(db, context, id);
  refusePath(step);
  const { user, row } = step;
  if (row.state !== "assigned" && row.state !== "in_progress") throw notOpen(step, "only an assigned one can be started.");
  if (row.state === "assigned") {
    await updateStarted(db, tenant_id, id, instantOf(context));
    const followed = await followPaths(db, context, user, row.course.id);
    const flags = await refreshPairs(db, context, [{ person_id: user.id, course_id: row.course.id }, ...followed.pairs]);
    await Promise.all([
      emitAll(db, context, followed.tell(flags)),
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
