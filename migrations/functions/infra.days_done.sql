-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.days_done(p_tenant_id uuid)
 RETURNS date
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select greatest(d.done_through, least(n.today, n.due - 1))
  from tenant t
  join tenant_day d on d.tenant_id = t.id
  cross join lateral (
    select (to_timestamp((infra.now_us() + t.clock_offset_us) / 1000000.0) at time zone t.time_zone)::date as today,
      (
        select (to_timestamp((min(w.due_us) + t.clock_offset_us) / 1000000.0) at time zone t.time_zone)::date
        from infra.due w
        where w.tenant_id = t.id and w.kind = 'days.turn' and w.subject_id = infra.no_id()
      ) as due
  ) n
  where t.id = p_tenant_id and t.id = nullif(current_setting('app.tenant', true), '')::uuid
$function$
