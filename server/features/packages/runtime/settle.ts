import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { Problem } from "../../../platform/http/problem.ts";
import { instantText } from "../../../platform/instants.ts";
import { endOutside } from "../../course-items/runs/run.ts";
import { enrollmentNotOpen, personNotActive } from "../../enrollments/errors.ts";
import { recordResult } from "../../enrollments/lifecycle/record-attempt.ts";
import { verdictOf, type ItemState } from "./outcome.ts";
import { updateEnded, type ItemRow, type Registration } from "./registrations-sql.ts";

type Result = "passed" | "failed" | "not_counted";

/**
 * Records the attempt of a registration whose items have ended, in the transaction that has written them. Returns what was
 * recorded; null: nothing yet. `is_left`: a new launch begins, so a failed registration has ended.
 */
export async function settle(
  db: Db,
  context: Context,
  registration: Registration,
  states: readonly ItemRow[],
  { is_left = false } = {},
): Promise<Result | null> {
  if (registration.ended) return null;
  const { items, pass_score } = registration;
  const { state, score } = verdictOf(
    items,
    states.map((row) => stateOf(row, is_left)),
    pass_score,
  );
  if (state === "incomplete") return null;
  const result = await recorded(db, context, registration, { passed: state === "passed", score });
  await updateEnded(db, context.tenant.id, registration.id, { result, score, at: instantText(context.now) });
  return result;
}

export function stateOf({ item, elements, status, score, ended }: ItemRow, is_left = false): ItemState {
  const exit = elements["cmi.core.exit"] ?? elements["cmi.exit"];
  return { item, status, score, ended: ended || is_left, suspended: ended && exit === "suspend" };
}

/**
 * An enrollment that was closed meanwhile, or whose person has left, accepts no result; the refusal comes before anything is
 * written.
 */
async function recorded(
  db: Db,
  context: Context,
  { enrollment_id, person_id, run_id, item_id }: Registration,
  { passed, score }: { passed: boolean; score: number | null },
): Promise<Result> {
  const ended = passed ? "passed" : "failed";
  try {
    if (run_id !== null && item_id !== null) {
      const counts = await endOutside(db, context, { person_id, enrollment_id, run_id, item_id }, { passed, score });
      return counts ? ended : "not_counted";
    }
    await recordResult(db, context, enrollment_id, { passed, score });
    return ended;
  } catch (error) {
    if (error instanceof Problem && (error.type === enrollmentNotOpen.type || error.type === personNotActive.type))
      return "not_counted";
    throw error;
  }
}
