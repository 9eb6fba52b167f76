-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.tenant_of_sign_in_link(p_token_hash bytea)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select tenant_id from sign_in_link where token_hash = p_token_hash and expires_us > infra.now_us()
$function$
