-- What people and groups are searched by under SCIM, in the form in which SCIM compares (caseNorm of platform/text.ts): ICU's
-- lower() is that of JavaScript, in every database. Triggers keep it, because code of before this migration writes these
-- tables, too.
create function infra.case_norm(value text) returns text
language sql immutable as $$ select lower(normalize(value, nfc) collate "und-x-icu") $$;

alter table person
  add column first_name_norm text,
  add column last_name_norm text,
  add column job_title_norm text,
  add column language_norm text,
  -- Moves with every change of the row: the entity tag under SCIM.
  add column version integer not null default 0,
  -- Since when the identity provider has done with the person, who stays with us.
  add column scim_deleted_at timestamptz;
alter table department add column name_case text;
alter table contractor add column name_case text;
alter table person_group
  add column name_case text,
  add column scim_deleted_at timestamptz;

-- Whoever is in use again is there for the identity provider again.
create function infra.keep_person_norms() returns trigger
language plpgsql as $$
begin
  new.first_name_norm := infra.case_norm(new.first_name);
  new.last_name_norm := infra.case_norm(new.last_name);
  new.job_title_norm := infra.case_norm(new.job_title);
  new.language_norm := infra.case_norm(new.language);
  new.version := new.version + 1;
  if new.state in ('invited', 'active', 'suspended') then
    new.scim_deleted_at := null;
  end if;
  return new;
end $$;
create trigger person_norms before insert or update on person
  for each row execute function infra.keep_person_norms();

create function infra.keep_name_case() returns trigger
language plpgsql as $$
begin
  new.name_case := infra.case_norm(new.name);
  return new;
end $$;
create trigger department_name_case before insert or update on department
  for each row execute function infra.keep_name_case();
create trigger contractor_name_case before insert or update on contractor
  for each row execute function infra.keep_name_case();
create trigger person_group_name_case before insert or update on person_group
  for each row execute function infra.keep_name_case();

-- The triggers fill what stands already; for that, the owner of the tables sees the rows of all organisations. Nothing changes
-- that the matrix would have to follow.
alter table person disable trigger follow_updated;
alter table person no force row level security;
update person set version = version;
alter table person force row level security;
alter table person enable trigger follow_updated;
alter table department no force row level security;
update department set name_case = null;
alter table department force row level security;
alter table contractor no force row level security;
update contractor set name_case = null;
alter table contractor force row level security;
alter table person_group no force row level security;
update person_group set name_case = null;
alter table person_group force row level security;

-- Whom an identity provider has left behind may lack what it never gave; who is to be in use again needs it. What stands met
-- the narrower conditions, so nothing needs to be looked at.
alter table person
  drop constraint contractor_of_worker_type,
  drop constraint platform_fields;
alter table person
  add constraint contractor_of_worker_type check (
    (worker_type = 'b2b_contractor') = (contractor_id is not null) or managed_by = 'scim' or scim_deleted_at is not null) not valid,
  add constraint platform_fields check (
    managed_by = 'scim' or scim_deleted_at is not null
    or (employee_no is not null and first_name is not null and last_name is not null)) not valid;

alter table client
  drop constraint client_scim_profile_check;
alter table client
  add constraint client_scim_profile_check check (scim_profile in ('generic', 'entra', 'okta', 'strict')) not valid;

-- People and groups by the id that the identity provider gave them, groups by name, and people in the order of SCIM's pages
-- and numbers, which leave out those who are not there for it. Writes wait while the indexes are made; reads go on.
-- squawk-ignore require-concurrent-index-creation
create index person_external_id on person (tenant_id, external_id) where external_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index person_scim on person (tenant_id, created_at, id) where scim_deleted_at is null and state <> 'anonymized';
-- squawk-ignore require-concurrent-index-creation
create index person_group_external_id on person_group (tenant_id, external_id) where external_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index person_group_name_case on person_group (tenant_id, name_case);
-- squawk-ignore require-concurrent-index-creation
create index person_group_scim on person_group (tenant_id, created_at, id) where scim_deleted_at is null;

-- What an identity provider has sent of a person or group that it manages. `document` is what it said, which is returned as
-- sent wherever the platform has no column for it; `normal` is its normal form, in which filters look. Either `person_id` or
-- `group_id` is the id, too.
create table scim_resource (
  tenant_id uuid not null,
  id uuid not null,
  person_id uuid,
  group_id uuid,
  document jsonb not null check (jsonb_typeof(document) = 'object'),
  normal jsonb not null check (jsonb_typeof(normal) = 'object'),
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  foreign key (tenant_id, group_id) references person_group (tenant_id, id)
);
call infra.isolate('scim_resource');

-- The addresses among them, in their normal form, for look-ups by address.
create table scim_email (
  tenant_id uuid not null,
  person_id uuid not null,
  value_norm text not null,
  primary key (tenant_id, person_id, value_norm),
  foreign key (tenant_id, person_id) references person (tenant_id, id)
);
create index scim_email_value on scim_email (tenant_id, value_norm);
call infra.isolate('scim_email');

-- Names of departments and contractors that an identity provider has sent and nobody here knows: an administrator makes them
-- known, or maps them.
create table unmatched_value (
  tenant_id uuid not null,
  person_id uuid not null,
  field text not null check (field in ('department', 'contractor')),
  value text not null check (char_length(value) between 1 and 1000),
  value_norm text not null,
  since timestamptz not null,
  primary key (tenant_id, person_id, field),
  foreign key (tenant_id, person_id) references person (tenant_id, id)
);
create index unmatched_value_value on unmatched_value (tenant_id, field, value_norm);
call infra.isolate('unmatched_value');

-- The sync log: one row for each request of an identity provider that wrote, or was refused; kept for 30 days. `notes`: what
-- was brought into form or left out, and why; `changes`: before → after.
create table scim_exchange (
  tenant_id uuid not null references tenant,
  id uuid not null,
  client_id uuid not null,
  request_id text not null,
  profile text not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  resource_type text check (resource_type in ('User', 'Group')),
  resource_id uuid,
  -- The person or group as the request named it; erasure blanks it.
  resource_name text,
  status integer not null,
  scim_type text,
  detail text,
  notes jsonb not null default '[]' check (jsonb_typeof(notes) = 'array'),
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  duration_ms integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id)
);
create index scim_exchange_client on scim_exchange (tenant_id, client_id, id);
create index scim_exchange_resource on scim_exchange (tenant_id, resource_id, id) where resource_id is not null;
call infra.isolate('scim_exchange');
