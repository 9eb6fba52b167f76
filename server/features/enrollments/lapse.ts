import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Reference } from "./events.ts";
import type { CancelReason } from "./schema.ts";

/** That a rule or group no longer applies to a person; with `course_id`, that it no longer asks for this course or path. */
export type Lapse = {
  person_id: string;
  source: "rule" | "group";
  ref_id: string;
  course_id?: string | undefined;
  reason: CancelReason;
  by: Reference;
  /** What was not started stays assigned. */
  keep: boolean;
};

/**
 * Ends reasons of enrollments, within a larger operation, which holds the people's rows and has removed the matches and
 * memberships. Returns how many enrollments were cancelled.
 */
export async function lapseSources(
  _db: Db,
  _context: Context,
  _lapses: readonly Lapse[],
  _options: { batch_id: string | null },
): Promise<number> {
  return 0;
}
