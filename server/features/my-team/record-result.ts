import type { PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { notFound, problem } from "../../platform/http/problem.ts";
import { findResultRule } from "../compliance/matrix/team-sql.ts";
import { noSuchEnrollment } from "../enrollments/errors.ts";
import { recordResult, type AttemptResult } from "../enrollments/lifecycle/record-attempt.ts";
import { no_member } from "./remind.ts";

export const notByManagers = problem("RESULTS_NOT_BY_MANAGERS", 409, "Results not by managers", {
  cause: "The course does not allow managers to record results of their people.",
  remedy: "Ask the training administrator to record the result, or to allow it in the terms of the course.",
});

/**
 * Records the result of an attempt by one of a manager's people, if the course allows managers to. Returns the enrollment's
 * record. The other rules are those of results that administrators record. Throws 404 for a person who is not below the manager,
 * and for another person's enrollment.
 */
export async function recordMemberResult(
  pool: Pool,
  caller: PanelCaller,
  { person_id, enrollment_id }: { person_id: string; enrollment_id: string },
  result: AttemptResult,
): Promise<string> {
  return withTenant(pool, caller.tenant.id, async (db) => {
    const rule = await findResultRule(db, caller.tenant.id, { manager_id: caller.account.id, person_id, enrollment_id });
    if (rule === undefined) throw notFound(no_member);
    if (rule.allowed === null) throw noSuchEnrollment();
    if (!rule.allowed) throw notByManagers("The course takes results from administrators and trainers only.");
    return recordResult(db, caller, enrollment_id, result);
  });
}
