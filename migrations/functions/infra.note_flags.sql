-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.note_flags()
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
    select t.id as tenant_id,
      case
        when a.look_on <= (to_timestamp((infra.now_us() + t.clock_offset_us) / 1000000.0) at time zone t.time_zone)::date
        then infra.now_us()
        else infra.midnight_us(t.time_zone, t.clock_offset_us)
      end as us
    from (select tenant_id, min(look_on) as look_on from added group by tenant_id) a
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
