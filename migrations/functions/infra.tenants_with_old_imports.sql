-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.tenants_with_old_imports(p_abandoned_us bigint, p_stuck_us bigint, p_forgotten_us bigint)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select due.tenant_id
  from (
    select tenant_id from import where status = 'receiving' and created_at < to_timestamp(p_abandoned_us / 1000000.0)
    union
    select tenant_id from import where status in ('queued', 'running') and created_at < to_timestamp(p_stuck_us / 1000000.0)
  ) due
  where not exists (
    select from import kept
    where kept.tenant_id = due.tenant_id and kept.status <> 'receiving' and kept.created_at < to_timestamp(p_forgotten_us / 1000000.0)
  )
$function$
