-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.here(OUT system_identifier text, OUT timeline integer, OUT database oid)
 RETURNS record
 LANGUAGE sql
 SET search_path TO 'pg_catalog'
AS $function$
  select c.system_identifier::text, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer, d.oid
  from pg_control_system() c, pg_database d
  where d.datname = current_database()
$function$
