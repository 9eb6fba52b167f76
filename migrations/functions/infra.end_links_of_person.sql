-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.end_links_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from sign_in_link where tenant_id = new.tenant_id and account_id = new.id;
  return null;
end $function$
