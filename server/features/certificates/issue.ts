import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { insertCertificates, listIssuingCourses } from "./change-sql.ts";
import { newVerificationCode } from "./code.ts";
import type { EventCertificate } from "./events.ts";
import { validityOf } from "./validity.ts";
import { instantText } from "../../platform/instants.ts";

/** A completed enrollment, and the day for which it counts. */
export type Completed = { id: string; person_id: string; course_id: string; cycle_year: number; completed_on: string };

/**
 * Issues the certificates of completed courses; returns them by enrollment. The caller's operation has locked the people,
 * refreshes the flags and emits the events. Courses that issue no certificate are left out. One call has each person and course
 * at most once.
 */
export async function issueCertificates(
  db: Db,
  context: Context,
  completed: readonly Completed[],
): Promise<Map<string, EventCertificate>> {
  const { id: tenant_id } = context.tenant;
  const keyOf = ({ person_id, course_id }: Pick<Completed, "person_id" | "course_id">) => `${person_id}/${course_id}`;
  const holders = completed.map(({ person_id, course_id }) => ({ person_id, course_id }));
  const courses = new Map((await listIssuingCourses(db, tenant_id, holders)).map((one) => [keyOf(one), one]));
  const issued_at = instantText(context.now);
  const rows = completed.flatMap((one) => {
    const course = courses.get(keyOf(one));
    if (!course?.issues_certificates) return [];
    const { id: enrollment_id, person_id, course_id, cycle_year, completed_on } = one;
    return [
      {
        id: newId(),
        verification_code: newVerificationCode(),
        person_id,
        course_id,
        enrollment_id,
        cycle_year,
        source: "course" as const,
        issuer: null,
        issued_at,
        ...validityOf(course, completed_on, course.previous),
        previous_certificate_id: course.previous?.id ?? null,
      },
    ];
  });
  if (rows.length === 0) return new Map();
  const certificates = await insertCertificates(db, tenant_id, rows);
  return new Map(certificates.map((certificate, place) => [rows[place]!.enrollment_id, certificate]));
}
