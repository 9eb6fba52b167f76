-- A membership whose row another transaction has changed is no longer at its place. Those who write memberships hold the person, so it does not
-- happen; if it did, the member would be said to have left and stay. The transaction is tried again instead.
create or replace function infra.end_memberships(p_places tid[], p_at timestamptz) returns integer
language plpgsql volatile set search_path = public
set enable_seqscan = off set enable_indexscan = off set enable_bitmapscan = off as $$
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
end $$;
