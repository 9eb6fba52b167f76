-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.tenants_with_a_new_day()
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select t.id
  from tenant t
  left join tenant_day d on d.tenant_id = t.id
  cross join lateral (
    select (to_timestamp((infra.now_us() + t.clock_offset_us) / 1000000.0) at time zone t.time_zone)::date as today
  ) n
  where d.done_through is null or d.done_through < n.today
    or exists (select from compliance_status s where s.tenant_id = t.id and s.look_on <= n.today)
  order by 1
$function$
