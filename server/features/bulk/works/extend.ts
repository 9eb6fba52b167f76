import { refreshPairs } from "../../compliance/flag/refresh.ts";
import { updateDueDates } from "../../enrollments/lifecycle/change-sql.ts";
import { updatedEvent } from "../../enrollments/events.ts";
import { emitAll } from "../../events/emit.ts";
import { actorOn } from "../../people/events.ts";
import { lockEventUsers, lockUsersById } from "../../people/lock-sql.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { listDueBefore, lookAtDueDates, type DueEnrollment } from "./sql.ts";
import type { Done, Work } from "./work.ts";

/**
 * Moves due dates of a course to a later day. Enrollments whose new date would be earlier, or that have none, stay as they are.
 */
export const extend: Work = {
  look: (db, { tenant }, asked, person_ids) =>
    lookAtDueDates(db, tenant.id, { course_id: asked.course_id!, due_date: asked.due_date! }, person_ids),
  async carryOut(db, context, _, { id, asked }, person_ids) {
    const course = { course_id: asked.course_id!, due_date: asked.due_date! };
    const { id: tenant_id } = context.tenant;
    await lockEventUsers(db, tenant_id, person_ids);
    const [outcomes, enrollments] = await Promise.all([
      lookAtDueDates(db, tenant_id, course, person_ids),
      listDueBefore(db, tenant_id, course, person_ids),
    ]);
    await moveDueDates(
      db,
      context,
      enrollments.map((one) => ({ ...one, to: course.due_date })),
      id,
    );
    const of = Map.groupBy(enrollments, ({ person_id }) => person_id);
    return new Map(
      [...outcomes].map(([person_id, outcome]): [string, Done] => {
        const moved = of.get(person_id)?.map((one) => ({ id: one.id, due_date: one.due_date, items: one.items }));
        return [person_id, outcome === "done" ? { outcome, was: { enrollments: moved } } : { outcome }];
      }),
    );
  },
};

/**
 * Moves due dates of enrollments and emits the changes. The caller has locked the people. `with_items`: also moves open items of
 * a path that have the path's due date.
 */
export async function moveDueDates(
  db: Db,
  context: Context,
  moves: readonly (DueEnrollment & { to: string })[],
  batch_id: string,
  with_items = true,
): Promise<void> {
  const { id: tenant_id } = context.tenant;
  const users = await lockUsersById(db, tenant_id, [...new Set(moves.map(({ person_id }) => person_id))]);
  const moved = await updateDueDates(db, tenant_id, moves, with_items);
  await refreshPairs(
    db,
    context,
    moved.map(({ person_id, course }) => ({ person_id, course_id: course.id })),
  );
  await emitAll(
    db,
    context,
    moved.map((row) => {
      const user = users.get(row.person_id)!;
      return updatedEvent({ ...row, user, changed_fields: ["due_date"], by: actorOn(user, context), batch_id });
    }),
  );
}
