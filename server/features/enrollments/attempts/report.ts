// Results of courses that are held elsewhere. A client reports each attempt under an id of its own (`external_id`). The person's
// row is locked before the report is looked up, so of two concurrent reports with the same id the second finds the first. Two
// reports with the same id about different people do not share that lock. There the primary key accepts one; the other is
// repeated, finds the first one and is refused. A report and all its consequences are one transaction.
import { todayOf, type Caller } from "../../../platform/context.ts";
import { withTenantOnce } from "../../../platform/db/once.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { retryWhenTaken } from "../../../platform/db/unique.ts";
import { invalid, type ErrorItem } from "../../../platform/http/problem.ts";
import { unknownCourse, unknownPerson } from "../assign/named/refuse-assignment.ts";
import { pathFollowsCourses, personNotActive } from "../errors.ts";
import { instantOf } from "../lifecycle/lifecycle.ts";
import { recordResult } from "../lifecycle/record-attempt.ts";
import { findEnrollmentWithin, lockPerson, type PersonRow } from "../sql.ts";
import { chooseEnrollment } from "./choose-enrollment.ts";
import { courseHeldHere, externalIdReused } from "./errors.ts";
import { hashOf, readReport, type AttemptBody, type Report } from "./read-report.ts";
import { findAttempt, findReport, findReportedCourse, insertReport, type ReportedCourse } from "./sql.ts";

/** Records the result of an attempt that was made elsewhere, once for each id of the client; returns its record as JSON text. */
export async function reportAttempt(pool: Pool, caller: Caller, body: AttemptBody): Promise<string> {
  const report = readReport(caller, body);
  return retryWhenTaken(() => withTenantOnce(pool, caller, (db) => record(db, caller, report), "few_rows"));
}

async function record(db: Db, caller: Caller, report: Report): Promise<string> {
  const { id: tenant_id } = caller.tenant;
  const { external_id, external_id_hash, passed, score, happened } = report;
  const named = { client_id: caller.client.id, external_id, external_id_hash };
  const [person, course, earlier] = await Promise.all([
    lockPerson(db, tenant_id, report.person),
    findReportedCourse(db, tenant_id, report.course),
    findReport(db, tenant_id, named.client_id, external_id_hash),
  ]);
  if (!person || !course) throw unknown(report, person, course);
  const request_hash = hashOf(report, person.id, course.id);
  if (earlier) {
    if (!earlier.request_hash.equals(request_hash)) throw reused(external_id, earlier.enrollment_id);
    const enrollment = await findEnrollmentWithin(db, tenant_id, earlier.enrollment_id, todayOf(caller));
    return findAttempt(db, tenant_id, named, { status: "replayed", enrollment: enrollment! });
  }

  refuse(person, course);
  const { cycle_year } = report;
  const attempted = { person_id: person.id, course, cycle_year, at: happened.at, pointer: "#/completed_at" };
  const enrollment_id = await chooseEnrollment(db, caller, attempted);
  const enrollment = await recordResult(db, caller, enrollment_id, { passed, score }, happened);
  const reported_at = instantOf(caller);
  const [, attempt] = await Promise.all([
    insertReport(db, tenant_id, { ...named, request_hash, enrollment_id, reported_at }),
    findAttempt(db, tenant_id, named, { status: "recorded", enrollment }),
  ]);
  return attempt;
}

function unknown(report: Report, person: unknown, course: unknown) {
  const items: ErrorItem[] = [];
  if (!person) items.push(unknownPerson(report.person));
  if (!course) items.push(unknownCourse(report.course));
  return invalid(items);
}

function reused(external_id: string, enrollment_id: string) {
  const sentence = `Another attempt was reported as "${external_id}" before; send each attempt under an id of its own.`;
  return externalIdReused(sentence, { members: { enrollment_id } });
}

function refuse({ state }: PersonRow, { code, type, content_kind }: ReportedCourse): void {
  if (state !== "invited" && state !== "active") throw personNotActive(`The person's account is ${state}.`);
  if (type === "learning_path") throw pathFollowsCourses(`${code} is a learning path.`);
  if (content_kind !== null) throw courseHeldHere(`${code} has content here, of the kind ${content_kind}.`);
}
