import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import type { CourseRef } from "../../courses/sql.ts";
import type { EnrollmentState } from "../schema.ts";

/** A course as reports need it; `content_kind` null: it is held elsewhere. */
export type ReportedCourse = { id: string; code: string; type: "course" | "learning_path"; content_kind: string | null };

export async function findReportedCourse(db: Db, tenant_id: string, course: CourseRef): Promise<ReportedCourse | undefined> {
  const is_it = "course_id" in course ? part`id = ${course.course_id}` : part`code_norm = ${caseNorm(course.course_code)}`;
  return db.row(sql`
    select id, code, type, content->>'kind' as content_kind
    from course
    where tenant_id = ${tenant_id} and ${is_it}`);
}

export type ReportRow = { request_hash: Buffer; enrollment_id: string; attempt_number: number };

export async function findReport(
  db: Db,
  tenant_id: string,
  client_id: string,
  external_id_hash: Buffer,
): Promise<ReportRow | undefined> {
  return db.row(sql`
    select request_hash, enrollment_id, attempt_number
    from attempt_report
    where tenant_id = ${tenant_id} and client_id = ${client_id} and external_id_hash = ${external_id_hash}`);
}

export type EnrollmentOfPair = { id: string; state: EnrollmentState; assigned_on: string; attempts_allowed: number };

/** The person's enrollments in a course except cancelled ones, the oldest cycle first. */
export async function listEnrollmentsOfPair(
  db: Db,
  tenant_id: string,
  {
    person_id,
    course_id,
    cycle_year,
    time_zone,
  }: { person_id: string; course_id: string; cycle_year: number | null; time_zone: string },
): Promise<EnrollmentOfPair[]> {
  return db.rows(sql`
    select id, state, (assigned_at at time zone ${time_zone})::date as assigned_on, attempts_allowed
    from enrollment
    where tenant_id = ${tenant_id} and person_id = ${person_id} and course_id = ${course_id} and state <> 'cancelled'
      and cycle_year = coalesce(${cycle_year}::int, cycle_year)
    order by cycle_year, cycle_seq`);
}

export type NewReport = {
  client_id: string;
  external_id_hash: Buffer;
  request_hash: Buffer;
  enrollment_id: string;
  reported_at: string;
};

/** Stores the external id of the latest attempt at an enrollment. */
export async function insertReport(db: Db, tenant_id: string, report: NewReport): Promise<void> {
  await db.count(sql`
    insert into attempt_report (tenant_id, client_id, external_id_hash, request_hash, enrollment_id, attempt_number, reported_at)
    select tenant_id, ${report.client_id}, ${report.external_id_hash}, ${report.request_hash}, id, attempts_used, ${report.reported_at}
    from enrollment
    where tenant_id = ${tenant_id} and id = ${report.enrollment_id}`);
}

/** The record of a reported attempt, with that of its enrollment, as JSON text. */
export async function findAttempt(
  db: Db,
  tenant_id: string,
  { client_id, external_id, external_id_hash }: { client_id: string; external_id: string; external_id_hash: Buffer },
  { status, enrollment }: { status: "recorded" | "replayed"; enrollment: string },
): Promise<string> {
  const row = await db.row<{ record: string }>(sql`
    select row_to_json(r)::text as record
    from (
      select ${external_id}::text as external_id, e.person_id as user_id, p.employee_no, e.course_id, c.code as course_code, e.cycle_year,
        case when a.passed then 'passed' else 'failed' end as result, a.score, infra.iso(a.started_at) as started_at,
        infra.iso(a.finished_at) as completed_at, ${status}::text as status, a.enrollment_id, a.number, infra.iso(t.reported_at) as reported_at,
        ${enrollment}::json as enrollment
      from attempt_report t
      join attempt a on a.tenant_id = t.tenant_id and a.enrollment_id = t.enrollment_id and a.number = t.attempt_number
      join enrollment e on e.tenant_id = t.tenant_id and e.id = t.enrollment_id
      join person p on p.tenant_id = e.tenant_id and p.id = e.person_id
      join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
      where t.tenant_id = ${tenant_id} and t.client_id = ${client_id} and t.external_id_hash = ${external_id_hash}
    ) r`);
  return row!.record;
}
