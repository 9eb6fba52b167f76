// Statements that read the content of a pack for some of its people at a time.
import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { printed, wordingOf, type Printable } from "../certificates/evidence/print-sql.ts";
import type { HistoryLine } from "../compliance/explain/explain-sql.ts";
import { lastLines, lastPlace } from "../compliance/matrix/history-sql.ts";

export type PackCourse = { id: string; code: string; title: string };

export type PackPerson = {
  id: string;
  employee_no: string | null;
  full_name: string | null;
  /** Where the person belonged at the instant; null: nowhere, or not known. */
  department_name: string | null;
  contractor_name: string | null;
  in_scope: boolean;
};

export type PackLine = HistoryLine & { person_id: string; course_id: string };

export type PackFile = { name: string; media_type: string; size_bytes: number; sha256: string; chunks: number };

export type PackEnrollment = {
  person_id: string;
  course_id: string;
  enrollment_id: string;
  attempts: { number: number; score: number | null; passed: boolean; started_at: string; finished_at: string }[];
  /** Files by which a contractor's company has proved the completion, as far as they were accepted by the instant. */
  handed_in: (PackFile & { id: string; company: string; completed_on: string; submitted_at: string; accepted_at: string })[];
  [member: string]: unknown;
};

export type PackCertificate = Printable & {
  id: string;
  person_id: string;
  course_id: string;
  enrollment_id: string | null;
  issued_at: string;
  revoked_at: string | null;
  revoke_reason: string | null;
  file: PackFile | null;
};

/** What is asked for: a period, people and courses. Instants are texts; `from` null: from the beginning. */
export type Asked = { person_ids: readonly string[]; course_ids: readonly string[]; from: string | null; until: string };

export function listCourses(db: Db, tenant_id: string, course_ids: readonly string[]): Promise<PackCourse[]> {
  return db.rows(sql`
    select id, code, title from course where tenant_id = ${tenant_id} and id = any (${course_ids}::uuid[]) order by code_norm`);
}

export function listPeople(db: Db, tenant_id: string, { person_ids, until }: Asked): Promise<PackPerson[]> {
  return db.rows(sql`
    select p.id, p.employee_no, nullif(concat_ws(' ', p.first_name, p.last_name), '') as full_name, coalesce(w.in_scope, false) as in_scope,
      (select name from department where tenant_id = ${tenant_id} and id = w.department_id) as department_name,
      (select name from contractor where tenant_id = ${tenant_id} and id = w.contractor_id) as contractor_name
    from unnest(${person_ids}::uuid[]) with ordinality as o(id, place)
    join person p on p.tenant_id = ${tenant_id} and p.id = o.id
    left join lateral (${lastPlace(tenant_id, part`p.id`, until)}) w on true
    order by o.place`);
}

/** The flag of each pair of person and course at the instant. */
export function listLines(db: Db, tenant_id: string, { person_ids, course_ids, until }: Asked): Promise<PackLine[]> {
  return db.rows(sql`
    select h.person_id, h.course_id, infra.iso(h.changed_at) as changed_at, h.status, h.basis, h.in_grace, h.enrollment_id,
      h.enrollment_status, h.due_date::text as due_date, h.certificate_id, t.number as certificate_number,
      h.valid_until::text as valid_until, h.renewal_enrollment_id, h.next_status, h.next_change_on::text as next_change_on
    from unnest(${person_ids}::uuid[]) as o(id)
    cross join lateral (${lastLines(tenant_id, {}, until, part`o.id`, part`h.*`)}) h
    left join certificate t on t.tenant_id = ${tenant_id} and t.id = h.certificate_id
    where h.course_id = any (${course_ids}::uuid[])`);
}

/**
 * Enrollments that were open in the period or ended in it, with the attempts that ended in it. Enrollments with a company's file
 * are added when the file was accepted in the period (accepting dates the completion back) or is behind a certificate of the
 * pack.
 */
export async function listEnrollments(
  db: Db,
  tenant_id: string,
  { person_ids, course_ids, from, until }: Asked,
  from_day: string | null,
): Promise<PackEnrollment[]> {
  const rows = await db.rows<{ record: PackEnrollment }>(sql`
    select json_build_object('person_id', e.person_id, 'course_id', e.course_id, 'enrollment_id', e.id, 'cycle_year', e.cycle_year,
      'state', e.state, 'source', e.source, 'mandatory', e.mandatory, 'due_date', e.due_date, 'assigned_at', infra.iso(e.assigned_at),
      'started_at', infra.iso(e.started_at), 'completed_at', infra.iso(e.completed_at), 'failed_at', infra.iso(e.failed_at),
      'cancelled_at', infra.iso(e.cancelled_at), 'cancel_reason', e.cancel_reason, 'score', e.score, 'passed', e.passed,
      'attempts', (
        select coalesce(json_agg(json_build_object('number', a.number, 'score', a.score, 'passed', a.passed,
          'started_at', infra.iso(a.started_at), 'finished_at', infra.iso(a.finished_at)) order by a.number), '[]')
        from attempt a
        where a.tenant_id = e.tenant_id and a.enrollment_id = e.id and ${within(part`a.finished_at`, from, until)}
      ),
      'handed_in', (
        select coalesce(json_agg(json_build_object('id', u.id, 'company', k.name, 'completed_on', u.completed_on,
          'submitted_at', infra.iso(u.submitted_at), 'accepted_at', infra.iso(u.decided_at), 'name', u.name, 'media_type', u.media_type,
          'size_bytes', u.size_bytes, 'sha256', encode(u.sha256, 'hex'), 'chunks', (
            select count(*) from submission_chunk b where b.tenant_id = u.tenant_id and b.submission_id = u.id)) order by u.decided_at, u.id), '[]')
        from submission u
        join evidence_link l on l.tenant_id = u.tenant_id and l.id = u.link_id
        join contractor k on k.tenant_id = l.tenant_id and k.id = l.contractor_id
        where u.tenant_id = e.tenant_id and u.enrollment_id = e.id and u.state = 'accepted' and u.decided_at <= ${until}::timestamptz
      )) as record
    from enrollment e
    where e.tenant_id = ${tenant_id} and e.person_id = any (${person_ids}::uuid[]) and e.course_id = any (${course_ids}::uuid[])
      and e.assigned_at <= ${until}::timestamptz
      and (
        coalesce(e.completed_at, e.failed_at, e.cancelled_at, 'infinity') >= ${from ?? "-infinity"}::timestamptz
        or exists (
          select from submission u
          where u.tenant_id = e.tenant_id and u.enrollment_id = e.id and u.state = 'accepted' and u.decided_at <= ${until}::timestamptz
            and (u.decided_at >= ${from}::timestamptz or exists (
              select from certificate t where t.tenant_id = e.tenant_id and t.enrollment_id = e.id and ${inForce({ from, until }, from_day)}))
        )
      )
    order by e.person_id, e.assigned_at, e.id`);
  return rows.map((row) => row.record);
}

/** Certificates that were issued by the instant and were in force on a day of the period. */
export function listCertificates(
  db: Db,
  tenant_id: string,
  { person_ids, course_ids, from, until }: Asked,
  { today, from_day }: { today: string; from_day: string | null },
): Promise<PackCertificate[]> {
  return db.rows(sql`
    select t.id, t.person_id, t.course_id, t.enrollment_id, infra.iso(t.issued_at) as issued_at, infra.iso(t.revoked_at) as revoked_at,
      t.revoke_reason, ${printed(today)}, (
        select json_build_object('name', f.name, 'media_type', f.media_type, 'size_bytes', f.size_bytes,
          'sha256', encode(f.sha256, 'hex'), 'chunks', (
            select count(*) from evidence_chunk k where k.tenant_id = f.tenant_id and k.certificate_id = f.certificate_id))
        from evidence_file f
        where f.tenant_id = t.tenant_id and f.certificate_id = t.id
      ) as file
    from certificate t
    join tenant o on o.id = t.tenant_id
    join person p on p.tenant_id = t.tenant_id and p.id = t.person_id
    join course c on c.tenant_id = t.tenant_id and c.id = t.course_id
    ${wordingOf}
    where t.tenant_id = ${tenant_id} and t.person_id = any (${person_ids}::uuid[]) and t.course_id = any (${course_ids}::uuid[])
      and ${inForce({ from, until }, from_day)}
    order by c.code_norm, t.issued_at, t.id`);
}

export type PackAuditEntry = {
  seq: number | null;
  seal: string | null;
  occurred_at: string;
  operation: string;
  actor_type: string;
  actor_name: string | null;
  target_type: string;
  target_id: string;
};

/** Entries of the audit log about these records, with the numbers and hashes of their seals; null: not sealed yet. */
export function listAuditEntries(
  db: Db,
  tenant_id: string,
  targets: readonly { type: string; id: string }[],
  { from, until }: Pick<Asked, "from" | "until">,
): Promise<PackAuditEntry[]> {
  return db.rows(sql`
    select s.seq::int as seq, encode(s.hash, 'hex') as seal, infra.iso(a.occurred_at) as occurred_at, a.operation, a.actor_type,
      a.actor_name, a.target_type, a.target_id
    from unnest(${targets.map(({ type }) => type)}::text[], ${targets.map(({ id }) => id)}::uuid[]) as x(type, id)
    join audit_log a on a.tenant_id = ${tenant_id} and a.target_type = x.type and a.target_id = x.id
    left join audit_seal s on s.tenant_id = a.tenant_id and s.audit_id = a.id
    where ${within(part`a.occurred_at`, from, until)}
    order by a.occurred_at, a.id`);
}

/** Some rows of the bytes of an evidence file. */
export async function readEvidence(
  db: Db,
  tenant_id: string,
  certificate_id: string,
  from: number,
  count: number,
): Promise<Buffer[]> {
  const rows = await db.rows<{ bytes: Buffer }>(sql`
    select bytes from evidence_chunk
    where tenant_id = ${tenant_id} and certificate_id = ${certificate_id} and number >= ${from}::integer
      and number < ${from + count}::integer
    order by number`);
  return rows.map(({ bytes }) => bytes);
}

/** Some rows of the bytes of a file that a company handed in. */
export async function readHandedIn(
  db: Db,
  tenant_id: string,
  submission_id: string,
  from: number,
  count: number,
): Promise<Buffer[]> {
  const rows = await db.rows<{ bytes: Buffer }>(sql`
    select bytes from submission_chunk
    where tenant_id = ${tenant_id} and submission_id = ${submission_id} and number >= ${from}::integer
      and number < ${from + count}::integer
    order by number`);
  return rows.map(({ bytes }) => bytes);
}

/** Condition on `certificate t`: issued by the instant, and in force on a day of the period. */
function inForce({ from, until }: Pick<Asked, "from" | "until">, from_day: string | null): Fragment {
  return part`t.issued_at <= ${until}::timestamptz
    and (${from}::timestamptz is null or t.valid_until is null or t.valid_until >= ${from_day}::date)`;
}

function within(at: Fragment, from: string | null, until: string): Fragment {
  return part`${at} <= ${until}::timestamptz and ${at} >= ${from ?? "-infinity"}::timestamptz`;
}
