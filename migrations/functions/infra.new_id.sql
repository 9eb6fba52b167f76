-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.new_id()
 RETURNS uuid
 LANGUAGE sql
AS $function$
  select overlay(gen_random_uuid()::text
    placing overlay(overlay(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000000)::bigint * 512 / 125), 15, '0')
      placing '-7' from 13 for 0) placing '-' from 9 for 0)
    from 1 for 18)::uuid
$function$
