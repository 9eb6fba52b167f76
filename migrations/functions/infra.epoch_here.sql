-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.epoch_here()
 RETURNS integer
 LANGUAGE sql
 SET search_path TO 'public'
AS $function$
  select l.epoch
  from (select * from infra.epoch order by epoch desc limit 1) l, infra.here() h
  where (l.system_identifier, l.timeline, l.database) = (h.system_identifier, h.timeline, h.database)
$function$
