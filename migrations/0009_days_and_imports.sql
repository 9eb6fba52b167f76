-- What time alone does, a day at a time: `done_through` is the last local day whose midnight has been worked off completely.
create table tenant_day (
  tenant_id uuid primary key references tenant,
  done_through date not null
);
call infra.isolate('tenant_day');
create policy turn on tenant_day for select to muster_auth using (true);
grant select on tenant_day to muster_auth;

-- Organisations whose local day has turned since their days were last worked off; one that never was begins today.
create function infra.tenants_with_a_new_day() returns setof uuid
language sql volatile security definer set search_path = public as $$
  select t.id
  from tenant t
  left join tenant_day d on d.tenant_id = t.id
  where d.done_through is null
    or d.done_through < (to_timestamp((infra.now_us() + t.clock_offset_us) / 1000000.0) at time zone t.time_zone)::date
  order by 1
$$;
alter function infra.tenants_with_a_new_day() owner to muster_auth;

-- A file of people that is being synchronised. Its bytes wait in import_chunk until a worker has read them.
create table import (
  tenant_id uuid not null references tenant,
  id uuid not null,
  client_id uuid,
  kind text not null check (kind in ('users')),
  format text not null check (format in ('csv', 'ndjson')),
  dry_run boolean not null,
  options jsonb not null default '{}',
  status text not null check (status in ('receiving', 'queued', 'running', 'finished', 'failed')),
  failure text,
  bytes bigint not null default 0,
  rows_done integer not null default 0,
  counts jsonb not null default '{}',
  guard jsonb not null default '{}',
  rows_preview jsonb not null default '[]',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index import_age on import (tenant_id, created_at);
call infra.isolate('import');

create table import_chunk (
  tenant_id uuid not null,
  import_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (tenant_id, import_id, number),
  foreign key (tenant_id, import_id) references import (tenant_id, id) on delete cascade
);
call infra.isolate('import_chunk');

-- The report: a line for each row of the file that changes something or cannot be taken.
create table import_row (
  tenant_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  employee_no text,
  action text not null check (action in ('create', 'update', 'deactivate', 'invalid')),
  changes jsonb not null default '{}',
  effects jsonb not null default '{}',
  errors jsonb not null default '[]',
  primary key (tenant_id, import_id, row_number, action),
  foreign key (tenant_id, import_id) references import (tenant_id, id) on delete cascade
);
call infra.isolate('import_row');
