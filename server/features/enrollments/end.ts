import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { cancelUnstartedOf } from "./cancel.ts";
import type { CancelReason } from "./schema.ts";

/**
 * Ends what people have not started, within a larger operation, which writes the audit row. Where their accounts end, what
 * was started is withdrawn, seats are freed as each licence allows, and every flag goes. Returns how many were cancelled.
 */
export async function endEnrollmentsOf(
  db: Db,
  context: Context,
  person_ids: readonly string[],
  reason: CancelReason,
  batch_id: string | null,
): Promise<number> {
  let cancelled = 0;
  for (const person_id of person_ids) cancelled += await cancelUnstartedOf(db, context, person_id, reason, batch_id);
  return cancelled;
}
