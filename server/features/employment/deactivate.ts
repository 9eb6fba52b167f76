import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { insertAudits } from "../audit/batch-sql.ts";
import { endEnrollmentsOf } from "../enrollments/lifecycle/end.ts";
import { evaluatePeople } from "../rules/evaluate.ts";
import { endAccounts } from "../people/writing/writer.ts";

export type DeactivationOptions = {
  /** The id that joins the events and audit rows of a larger operation. */
  batch_id: string;
};

/**
 * Deactivates people within a larger operation, with an audit row each. People who have left already stay as they are. Returns
 * how many were deactivated.
 */
export async function deactivatePeople(
  db: Db,
  context: Context,
  person_ids: readonly string[],
  { batch_id }: DeactivationOptions,
): Promise<number> {
  const left = await endAccounts(db, context, person_ids, batch_id);
  if (left.length === 0) return 0;
  await endEmployment(
    db,
    context,
    left.map(({ id }) => id),
    batch_id,
  );
  const entries = left.map(({ id, state }) => ({
    id: newId(),
    operation: "person.deactivate" as const,
    target_type: "person" as const,
    target_id: id,
    changes: { state: [state, "deactivated"] },
  }));
  await insertAudits(db, context, batch_id, entries);
  return left.length;
}

/**
 * The consequences of deactivated accounts: enrollments that were not started are cancelled and started ones withdrawn, seats are
 * freed as each licence allows, the people match no rules, leave dynamic groups and are removed from the matrix. Certificates
 * stay.
 */
export async function endEmployment(db: Db, context: Context, person_ids: readonly string[], batch_id: string): Promise<void> {
  await endEnrollmentsOf(db, context, person_ids, "person_deactivated", batch_id);
  await evaluatePeople(db, context, person_ids, { batch_id });
}
