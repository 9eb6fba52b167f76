-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.end_sessions_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from panel_session where tenant_id = new.tenant_id and account_id = new.id;
  delete from sign_in_link where tenant_id = new.tenant_id and account_id = new.id;
  if new.state = 'anonymized' then
    delete from credential where tenant_id = new.tenant_id and account_id = new.id;
    delete from identity_link where tenant_id = new.tenant_id and person_id = new.id;
    delete from identity_sign_in where tenant_id = new.tenant_id and person_id = new.id;
  end if;
  return null;
end $function$
