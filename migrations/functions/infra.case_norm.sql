-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.case_norm(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ select lower(normalize(value, nfc) collate "und-x-icu") $function$
