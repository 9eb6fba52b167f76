-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.forget_late_requests()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  removed_id uuid := current_setting('app.tenant')::uuid;
begin
  perform from public.tenant where id = removed_id;
  if found then raise exception 'only the requests of a removed organisation are forgotten here'; end if;
  perform pg_advisory_xact_lock(hashtextextended('request_log', 0));
  delete from public.request_log where tenant_id = removed_id;
  delete from public.request_pack where tenant_id = removed_id;
end $function$
