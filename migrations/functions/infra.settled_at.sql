-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.settled_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select least(
    clock_timestamp() - interval '1 second',
    min(case when backend_type is null then clock_timestamp() - interval '10 minutes' else xact_start end))
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
$function$
