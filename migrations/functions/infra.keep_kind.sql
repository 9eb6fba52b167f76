-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.keep_kind()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the kind of an organisation, and whose sandbox it is, never change' using errcode = 'check_violation';
end $function$
