-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.end_memberships(p_places tid[], p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  ended integer;
begin
  update group_member
  set left_at = p_at, course_ids = '{}'
  where ctid = any (p_places) and left_at is null;
  get diagnostics ended = row_count;
  if ended <> cardinality(p_places) then
    raise exception '% of % memberships are where they were', ended, cardinality(p_places) using errcode = 'serialization_failure';
  end if;
  return ended;
end $function$
