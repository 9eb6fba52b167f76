-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.tenant_now(p_tenant_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  select coalesce(
    nullif(current_setting('app.now', true), '')::timestamptz,
    (select to_timestamp((infra.now_us() + t.clock_offset_us) / 1000000.0) from public.tenant t where t.id = p_tenant_id))
$function$
