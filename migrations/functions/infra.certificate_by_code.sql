-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.certificate_by_code(p_code text)
 RETURNS TABLE(tenant_id uuid, certificate_id uuid, today date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select c.tenant_id, c.id, (to_timestamp((infra.now_us() + t.clock_offset_us) / 1000000.0) at time zone t.time_zone)::date
  from certificate c join tenant t on t.id = c.tenant_id
  where c.verification_code = p_code
$function$
