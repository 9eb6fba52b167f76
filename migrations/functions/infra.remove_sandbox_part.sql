-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.remove_sandbox_part(p_table text, p_self_columns text[], p_rows_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$
