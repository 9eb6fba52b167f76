-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.block_left_s(p_address inet)
 RETURNS integer
 LANGUAGE sql
AS $function$
  select coalesce(max(ceil((f.blocked_until_us - n.us) / 1000000.0)::integer), 0)
  from infra.failed_authentication f, (select infra.now_us() as us) n
  where f.address_key = infra.address_key(p_address) and f.blocked_until_us - n.us between 1 and infra.block_us()
$function$
