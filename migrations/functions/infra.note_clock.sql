-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.note_clock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  perform infra.add_due('days.turn', new.id, infra.no_id(), infra.now_us());
  if tg_op = 'UPDATE' then
    perform infra.add_due('reminders.send', new.id, infra.no_id(), infra.now_us());
    perform infra.add_due('digests.send', new.id, infra.no_id(), infra.now_us());
    perform infra.add_due('reports.send', new.id, infra.no_id(), infra.now_us());
    perform infra.add_due('mails.bulk', new.id, infra.no_id(), infra.now_us());
  end if;
  return null;
end $function$
