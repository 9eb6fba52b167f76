// Rows of training, rules, groups, compliance and the gate, by table and in the order of their foreign keys.
// $1 is the organisation, $2 an id, $3 the mark of the organisation.
import { pngOf } from "../../harness/png.ts";

/** A logo, as hexadecimal digits. */
const picture = pngOf(2, 2).toString("hex");

export const training_rows: Readonly<Record<string, string>> = {
  enrollment: `
    insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, source_ref, mandatory, assigned_at, attempts_allowed, license_id)
    select p.tenant_id, $2, p.id, c.id, 2020, 'api', jsonb_build_object('type', 'client', 'id', null, 'name', $3::text), true, now(), 3, l.id
    from person p
    join course c on c.tenant_id = p.tenant_id and c.code = 'SEAT-' || $3
    join license l on l.tenant_id = p.tenant_id and l.model = 'seats'
    where p.tenant_id = $1 and p.employee_no = 'E1-' || $3`,
  license_seat: `
    insert into license_seat (tenant_id, license_id, id, person_id, enrollment_id, seat_unit, state, taken_at)
    select e.tenant_id, e.license_id, $2, e.person_id, e.id, 'person', 'held', now()
    from enrollment e where e.tenant_id = $1 and $3::text is not null`,
  compliance_status: `
    insert into compliance_status (tenant_id, person_id, course_id, worker_type, status, basis)
    select e.tenant_id, e.person_id, e.course_id, 'internal_payroll', 'PENDING', 'enrollment'
    from enrollment e where e.tenant_id = $1 and $2::uuid is not null and $3::text is not null`,
  enrollment_source: `
    insert into enrollment_source (tenant_id, enrollment_id, source, ref_id, since)
    select e.tenant_id, e.id, 'rule', $2, now() from enrollment e where e.tenant_id = $1 and $3::text is not null limit 1`,
  attempt: `
    insert into attempt (tenant_id, enrollment_id, number, score, passed, started_at, finished_at)
    select e.tenant_id, e.id, 1, 40, false, now(), now()
    from enrollment e where e.tenant_id = $1 and $2::uuid is not null and $3::text is not null limit 1`,
  attempt_report: `
    insert into attempt_report (tenant_id, client_id, external_id_hash, request_hash, enrollment_id, attempt_number, reported_at)
    select a.tenant_id, c.id, convert_to($3::text, 'UTF8'), '', a.enrollment_id, a.number, now()
    from attempt a join client c on c.tenant_id = a.tenant_id
    where a.tenant_id = $1 and $2::uuid is not null limit 1`,
  certificate: `
    insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, cycle_year, source, issuer, issued_at, valid_from)
    select e.tenant_id, i.id, i.number || $3, upper(replace(i.id::text, '-', '')), e.person_id, e.course_id, 2020, 'external', 'Issuer ' || $3, now(), '2020-01-01'
    from (select * from enrollment where tenant_id = $1 limit 1) e, (values ($2::uuid, 'NO-'), (gen_random_uuid(), 'NO2-')) i (id, number)`,
  evidence_file: `
    insert into evidence_file (tenant_id, certificate_id, name, media_type, size_bytes, sha256, uploaded_at)
    select tenant_id, id, 'File ' || $3::text, 'application/pdf', 5, sha256('%PDF-'), now()
    from certificate where tenant_id = $1 and $2::uuid is not null limit 1`,
  evidence_chunk: `
    insert into evidence_chunk (tenant_id, certificate_id, number, bytes)
    select tenant_id, certificate_id, 0, convert_to('%PDF-' || $3::text, 'UTF8')
    from evidence_file where tenant_id = $1 and $2::uuid is not null limit 1`,
  certificate_number: `
    insert into certificate_number (tenant_id, last) select $1, 0 where $2::uuid is not null and $3::text is not null`,
  exemption: `
    insert into exemption (tenant_id, id, person_id, course_id, from_on, until_on, reason, approved_by)
    select e.tenant_id, $2, e.person_id, e.course_id, '2020-01-01', '2020-01-02', 'Reason ' || $3, '{"type": "system", "id": null, "name": "test"}'
    from enrollment e where e.tenant_id = $1 limit 1`,
  rule: `
    insert into rule (tenant_id, id, name, name_norm, active, conditions)
    values ($1, $2, 'Rule ' || $3::text, 'rule ' || $3, false, '{"worker_type": "b2b_contractor"}')`,
  rule_course: `
    insert into rule_course (tenant_id, rule_id, course_id)
    select r.tenant_id, r.id, c.id from rule r join course c on c.tenant_id = r.tenant_id and c.code = 'SEAT-' || $3
    where r.tenant_id = $1 and $2::uuid is not null limit 1`,
  rule_version: `
    insert into rule_version (tenant_id, rule_id, version, definition, since)
    select r.tenant_id, r.id, 1, '{}', now() from rule r where r.tenant_id = $1 and $2::uuid is not null and $3::text is not null limit 1`,
  rule_match: `
    insert into rule_match (tenant_id, rule_id, person_id, course_ids, since)
    select r.tenant_id, r.id, p.id, '{}', now() from rule r join person p on p.tenant_id = r.tenant_id and p.employee_no = 'E2-' || $3
    where r.tenant_id = $1 and $2::uuid is not null limit 1`,
  rule_batch: `
    insert into rule_batch (tenant_id, id, people_total, started_at) values ($1, $2, length($3::text), now())`,
  person_group: `
    insert into person_group (tenant_id, id, code, code_norm, name, name_norm, kind)
    values ($1, $2, 'GROUP-' || $3::text, lower('group-' || $3), 'Group ' || $3, lower('group ' || $3), 'manual')`,
  group_course: `
    insert into group_course (tenant_id, group_id, course_id)
    select g.tenant_id, g.id, c.id from person_group g join course c on c.tenant_id = g.tenant_id and c.code = 'SEAT-' || $3
    where g.tenant_id = $1 and $2::uuid is not null limit 1`,
  group_member: `
    insert into group_member (tenant_id, id, group_id, person_id, joined_at)
    select g.tenant_id, $2, g.id, p.id, now() from person_group g join person p on p.tenant_id = g.tenant_id and p.employee_no = 'E2-' || $3
    where g.tenant_id = $1 limit 1`,
  alert: `
    insert into alert (tenant_id, id, kind, person_id, course_id, reason, raised_at)
    select e.tenant_id, $2, 'assignment_blocked', e.person_id, e.course_id, 'test ' || $3::text, now()
    from enrollment e where e.tenant_id = $1 limit 1`,
  client_key: `
    insert into client_key (tenant_id, client_id, key_id, kid, algorithm, thumbprint, jwk)
    select s.tenant_id, s.client_id, s.key_id, 'kid-' || $3::text, 'EdDSA', repeat('A', 43), '{"kty": "OKP", "crv": "Ed25519", "x": "AA"}'
    from client_secret s where s.tenant_id = $1 and $2::uuid is not null limit 1`,
  compliance_history: `
    insert into compliance_history (tenant_id, person_id, course_id, changed_at, status, basis, in_grace)
    select s.tenant_id, s.person_id, s.course_id, now(), s.status, s.basis, false
    from compliance_status s where s.tenant_id = $1 and $2::uuid is not null and $3::text is not null`,
  compliance_count: `
    insert into compliance_count (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
    values ($1, $2, infra.no_id(), coalesce($3::text, ''), infra.no_id(), 'NONE', 0)`,
  person_count: `
    insert into person_count (tenant_id, department_id, worker_type, contractor_id, state, people)
    values ($1, $2, coalesce($3::text, ''), infra.no_id(), 'invited', 0)`,
  place_merge: `
    insert into place_merge (tenant_id, id, kind, from_id, into_id, people_total, moved, started_at)
    values ($1, $2, 'department', $2, infra.no_id(), length($3::text), '{}', now())`,
  forecast_delta: `
    insert into forecast_delta (tenant_id, day, course_id, what, entries)
    values ($1, '1999-01-01', $2, coalesce($3::text, ''), 0)`,
  forecast_count: `
    insert into forecast_count (tenant_id, day, course_id, what, entries)
    values ($1, '1999-01-01', $2, coalesce($3::text, ''), 0)`,
  standing: `
    insert into standing (tenant_id, person_id, department_id, contractor_id, manager_id, entries, covered, days, open_courses, open_days, void_courses, void_days)
    select tenant_id, id, coalesce(department_id, infra.no_id()), infra.no_id(), $2, length($3::text), 0, '{}', '{}', '{}', '{}', '{}'
    from person where tenant_id = $1`,
  compliance_digest: `
    insert into compliance_digest (tenant_id, at) values ($1, timestamptz '1999-01-01' + length($2::text || $3::text) * interval '1 second')`,
  compliance_digest_count: `
    insert into compliance_digest_count (tenant_id, at, course_id, worker_type, status, people)
    select tenant_id, at, $2, coalesce($3::text, ''), 'NONE', 0 from compliance_digest where tenant_id = $1 limit 1`,
  tenant_day: `
    insert into tenant_day (tenant_id, done_through) select $1, '9999-12-30' where $2::uuid is not null and $3::text is not null`,
  import: `
    insert into import (tenant_id, id, kind, format, dry_run, status, failure)
    values ($1, $2, 'users', 'csv', true, 'failed', 'test ' || $3::text)`,
  course_session: `
    insert into course_session (tenant_id, id, course_id, location, starts_at, ends_at, time_zone, trainer_id, capacity, waiting_max, updated_at)
    select c.tenant_id, $2, c.id, 'Hall ' || $3::text, now(), now() + interval '1 hour', 'UTC', p.id, 5, 5, now()
    from course c join person p on p.tenant_id = c.tenant_id where c.tenant_id = $1 limit 1`,
  course_booking: `
    insert into course_booking (tenant_id, session_id, person_id, enrollment_id, state, is_walk_in, queue_no, state_since)
    select s.tenant_id, s.id, e.person_id, e.id, 'booked', false, 1, now()
    from course_session s join enrollment e on e.tenant_id = s.tenant_id
    where s.tenant_id = $1 and $2::uuid is not null and $3::text is not null limit 1`,
  evidence_link: `
    insert into evidence_link (tenant_id, id, contractor_id, token_hash, created_at, created_by, expires_at)
    select tenant_id, gen_random_uuid(), id, sha256(convert_to($3::text, 'UTF8')), now(), gen_random_uuid(), now() + interval '1 day'
    from contractor where tenant_id = $1 and $2::uuid is not null limit 1`,
  submission: `
    insert into submission (tenant_id, id, link_id, person_id, enrollment_id, name, media_type, size_bytes, sha256, completed_on, submitted_at)
    select l.tenant_id, gen_random_uuid(), l.id, e.person_id, e.id, $3::text || '.pdf', 'application/pdf', 5, sha256('%PDF-'), current_date, now()
    from evidence_link l join enrollment e on e.tenant_id = l.tenant_id where l.tenant_id = $1 and $2::uuid is not null limit 1`,
  submission_chunk: `
    insert into submission_chunk (tenant_id, submission_id, number, bytes)
    select tenant_id, id, 0, convert_to($3::text, 'UTF8') from submission where tenant_id = $1 and $2::uuid is not null limit 1`,
  organisation_logo: `
    insert into organisation_logo (tenant_id, bytes, sha256, updated_at)
    select $1::uuid, '\\x${picture}', sha256($3::text::bytea), now() where $2::uuid is not null`,
  certificate_wording: `
    insert into certificate_wording (tenant_id, number, title, orientation)
    select $1::uuid, 0, 'Diploma of ' || $3::text, 'landscape' where $2::uuid is not null`,
  gate_setting: `
    insert into gate_setting (tenant_id, badge_hours) select $1::uuid, 24 where $2::uuid is not null and $3::text is not null`,
  gate_decision: `
    insert into gate_decision (tenant_id, id, person_id, course_code, allowed, by_badge, compared, decided_at, received_at, decided_by)
    select tenant_id, $2, id, 'WORK-' || $3::text, true, false, false, now(), now(), $2 from person where tenant_id = $1 limit 1`,
  gate_badge_holder: `
    insert into gate_badge_holder (tenant_id, person_id, badges_until)
    select tenant_id, id, now() + interval '1 day' from person where tenant_id = $1 and $2::uuid is not null and $3::text is not null limit 1`,
};
