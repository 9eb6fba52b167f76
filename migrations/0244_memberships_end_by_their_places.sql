-- Members who leave a list are found first, and then ended by their places in the table. Without statistics of memberships the planner expects
-- few of them, and takes an index of all memberships of the organisation, each of which is compared with each place: 10,000 who leave a group
-- of 100,000 took longer than a statement may. Within this function a scan of the places is the only plan.
create function infra.end_memberships(p_places tid[], p_at timestamptz) returns integer
language plpgsql volatile set search_path = public
set enable_seqscan = off set enable_indexscan = off set enable_bitmapscan = off as $$
declare
  ended integer;
begin
  update group_member
  set left_at = p_at, course_ids = '{}'
  where ctid = any (p_places) and left_at is null;
  get diagnostics ended = row_count;
  return ended;
end $$;
revoke execute on function infra.end_memberships(tid[], timestamptz) from public;
grant execute on function infra.end_memberships(tid[], timestamptz) to muster_app, muster_worker;
