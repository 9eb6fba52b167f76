-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.logged_id(p_us bigint, p_rest text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (overlay(lpad(to_hex(p_us * 512 / 125), 15, '0') placing '7' from 13 for 0) || p_rest)::uuid
$function$
