-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.looks_of_session(p_token_hash bytea, OUT color text, OUT logo text)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select t.color, encode(l.sha256, 'hex')
  from panel_session s
  join tenant t on t.id = s.tenant_id
  left join organisation_logo l on l.tenant_id = t.id
  where s.token_hash = p_token_hash
$function$
