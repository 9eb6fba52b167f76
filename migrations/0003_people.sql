-- Names are matched by a stored normal form (platform/text.ts): the C collation of this database and of the embedded one
-- sorts by bytes, so lists sort by it too.
create table department (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  name_norm text not null,
  code text not null check (char_length(code) between 1 and 64),
  code_norm text not null,
  parent_id uuid,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code_norm),
  foreign key (tenant_id, parent_id) references department (tenant_id, id),
  check (parent_id <> id)
);
create index department_name on department (tenant_id, name_norm);
create index department_parent on department (tenant_id, parent_id);
call infra.isolate('department');

create table contractor (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  name_norm text not null,
  code text not null check (char_length(code) between 1 and 64),
  code_norm text not null,
  tax_id text check (char_length(tax_id) <= 32),
  country text check (country ~ '^[A-Z]{2}$'),
  active boolean not null default true,
  contract_valid_until date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code_norm)
);
create index contractor_name on contractor (tenant_id, name_norm);
call infra.isolate('contractor');

create table attribute_definition (
  tenant_id uuid not null references tenant,
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,63}$'),
  type text not null check (type in ('string', 'number', 'boolean', 'string_array')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
call infra.isolate('attribute_definition');

create table person (
  tenant_id uuid not null references tenant,
  id uuid not null,
  employee_no text check (char_length(employee_no) between 1 and 64),
  employee_no_norm text,
  first_name text check (char_length(first_name) between 1 and 100),
  last_name text check (char_length(last_name) between 1 and 100),
  full_name_norm text not null default '',
  email text check (char_length(email) <= 254),
  email_norm text,
  login text not null,
  login_norm text not null,
  worker_type text not null check (worker_type in ('internal_payroll', 'b2b_contractor')),
  department_id uuid,
  contractor_id uuid,
  job_title text check (char_length(job_title) between 1 and 200),
  attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object'),
  state text not null default 'invited' check (state in ('invited', 'active', 'suspended', 'deactivated', 'anonymized')),
  managed_by text not null default 'platform' check (managed_by in ('platform', 'scim')),
  external_id text,
  language text,
  employment_start_date date,
  employment_end_date date,
  last_sign_in_at timestamptz,
  deactivated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, contractor_id) references contractor (tenant_id, id),
  constraint contractor_of_worker_type check ((worker_type = 'b2b_contractor') = (contractor_id is not null) or managed_by = 'scim'),
  constraint platform_fields check (
    managed_by = 'scim' or (employee_no is not null and first_name is not null and last_name is not null))
);
create unique index person_employee_no on person (tenant_id, employee_no_norm);
create unique index person_login on person (tenant_id, login_norm);
create unique index person_email on person (tenant_id, email_norm) where managed_by = 'platform';
create index person_email_any on person (tenant_id, email_norm);
-- Pages and numbers of people are found in these indexes alone, hence the filters in them; rows are fetched for the people
-- who are shown.
create index person_list on person (tenant_id, created_at, id) include (worker_type, state);
create index person_changes on person (tenant_id, updated_at, id);
create index person_department on person (tenant_id, department_id, created_at, id) include (state);
create index person_contractor on person (tenant_id, contractor_id, created_at, id) include (state) where contractor_id is not null;
call infra.isolate('person');

-- Tells the planner how many people there are, after an organisation was filled at once: the server's own autovacuum comes
-- about a minute later, and the embedded database has none. Who is analysing already is not waited for.
create function infra.analyze_people() returns void
language plpgsql security definer set search_path = public as $$ begin analyze (skip_locked) person; end $$;
