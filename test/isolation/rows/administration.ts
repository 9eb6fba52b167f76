// Rows of bulk actions, mails, reports, the audit log and erasure, by table and in the order of their foreign keys.
// $1 is the organisation, $2 an id, $3 the mark of the organisation.

export const administration_rows: Readonly<Record<string, string>> = {
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
