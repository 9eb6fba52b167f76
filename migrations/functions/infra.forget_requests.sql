-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.forget_requests(p_before uuid, p_max integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  with old as (
    select l.tenant_id, l.id
    from tenant t
    cross join lateral (
      select tenant_id, id from request_log where tenant_id = t.id and id < p_before order by id limit p_max
    ) l
    limit p_max
  ),
  gone as (
    delete from request_log l using old where l.tenant_id = old.tenant_id and l.id = old.id returning 1
  )
  select count(*)::integer from gone
$function$
