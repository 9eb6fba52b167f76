-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.begin_epoch(p_above integer DEFAULT 0)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  begun integer;
  ordered text;
begin
  lock table infra.epoch in share row exclusive mode;
  select greatest(max(epoch), p_above) + 1 into begun from infra.epoch;
  foreach ordered in array array['audit_log', 'compliance_history', 'event'] loop
    execute format('alter table only %I alter column xid set default infra.place(%s, pg_current_xact_id())', ordered, begun);
  end loop;
  insert into infra.epoch (epoch, system_identifier, timeline, database)
  select begun, h.system_identifier, h.timeline, h.database from infra.here() h;
  return begun;
end $function$
