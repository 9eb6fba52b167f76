import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { refreshPeople } from "../compliance/flag/refresh.ts";
import type { PersonState } from "../people/definition.ts";
import { evaluatePeople } from "../rules/evaluate.ts";
import { endEmployment } from "./deactivate.ts";

export type PersonOperation = "person.create" | "person.change" | "person.deactivate" | "person.reactivate";

/** The audit operation for a written person; `before` is undefined for a new person. */
export function operationOf(before: PersonState | undefined, after: PersonState): PersonOperation {
  if (before === undefined) return "person.create";
  if (before === after) return "person.change";
  return after === "deactivated" ? "person.deactivate" : "person.reactivate";
}

/**
 * The consequences of people that REST, SCIM, an import or an organisation file has written: employments end, rules and groups
 * are evaluated, and flags of reactivated people are recomputed. Ended enrollments stay ended, and completed courses count.
 */
export async function followUp(
  db: Db,
  context: Context,
  written: readonly { id: string; operation: PersonOperation }[],
  batch_id: string | null,
): Promise<void> {
  const idsOf = (wanted: readonly PersonOperation[]) =>
    written.filter(({ operation }) => wanted.includes(operation)).map(({ id }) => id);
  const [left, back] = [idsOf(["person.deactivate"]), idsOf(["person.reactivate"])];
  const present = [...back, ...idsOf(["person.create", "person.change"])];
  if (left.length > 0) await endEmployment(db, context, left, batch_id ?? newId());
  if (present.length > 0) await evaluatePeople(db, context, present, { batch_id });
  if (back.length > 0) await refreshPeople(db, context, back);
}
