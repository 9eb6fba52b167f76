-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.first_id_of(p_day date)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (lpad(to_hex((extract(epoch from p_day::timestamp) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$function$
