-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.place(p_epoch integer, p_xid xid8)
 RETURNS xid8
 LANGUAGE sql
 IMMUTABLE
AS $function$ select ((p_epoch::bigint << 48) | p_xid::text::bigint)::text::xid8 $function$
