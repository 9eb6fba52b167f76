-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.waiting_work(p_counted_max integer)
 RETURNS TABLE(kind text, waiting integer, oldest_us bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select 'mail', (select count(*)::integer from (select from mail where due_us <= (select infra.now_us()) order by due_us limit p_counted_max) m),
    (select due_us from mail where due_us <= (select infra.now_us()) and importance < 2 order by due_us limit 1)
  union all
  select 'import', count(*)::integer, (extract(epoch from min(created_at)) * 1000000)::bigint
  from (
    select created_at from import where status in ('receiving', 'queued', 'running') order by created_at limit p_counted_max
  ) i
$function$
