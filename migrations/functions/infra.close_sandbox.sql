-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.close_sandbox()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  sandbox_id uuid := current_setting('app.tenant')::uuid;
begin
  perform from public.tenant t where t.id = sandbox_id and t.sandbox_of is not null;
  if not found then raise exception 'only the sandbox of an organisation is closed here'; end if;
  perform infra.close_organisation(sandbox_id);
end $function$
