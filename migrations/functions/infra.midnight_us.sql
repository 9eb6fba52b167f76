-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.midnight_us(p_time_zone text, p_offset_us bigint)
 RETURNS bigint
 LANGUAGE sql
AS $function$
  select (extract(epoch from (
    (to_timestamp((infra.now_us() + p_offset_us) / 1000000.0) at time zone p_time_zone)::date + 1)::timestamp at time zone p_time_zone
  ) * 1000000)::bigint - p_offset_us
$function$
