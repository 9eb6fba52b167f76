import { todayOf, type Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { isUuid } from "../../../platform/ids.ts";
import { invalid, preconditionFailed } from "../../../platform/http/problem.ts";
import { etagOf, matches } from "../../../platform/http/route.ts";
import { record } from "../../audit/record.ts";
import { refreshPair } from "../../compliance/flag/refresh.ts";
import { emitAll } from "../../events/emit.ts";
import { actorOn } from "../../people/events.ts";
import { findEnrollmentRow, updateDueDates } from "./change-sql.ts";
import { noSuchEnrollment, notChangeable } from "../errors.ts";
import { updatedEvent } from "../events.ts";
import { findEnrollmentWithin, lockPersonOf } from "../sql.ts";

export type DueDateChange = {
  /** Undefined: unchanged; null: none. */
  due_date: string | null | undefined;
  if_match: string | undefined;
};

/** Moves the due date of an open enrollment. An equal date is not a change and is always accepted. */
export async function changeDueDate(
  pool: Pool,
  caller: Context,
  id: string,
  { due_date, if_match }: DueDateChange,
): Promise<string> {
  if (!isUuid(id)) throw noSuchEnrollment();
  const { id: tenant_id } = caller.tenant;
  const today = todayOf(caller);
  return withTenant(pool, tenant_id, async (db) => {
    const [person, enrollment, before] = await Promise.all([
      lockPersonOf(db, tenant_id, id),
      findEnrollmentRow(db, tenant_id, id),
      findEnrollmentWithin(db, tenant_id, id, today),
    ]);
    if (!person || !enrollment || before === undefined) throw noSuchEnrollment();
    if (if_match !== undefined && !matches(if_match, etagOf(before))) {
      throw preconditionFailed("The enrollment has changed since it was read.");
    }
    if (due_date === undefined || due_date === enrollment.due_date) return before;
    const { state } = enrollment;
    if (state === "completed" || state === "cancelled" || state === "withdrawn") {
      throw notChangeable(`The enrollment is ${state}; its due date stays.`, { members: { enrollment_status: state } });
    }
    if (due_date !== null && due_date < today) {
      throw invalid([
        { pointer: "#/due_date", code: "DATE_IN_PAST", detail: "must be today or later in the organisation's time zone" },
      ]);
    }
    const moved = await updateDueDates(db, tenant_id, [{ ...enrollment, to: due_date }]);
    const { state: _, ...user } = person;
    const told = { user, changed_fields: ["due_date" as const], by: actorOn(user, caller), batch_id: null };
    await Promise.all([
      ...moved.map(({ course }) => refreshPair(db, caller, person.id, course.id)),
      emitAll(
        db,
        caller,
        moved.map((row) => updatedEvent({ ...row, ...told })),
      ),
      record(db, caller, {
        operation: "enrollment.change",
        target_type: "enrollment",
        target_id: id,
        changes: { due_date: [enrollment.due_date, due_date] },
      }),
    ]);
    return (await findEnrollmentWithin(db, tenant_id, id, today))!;
  });
}
