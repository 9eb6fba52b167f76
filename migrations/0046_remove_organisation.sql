-- The removal of an organisation (docs/decisions/0039). Only the owner of the tables removes one: whoever may migrate. Until now
-- the owner saw no row at all; from now on it sees those of the organisation that the transaction names, as everybody does.
create or replace procedure infra.isolate(target regclass, tenant_column text default 'tenant_id')
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to muster_app, muster_worker using (%I = (select current_setting(''app.tenant'')::uuid)) with check (%I = (select current_setting(''app.tenant'')::uuid))',
    target, tenant_column, tenant_column);
  execute format('grant select, insert, update, delete on %s to muster_app, muster_worker', target);
  call infra.let_remove(target, tenant_column);
end $$;

create procedure infra.let_remove(target regclass, tenant_column text)
language plpgsql as $$
begin
  execute format(
    'create policy remove on %s to muster_owner using (%I = (select current_setting(''app.tenant'')::uuid)) with check (%I = (select current_setting(''app.tenant'')::uuid))',
    target, tenant_column, tenant_column);
end $$;

do $$
declare
  one record;
begin
  for one in
    select c.oid::regclass as target, case when c.relname = 'tenant' then 'id' else 'tenant_id' end as tenant_column
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity
    order by c.relname
  loop
    call infra.let_remove(one.target, one.tenant_column);
  end loop;
end $$;

-- What was removed, as it was signed; null while a removal is under way. It outlives the organisation, and belongs to none.
create table infra.removal (
  id uuid primary key,
  tenant_id uuid not null,
  tenant_code text not null,
  began_at timestamptz not null,
  -- Rows by table.
  removed jsonb not null default '{}' check (jsonb_typeof(removed) = 'object'),
  -- The end of the audit chain when the removal began.
  audit_checkpoint text,
  statement text,
  key_version integer,
  signature bytea check (octet_length(signature) = 32),
  check (num_nonnulls(statement, key_version, signature) in (0, 3))
);
create unique index removal_under_way on infra.removal (tenant_id) where statement is null;

-- Nobody gets in any more: clients, administrators and learners of the organisation that the transaction names. What is counted by
-- client goes with them.
create function infra.close_organisation(p_tenant_id uuid) returns void
language sql volatile as $$
  delete from infra.sliding_window where key = any (array(select id::text from client where tenant_id = p_tenant_id));
  update client set revoked_at = coalesce(revoked_at, now()) where tenant_id = p_tenant_id;
  delete from client_secret where tenant_id = p_tenant_id;
  delete from panel_session where tenant_id = p_tenant_id;
  delete from sign_in_link where tenant_id = p_tenant_id;
  delete from credential where tenant_id = p_tenant_id;
$$;
