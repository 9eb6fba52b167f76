-- What time alone does, a day at a time: `done_through` is the last local day whose midnight has been worked off completely.
create table tenant_day (
  tenant_id uuid primary key references tenant,
  done_through date not null
);
call infra.isolate('tenant_day');
create policy turn on tenant_day for select to muster_auth using (true);
grant select on tenant_day to muster_auth;

-- Organisations whose local day has turned since their days were last worked off; one that never was begins today. A flag
-- that should have changed already also counts: a request from before a midnight may commit after that midnight's work.
create function infra.tenants_with_a_new_day() returns setof uuid
language sql volatile security definer set search_path = public as $$
  select t.id
  from tenant t
  left join tenant_day d on d.tenant_id = t.id
  cross join lateral (
    select (to_timestamp((infra.now_us() + t.clock_offset_us) / 1000000.0) at time zone t.time_zone)::date as today
  ) n
  where d.done_through is null or d.done_through < n.today
    or exists (select from compliance_status s where s.tenant_id = t.id and s.look_on <= n.today)
  order by 1
$$;
create policy turn on compliance_status for select to muster_auth using (true);
grant select (tenant_id, look_on) on compliance_status to muster_auth;
alter function infra.tenants_with_a_new_day() owner to muster_auth;

-- What a midnight looks for: employments and contracts that have ended, evidence and exemptions that begin, and flags whose
-- certificate may need a renewal. Writes to these tables wait while the indexes are made; reads go on.
-- squawk-ignore require-concurrent-index-creation
create index person_end on person (tenant_id, employment_end_date)
  where employment_end_date is not null and state in ('invited', 'active', 'suspended');
-- squawk-ignore require-concurrent-index-creation
create index contractor_end on contractor (tenant_id, contract_valid_until) where contract_valid_until is not null;
-- squawk-ignore require-concurrent-index-creation
create index certificate_begin on certificate (tenant_id, valid_from);
-- squawk-ignore require-concurrent-index-creation
create index exemption_begin on exemption (tenant_id, from_on) where ended_at is null;
-- squawk-ignore require-concurrent-index-creation
create index compliance_status_renewal on compliance_status (tenant_id, course_id, valid_until)
  where valid_until is not null and renewal_enrollment_id is null;

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
  -- Why the file was refused, and the line that is to blame.
  failure text,
  failure_line integer,
  bytes bigint not null default 0,
  -- Rows of the file that are done for good: a run that is taken up again goes on behind them.
  rows_done integer not null default 0,
  counts jsonb not null default '{}',
  guard jsonb not null default '{"max_deactivate_percent": 5, "tripped": false}',
  created_at timestamptz not null default to_timestamp(infra.now_us() / 1000000.0),
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index import_age on import (tenant_id, created_at);
call infra.isolate('import');
create policy age on import for select to muster_auth using (true);
grant select (tenant_id, status, created_at) on import to muster_auth;

-- Organisations with an upload that nobody has ended, a run that has come to no end, or a report whose time is over.
create function infra.tenants_with_old_imports(p_abandoned_us bigint, p_stuck_us bigint, p_forgotten_us bigint) returns setof uuid
language sql stable security definer set search_path = public as $$
  select distinct tenant_id
  from import
  where (status = 'receiving' and created_at < to_timestamp(p_abandoned_us / 1000000.0))
    or (status in ('queued', 'running') and created_at < to_timestamp(p_stuck_us / 1000000.0))
    or created_at < to_timestamp(p_forgotten_us / 1000000.0)
  order by 1
  limit 100
$$;
alter function infra.tenants_with_old_imports(bigint, bigint, bigint) owner to muster_auth;

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
  -- The line of the file on which the row begins; people who are not in the file follow behind its last line.
  row_number integer not null,
  in_file boolean not null default true,
  employee_no text,
  action text not null check (action in ('create', 'update', 'deactivate', 'invalid')),
  changes jsonb not null default '{}',
  effects jsonb not null default '{"enrollments_assigned": [], "enrollments_cancelled": []}',
  errors jsonb not null default '[]',
  primary key (tenant_id, import_id, row_number, action),
  foreign key (tenant_id, import_id) references import (tenant_id, id) on delete cascade
);
call infra.isolate('import_row');
