-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.no_id()
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$ select '00000000-0000-0000-0000-000000000000'::uuid $function$
