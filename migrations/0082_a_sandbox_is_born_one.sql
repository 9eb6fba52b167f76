-- A sandbox is removed with its audit log by functions that any login of the application may call (docs/decisions/0059). So nobody makes a
-- sandbox of an organisation that exists: its kind, and whose sandbox it is, are said when its row is written, and never change. What takes
-- rows in as they are (`muster org import`, `muster org move`) sets triggers aside, and only its own login may.
create function infra.keep_kind() returns trigger
language plpgsql as $$
begin
  raise exception 'the kind of an organisation, and whose sandbox it is, never change' using errcode = 'check_violation';
end $$;

create trigger tenant_keeps_kind before update on tenant for each row
when (old.kind is distinct from new.kind or old.sandbox_of is distinct from new.sandbox_of)
execute function infra.keep_kind();

-- The same three as before; but the names of columns are names, whatever they hold, and no temporary table takes the place of another.
create or replace function infra.remove_sandbox_part(p_table text, p_self_columns text[], p_rows_max integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  sandbox_id uuid := current_setting('app.tenant')::uuid;
  target regclass := p_table::regclass;
  self_column text;
  changed integer;
begin
  perform from public.tenant t where t.id = sandbox_id and t.sandbox_of is not null;
  if not found then raise exception 'only the sandbox of an organisation is removed here'; end if;
  perform from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
  where c.oid = target and c.relnamespace = 'public'::regnamespace and c.relkind = 'r';
  if not found then raise exception '% holds no rows of organisations', p_table; end if;
  foreach self_column in array p_self_columns loop
    execute format(
      'update %1$s set %2$I = null where ctid = any (array(select ctid from %1$s where tenant_id = $1 and %2$I is not null limit $2))',
      target, self_column) using sandbox_id, p_rows_max;
    get diagnostics changed = row_count;
    if changed > 0 then return p_rows_max; end if;
  end loop;
  execute format('delete from %1$s where ctid = any (array(select ctid from %1$s where tenant_id = $1 limit $2))', target)
    using sandbox_id, p_rows_max;
  get diagnostics changed = row_count;
  return changed;
end $$;

create or replace function infra.close_sandbox() returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  sandbox_id uuid := current_setting('app.tenant')::uuid;
begin
  perform from public.tenant t where t.id = sandbox_id and t.sandbox_of is not null;
  if not found then raise exception 'only the sandbox of an organisation is closed here'; end if;
  perform infra.close_organisation(sandbox_id);
end $$;

create or replace function infra.remove_sandbox() returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.tenant where id = current_setting('app.tenant')::uuid and sandbox_of is not null
$$;
