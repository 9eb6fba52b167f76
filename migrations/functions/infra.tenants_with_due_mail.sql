-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.tenants_with_due_mail()
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select tenant_id from mail where due_us <= (select infra.now_us()) and importance < 2 group by tenant_id order by min(due_us)
$function$
