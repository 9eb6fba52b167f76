-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.address_key(p_address inet)
 RETURNS cidr
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when family(p_address) = 6 then network(set_masklen(p_address, 64)) else p_address::cidr end
$function$
