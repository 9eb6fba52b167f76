-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.organisation_of_sandbox(p_sandbox_id uuid, OUT id uuid, OUT code text, OUT name text)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select o.id, o.code, o.name
  from tenant t
  join tenant o on o.id = t.sandbox_of
  where t.id = p_sandbox_id
$function$
