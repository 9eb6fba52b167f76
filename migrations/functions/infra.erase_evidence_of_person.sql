-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.erase_evidence_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from evidence_file f
  using certificate t
  where f.tenant_id = new.tenant_id and t.tenant_id = f.tenant_id and t.id = f.certificate_id and t.person_id = new.id;
  return null;
end $function$
