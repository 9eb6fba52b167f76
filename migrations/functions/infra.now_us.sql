-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.now_us()
 RETURNS bigint
 LANGUAGE sql
AS $function$ select (extract(epoch from clock_timestamp()) * 1000000)::bigint $function$
