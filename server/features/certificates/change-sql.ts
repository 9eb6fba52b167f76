import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { EventCourse } from "../courses/events.ts";
import type { EventCertificate, OpenEnrollment } from "./events.ts";
import type { CertificateSource } from "./schema.ts";
import type { Validity, ValidityRules } from "./validity.ts";

/** What issuing a certificate needs to know about a course and the person's previous certificate. */
export type IssuingCourse = ValidityRules & {
  course: EventCourse;
  issues_certificates: boolean;
  /** Of the certificates that are not revoked, the one that ends last. */
  previous: (Validity & { id: string }) | null;
};

/** A person who gets a certificate, and the course. */
type Holder = { person_id: string; course_id: string };

export async function findIssuingCourse(
  db: Db,
  tenant_id: string,
  course_id: string,
  person_id: string,
): Promise<IssuingCourse | undefined> {
  return (await listIssuingCourses(db, tenant_id, [{ person_id, course_id }]))[0];
}

/** listIssuingCourses for many holders, in no order; unknown courses are left out. */
export async function listIssuingCourses(
  db: Db,
  tenant_id: string,
  holders: readonly Holder[],
): Promise<(IssuingCourse & Holder)[]> {
  return db.rows(sql`
    select h.person_id, h.course_id, ${eventCourse} as course,
      coalesce(c.issues_certificates, c.validity_value is not null) as issues_certificates,
      c.validity_value, c.validity_unit, c.renewal_basis, c.renewal_lead_days, c.expiring_soon_days, c.renewal_fixed_on,
      c.renewal_min_days, (
        select json_build_object('id', t.id, 'valid_from', t.valid_from, 'valid_until', t.valid_until)
        from certificate t
        where t.tenant_id = ${tenant_id} and t.person_id = h.person_id and t.course_id = h.course_id and t.revoked_at is null
        order by t.valid_until desc nulls first, t.issued_at desc, t.id desc
        limit 1
      ) as previous
    from jsonb_to_recordset(${JSON.stringify(holders)}::jsonb) as h(person_id uuid, course_id uuid)
    join course c on c.tenant_id = ${tenant_id} and c.id = h.course_id`);
}

export type NewCertificate = Validity & {
  id: string;
  verification_code: string;
  person_id: string;
  course_id: string;
  enrollment_id: string | null;
  cycle_year: number;
  source: CertificateSource;
  issuer: string | null;
  issued_at: string;
  previous_certificate_id: string | null;
};

/**
 * Inserts certificates under the organisation's next numbers and returns them in their order. Numbers have no gaps, so the
 * counter's row stays locked until the transaction ends; call this as late in it as possible. Certificates that are superseded
 * count as changed.
 */
export async function insertCertificates(
  db: Db,
  tenant_id: string,
  rows: readonly NewCertificate[],
): Promise<EventCertificate[]> {
  const inserted = await db.rows<EventCertificate>(sql`
    with counted as (
      insert into certificate_number as n (tenant_id, last)
      values (${tenant_id}, ${rows.length}::integer)
      on conflict (tenant_id) do update
      set last = n.last + ${rows.length}::integer
      returning last - ${rows.length}::integer as before
    ),
    t as (
      insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, enrollment_id, cycle_year, source,
        issuer, issued_at, valid_from, valid_until, previous_certificate_id, wording)
      select c.tenant_id, r.id, c.code || '-' || to_char(r.valid_from, 'YYYY') || '-' || lpad(k.last, greatest(6, length(k.last)), '0'),
        r.verification_code, r.person_id, c.id, r.enrollment_id, r.cycle_year, r.source, r.issuer, r.issued_at, r.valid_from,
        r.valid_until, r.previous_certificate_id, (select o.certificate_wording from tenant o where o.id = ${tenant_id})
      from counted
      cross join jsonb_to_recordset(${JSON.stringify(rows.map((row, place) => ({ ...row, place: place + 1 })))}::jsonb) as r(
        place integer, id uuid, verification_code text, person_id uuid, course_id uuid, enrollment_id uuid, cycle_year integer,
        source text, issuer text, issued_at timestamptz, valid_from date, valid_until date, previous_certificate_id uuid)
      cross join lateral (select (before + r.place)::text as last) k
      join course c on c.tenant_id = ${tenant_id} and c.id = r.course_id
      returning *
    ),
    superseded as (
      update certificate o
      set updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(person_id uuid, course_id uuid, valid_until date)
      where o.tenant_id = ${tenant_id} and o.person_id = r.person_id and o.course_id = r.course_id and o.revoked_at is null
        and (r.valid_until is null or o.valid_until <= r.valid_until)
    )
    select ${certificateMembers} from t`);
  const by_id = new Map(inserted.map((one) => [one.id, one]));
  return rows.map(({ id }) => by_id.get(id)!);
}

/** What a change needs to know about a certificate. It is read after the person is locked. */
export type CertificateRow = { person_id: string; course_id: string; revoked_at: string | null };

export async function findCertificateRow(db: Db, tenant_id: string, id: string): Promise<CertificateRow | undefined> {
  return db.row(sql`
    select person_id, course_id, revoked_at from certificate
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Certificates that the revoked one has superseded may count again, so they count as changed, too. */
export async function updateRevoked(db: Db, tenant_id: string, id: string, at: string, reason: string): Promise<void> {
  await db.count(sql`
    with revoked as (
      update certificate
      set revoked_at = ${at}, revoke_reason = ${reason}, updated_at = now()
      where tenant_id = ${tenant_id} and id = ${id}
      returning id, person_id, course_id, issued_at
    )
    update certificate o
    set updated_at = now()
    from revoked r
    where o.tenant_id = ${tenant_id} and o.person_id = r.person_id and o.course_id = r.course_id and o.revoked_at is null
      and (o.issued_at, o.id) < (r.issued_at, r.id)`);
}

/** Certificates that have ended and whose end was not processed, the earliest first. */
export async function listEnded(
  db: Db,
  tenant_id: string,
  today: string,
  limit: number,
): Promise<{ id: string; person_id: string }[]> {
  return db.rows(sql`
    select id, person_id from certificate
    where tenant_id = ${tenant_id} and valid_until < ${today} and revoked_at is null and expired_at is null
    order by valid_until, id
    limit ${limit}`);
}

/**
 * A certificate that has ended, with the data of its event. `covered`: another certificate is still valid, or a newer one ends on
 * the same day.
 */
export type EndedRow = {
  person_id: string;
  course: EventCourse;
  certificate: EventCertificate;
  enrollment_id: string | null;
  expired_on: string;
  covered: boolean;
  open_enrollment: OpenEnrollment | null;
};

/** Marks the end of certificates as processed. Returns those that were not marked before. */
export async function updateExpired(db: Db, tenant_id: string, ids: readonly string[], at: string): Promise<EndedRow[]> {
  return db.rows(sql`
    with t as (
      update certificate
      set expired_at = ${at}, updated_at = now()
      where tenant_id = ${tenant_id} and id = any (${ids}::uuid[]) and revoked_at is null and expired_at is null
      returning *
    )
    select t.person_id, ${eventCourse} as course, (select row_to_json(r) from (select ${certificateMembers}) r) as certificate,
      t.enrollment_id, t.valid_until + 1 as expired_on,
      exists (
        select from certificate o
        where o.tenant_id = t.tenant_id and o.person_id = t.person_id and o.course_id = t.course_id and o.id <> t.id
          and o.revoked_at is null and o.valid_from <= t.valid_until + 1
          and (
            coalesce(o.valid_until > t.valid_until, true)
            or (o.valid_until = t.valid_until and (o.issued_at, o.id) > (t.issued_at, t.id))
          )
      ) as covered,
      (
        select json_build_object('id', e.id, 'cycle_year', e.cycle_year, 'status', e.state, 'source', e.source,
          'due_date', e.due_date, 'assigned_at', infra.iso(e.assigned_at), 'started_at', infra.iso(e.started_at),
          'completed_at', null)
        from enrollment e
        where e.tenant_id = t.tenant_id and e.person_id = t.person_id and e.course_id = t.course_id
          and e.state in ('assigned', 'in_progress', 'failed')
        order by e.cycle_year desc, e.cycle_seq desc
        limit 1
      ) as open_enrollment
    from t
    join course c on c.tenant_id = t.tenant_id and c.id = t.course_id
    order by t.valid_until, t.id`);
}

const eventCourse: Fragment = part`json_build_object('id', c.id, 'code', c.code, 'title', c.title)`;

const certificateMembers: Fragment = part`
  t.id, t.number, t.source, infra.iso(t.issued_at) as issued_at, t.valid_from, t.valid_until, t.previous_certificate_id`;
