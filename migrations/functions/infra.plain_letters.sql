-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.plain_letters(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ select translate(value, 'ðħŧŋĸəςƀȼɇǥɨɉƚɵɍʉɏƶ', 'dhtnqeσbcegijloruyz') $function$
