-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.keep_value_norm()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.value_norm := infra.plain_letters(new.value_norm);
  return new;
end $function$
