-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.clear_places(p_kinds text[], p_key text)
 RETURNS void
 LANGUAGE sql
AS $function$ delete from infra.sliding_window where kind = any (p_kinds) and key = p_key $function$
