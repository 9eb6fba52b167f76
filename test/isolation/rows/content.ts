// Rows of evidence packs, content packages, courses of items, tools and learning records, by table and in the order of their foreign keys.
// $1 is the organisation, $2 an id, $3 the mark of the organisation.

export const content_rows: Readonly<Record<string, string>> = {
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
};
