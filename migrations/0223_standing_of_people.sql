-- What an organisation's figures by department, company and manager are made of, person by person (docs/decisions/0108): how many entries
-- of the matrix a person has, how many of them are covered, and the days on which they fall due. A row is right or it is not there: what
-- changes a person's entries, place or manager takes the row away, and a job makes it again. All zeros: none.
create table standing (
  tenant_id uuid not null references tenant,
  person_id uuid not null,
  department_id uuid not null,
  contractor_id uuid not null,
  manager_id uuid not null,
  entries integer not null,
  covered integer not null,
  -- Ascending: last valid days of certificates and due dates of enrollments, of entries that are not overdue.
  days date[] not null,
  -- Those of them that are due dates, with their courses.
  open_courses uuid[] not null,
  open_days date[] not null,
  -- Last valid days of certificates behind entries that are overdue all the same: they were revoked.
  void_courses uuid[] not null,
  void_days date[] not null,
  primary key (tenant_id, person_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
call infra.isolate('standing');

-- As before, and the standing of whose entries change is taken away. It is looked up by its key whatever the planner believes of the table, which may
-- have been empty when a connection planned this.
create or replace function infra.count_coming() returns trigger
language plpgsql
set enable_seqscan to 'off'
as $$
begin
  if tg_op = 'INSERT' then
    delete from standing s
    where s.tenant_id = any (array(select tenant_id from new_rows)) and s.person_id = any (array(select person_id from new_rows));
    insert into forecast_delta (tenant_id, day, course_id, what, entries)
    select s.tenant_id, c.day, s.course_id, c.what, count(*)
    from new_rows s
    cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
    group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    delete from standing s
    where s.tenant_id = any (array(select tenant_id from old_rows)) and s.person_id = any (array(select person_id from old_rows));
    insert into forecast_delta (tenant_id, day, course_id, what, entries)
    select s.tenant_id, c.day, s.course_id, c.what, -count(*)
    from old_rows s
    cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
    group by 1, 2, 3, 4;
  else
    delete from standing s
    where s.tenant_id = any (array(select tenant_id from new_rows)) and s.person_id = any (array(select person_id from new_rows));
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

-- As before, and so is the standing of who has another manager or leaves the matrix. Another department or company changes the entries, whose
-- trigger does it.
create or replace function infra.follow_people() returns trigger
language plpgsql
set enable_seqscan to 'off'
as $$
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
    delete from standing s
    where s.tenant_id = any (array(select tenant_id from new_rows)) and s.person_id = any (array(
      select n.id from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      where n.manager_id is distinct from o.manager_id or n.state not in ('invited', 'active')
    ));
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

-- As before, and the standing of people, which says itself to which department they belong.
create or replace procedure infra.limit_to_departments()
language plpgsql as $$
declare
  here constant text := 'any ((select current_setting(''app.departments'')::uuid[])::uuid[])';
  name text;
begin
  grant usage on schema public, infra to muster_limited;
  grant execute on function infra.departments_of_administrator(uuid), infra.days_done(uuid) to muster_limited;

  -- What belongs to the whole organisation and names nobody.
  foreach name in array array['contractor', 'course', 'license'] loop
    call infra.limit_table(name::regclass, 'true', true);
  end loop;
  foreach name in array array['tenant', 'attribute_definition', 'path_item', 'license_item', 'rule', 'rule_course', 'rule_version',
      'person_group', 'group_course'] loop
    call infra.limit_table(name::regclass, 'true');
  end loop;

  -- What says itself to which department it belongs.
  call infra.limit_table('department', 'id = ' || here, true);
  call infra.limit_table('person', 'department_id = ' || here, true);
  foreach name in array array['compliance_person', 'person_count', 'person_delta', 'compliance_count', 'compliance_delta',
      'standing'] loop
    call infra.limit_table(name::regclass, 'department_id = ' || here);
  end loop;

  -- What hangs on a person: it is seen where the person is.
  foreach name in array array['enrollment', 'certificate'] loop
    call infra.limit_table(name::regclass,
      format('exists (select from person p where p.tenant_id = %1$I.tenant_id and p.id = %1$I.person_id)', name), true);
  end loop;
  foreach name in array array['compliance_status', 'compliance_history', 'compliance_person_history', 'exemption', 'alert', 'rule_match',
      'group_member', 'license_seat'] loop
    call infra.limit_table(name::regclass,
      format('exists (select from person p where p.tenant_id = %1$I.tenant_id and p.id = %1$I.person_id)', name));
  end loop;
  foreach name in array array['attempt', 'enrollment_source'] loop
    call infra.limit_table(name::regclass,
      format('exists (select from enrollment e where e.tenant_id = %1$I.tenant_id and e.id = %1$I.enrollment_id)', name));
  end loop;
  foreach name in array array['evidence_file', 'evidence_chunk'] loop
    call infra.limit_table(name::regclass,
      format('exists (select from certificate c where c.tenant_id = %1$I.tenant_id and c.id = %1$I.certificate_id)', name));
  end loop;
end $$;
do $$ begin
  if exists (select from pg_roles where rolname = 'muster_limited') then
    call infra.limit_table('standing', 'department_id = any ((select current_setting(''app.departments'')::uuid[])::uuid[])');
  end if;
end $$;
