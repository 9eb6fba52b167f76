-- As before; the standing of whose entries change, or who has another place or manager, is looked up person by person. A condition on two arrays may be
-- planned as a walk through all rows of the organisation, where the planner believes that the table is empty; by equalities there is one way only.
create or replace function infra.count_coming() returns trigger
language plpgsql
set enable_seqscan to 'off'
set plan_cache_mode to 'force_generic_plan'
as $$
declare
  one record;
begin
  if tg_op = 'INSERT' then
    for one in select distinct tenant_id, person_id from new_rows loop
      delete from standing where tenant_id = one.tenant_id and person_id = one.person_id;
    end loop;
    insert into forecast_delta (tenant_id, day, course_id, what, entries)
    select s.tenant_id, c.day, s.course_id, c.what, count(*)
    from new_rows s
    cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
    group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    for one in select distinct tenant_id, person_id from old_rows loop
      delete from standing where tenant_id = one.tenant_id and person_id = one.person_id;
    end loop;
    insert into forecast_delta (tenant_id, day, course_id, what, entries)
    select s.tenant_id, c.day, s.course_id, c.what, -count(*)
    from old_rows s
    cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
    group by 1, 2, 3, 4;
  else
    for one in select distinct tenant_id, person_id from new_rows loop
      delete from standing where tenant_id = one.tenant_id and person_id = one.person_id;
    end loop;
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

create or replace function infra.follow_people() returns trigger
language plpgsql
set enable_seqscan to 'off'
set plan_cache_mode to 'force_generic_plan'
as $$
declare
  one record;
begin
  if tg_op = 'UPDATE' then
    delete from compliance_person c
    using new_rows n
    where c.tenant_id = n.tenant_id and c.person_id = n.id and n.state not in ('invited', 'active');
    update compliance_status s
    set department_id = n.department_id, worker_type = n.worker_type, contractor_id = n.contractor_id
    from new_rows n
    join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    where s.tenant_id = n.tenant_id and s.person_id = n.id
      and (n.department_id, n.worker_type, n.contractor_id) is distinct from (o.department_id, o.worker_type, o.contractor_id);
    for one in
      select n.tenant_id, n.id
      from new_rows n
      join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      where (n.manager_id, n.department_id, n.contractor_id) is distinct from (o.manager_id, o.department_id, o.contractor_id)
        or n.state not in ('invited', 'active')
    loop
      delete from standing where tenant_id = one.tenant_id and person_id = one.id;
    end loop;
  end if;
  insert into compliance_person as c (tenant_id, person_id, full_name_norm, department_id, worker_type, contractor_id)
  select tenant_id, id, full_name_norm, department_id, worker_type, contractor_id
  from new_rows
  where state in ('invited', 'active')
  on conflict (tenant_id, person_id) do update
  set full_name_norm = excluded.full_name_norm, department_id = excluded.department_id, worker_type = excluded.worker_type,
    contractor_id = excluded.contractor_id
  where (c.full_name_norm, c.department_id, c.worker_type, c.contractor_id)
    is distinct from (excluded.full_name_norm, excluded.department_id, excluded.worker_type, excluded.contractor_id);
  return null;
end $$;
