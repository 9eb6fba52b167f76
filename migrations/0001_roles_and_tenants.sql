-- Runs as muster_owner (platform/db/migrate.ts creates the roles and schemas first). The application never owns a table:
-- muster_app serves requests, muster_worker runs jobs, muster_auth owns the one function that may look across tenants
-- while it authenticates.

-- The one clock of every infrastructure limit. Tests replace this function in their own database; nothing else knows.
create function infra.now_us() returns bigint
language sql volatile as $$ select (extract(epoch from clock_timestamp()) * 1000000)::bigint $$;

-- The instant before which every committed change is visible: whatever is still uncommitted carries now() of its own
-- transaction, which is not earlier. `next_updated_since` rests on it. Call it in a statement before the read it guards.
-- A transaction shows its start a moment after it has taken it, hence the second of distance. Where the database hides
-- other sessions from muster_owner (platform/db/migrate.ts grants pg_read_all_stats if it may), none is believed to have
-- run for longer than ten minutes.
create function infra.settled_at() returns timestamptz
language sql volatile security definer set search_path = pg_catalog as $$
  select least(
    clock_timestamp() - interval '1 second',
    min(case when backend_type is null then clock_timestamp() - interval '10 minutes' else xact_start end))
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
$$;

-- Timestamps as every record shows them: RFC 3339, UTC, milliseconds.
create function infra.iso(at timestamptz) returns text
language sql stable as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- The same with everything that the database keeps, for sort keys of cursors: as Temporal prints microseconds.
create function infra.exact(at timestamptz) returns text
language sql stable as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;

-- Puts a table under forced row-level security: a row is seen only by the tenant that the transaction names in
-- `app.tenant`, and a forgotten tenant is an error, because the cast of the empty setting to uuid fails.
create procedure infra.isolate(target regclass, tenant_column text default 'tenant_id')
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to muster_app, muster_worker using (%I = (select current_setting(''app.tenant'')::uuid)) with check (%I = (select current_setting(''app.tenant'')::uuid))',
    target, tenant_column, tenant_column);
  execute format('grant select, insert, update, delete on %s to muster_app, muster_worker', target);
end $$;

create table tenant (
  id uuid primary key,
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9-]{1,31}$'),
  name text not null check (char_length(name) between 1 and 200),
  kind text not null check (kind in ('live', 'sandbox')),
  time_zone text not null,
  fiscal_month smallint not null default 1 check (fiscal_month between 1 and 12),
  email_required boolean not null default true,
  create_departments_from_scim boolean not null default false,
  rate_per_minute integer not null default 20 check (rate_per_minute between 1 and 1000000),
  rate_burst integer not null default 30 check (rate_burst between 1 and 1000000),
  rate_per_day integer not null default 5000 check (rate_per_day between 1 and 2000000000),
  webhook_subscriptions_max integer not null default 10 check (webhook_subscriptions_max between 0 and 1000),
  clock_offset_us bigint not null default 0 check (clock_offset_us >= 0 and (kind = 'sandbox' or clock_offset_us = 0)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call infra.isolate('tenant', 'id');
create policy authenticate on tenant for select to muster_auth using (true);
grant select on tenant to muster_auth;

create table administrator (
  tenant_id uuid not null references tenant,
  id uuid not null,
  email text not null check (char_length(email) <= 254),
  email_norm text not null,
  name text not null check (char_length(name) between 1 and 200),
  role text not null check (role in ('it_admin', 'training_admin', 'compliance_officer')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, email_norm)
);
call infra.isolate('administrator');

-- Operators' commands (`org apply`) find an organisation by its code before they can name a tenant.
create function infra.tenant_by_code(p_code text) returns uuid
language sql stable security definer set search_path = public as $$ select id from tenant where code = p_code $$;
alter function infra.tenant_by_code(text) owner to muster_auth;

create function infra.tenant_count() returns bigint
language sql stable security definer set search_path = public as $$ select count(*) from tenant $$;
alter function infra.tenant_count() owner to muster_auth;
