-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.key_version(p_sealed bytea)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when octet_length(p_sealed) >= 2 then
    get_byte(substring(p_sealed from 1 for 2), 0) * 256 + get_byte(substring(p_sealed from 1 for 2), 1)
  end
$function$
