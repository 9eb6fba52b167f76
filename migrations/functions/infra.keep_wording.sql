-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.keep_wording()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    new.certificate_wording := old.certificate_wording + 1;
  end if;
  insert into certificate_wording (tenant_id, number, color, title, text, signatory, signatory_title, orientation)
  values (new.id, new.certificate_wording, new.color, new.certificate_title, new.certificate_text, new.certificate_signatory,
    new.certificate_signatory_title, new.certificate_orientation);
  return new;
end $function$
