-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.sandbox_of(p_tenant_id uuid, OUT id uuid, OUT code text, OUT name text, OUT created_at timestamp with time zone, OUT now_us bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select t.id, t.code, t.name, t.created_at, infra.now_us() + t.clock_offset_us
  from tenant t
  where t.sandbox_of = p_tenant_id
$function$
