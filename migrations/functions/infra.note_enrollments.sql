-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.note_enrollments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  insert into infra.due (kind, tenant_id, due_us)
  select 'days.turn', n.tenant_id, n.us
  from (
    select t.id as tenant_id, infra.midnight_us(t.time_zone, t.clock_offset_us) as us
    from (select distinct tenant_id from added where state not in ('assigned', 'in_progress')) a
    join tenant t on t.id = a.tenant_id
    offset 0
  ) n
  where not exists (
    select from infra.due d
    where d.tenant_id = n.tenant_id and d.kind = 'days.turn' and d.subject_id = infra.no_id() and d.due_us <= n.us
      and d.closing is null
  );
  return null;
end $function$
