-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.organisation_of_domain(p_domain text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select t.code
  from identity_domain d
  join identity_provider p on p.tenant_id = d.tenant_id and p.state = 'on'
  join tenant t on t.id = d.tenant_id
  where d.domain = p_domain and d.verified_at is not null
$function$
