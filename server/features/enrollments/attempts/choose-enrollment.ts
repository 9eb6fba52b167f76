import { localDateOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { noAttemptsLeft, noOpenEnrollment } from "./errors.ts";
import { listEnrollmentsOfPair } from "./sql.ts";

export type Attempted = {
  person_id: string;
  course: { id: string; code: string };
  /** Null: the cycle of the oldest open enrollment. */
  cycle_year: number | null;
  /** When the attempt ended. */
  at: string;
  /** The JSON pointer to this time in the request. */
  pointer: string;
};

/**
 * The enrollment to which an attempt that was made elsewhere counts: the oldest open one, so that earlier obligations are
 * completed first. The person's row is locked.
 */
export async function chooseEnrollment(db: Db, context: Context, attempted: Attempted): Promise<string> {
  const { person_id, course, cycle_year, at, pointer } = attempted;
  const { id: tenant_id, time_zone } = context.tenant;
  const pair = { person_id, course_id: course.id, cycle_year, time_zone };
  const enrollments = await listEnrollmentsOfPair(db, tenant_id, pair);
  const open = enrollments.find(({ state }) => state === "assigned" || state === "in_progress");
  if (!open) {
    const last = enrollments.at(-1);
    if (last?.state === "failed") {
      const { id: enrollment_id, attempts_allowed } = last;
      throw noAttemptsLeft(`All attempts at ${course.code} are used up.`, { members: { enrollment_id, attempts_allowed } });
    }
    const sentence = last
      ? `The enrollment in ${course.code} is ${last.state}.`
      : `The person is not enrolled in ${course.code}.`;
    const members = { enrollment_id: last?.id ?? null, enrollment_status: last?.state ?? null };
    throw noOpenEnrollment(sentence, { members });
  }
  if (localDateOf(context, at) < open.assigned_on) {
    const detail = `must not be before the day of the assignment, ${open.assigned_on}`;
    throw invalid([{ pointer, code: "OUT_OF_RANGE", detail }]);
  }
  return open.id;
}
