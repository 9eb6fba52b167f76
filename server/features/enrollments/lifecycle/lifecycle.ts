import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { isUuid } from "../../../platform/ids.ts";
import type { EventUser } from "../../people/events.ts";
import { enrollmentNotOpen, noSuchEnrollment, pathFollowsCourses, personNotActive } from "../errors.ts";
import type { EventParts } from "../events.ts";
import { findLifecycle, type LifecycleRow } from "./lifecycle-sql.ts";
import { lockPersonOf } from "../sql.ts";
import { instantText } from "../../../platform/instants.ts";

/** An enrollment for a step, whose person is locked. */
export type Step = { user: EventUser; row: LifecycleRow };

/** Locks the person and reads the enrollment. Refuses an unknown id, and a person whose account is not in use. */
export async function beginStep(db: Db, context: Context, id: string): Promise<Step> {
  if (!isUuid(id)) throw noSuchEnrollment();
  const { id: tenant_id } = context.tenant;
  const [person, row] = await Promise.all([lockPersonOf(db, tenant_id, id), findLifecycle(db, tenant_id, id)]);
  if (!person || !row) throw noSuchEnrollment();
  const { state, ...user } = person;
  if (state !== "invited" && state !== "active") throw personNotActive(`The person's account is ${state}.`);
  return { user, row };
}

/** Refuses a learning path: steps are made in its courses. */
export function refusePath({ row }: Step): void {
  if (row.type === "learning_path") throw pathFollowsCourses(`${row.course.code} is a learning path.`);
}

export function notOpen({ row }: Step, detail: string) {
  return enrollmentNotOpen(`The enrollment is ${row.state}; ${detail}`, { members: { enrollment_status: row.state } });
}

/** The enrollment in the form of events. */
export function eventPartsOf(row: LifecycleRow): EventParts["enrollment"] {
  const { id, cycle_year, state, source, due_date, assigned_at, started_at, completed_at } = row;
  return { id, cycle_year, status: state, source, due_date, assigned_at, started_at, completed_at };
}

export function instantOf(context: Context): string {
  return instantText(context.now);
}
