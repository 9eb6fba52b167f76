-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.horizon()
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$
  select infra.place((select max(epoch) from infra.epoch), pg_snapshot_xmin(pg_current_snapshot()))
$function$
