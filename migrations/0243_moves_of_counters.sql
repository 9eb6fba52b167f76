-- A person's first flag, and one that takes another's place, are one row of compliance_delta in place of two and one of forecast_delta (docs/decisions/0112).
alter table compliance_delta
  -- The flag that these people had until now; null: the row is no move.
  add column before text,
  -- As many entries more happen on a day: what forecast_delta says of other changes; null: nothing.
  add column day date,
  add column what text,
  add column entries integer;

-- As before, and what the first flag of a pair says of its next change stands in the same row.
create or replace function infra.count_statuses() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into compliance_delta (tenant_id, course_id, department_id, worker_type, contractor_id, status, people, day, what, entries)
    select s.tenant_id, s.course_id, coalesce(s.department_id, infra.no_id()), s.worker_type, coalesce(s.contractor_id, infra.no_id()), s.status, count(*),
      c.day, c.what, case when c.day is not null then count(*) end
    from new_rows s
    left join lateral infra.coming(s.next_status, s.next_change_on, null, null, null) c on true
    where s.worker_type is not null
    group by 1, 2, 3, 4, 5, 6, 8, 9;
  elsif tg_op = 'DELETE' then
    insert into compliance_delta (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
    select tenant_id, course_id, coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()), status, -count(*)
    from old_rows where worker_type is not null group by 1, 2, 3, 4, 5, 6;
  else
    insert into compliance_delta (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
    select tenant_id, course_id, coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()), status, sum(n)
    from (
      select tenant_id, course_id, department_id, worker_type, contractor_id, status, 1 as n from new_rows
      union all
      select tenant_id, course_id, department_id, worker_type, contractor_id, status, -1 from old_rows
    ) moved
    where worker_type is not null
    group by 1, 2, 3, 4, 5, 6
    having sum(n) <> 0;
  end if;
  return null;
end $$;

-- As before, without what count_statuses writes of new flags; and the standings of all whose entries a statement changes are removed by one statement,
-- which looks each up by its key: a range of one, in order, is found by the primary key whatever the planner believes of the table.
create or replace function infra.count_coming() returns trigger
language plpgsql
set enable_seqscan to 'off'
set plan_cache_mode to 'force_generic_plan'
as $$
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
end $$;

-- As before, and people of one place of whom as many have one worst flag more as have another one less are one row.
create or replace function infra.count_people() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into compliance_delta (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
    select tenant_id, infra.no_id(), coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()), coalesce(worst, 'NONE'), count(*)
    from new_rows group by 1, 2, 3, 4, 5, 6;
    insert into compliance_person_history (tenant_id, person_id, changed_at, in_scope, department_id, worker_type, contractor_id)
    select tenant_id, person_id, n.at, true, department_id, worker_type, contractor_id
    from new_rows, (select infra.tenant_now((select tenant_id from new_rows limit 1)) as at) n;
  elsif tg_op = 'DELETE' then
    insert into compliance_delta (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
    select tenant_id, infra.no_id(), coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()), coalesce(worst, 'NONE'), -count(*)
    from old_rows group by 1, 2, 3, 4, 5, 6;
    insert into compliance_person_history (tenant_id, person_id, changed_at, in_scope, department_id, worker_type, contractor_id)
    select tenant_id, person_id, n.at, false, department_id, worker_type, contractor_id
    from old_rows, (select infra.tenant_now((select tenant_id from old_rows limit 1)) as at) n;
  else
    insert into compliance_delta (tenant_id, course_id, department_id, worker_type, contractor_id, status, people, before)
    select tenant_id, infra.no_id(), department_id, worker_type, contractor_id, status, people, case when is_move then before end
    from (
      select s.*, count(*) over place = 2 and sum(people) over place = 0 as is_move, min(status) filter (where people < 0) over place as before
      from (
        select tenant_id, coalesce(department_id, infra.no_id()) as department_id, worker_type, coalesce(contractor_id, infra.no_id()) as contractor_id,
          coalesce(worst, 'NONE') as status, sum(n) as people
        from (
          select tenant_id, department_id, worker_type, contractor_id, worst, 1 as n from new_rows
          union all
          select tenant_id, department_id, worker_type, contractor_id, worst, -1 from old_rows
        ) moved
        group by 1, 2, 3, 4, 5
        having sum(n) <> 0
      ) s
      window place as (partition by tenant_id, department_id, worker_type, contractor_id)
    ) m
    where not is_move or people > 0;
    insert into compliance_person_history (tenant_id, person_id, changed_at, in_scope, department_id, worker_type, contractor_id)
    select i.tenant_id, i.person_id, n.at, true, i.department_id, i.worker_type, i.contractor_id
    from new_rows i
    join old_rows o on o.tenant_id = i.tenant_id and o.person_id = i.person_id
    cross join (select infra.tenant_now((select tenant_id from new_rows limit 1)) as at) n
    where (i.department_id, i.worker_type, i.contractor_id) is distinct from (o.department_id, o.worker_type, o.contractor_id);
  end if;
  return null;
end $$;

-- Old workers add up flags and people alone: what else their rows say is kept in rows of its own. Code that knows it all says so. When an organisation is
-- removed, others delete.
create function infra.keep_moves() returns trigger
language plpgsql as $$
begin
  if current_user <> 'muster_worker' or current_setting('app.adds_moves', true) = 'on' then return null; end if;
  insert into compliance_delta (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
  select tenant_id, course_id, department_id, worker_type, contractor_id, before, -sum(people)
  from old_rows where before is not null group by 1, 2, 3, 4, 5, 6;
  insert into forecast_delta (tenant_id, day, course_id, what, entries)
  select tenant_id, day, course_id, what, sum(entries) from old_rows where day is not null group by 1, 2, 3, 4;
  return null;
end $$;
create trigger keep_moves after delete on compliance_delta
  referencing old table as old_rows for each statement execute function infra.keep_moves();
