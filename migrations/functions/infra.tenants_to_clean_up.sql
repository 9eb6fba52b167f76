-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.tenants_to_clean_up(p_kind text, p_max integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select tenant_id from retention where kind = p_kind and look_us <= infra.now_us() order by look_us limit p_max
$function$
