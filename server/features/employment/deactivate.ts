import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { refreshPeople } from "../compliance/refresh.ts";
import { cancelUnstartedOf } from "../enrollments/cancel.ts";

/**
 * What follows when an account has been deactivated: enrollments that were not started are cancelled, started ones
 * withdrawn, seats freed as each licence allows, and the person leaves the matrix. Certificates stay.
 */
export async function endEmployment(db: Db, context: Context, person_id: string): Promise<void> {
  await cancelUnstartedOf(db, context, person_id, "person_deactivated", newId());
}

/** What follows when an account has been brought back: nothing is revived, but what was completed counts again. */
export async function resumeEmployment(db: Db, context: Context, person_id: string): Promise<void> {
  await refreshPeople(db, context, [person_id]);
}
