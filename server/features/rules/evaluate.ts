import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";

/** People that one call evaluates, at most. */
export const evaluated_max = 1_000;

export type EvaluationOptions = {
  /** Joins the events of a larger operation; null for a change of one person. */
  batch_id: string | null;
};

/** What an evaluation has changed. */
export type Evaluation = { matched: number; unmatched: number; joined: number; left: number; assigned: number };

/**
 * Brings people in line with the rules and groups of the organisation, within the transaction of the change behind it.
 */
export async function evaluatePeople(
  _db: Db,
  _context: Context,
  _person_ids: readonly string[],
  _options: EvaluationOptions,
): Promise<Evaluation> {
  return { matched: 0, unmatched: 0, joined: 0, left: 0, assigned: 0 };
}
