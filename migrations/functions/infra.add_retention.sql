-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.add_retention()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into retention (tenant_id, kind)
  select new.id, k.kind
  from unnest(array['request_log', 'sync_log', 'mails', 'import_reports', 'people_who_left', 'reminders', 'bulk_orders']) as k(kind);
  return null;
end $function$
