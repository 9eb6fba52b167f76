-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.count_coming()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if tg_op = 'DELETE' then
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
  end if;
  if tg_op = 'INSERT' then
    insert into forecast_delta (tenant_id, day, course_id, what, entries)
    select s.tenant_id, c.day, s.course_id, c.what, count(*)
    from new_rows s
    cross join lateral infra.coming(case when s.worker_type is null then s.next_status end, s.next_change_on, s.basis, s.valid_until,
      s.renewal_enrollment_id) c
    group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into forecast_delta (tenant_id, day, course_id, what, entries)
    select s.tenant_id, c.day, s.course_id, c.what, -count(*)
    from old_rows s
    cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
    group by 1, 2, 3, 4;
  else
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
end $function$
