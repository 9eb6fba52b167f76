import { todayOf, type Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { findIssuingCourse, insertCertificate } from "./change-sql.ts";
import { newVerificationCode } from "./code.ts";
import type { EventCertificate } from "./events.ts";
import { validityOf } from "./validity.ts";
import { instantText } from "../../platform/instants.ts";

/** A completed enrollment. */
export type Completed = { id: string; person_id: string; course_id: string; cycle_year: number };

/**
 * Issues the certificate of a completed course, within a larger operation, which holds the person's row, refreshes
 * the flags and tells. Null where the course issues none. `force`: it counts from its own completion, whatever the course's renewal basis.
 * `completed_on`: default today.
 */
export async function issueCertificate(
  db: Db,
  context: Context,
  { id, person_id, course_id, cycle_year }: Completed,
  { force = false, completed_on = todayOf(context) }: { force?: boolean; completed_on?: string } = {},
): Promise<EventCertificate | null> {
  const { id: tenant_id } = context.tenant;
  const course = await findIssuingCourse(db, tenant_id, course_id, person_id);
  if (!course?.issues_certificates) return null;
  return insertCertificate(db, tenant_id, {
    id: newId(),
    verification_code: newVerificationCode(),
    person_id,
    course_id,
    enrollment_id: id,
    cycle_year,
    source: "course",
    issuer: null,
    issued_at: instantText(context.now),
    ...validityOf(course, completed_on, course.previous, force),
    previous_certificate_id: course.previous?.id ?? null,
  });
}
