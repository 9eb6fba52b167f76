-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.erase_kept_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from scim_resource where tenant_id = new.tenant_id and id = new.id;
  delete from scim_email where tenant_id = new.tenant_id and person_id = new.id;
  delete from scim_waiting_member where tenant_id = new.tenant_id and value in (new.id::text, old.external_id, old.login);
  delete from unmatched_value where tenant_id = new.tenant_id and person_id = new.id;
  update exemption set reason = '(erased)' where tenant_id = new.tenant_id and person_id = new.id;
  update certificate
  set revoke_reason = '(erased)', updated_at = greatest(now(), updated_at)
  where tenant_id = new.tenant_id and person_id = new.id and revoked_at is not null;
  update enrollment
  set source_ref = json_build_object('type', 'person', 'id', new.id, 'name', new.login)
  where tenant_id = new.tenant_id and person_id = new.id and source_ref->>'id' = new.id::text;
  return null;
end $function$
