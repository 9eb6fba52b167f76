import assert from "node:assert/strict";
import { sealSecret } from "../../server/features/webhooks/sending/attempt.ts";
import { newSigningSecret } from "../../server/features/webhooks/signature/sign.ts";
import { newId } from "../../server/platform/ids.ts";
import type { TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { pngOf } from "../harness/png.ts";
import { test_keyring } from "../harness/server.ts";
import { listTenantTables } from "./tables.ts";

/** The scopes of a client that may do everything. */
export const all_scopes = [
  "users:read",
  "users:write",
  "enrollments:write",
  "compliance:read",
  "webhooks:manage",
  "scim",
  "structure:read",
  "structure:write",
  "attempts:write",
  "gate:read",
  "xapi:read",
  "xapi:write",
] as const;

/** As hexadecimal digits; certificates have it. */
const picture = pngOf(2, 2).toString("hex");

/** Limits that no test meets by accident. */
const unlimited = { per_minute: 1_000_000, burst: 1_000_000, per_day: 2_000_000_000 };

/**
 * An organisation with something in every table. Every text of it that a person could read contains `mark`, so that a leak
 * shows in an answer, and `mark` keeps two organisations apart.
 */
export async function createFullOrganisation(database: TestDatabase, mark: string): Promise<TestOrganisation> {
  const organisation = await createOrganisation(database, {
    // A sandbox offers every operation that a live organisation has, and its own.
    organisation: { code: mark.toUpperCase(), name: `Company ${mark}`, kind: "sandbox" },
    contract: { rate: unlimited },
    attributes: [{ key: "cost_center" }, { key: "shoe_size", type: "number" }, { key: `only_${mark}` }],
    departments: [
      { name: `Operations ${mark}`, code: `OPS-${mark}` },
      { name: `Logistics ${mark}`, code: `LOG-${mark}`, parent: `OPS-${mark}` },
    ],
    contractors: [
      { name: `Builders ${mark}`, code: `BUILD-${mark}`, tax_id: `TAX-${mark}` },
      { name: `Cleaners ${mark}`, code: `CLEAN-${mark}` },
    ],
    courses: [
      { code: `FORK-${mark}`, title: `Forklift ${mark}`, validity: { value: 24, unit: "month" } },
      { code: `FIRE-${mark}`, title: `Fire ${mark}` },
      { code: `SEAT-${mark}`, title: `Seated ${mark}` },
    ],
    learning_paths: [{ code: `PATH-${mark}`, title: `Path ${mark}`, courses: [`FIRE-${mark}`] }],
    licenses: [
      { name: `Everything ${mark}`, courses: [`FORK-${mark}`, `FIRE-${mark}`], paths: [`PATH-${mark}`] },
      { name: `Seats ${mark}`, courses: [`SEAT-${mark}`], seats_total: 50_000 },
    ],
    people: [
      {
        employee_no: `E1-${mark}`,
        first_name: `Anna${mark}`,
        last_name: `Kowalska${mark}`,
        email: `anna@${mark}.example`,
        department: `LOG-${mark}`,
        job_title: `Driver ${mark}`,
        attributes: { cost_center: `CC-${mark}`, shoe_size: 41 },
      },
      {
        employee_no: `E2-${mark}`,
        first_name: `Jan${mark}`,
        last_name: `Nowak${mark}`,
        email: `jan@${mark}.example`,
        worker_type: "b2b_contractor",
        contractor: `BUILD-${mark}`,
        manager: `E1-${mark}`,
      },
    ],
    admins: [{ email: `it@${mark}.example`, name: `IT ${mark}` }],
    clients: [{ name: `HR ${mark}`, scopes: [...all_scopes], webhook_hosts: [`hooks.${mark}.example`], rate: unlimited }],
  });
  await fillTheRest(database, organisation, mark);
  return organisation;
}

/** The first client of an organisation, as it authenticates. */
export function credentialsOf(organisation: TestOrganisation): Record<string, string> {
  const [client] = Object.values(organisation.clients);
  return { "x-tenant-code": organisation.code, "x-api-key": client!.secret };
}

const anAccount = `
  (select tenant_id, id as administrator_id, null::uuid as person_id, 'a ' as kind from administrator where tenant_id = $1 limit 1)
  union all
  (select tenant_id, null, id, 'p ' from person where tenant_id = $1 limit 1)`;

/** A row for each table that the organisation file does not reach; by table, in the order of their foreign keys. */
const rows_of_the_rest: Readonly<Record<string, string>> = {
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
  import_chunk: `
    insert into import_chunk (tenant_id, import_id, number, bytes)
    select tenant_id, id, 1, convert_to($3::text, 'UTF8') from import where tenant_id = $1 and $2::uuid is not null limit 1`,
  import_row: `
    insert into import_row (tenant_id, import_id, row_number, employee_no, action)
    select tenant_id, id, 1, 'E1-' || $3::text, 'update' from import where tenant_id = $1 and $2::uuid is not null limit 1`,
  rate_bucket: `
    insert into rate_bucket (tenant_id, client_id, tat_us, day_no, used, at_us, ok)
    select tenant_id, id, 0, 0, 0, 0, true
    from client where tenant_id = $1 and $2::uuid is not null and $3::text is not null`,
  event: `
    insert into event (tenant_id, id, type, body, created_at)
    values ($1, $2, 'ping', convert_to('{"mark":"' || $3::text || '"}', 'UTF8'), now())`,
  webhook_subscription: `
    insert into webhook_subscription (tenant_id, id, client_id, name, target_url, subscribed_events, secret)
    select c.tenant_id, $2, c.id, 'Hook ' || $3, 'https://hooks.' || $3 || '.example/lms', '{course.failed}', '\\x00'
    from client c where c.tenant_id = $1`,
  webhook_subscription_state: `
    insert into webhook_subscription_state (tenant_id, subscription_id, state_changed_at, in_flight_max)
    select tenant_id, id, now(), 1 from webhook_subscription where tenant_id = $1 and $2::uuid is not null and $3::text is not null`,
  webhook_delivery: `
    insert into webhook_delivery (tenant_id, id, ended_on, subscription_id, event_id, event_type, status, created_at,
      attempt_count, max_attempts, payload_bytes, payload_sha256)
    select s.tenant_id, $2, current_date, s.id, e.id, e.type, 'failed', now(), 1, 1, octet_length(e.body), sha256(e.body)
    from webhook_subscription s join event e on e.tenant_id = s.tenant_id
    where s.tenant_id = $1 and $3::text is not null limit 1`,
  webhook_attempt: `
    insert into webhook_attempt (tenant_id, delivery_id, number, attempted_on, trigger, attempted_at, duration_ms, error, host)
    select tenant_id, id, 1, current_date, 'scheduled', now(), 1, 'TIMEOUT', 'hooks.' || $3::text || '.example'
    from webhook_delivery where tenant_id = $1 and $2::uuid is not null`,
  scim_resource: `
    insert into scim_resource (tenant_id, id, person_id, document, normal)
    select p.tenant_id, p.id, p.id, jsonb_build_object('nickName', 'Nick ' || $3::text), '{}'
    from person p where p.tenant_id = $1 and $2::uuid is not null and p.employee_no = 'E2-' || $3`,
  scim_email: `
    insert into scim_email (tenant_id, person_id, value_norm)
    select p.tenant_id, p.id, 'sent@' || $3::text || '.example'
    from person p where p.tenant_id = $1 and $2::uuid is not null and p.employee_no = 'E2-' || $3`,
  scim_waiting_member: `
    insert into scim_waiting_member (tenant_id, group_id, value, since)
    select g.tenant_id, g.id, 'waits ' || $3::text, now()
    from person_group g where g.tenant_id = $1 and $2::uuid is not null limit 1`,
  unmatched_value: `
    insert into unmatched_value (tenant_id, person_id, field, value, value_norm, since)
    select p.tenant_id, p.id, 'department', 'Unknown ' || $3::text, 'unknown ' || $3, now()
    from person p where p.tenant_id = $1 and $2::uuid is not null and p.employee_no = 'E2-' || $3`,
  scim_exchange: `
    insert into scim_exchange (tenant_id, id, client_id, request_id, profile, at, method, path, status, duration_ms)
    select c.tenant_id, $2, c.id, 'req_' || $3::text, 'generic', now(), 'POST', '/Users', 201, 1
    from client c where c.tenant_id = $1`,
  name_meaning: `
    insert into name_meaning (tenant_id, field, value_norm, department_id, contractor_id, decided_at)
    (select tenant_id, 'department', 'unknown ' || $3::text, id, null::uuid, now() from department where tenant_id = $1 and $2::uuid is not null limit 1)
    union all
    (select tenant_id, 'contractor', 'unknown ' || $3::text, null, id, now() from contractor where tenant_id = $1 limit 1)`,
  scim_refusal: `
    insert into scim_refusal (tenant_id, cause, client_id, at, address)
    select $1, 'cause ' || $3::text, $2, now(), '192.0.2.1'`,
  // Of an administrator and of a learner, because a row is of either.
  request_log: `
    insert into request_log (tenant_id, id, at, method, path, status, request_id, address, duration_us)
    values ($1, $2, now(), 'GET', '/api/v1/users', 200, 'req_' || $3::text, '127.0.0.1', 1)`,
  credential: `
    insert into credential (tenant_id, administrator_id, person_id, password_hash)
    select tenant_id, administrator_id, person_id, 'hash of ' || $3::text from (${anAccount}) a where $2::uuid is not null`,
  panel_session: `
    insert into panel_session (tenant_id, id, administrator_id, person_id, token_hash, idle_us, created_us, seen_us, expires_us,
      may_set_password, address, user_agent)
    select tenant_id, case when person_id is null then $2 else gen_random_uuid() end, administrator_id, person_id,
      sha256(convert_to('session ' || kind || $3::text, 'UTF8')), 1, 0, 0, 1, false, '127.0.0.1', $3
    from (${anAccount}) a`,
  sign_in_link: `
    insert into sign_in_link (tenant_id, id, administrator_id, person_id, token_hash, purpose, expires_us)
    select tenant_id, case when person_id is null then $2 else gen_random_uuid() end, administrator_id, person_id,
      sha256(convert_to('link ' || kind || $3::text, 'UTF8')), 'first', 1
    from (${anAccount}) a`,
  passkey: `
    insert into passkey (tenant_id, id, administrator_id, person_id, name, credential_id, public_key, sign_count, transports, backup_eligible,
      backed_up, created_at)
    select tenant_id, case when person_id is null then $2 else gen_random_uuid() end, administrator_id, person_id, 'Key of ' || $3::text,
      sha256(convert_to('passkey ' || kind || $3, 'UTF8')), '\\x01', 0, '{}', false, false, now()
    from (${anAccount}) a`,
  passkey_challenge: `
    insert into passkey_challenge (tenant_id, challenge_hash, expires_us)
    select $1, sha256(convert_to('challenge ' || $3::text, 'UTF8')), 1 where $2::uuid is not null`,
  recovery_code: `
    insert into recovery_code (tenant_id, administrator_id, person_id, code_hash, created_at)
    select tenant_id, administrator_id, person_id, sha256(convert_to('code ' || kind || $3::text, 'UTF8')), now()
    from (${anAccount}) a where $2::uuid is not null`,
  identity_provider: `
    insert into identity_provider (tenant_id, id, issuer, client_id, authentication, secret, state)
    values ($1, $2, 'https://id.example', 'client of ' || $3::text, 'client_secret_basic', '\\x0001', 'draft')`,
  identity_link: `
    insert into identity_link (tenant_id, issuer, subject, administrator_id, person_id, linked_by, linked_at)
    select tenant_id, 'https://id.example', 'subject ' || kind || $3::text, administrator_id, person_id, 'email', now()
    from (${anAccount}) a where $2::uuid is not null`,
  identity_round_trip: `
    insert into identity_round_trip (tenant_id, state_hash, browser_hash, purpose, provider_version, next, expires_us)
    select $1, sha256(convert_to('state ' || $3::text, 'UTF8')), sha256(convert_to('browser ' || $3, 'UTF8')), 'sign_in', 1, '/', 1
    where $2::uuid is not null`,
  identity_domain: `
    insert into identity_domain (tenant_id, id, domain, token)
    values ($1, $2, 'neighbour-' || md5($3::text) || '.example', 'a token of twenty letters')`,
  identity_logout: `
    insert into identity_logout (tenant_id, jti_hash, expires_us)
    select $1, sha256(convert_to('logout ' || $3::text, 'UTF8')), 1 where $2::uuid is not null`,
  identity_assertion: `
    insert into identity_assertion (tenant_id, id_hash, expires_us)
    select $1, sha256(convert_to('assertion ' || $3::text, 'UTF8')), 1 where $2::uuid is not null`,
  identity_sign_in: `
    insert into identity_sign_in (tenant_id, id, at, purpose, outcome, subject, administrator_id, person_id)
    select tenant_id, case when person_id is null then $2 else gen_random_uuid() end, now(), 'sign_in', 'OK', 'subject ' || $3::text,
      administrator_id, person_id
    from (${anAccount}) a`,
  evidence_pack: `
    insert into evidence_pack (tenant_id, id, person_ids, course_ids, as_of, language, ordered_by, ordered_by_name, ordered_at)
    values ($1, $2, '{}', '{}', now(), 'en', $2, $3, now())`,
  content_package: `
    insert into content_package (tenant_id, id, title, version, created_at, updated_at) values ($1, $2, 'Package ' || $3::text, 1, now(), now())`,
  content_version: `
    insert into content_version (tenant_id, package_id, number, standard, items, file_name, sha256, begun_us, uploaded_by_name, uploaded_at)
    select p.tenant_id, p.id, 1, 'scorm_1.2',
      '[{"id": "A", "title": "A", "href": "a.html", "speaks": true, "passing_score": null, "launch_data": null,
        "time_limit_action": null, "max_time_allowed": null, "completion_threshold": null}]',
      $3::text || '.zip', sha256('PK'), 0, 'Ola', now()
    from content_package p where p.tenant_id = $1 and $2::uuid is not null limit 1`,
  content_chunk: `
    insert into content_chunk (tenant_id, package_id, version, number, bytes)
    select v.tenant_id, v.package_id, v.number, 0, convert_to($3::text, 'UTF8')
    from content_version v where v.tenant_id = $1 and $2::uuid is not null limit 1`,
  content_file: `
    insert into content_file (tenant_id, package_id, version, path, begins_at, packed_bytes, size_bytes, deflated)
    select v.tenant_id, v.package_id, v.number, $3::text || '.html', 0, 1, 1, false
    from content_version v where v.tenant_id = $1 and $2::uuid is not null limit 1`,
  content_registration: `
    insert into content_registration (tenant_id, id, enrollment_id, number, package_id, version, began_at)
    select v.tenant_id, $2, e.id, 1, v.package_id, v.number, now()
    from content_version v join enrollment e on e.tenant_id = v.tenant_id
    where v.tenant_id = $1 and $3::text is not null limit 1`,
  question_category: `
    insert into question_category (tenant_id, id, name, name_norm, created_at) values ($1, $2, 'Category ' || $3::text, $3, now())`,
  question: `
    insert into question (tenant_id, id, category_id, text, options, correct, updated_at)
    select tenant_id, $2, id, 'Question ' || $3::text, jsonb_build_array($3, 'no'), '[0]', now() from question_category where tenant_id = $1 limit 1`,
  course_item_list: `
    insert into course_item_list (tenant_id, course_id, version, items, created_at)
    select tenant_id, id, 1, jsonb_build_array(jsonb_build_object('id', $2::uuid, 'kind', 'text', 'title', $3::text, 'text', $3::text, 'required',
      true, 'opens', 'at_once', 'after', null)), now()
    from course where tenant_id = $1 and code = 'SEAT-' || $3`,
  course_run: `
    insert into course_run (tenant_id, id, enrollment_id, number, course_id, version, began_at)
    select l.tenant_id, $2, e.id, 1, l.course_id, l.version, now()
    from course_item_list l join enrollment e on e.tenant_id = l.tenant_id
    where l.tenant_id = $1 and $3::text is not null limit 1`,
  course_run_item: `
    insert into course_run_item (tenant_id, run_id, item_id, state, ended_at)
    select tenant_id, id, $2, 'done', now() from course_run where tenant_id = $1 and $3::text is not null limit 1`,
  course_file: `
    insert into course_file (tenant_id, id, course_id, name, media_type, size_bytes, begun_us, uploaded_by_name, uploaded_at)
    select tenant_id, $2, course_id, $3::text || '.pdf', 'application/pdf', 5, infra.now_us(), 'Ola', now()
    from course_item_list where tenant_id = $1 limit 1`,
  course_file_chunk: `
    insert into course_file_chunk (tenant_id, file_id, number, bytes)
    select tenant_id, id, 0, convert_to($3::text, 'UTF8') from course_file where tenant_id = $1 and $2::uuid is not null limit 1`,
  course_run_video: `
    insert into course_run_video (tenant_id, run_id, item_id, position_s, duration_s, seen, updated_at)
    select tenant_id, id, $2, 5, 10, '[[0, 5]]', now() from course_run where tenant_id = $1 and $3::text is not null limit 1`,
  quiz_sitting: `
    insert into quiz_sitting (tenant_id, id, run_id, item_id, number, asked, answers, pass_percent, began_at)
    select tenant_id, $2, id, $2, 1, jsonb_build_array(jsonb_build_object('id', $2::uuid, 'text', $3::text, 'options', jsonb_build_array('a', 'b'),
      'correct', jsonb_build_array(0))), '{}', 80, now()
    from course_run where tenant_id = $1 limit 1`,
  content_item_state: `
    insert into content_item_state (tenant_id, registration_id, item, elements, status, ended, launch_id, seq, opening, before_s, opening_s, updated_at)
    select r.tenant_id, r.id, $3::text, '{}', 'incomplete', false, r.id, 1, 1, 0, 0, now()
    from content_registration r where r.tenant_id = $1 and $2::uuid is not null limit 1`,
  course_run_package: `
    insert into course_run_package (tenant_id, registration_id, run_id, item_id)
    select g.tenant_id, g.id, r.id, $2 from content_registration g join course_run r on r.tenant_id = g.tenant_id
    where g.tenant_id = $1 and $3::text is not null limit 1`,
  lti_tool: `
    insert into lti_tool (tenant_id, id, name, name_norm, login_url, launch_url, redirect_urls, jwks_url, sends_name, sends_email, created_at, updated_at)
    values ($1, $2, 'Tool ' || $3::text, 'tool ' || $3, 'https://' || $3 || '.example/login', 'https://' || $3 || '.example/launch',
      array['https://' || $3 || '.example/launch'], 'https://' || $3 || '.example/keys', false, false, now(), now())`,
  lti_subject: `
    insert into lti_subject (tenant_id, tool_id, subject, person_id)
    select t.tenant_id, t.id, $2, p.id from lti_tool t join person p on p.tenant_id = t.tenant_id where t.tenant_id = $1 and $3::text is not null
    limit 1`,
  course_run_tool: `
    insert into course_run_tool (tenant_id, run_id, item_id, tool_id, subject, launched_us)
    select r.tenant_id, r.id, $2, s.tool_id, s.subject, 1 from course_run r join lti_subject s on s.tenant_id = r.tenant_id
    where r.tenant_id = $1 and $3::text is not null limit 1`,
  lti_launch: `
    insert into lti_launch (tenant_id, hint_hash, id, tool_id, session_id, person_id, run_id, item_id, expires_us)
    select k.tenant_id, sha256(convert_to('hint ' || $3::text, 'UTF8')), $2, k.tool_id, $2, s.person_id, k.run_id, k.item_id, 1
    from course_run_tool k join lti_subject s on s.tenant_id = k.tenant_id where k.tenant_id = $1 limit 1`,
  lti_used_assertion: `
    insert into lti_used_assertion (tenant_id, tool_id, jti_hash, expires_us)
    select tenant_id, id, sha256(convert_to('jti ' || $3::text, 'UTF8')), 1 from lti_tool where tenant_id = $1 and $2::uuid is not null limit 1`,
  lti_key: `
    insert into lti_key (tenant_id, kid, private_key, public_jwk, made_us)
    select $1, 'key ' || $3::text, '\\x0001', '{}', 1 where $2::uuid is not null`,
  content_session: `
    insert into content_session (tenant_id, id, registration_id, item, launch_id, began_us, said_us)
    select r.tenant_id, $2, r.id, $3::text, r.id, 1, 1 from content_registration r where r.tenant_id = $1 limit 1`,
  xapi_statement: `
    insert into xapi_statement (tenant_id, id, person_id, stored_ms, place, statement, digest, keys)
    select tenant_id, $2::uuid, id, 0, 0, jsonb_build_object('mark', $3::text), sha256('s'), '{1}' from person where tenant_id = $1 limit 1`,
  xapi_attachment: `
    insert into xapi_attachment (tenant_id, statement_id, sha2, content_type, bytes)
    select tenant_id, id, repeat('a', 64), 'text/plain', convert_to($3::text, 'UTF8')
    from xapi_statement where tenant_id = $1 and $2::uuid is not null limit 1`,
  xapi_document: `
    insert into xapi_document (tenant_id, key, list_key, kind, document_id, activity, content_type, bytes, etag, updated_ms)
    values ($1, sha256(convert_to($2::uuid::text, 'UTF8')), sha256('list'), 'activity_profile', $3, 'urn:activity', 'text/plain', 'x', repeat('a', 40), 0)`,
  evidence_pack_chunk: `
    insert into evidence_pack_chunk (tenant_id, pack_id, number, bytes)
    select k.tenant_id, k.id, 0, convert_to($3::text, 'UTF8') from evidence_pack k where k.tenant_id = $1 and $2::uuid is not null limit 1`,
  bulk_operation: `
    insert into bulk_operation (tenant_id, id, course_id, selection, ordered_by, ordered_by_name, ordered_at, before_id, people_total)
    select c.tenant_id, $2, c.id, '{"person_ids": []}', $2, $3, now(), $2, 0 from course c where c.tenant_id = $1 limit 1`,
  bulk_person: `
    insert into bulk_person (tenant_id, operation_id, person_id, outcome, done_at)
    select o.tenant_id, o.id, p.id, 'test ' || $3::text, now()
    from bulk_operation o join person p on p.tenant_id = o.tenant_id
    where o.tenant_id = $1 and $2::uuid is not null limit 1`,
  reminder_setting: `
    insert into reminder_setting (tenant_id, assigned, overdue_times, from_hour, until_hour, done_on)
    select $1, false, 3, 8, 18, '2026-01-01' where $2::uuid is not null and $3::text is not null
    on conflict do nothing`,
  reminder_course: `
    insert into reminder_course (tenant_id, course_id, due_soon_also, overdue_times, expiring_also)
    select $1, c.id, '{}', 3, '{}' from course c where c.tenant_id = $1 and $2::uuid is not null and $3::text is not null
    on conflict do nothing`,
  reminder_text: `
    insert into reminder_text (tenant_id, kind, language, subject, text, line)
    select $1, 'assigned', 'en', 'Subject ' || $3::text, 'Text ' || $3, '{course_title} ' || $3 where $2::uuid is not null`,
  mail_bounce: `
    insert into mail_bounce (tenant_id, address_norm, address, said, told_by)
    select $1, 'gone@' || $3::text || '.example', 'gone@' || $3 || '.example', '550 5.1.1 of ' || $3, 'reply' where $2::uuid is not null`,
  notice_read: `
    insert into notice_read (tenant_id, account_id, read_through)
    select $1, $2, '1999-01-01' where $3::text is not null`,
  mail_refusal: `
    insert into mail_refusal (tenant_id, account_id, topic)
    select $1, $2, 'digests' where $3::text is not null`,
  digest_setting: `
    insert into digest_setting (tenant_id, managers, administrators, weekday, hour, done_on)
    select $1, false, false, 1, 8, '2026-01-01' where $2::uuid is not null and $3::text is not null
    on conflict do nothing`,
  digest_mail: `
    insert into digest_mail (tenant_id, receiver_id, about_on, told_on, kind, numbers)
    select $1, $2, '2026-01-05', '2026-01-05', 'manager', '{}' where $3::text is not null`,
  reminder: `
    insert into reminder (tenant_id, subject_id, kind, about_on, step, person_id, sent_on)
    select p.tenant_id, $2, 'due_soon', '2026-01-01', 1, p.id, '2026-01-01' from person p
    where p.tenant_id = $1 and $3::text is not null limit 1`,
  administrator_department: `
    insert into administrator_department (tenant_id, administrator_id, department_id)
    select a.tenant_id, a.id, d.id from administrator a join department d on d.tenant_id = a.tenant_id
    where a.tenant_id = $1 and $2::uuid is not null and $3::text is not null limit 1`,
  saved_view: `
    insert into saved_view (tenant_id, id, administrator_id, list, name, name_norm, filters, saved_at)
    select tenant_id, $2, id, 'people', 'View ' || $3::text, 'view ' || $3, jsonb_build_object('q', $3::text), now()
    from administrator where tenant_id = $1 limit 1`,
  report: `
    insert into report (tenant_id, id, owner_id, name, name_norm, is_shared, definition, created_at, updated_at)
    select tenant_id, $2, id, 'Report ' || $3::text, 'report ' || $3, true,
      jsonb_build_object('subject', 'people', 'columns', jsonb_build_array('full_name'), 'filters', jsonb_build_object('q', $3::text),
        'group_by', null, 'chart', 'none'), now(), now()
    from administrator where tenant_id = $1 limit 1`,
  report_schedule: `
    insert into report_schedule (tenant_id, report_id, owner_id, format, every, day, hour, time_zone, receiver_ids, due_at)
    select r.tenant_id, r.id, r.owner_id, 'csv', 'week', 1, 8, 'Europe/Warsaw', array[r.owner_id], '2100-01-01'
    from report r where r.tenant_id = $1 and $2::uuid is not null and $3::text is not null limit 1`,
  audit_log: `
    insert into audit_log (tenant_id, id, occurred_at, actor_type, actor_name, operation, target_type)
    values ($1, $2, now(), 'system', $3, 'test.arranged', 'test')`,
  audit_seal: `
    insert into audit_seal (tenant_id, seq, audit_id, audit_xid, personal_hash, key_version, hash)
    select $1, coalesce((select max(seq) from audit_seal where tenant_id = $1), 0) + 1, $2, '1',
      sha256(convert_to('personal ' || $3::text, 'UTF8')), 1, sha256(convert_to('seal ' || $3, 'UTF8'))`,
  audit_erasure: `
    insert into audit_erasure (tenant_id, audit_id, key_version, hash)
    select $1, $2, 1, sha256(convert_to('mark ' || $3::text, 'UTF8'))`,
  person_erasure: `
    insert into person_erasure (tenant_id, person_id, requested_at, terms)
    select p.tenant_id, p.id, now(), convert_to('terms ' || $3::text, 'UTF8')
    from person p where p.tenant_id = $1 and $2::uuid is not null and p.employee_no = 'E2-' || $3`,
  idempotency_key: `
    insert into idempotency_key (tenant_id, client_id, key, claim_id, request_hash, claimed_us)
    select tenant_id, id, 'key-' || $3, $2, '\\x00', 0 from client where tenant_id = $1`,
  mail: `
    insert into mail (tenant_id, id, kind, recipient, subject, body)
    values ($1, $2, 'test', 'it@' || $3 || '.example', 'Mail ' || $3, '\\x00')`,
};

async function fillTheRest(database: TestDatabase, { tenant_id }: TestOrganisation, mark: string): Promise<void> {
  const empty = async ({ name, tenant_column }: { name: string; tenant_column: string }) =>
    (await database.superuser.query(`select from "${name}" where ${tenant_column} = $1 limit 1`, [tenant_id])).rowCount === 0;
  for (const [table, statement] of Object.entries(rows_of_the_rest)) {
    if (await empty({ name: table, tenant_column: "tenant_id" }))
      await database.superuser.query(statement, [tenant_id, newId(), mark]);
  }
  const { rows } = await database.superuser.query("select id from webhook_subscription where tenant_id = $1", [tenant_id]);
  for (const { id } of rows) {
    const secret = sealSecret(test_keyring, id, newSigningSecret());
    await database.superuser.query("update webhook_subscription set secret = $2 where id = $1", [id, secret]);
  }
  for (const table of await listTenantTables(database)) {
    assert.ok(!(await empty(table)), `the table ${table.name} is empty: add a row for it to test/isolation/neighbours.ts`);
  }
}
