-- As before; the standings of all whose entries a statement changes, or who have another place or manager, are removed by one statement, which looks each up
-- by its key: a range of one, in order, is found by the primary key whatever the planner believes of the table.
create or replace function infra.count_coming() returns trigger
language plpgsql
set enable_seqscan to 'off'
set plan_cache_mode to 'force_generic_plan'
as $$
begin
  if tg_op = 'INSERT' then
    delete from standing
    where ctid = any (array(
      select s.place
      from (select distinct tenant_id, person_id from new_rows) n
      cross join lateral (
        select ctid as place
        from standing
        where tenant_id = n.tenant_id and person_id >= n.person_id and person_id <= n.person_id
        order by person_id
        limit 1
      ) s
    ));
    insert into forecast_delta (tenant_id, day, course_id, what, entries)
    select s.tenant_id, c.day, s.course_id, c.what, count(*)
    from new_rows s
    cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
    group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    delete from standing
    where ctid = any (array(
      select s.place
      from (select distinct tenant_id, person_id from old_rows) n
      cross join lateral (
        select ctid as place
        from standing
        where tenant_id = n.tenant_id and person_id >= n.person_id and person_id <= n.person_id
        order by person_id
        limit 1
      ) s
    ));
    insert into forecast_delta (tenant_id, day, course_id, what, entries)
    select s.tenant_id, c.day, s.course_id, c.what, -count(*)
    from old_rows s
    cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
    group by 1, 2, 3, 4;
  else
    delete from standing
    where ctid = any (array(
      select s.place
      from (select distinct tenant_id, person_id from new_rows) n
      cross join lateral (
        select ctid as place
        from standing
        where tenant_id = n.tenant_id and person_id >= n.person_id and person_id <= n.person_id
        order by person_id
        limit 1
      ) s
    ));
    insert into forecast_delta (tenant_id, day, course_id, what, entries)
    select s.tenant_id, c.day, s.course_id, c.what, sum(s.n)
    from (
      select tenant_id, course_id, next_status, next_change_on, basis, valid_until, renewal_enrollment_id, 1 as n from new_rows
      union all
      select tenant_id, course_id, next_status, next_change_on, basis, valid_until, renewal_enrollment_id, -1 from old_rows
    ) s
    cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
    group by 1, 2, 3, 4
    having sum(s.n) <> 0;
  end if;
  return null;
end $$;
