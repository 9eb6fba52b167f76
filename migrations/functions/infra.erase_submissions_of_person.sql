-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.erase_submissions_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from submission where tenant_id = new.tenant_id and person_id = new.id;
  return null;
end $function$
