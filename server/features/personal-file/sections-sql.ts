// All stored data of one person, by section. Each section is a select of `key`, which defines the order, and `data`.
import { part, type Fragment } from "../../platform/db/sql.ts";

export type Section = {
  name: string;
  /** A description of the section in plain words. */
  says: string;
  rows: (tenant_id: string, person_id: string) => Fragment;
};

const own = (tenant_id: string, person_id: string, alias: Fragment) =>
  part`${alias}.tenant_id = ${tenant_id} and ${alias}.person_id = ${person_id}`;

export const sections: readonly Section[] = [
  {
    name: "person",
    says: "the record: names, number, addresses, employment, the organisation's own attributes, the account",
    rows: (tenant_id, person_id) => part`
      select p.id::text as key, (to_jsonb(p) - 'tenant_id' - 'version') || jsonb_build_object('department', d.name, 'company', c.name) as data
      from person p
      left join department d on d.tenant_id = p.tenant_id and d.id = p.department_id
      left join contractor c on c.tenant_id = p.tenant_id and c.id = p.contractor_id
      where p.tenant_id = ${tenant_id} and p.id = ${person_id}`,
  },
  {
    name: "from_identity_provider",
    says: "what the identity provider has sent beside the record",
    rows: (tenant_id, person_id) => part`
      select s.id::text as key, s.document as data from scim_resource s where s.tenant_id = ${tenant_id} and s.id = ${person_id}`,
  },
  {
    name: "unmatched_values",
    says: "names of departments and companies that came with the person and that nobody here knew",
    rows: (tenant_id, person_id) => part`
      select u.field as key, jsonb_build_object('field', u.field, 'value', u.value, 'since', u.since) as data
      from unmatched_value u where ${own(tenant_id, person_id, part`u`)}`,
  },
  {
    name: "sign_in",
    says: "whether a password and a second factor are set, not what they are",
    rows: (tenant_id, person_id) => part`
      select c.account_id::text as key, jsonb_build_object('password_set_at', c.password_set_at,
        'second_factor_since', c.totp_confirmed_at, 'language', c.language) as data
      from credential c where ${own(tenant_id, person_id, part`c`)}`,
  },
  {
    name: "company_sign_in",
    says: "which subject of the company's identity provider the person is, and their last sign-ins there",
    rows: (tenant_id, person_id) => part`
      select concat_ws(' ', 'link', l.issuer) as key,
        jsonb_build_object('issuer', l.issuer, 'subject', l.subject, 'linked_by', l.linked_by, 'linked_at', l.linked_at) as data
      from identity_link l where ${own(tenant_id, person_id, part`l`)}
      union all
      select concat_ws(' ', 'sign_in', i.id), jsonb_build_object('at', i.at, 'outcome', i.outcome, 'said', i.said, 'note', i.note, 'role_values', i.role_values,
        'subject', i.subject)
      from identity_sign_in i where ${own(tenant_id, person_id, part`i`)}`,
  },
  {
    name: "passkeys",
    says: "passkeys that the person has added, not what they sign with",
    rows: (tenant_id, person_id) => part`
      select k.id::text as key, jsonb_build_object('name', k.name, 'since', k.created_at, 'used', k.last_used_at,
        'blocked_at', k.blocked_at, 'synchronised', k.backed_up) as data
      from passkey k where ${own(tenant_id, person_id, part`k`)}`,
  },
  {
    name: "recovery_codes",
    says: "since when there are recovery codes, and how many are left; not what they are",
    rows: (tenant_id, person_id) => part`
      select min(r.created_at)::text as key, jsonb_build_object('since', min(r.created_at), 'left', count(*)) as data
      from recovery_code r where ${own(tenant_id, person_id, part`r`)} having count(*) > 0`,
  },
  {
    name: "sessions",
    says: "where the person is signed in",
    rows: (tenant_id, person_id) => part`
      select s.id::text as key, jsonb_build_object('since', to_timestamp(s.created_us / 1000000.0),
        'seen', to_timestamp(s.seen_us / 1000000.0), 'address', host(s.address), 'browser', s.user_agent) as data
      from panel_session s where ${own(tenant_id, person_id, part`s`)}`,
  },
  {
    name: "groups",
    says: "groups that the person is or was in",
    rows: (tenant_id, person_id) => part`
      select m.id::text as key, jsonb_build_object('group', g.name, 'joined_at', m.joined_at, 'left_at', m.left_at) as data
      from group_member m
      join person_group g on g.tenant_id = m.tenant_id and g.id = m.group_id
      where ${own(tenant_id, person_id, part`m`)}`,
  },
  {
    name: "rules",
    says: "rules that apply to the person",
    rows: (tenant_id, person_id) => part`
      select m.rule_id::text as key, jsonb_build_object('rule', r.name, 'since', m.since) as data
      from rule_match m
      join rule r on r.tenant_id = m.tenant_id and r.id = m.rule_id
      where ${own(tenant_id, person_id, part`m`)}`,
  },
  {
    name: "enrollments",
    says: "assignments of courses, with their results and every attempt",
    rows: (tenant_id, person_id) => part`
      select e.id::text as key, (to_jsonb(e) - 'tenant_id' - 'person_id') || jsonb_build_object('course', c.title, 'attempts', (
        select coalesce(jsonb_agg(to_jsonb(a) - 'tenant_id' - 'enrollment_id' order by a.number), '[]')
        from attempt a where a.tenant_id = e.tenant_id and a.enrollment_id = e.id)) as data
      from enrollment e
      join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
      where ${own(tenant_id, person_id, part`e`)}`,
  },
  {
    name: "content",
    says: "tries at content packages, and what the person has entered in them",
    rows: (tenant_id, person_id) => part`
      select r.id::text as key, (to_jsonb(r) - 'tenant_id' - 'launch_id' - 'launched_us') || jsonb_build_object('course', c.title, 'items', (
        select coalesce(jsonb_agg(to_jsonb(s) - 'tenant_id' - 'registration_id' - 'launch_id' order by s.item), '[]')
        from content_item_state s where s.tenant_id = r.tenant_id and s.registration_id = r.id)) as data
      from content_registration r
      join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id
      join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
      where ${own(tenant_id, person_id, part`e`)}`,
  },
  {
    name: "course_items",
    says: "tries at courses of items: what was read, what was seen of videos, and what quizzes asked and the person answered",
    rows: (tenant_id, person_id) => part`
      select r.id::text as key, (to_jsonb(r) - 'tenant_id') || jsonb_build_object('course', c.title, 'items', (
        select coalesce(jsonb_agg(to_jsonb(s) - 'tenant_id' - 'run_id' order by s.item_id), '[]')
        from course_run_item s where s.tenant_id = r.tenant_id and s.run_id = r.id), 'sittings', (
        select coalesce(jsonb_agg(to_jsonb(q) - 'tenant_id' - 'run_id' order by q.item_id, q.number), '[]')
        from quiz_sitting q where q.tenant_id = r.tenant_id and q.run_id = r.id), 'videos', (
        select coalesce(jsonb_agg(to_jsonb(w) - 'tenant_id' - 'run_id' order by w.item_id), '[]')
        from course_run_video w where w.tenant_id = r.tenant_id and w.run_id = r.id)) as data
      from course_run r
      join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id
      join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
      where ${own(tenant_id, person_id, part`e`)}`,
  },
  {
    name: "tools",
    says: "by what id each tool knows the person, and what tools have said of their work",
    rows: (tenant_id, person_id) => part`
      select s.subject::text as key, jsonb_build_object('tool', t.name, 'subject', s.subject, 'scores', (
        select coalesce(jsonb_agg(to_jsonb(k) - 'tenant_id' - 'tool_id' - 'subject' - 'launched_us' order by k.launched_us), '[]')
        from course_run_tool k where k.tenant_id = s.tenant_id and k.tool_id = s.tool_id and k.subject = s.subject)) as data
      from lti_subject s
      join lti_tool t on t.tenant_id = s.tenant_id and t.id = s.tool_id
      where ${own(tenant_id, person_id, part`s`)}`,
  },
  {
    name: "learning_records",
    says: "statements of xAPI about the person, with the files beside them, and what programs keep of them between two openings",
    rows: (tenant_id, person_id) => part`
      select concat_ws(' ', 'statement', s.id) as key, s.statement || jsonb_build_object('voided', s.voided, 'files', (
        select coalesce(jsonb_agg(jsonb_build_object('sha2', a.sha2, 'type', a.content_type, 'base64', encode(a.bytes, 'base64'))), '[]')
        from xapi_attachment a where a.tenant_id = s.tenant_id and a.statement_id = s.id)) as data
      from xapi_statement s where ${own(tenant_id, person_id, part`s`)}
      union all
      select concat_ws(' ', 'document', encode(d.key, 'hex')), jsonb_build_object('kind', d.kind, 'name', d.document_id, 'activity', d.activity,
        'registration', d.registration, 'type', d.content_type, 'base64', encode(d.bytes, 'base64'))
      from xapi_document d where ${own(tenant_id, person_id, part`d`)}`,
  },
  {
    name: "course_sessions",
    says: "sessions of courses in a room: those that the person signed up for, with attendance and result, and those that they hold",
    rows: (tenant_id, person_id) => part`
      select concat_ws(' ', 'booking', b.session_id) as key, (to_jsonb(b) - 'tenant_id' - 'person_id') || jsonb_build_object('course', c.title,
        'location', s.location, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'time_zone', s.time_zone) as data
      from course_booking b
      join course_session s on s.tenant_id = b.tenant_id and s.id = b.session_id
      join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
      where ${own(tenant_id, person_id, part`b`)}
      union all
      select concat_ws(' ', 'trainer', s.id), jsonb_build_object('trainer_of', s.id, 'course', c.title, 'location', s.location,
        'starts_at', s.starts_at, 'ends_at', s.ends_at, 'time_zone', s.time_zone)
      from course_session s
      join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
      where s.tenant_id = ${tenant_id} and s.trainer_id = ${person_id}`,
  },
  {
    name: "badges",
    says: "until when badges for the gate are out, whether they were ended, and what guards answered without a network",
    rows: (tenant_id, person_id) => part`
      select concat_ws(' ', 'decision', d.id) as key, to_jsonb(d) - 'tenant_id' - 'person_id' - 'decided_by' as data
      from gate_decision d
      where ${own(tenant_id, person_id, part`d`)}
      union all
      select 'badges' as key, to_jsonb(h) - 'tenant_id' - 'person_id' as data
      from gate_badge_holder h
      where ${own(tenant_id, person_id, part`h`)}`,
  },
  {
    name: "certificates",
    says: "certificates and evidence from elsewhere; the documents are files of their own",
    rows: (tenant_id, person_id) => part`
      select t.id::text as key, (to_jsonb(t) - 'tenant_id' - 'person_id') || jsonb_build_object('course', c.title, 'document', f.name) as data
      from certificate t
      join course c on c.tenant_id = t.tenant_id and c.id = t.course_id
      left join evidence_file f on f.tenant_id = t.tenant_id and f.certificate_id = t.id
      where ${own(tenant_id, person_id, part`t`)}`,
  },
  {
    name: "evidence_from_companies",
    says: "what the person's company handed in as evidence, and what became of it; the documents are files of their own",
    rows: (tenant_id, person_id) => part`
      select s.id::text as key, (to_jsonb(s) - 'tenant_id' - 'person_id' - 'link_id' - 'decided_by') || jsonb_build_object('course', c.title) as data
      from submission s
      join enrollment e on e.tenant_id = s.tenant_id and e.id = s.enrollment_id
      join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
      where ${own(tenant_id, person_id, part`s`)}`,
  },
  {
    name: "exemptions",
    says: "courses that the person need not have, for how long and why",
    rows: (tenant_id, person_id) => part`
      select x.id::text as key, (to_jsonb(x) - 'tenant_id' - 'person_id') || jsonb_build_object('course', c.title) as data
      from exemption x
      join course c on c.tenant_id = x.tenant_id and c.id = x.course_id
      where ${own(tenant_id, person_id, part`x`)}`,
  },
  {
    name: "seats",
    says: "seats of licences that the person holds or held",
    rows: (tenant_id, person_id) => part`
      select s.id::text as key, jsonb_build_object('licence', l.name, 'state', s.state, 'taken_at', s.taken_at,
        'released_at', s.released_at) as data
      from license_seat s
      join license l on l.tenant_id = s.tenant_id and l.id = s.license_id
      where ${own(tenant_id, person_id, part`s`)}`,
  },
  {
    name: "alerts",
    says: "assignments and renewals that could not be made",
    rows: (tenant_id, person_id) => part`
      select a.id::text as key, jsonb_build_object('kind', a.kind, 'course', c.title, 'reason', a.reason, 'raised_at', a.raised_at,
        'resolved_at', a.resolved_at) as data
      from alert a
      join course c on c.tenant_id = a.tenant_id and c.id = a.course_id
      where ${own(tenant_id, person_id, part`a`)}`,
  },
  {
    name: "bulk_assignments",
    says: "what was done to many people at once, and what became of it for the person",
    rows: (tenant_id, person_id) => part`
      select m.operation_id::text as key, jsonb_build_object('work', o.kind, 'course', c.title, 'outcome', m.outcome, 'at', m.done_at) as data
      from bulk_person m
      join bulk_operation o on o.tenant_id = m.tenant_id and o.id = m.operation_id
      left join course c on c.tenant_id = o.tenant_id and c.id = coalesce(o.course_id, (o.asked ->> 'course_id')::uuid)
      where ${own(tenant_id, person_id, part`m`)}`,
  },
  {
    name: "evidence_packs",
    says: "archives for an audit that the person was put into",
    rows: (tenant_id, person_id) => part`
      select k.id::text as key, jsonb_build_object('ordered_at', k.ordered_at, 'as_of', k.as_of, 'status', k.status) as data
      from evidence_pack k
      where k.tenant_id = ${tenant_id} and k.person_ids @> array[${person_id}::uuid]`,
  },
  {
    name: "flags",
    says: "compliance today, by course",
    rows: (tenant_id, person_id) => part`
      select s.course_id::text as key, jsonb_build_object('course', c.title, 'status', s.status, 'basis', s.basis,
        'due_date', s.due_date, 'valid_until', s.valid_until, 'next_status', s.next_status, 'next_change_on', s.next_change_on) as data
      from compliance_status s
      join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
      where ${own(tenant_id, person_id, part`s`)}`,
  },
  {
    name: "flag_history",
    says: "every earlier flag, and where the person belonged",
    rows: (tenant_id, person_id) => part`
      select lpad(h.id::text, 20, '0') as key, jsonb_build_object('course', c.title, 'from', h.previous_status, 'to', h.status,
        'changed_at', h.changed_at) as data
      from compliance_history h
      join course c on c.tenant_id = h.tenant_id and c.id = h.course_id
      where ${own(tenant_id, person_id, part`h`)}`,
  },
  {
    name: "audit_about",
    says: "who changed the record, the account and the training, and what was changed",
    rows: (tenant_id, person_id) => part`
      select a.id::text as key, to_jsonb(a) - 'tenant_id' - 'xid' as data
      from audit_log a
      where a.tenant_id = ${tenant_id} and a.target_id in (
        select ${person_id}::uuid
        union all select id from enrollment where tenant_id = ${tenant_id} and person_id = ${person_id}
        union all select id from certificate where tenant_id = ${tenant_id} and person_id = ${person_id}
        union all select id from exemption where tenant_id = ${tenant_id} and person_id = ${person_id})
        and a.target_type in ('person', 'enrollment', 'certificate', 'exemption')`,
  },
  {
    name: "audit_by",
    says: "what the person did in the panel",
    rows: (tenant_id, person_id) => part`
      select a.id::text as key, to_jsonb(a) - 'tenant_id' - 'xid' as data
      from audit_log a
      where a.tenant_id = ${tenant_id} and a.actor_type = 'person' and a.actor_id = ${person_id}`,
  },
  {
    name: "sync_log",
    says: "requests of the identity provider about the person that are kept",
    rows: (tenant_id, person_id) => part`
      select x.id::text as key, to_jsonb(x) - 'tenant_id' as data
      from scim_exchange x
      where x.tenant_id = ${tenant_id} and x.resource_id = ${person_id}`,
  },
  {
    name: "import_lines",
    says: "lines of files of people about the person that are kept",
    rows: (tenant_id, person_id) => part`
      select r.import_id || ' ' || lpad(r.row_number::text, 10, '0') as key, (to_jsonb(r) - 'tenant_id') || jsonb_build_object('at', i.created_at) as data
      from person p
      join import_row r on r.tenant_id = p.tenant_id and infra.case_norm(r.employee_no) = p.employee_no_norm
      join import i on i.tenant_id = r.tenant_id and i.id = r.import_id
      where p.tenant_id = ${tenant_id} and p.id = ${person_id}`,
  },
  {
    name: "mails",
    says: "mails to the person that are kept; their text may hold a link that signs in, and is left out",
    rows: (tenant_id, person_id) => part`
      select m.id::text as key, jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'subject', m.subject,
        'created_at', m.created_at, 'sent_at', m.sent_at) as data
      from person p
      join mail m on m.tenant_id = p.tenant_id and infra.case_norm(m.recipient) in (p.email_norm, p.login_norm)
      where p.tenant_id = ${tenant_id} and p.id = ${person_id}`,
  },
  {
    name: "addresses_that_bounce",
    says: "whether the person's address takes no mail, and what the mail server said",
    rows: (tenant_id, person_id) => part`
      select b.address_norm as key, to_jsonb(b) - 'tenant_id' - 'address_norm' as data
      from person p
      join mail_bounce b on b.tenant_id = p.tenant_id and b.address_norm in (p.email_norm, p.login_norm)
      where p.tenant_id = ${tenant_id} and p.id = ${person_id}`,
  },
  {
    name: "reminders",
    says: "what the person was reminded of by mail, and when",
    rows: (tenant_id, person_id) => part`
      select concat_ws(' ', r.subject_id, r.kind, r.about_on, lpad(r.step::text, 2, '0')) as key,
        to_jsonb(r) - 'tenant_id' - 'person_id' as data
      from reminder r where ${own(tenant_id, person_id, part`r`)}`,
  },
  {
    name: "notices_read",
    says: "up to when the person has read what the panel tells",
    rows: (tenant_id, person_id) => part`
      select n.account_id::text as key, jsonb_build_object('read_through', n.read_through) as data
      from notice_read n where n.tenant_id = ${tenant_id} and n.account_id = ${person_id}`,
  },
  {
    name: "mails_done_without",
    says: "mails that the person has chosen to do without",
    rows: (tenant_id, person_id) => part`
      select f.topic as key, to_jsonb(f) - 'tenant_id' - 'account_id' as data
      from mail_refusal f where f.tenant_id = ${tenant_id} and f.account_id = ${person_id}`,
  },
  {
    name: "digests",
    says: "weeks of which the person, as a manager, was told by mail",
    rows: (tenant_id, person_id) => part`
      select d.about_on::text as key, to_jsonb(d) - 'tenant_id' - 'receiver_id' as data
      from digest_mail d where d.tenant_id = ${tenant_id} and d.receiver_id = ${person_id}`,
  },
  {
    name: "events",
    says: "events about the person of the last 30 days, as receivers of webhooks were told",
    rows: (tenant_id, person_id) => part`
      select e.id::text as key, convert_from(e.body, 'UTF8')::jsonb as data
      from event e
      where e.tenant_id = ${tenant_id} and position(convert_to(${person_id}, 'UTF8') in e.body) > 0`,
  },
  {
    name: "erasure",
    says: "when the person's data were erased, and how much of each kind",
    rows: (tenant_id, person_id) => part`
      select x.person_id::text as key, jsonb_build_object('requested_at', x.requested_at, 'completed_at', x.completed_at,
        'erased', x.erased) as data
      from person_erasure x where ${own(tenant_id, person_id, part`x`)}`,
  },
];
