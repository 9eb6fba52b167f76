-- What happens to an enrollment after it was assigned, and what is kept as evidence of it.

-- Null: a course issues certificates if it has a validity. `renewal_fixed_on` ("MM-DD") and `renewal_min_days` belong to
-- renewals that end on a day of the calendar; a certificate that would be active for less than that runs to the day after next.
alter table course
  add column issues_certificates boolean,
  add column renewal_fixed_on text check (renewal_fixed_on ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'),
  add column renewal_min_days integer check (renewal_min_days between 0 and 366);

-- Due dates stand still while a person is suspended, and move by those days on return.
alter table person add column suspended_at timestamptz;

-- Why an enrollment exists, where its reason can end: a rule, a group, or what a renewal inherited from its predecessor. An
-- enrollment without rows here lives by its own `source` and never lapses by itself; where a rule or group joins it, a row `own`
-- says so.
create table enrollment_source (
  tenant_id uuid not null references tenant,
  enrollment_id uuid not null,
  source text not null check (source in ('rule', 'group', 'own')),
  ref_id uuid not null,
  since timestamptz not null,
  lapsed_at timestamptz,
  primary key (tenant_id, enrollment_id, source, ref_id),
  foreign key (tenant_id, enrollment_id) references enrollment (tenant_id, id)
);
create index enrollment_source_ref on enrollment_source (tenant_id, ref_id, enrollment_id) where lapsed_at is null;
call infra.isolate('enrollment_source');

create table attempt (
  tenant_id uuid not null references tenant,
  enrollment_id uuid not null,
  number integer not null check (number >= 1),
  score integer check (score between 0 and 100),
  passed boolean not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  primary key (tenant_id, enrollment_id, number),
  foreign key (tenant_id, enrollment_id) references enrollment (tenant_id, id)
);
call infra.isolate('attempt');
-- What was achieved is evidence: it is written once, and nothing of it is ever removed.
revoke update, delete on attempt from muster_app, muster_worker;

-- Both days are inclusive; no `valid_until`: it never ends. `expired_at`: when its end was told, once, or was found to be covered by
-- another certificate.
create table certificate (
  tenant_id uuid not null references tenant,
  id uuid not null,
  number text not null check (char_length(number) between 1 and 100),
  verification_code text not null unique check (verification_code ~ '^[0-9A-Z-]{9,32}$'),
  person_id uuid not null,
  course_id uuid not null,
  enrollment_id uuid,
  cycle_year integer not null check (cycle_year between 1900 and 9999),
  source text not null check (source in ('course', 'external')),
  issuer text check (char_length(issuer) between 1 and 200),
  issued_at timestamptz not null,
  valid_from date not null,
  valid_until date,
  previous_certificate_id uuid,
  revoked_at timestamptz,
  revoke_reason text check (char_length(revoke_reason) between 1 and 500),
  expired_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  foreign key (tenant_id, course_id) references course (tenant_id, id),
  foreign key (tenant_id, enrollment_id) references enrollment (tenant_id, id),
  check (valid_from <= valid_until),
  check ((revoked_at is null) = (revoke_reason is null))
);
create index certificate_pair on certificate (tenant_id, person_id, course_id);
create index certificate_enrollment on certificate (tenant_id, enrollment_id) where enrollment_id is not null;
create index certificate_end on certificate (tenant_id, valid_until) where revoked_at is null and expired_at is null;
create index certificate_list on certificate (tenant_id, created_at, id);
create index certificate_changes on certificate (tenant_id, updated_at, id);
call infra.isolate('certificate');
revoke delete on certificate from muster_app, muster_worker;
create policy verify on certificate for select to muster_auth using (true);
grant select (tenant_id, id, verification_code) on certificate to muster_auth;

-- Whoever has a certificate's code may check it, and need not say of which organisation it is: where to look, and which day it is
-- there.
create function infra.certificate_by_code(p_code text) returns table (tenant_id uuid, certificate_id uuid, today date)
language sql stable security definer set search_path = public as $$
  select c.tenant_id, c.id, (to_timestamp((infra.now_us() + t.clock_offset_us) / 1000000.0) at time zone t.time_zone)::date
  from certificate c join tenant t on t.id = c.tenant_id
  where c.verification_code = p_code
$$;
alter function infra.certificate_by_code(text) owner to muster_auth;

-- The last number that an organisation's certificates have used.
create table certificate_number (
  tenant_id uuid primary key references tenant,
  last bigint not null
) with (fillfactor = 50);
call infra.isolate('certificate_number');

create table exemption (
  tenant_id uuid not null references tenant,
  id uuid not null,
  person_id uuid not null,
  course_id uuid not null,
  from_on date not null,
  until_on date,
  reason text not null check (char_length(reason) between 1 and 500),
  approved_by json not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  foreign key (tenant_id, course_id) references course (tenant_id, id),
  check (from_on <= until_on)
);
create index exemption_pair on exemption (tenant_id, person_id, course_id);
call infra.isolate('exemption');
revoke delete on exemption from muster_app, muster_worker;
