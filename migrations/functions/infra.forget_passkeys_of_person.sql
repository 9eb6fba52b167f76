-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.forget_passkeys_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from passkey where tenant_id = new.tenant_id and person_id = new.id;
  delete from recovery_code where tenant_id = new.tenant_id and person_id = new.id;
  return null;
end $function$
