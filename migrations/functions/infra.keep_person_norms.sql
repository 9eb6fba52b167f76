-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.keep_person_norms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.full_name_norm := infra.plain_letters(new.full_name_norm);
  new.first_name_norm := infra.case_norm(new.first_name);
  new.last_name_norm := infra.case_norm(new.last_name);
  new.job_title_norm := infra.case_norm(new.job_title);
  new.language_norm := infra.case_norm(new.language);
  new.version := new.version + 1;
  if new.state in ('invited', 'active', 'suspended') then
    new.scim_deleted_at := null;
  end if;
  return new;
end $function$
