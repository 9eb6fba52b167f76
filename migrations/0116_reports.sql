-- Reports that administrators have put together (docs/decisions/0077): what is read, never what was found. Without an owner: the owner's
-- account is gone.
create table report (
  tenant_id uuid not null references tenant,
  id uuid not null,
  owner_id uuid,
  name text not null check (char_length(name) between 1 and 200),
  name_norm text not null,
  is_shared boolean not null,
  definition jsonb not null check (jsonb_typeof(definition) = 'object'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references administrator (tenant_id, id) on delete set null (owner_id)
);
create unique index report_name on report (tenant_id, owner_id, name_norm);
create trigger report_name_norm before insert or update of name_norm on report
  for each row execute function infra.keep_name_norm();
call infra.isolate('report');

-- Administrators of some departments read their own reports (docs/decisions/0072). Where the role comes later, `muster migrate` says so.
create procedure infra.limit_reports()
language plpgsql as $$
begin
  call infra.limit_table('report', 'owner_id = (select current_setting(''app.administrator'')::uuid)');
end $$;
do $$ begin
  if exists (select from pg_roles where rolname = 'muster_limited') then call infra.limit_reports(); end if;
end $$;
