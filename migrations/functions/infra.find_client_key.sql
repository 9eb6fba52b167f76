-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.find_client_key(p_tenant_code text, p_client_id uuid, p_kid text, OUT now_us bigint, OUT tenant_id uuid, OUT client_id uuid, OUT key_id text, OUT algorithm text, OUT jwk jsonb)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select n.us, c.tenant_id, c.id, k.key_id, k.algorithm, k.jwk
  from (select infra.now_us() as us) n
  left join tenant t on t.code = p_tenant_code
  left join client c on c.tenant_id = t.id and c.id = p_client_id
  left join client_key k on k.tenant_id = c.tenant_id and k.client_id = c.id and k.kid = p_kid
$function$
