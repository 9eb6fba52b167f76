import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { Problem } from "../../platform/http/problem.ts";
import { assign } from "./assign.ts";
import type { Reference } from "./events.ts";
import type { EnrollmentSource } from "./schema.ts";

/** A reason of an enrollment that can end: what lapses with the rule or the group. */
export type Origin = { source: "rule" | "group"; ref_id: string };

/** That a person be assigned a course or learning path. */
export type Wish = {
  person_id: string;
  course_id: string;
  /** Default: by the course; null: none. */
  due_date?: string | null | undefined;
  /** Default: the current cycle, where no older enrollment is open. */
  cycle_year?: number | undefined;
  source: EnrollmentSource;
  by: Reference;
  origin?: Origin | undefined;
  /** A valid certificate serves the wish, or a completion where the course issues none and is not done in cycles. */
  count_valid_certificates?: boolean | undefined;
  /** Only what is not older than this counts; null: whatever its age. */
  look_back_days?: number | null | undefined;
  renewal_of?: string | undefined;
  /** The enrollment whose active origins this one takes over. */
  inherit_sources_of?: string | undefined;
};

export type BlockReason = "inactive" | "license_expired" | "path_only" | "no_seat" | "unknown" | "person_inactive";

export type Outcome = {
  /** New enrollments by the index of the wish. */
  assigned: Map<number, string>;
  /** Enrollments that were there already and serve the wish. */
  existing: Map<number, string>;
  blocked: { wish: Wish; reason: BlockReason }[];
};

/**
 * Assigns as many courses to as many people as are wished, within a larger operation, which holds the people's rows, has
 * stored rule matches and memberships, and writes the audit row.
 */
export async function assignMany(
  db: Db,
  context: Context,
  wishes: readonly Wish[],
  { batch_id }: { batch_id: string | null },
): Promise<Outcome> {
  const outcome: Outcome = { assigned: new Map(), existing: new Map(), blocked: [] };
  for (const [index, wish] of wishes.entries()) {
    try {
      const { person_id, course_id, due_date, cycle_year, source, by } = wish;
      const input = { person: { user_id: person_id }, course: { course_id }, due_date, cycle_year, source, by, batch_id };
      outcome.assigned.set(index, JSON.parse(await assign(db, context, input)).id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      outcome.blocked.push({ wish, reason: "no_seat" });
    }
  }
  return outcome;
}
