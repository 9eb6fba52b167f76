// Rows of imports, events, webhooks, SCIM and sign-in, by table and in the order of their foreign keys.
// $1 is the organisation, $2 an id, $3 the mark of the organisation.

const anAccount = `
  (select tenant_id, id as administrator_id, null::uuid as person_id, 'a ' as kind from administrator where tenant_id = $1 limit 1)
  union all
  (select tenant_id, null, id, 'p ' from person where tenant_id = $1 limit 1)`;

export const connection_rows: Readonly<Record<string, string>> = {
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
  // Of an administrator and of a learner, because a row belongs to one of them.
  request_log: `
    insert into request_log (tenant_id, id, at, method, path, status, request_id, address, duration_us)
    values ($1, $2, now(), 'GET', '/api/v1/users', 200, 'req_' || $3::text, '127.0.0.1', 1)`,
  request_pack: `
    insert into request_pack (tenant_id, id, client_id, count, last_us, clock_offset_us, process, first_number, last_number, came_ms, kinds, kind,
      ago_us, duration_us, limit_remaining, limit_full_s, day_used, asked_ms, number)
    select tenant_id, $2, id, 1, 0, 0, 'PROCESS', 1, 1, 0,
      jsonb_build_array(jsonb_build_array('GET', '/api/v1/users', '/packed/' || $3::text, 200, '127.0.0.1', null, null, null)), '{1}',
      '{0}', '{1}', '{null}', '{null}', '{null}', '{0}', '{1}'
    from client where tenant_id = $1 limit 1`,
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
};
