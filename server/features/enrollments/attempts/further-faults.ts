import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import type { FindFurther } from "../../../platform/http/every-fault.ts";
import type { ErrorItem } from "../../../platform/http/problem.ts";
import { listUnknown } from "../assign/named/enroll.ts";
import { faultsOfNames } from "../assign/named/read-assignment.ts";
import { faultsOfTimes, type AttemptBody } from "./read-report.ts";

/** Faults of a report that its schema does not show: in its names, its times, its person and its course. */
export function furtherFaultsOfReport(pool: Pool): FindFurther {
  return (request, given) => listFurther(pool, request.caller!, request.body as object, given);
}

/** `given`: the members of `body` that are valid by their schema. */
export async function listFurther(
  pool: Pool,
  caller: Context,
  body: object,
  given: Partial<AttemptBody>,
): Promise<readonly ErrorItem[]> {
  const { employee_no, user_id, course_code, course_id } = given;
  const names = { employee_no, user_id, course_code, course_id };
  const unknown = await withTenant(pool, caller.tenant.id, (db) => listUnknown(db, caller, names));
  return [...faultsOfNames(body), ...faultsOfTimes(caller, given), ...unknown];
}
