-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.note_newer_certificates()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
begin
  update certificate c set has_newer = true
  from added a
  where c.tenant_id = a.tenant_id and c.person_id = a.person_id and c.course_id = a.course_id and not c.has_newer
    and exists (
      select from certificate o
      where o.tenant_id = c.tenant_id and o.person_id = c.person_id and o.course_id = c.course_id
        and (o.issued_at, o.id) > (c.issued_at, c.id)
    );
  return null;
end $function$
