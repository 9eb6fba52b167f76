-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.block_us()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ select 600000000::bigint $function$
