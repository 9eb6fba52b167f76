-- Compliance that is kept, not computed: a flag for each person and course, the worst flag of each person, and how many people
-- have which, all current at the end of every transaction. Nothing here scans people to answer a page of the matrix.

-- A row shows all that the matrix says of a pair, and, so that it can be counted by itself, where the person belongs.
alter table compliance_status
  add column department_id uuid,
  add column worker_type text,
  add column contractor_id uuid,
  add column enrollment_id uuid,
  add column enrollment_status text,
  add column cycle_year integer,
  add column due_date date,
  add column completed_at timestamptz,
  add column certificate_id uuid,
  add column valid_until date,
  add column renewal_enrollment_id uuid,
  -- The next day on which time alone changes anything of this row, the flag or only its basis or `in_grace`.
  add column look_on date;
-- Taken off in an instant, or the migration fails by its lock_timeout and is run again.
-- squawk-ignore require-concurrent-index-deletion
drop index compliance_status_due;
-- Writes to this table wait while the index is made; reads go on.
-- squawk-ignore require-concurrent-index-creation
create index compliance_status_course on compliance_status (tenant_id, course_id, status, person_id);
-- squawk-ignore require-concurrent-index-creation
create index compliance_status_look on compliance_status (tenant_id, look_on) where look_on is not null;

-- Everyone whom the matrix shows: invited and active people. `worst` is null where nothing is required. Written by a trigger on
-- person alone, hence without a foreign key, whose check would be planned for a table that is about to be filled.
create table compliance_person (
  tenant_id uuid not null references tenant,
  person_id uuid not null,
  full_name_norm text not null,
  department_id uuid,
  worker_type text not null,
  contractor_id uuid,
  worst text,
  primary key (tenant_id, person_id)
) with (fillfactor = 80);
create index compliance_person_name on compliance_person (tenant_id, full_name_norm, person_id)
  include (worst, department_id, worker_type, contractor_id);
create index compliance_person_worst on compliance_person (tenant_id, worst, full_name_norm, person_id)
  include (department_id, worker_type, contractor_id);
create index compliance_person_department on compliance_person (tenant_id, department_id, full_name_norm, person_id)
  include (worst, worker_type, contractor_id);
create index compliance_person_contractor on compliance_person (tenant_id, contractor_id, full_name_norm, person_id)
  include (worst, worker_type, department_id) where contractor_id is not null;
call infra.isolate('compliance_person');

-- Numbers of people by flag. `course_id` of all zeros: by the worst flag over all courses, `NONE` where nothing is required;
-- `department_id` and `contractor_id` of all zeros: none. Changes are appended to compliance_delta, so that two transactions
-- never wait for one counter; a job adds them up here. The numbers are the sums over both tables.
create table compliance_count (
  tenant_id uuid not null references tenant,
  course_id uuid not null,
  department_id uuid not null,
  worker_type text not null,
  contractor_id uuid not null,
  status text not null,
  people integer not null,
  primary key (tenant_id, course_id, department_id, worker_type, contractor_id, status)
) with (fillfactor = 70);
call infra.isolate('compliance_count');

create table compliance_delta (
  tenant_id uuid not null references tenant,
  id bigint generated always as identity,
  course_id uuid not null,
  department_id uuid not null,
  worker_type text not null,
  contractor_id uuid not null,
  status text not null,
  people integer not null,
  primary key (tenant_id, id)
);
call infra.isolate('compliance_delta');
create policy fold on compliance_delta for select to muster_auth using (true);
grant select (tenant_id) on compliance_delta to muster_auth;

-- Organisations whose numbers have something to be added up.
create function infra.tenants_with_compliance_deltas() returns setof uuid
language sql stable security definer set search_path = public as $$
  select t.id from tenant t where exists (select from compliance_delta d where d.tenant_id = t.id) order by 1 limit 1000
$$;
alter function infra.tenants_with_compliance_deltas() owner to muster_auth;

-- Every state that a pair was in, with all that the matrix said of it; `status` is null once there is no entry. `changed_at` is
-- on the tenant's clock. Readers of the feed take rows in the order of (xid, id), below pg_snapshot_xmin.
create table compliance_history (
  tenant_id uuid not null references tenant,
  id bigint generated always as identity,
  person_id uuid not null,
  course_id uuid not null,
  changed_at timestamptz not null,
  previous_status text,
  status text,
  basis text,
  in_grace boolean,
  enrollment_id uuid,
  enrollment_status text,
  cycle_year integer,
  due_date date,
  completed_at timestamptz,
  certificate_id uuid,
  valid_until date,
  renewal_enrollment_id uuid,
  next_status text,
  next_change_on date,
  xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, id)
);
create index compliance_history_pair on compliance_history (tenant_id, person_id, course_id, changed_at, id) include (status);
create index compliance_history_feed on compliance_history (tenant_id, xid, id) where status is distinct from previous_status;
create index compliance_history_since on compliance_history (tenant_id, changed_at) where status is distinct from previous_status;
call infra.isolate('compliance_history');
revoke update, delete on compliance_history from muster_app, muster_worker;

-- Where a person belonged, and since when; `in_scope` is false once the matrix no longer shows the person.
create table compliance_person_history (
  tenant_id uuid not null references tenant,
  id bigint generated always as identity,
  person_id uuid not null,
  changed_at timestamptz not null,
  in_scope boolean not null,
  department_id uuid,
  worker_type text not null,
  contractor_id uuid,
  primary key (tenant_id, id)
);
create index compliance_person_history_person on compliance_person_history (tenant_id, person_id, changed_at, id);
call infra.isolate('compliance_person_history');
revoke update, delete on compliance_person_history from muster_app, muster_worker;

-- The tenant's clock. A transaction that acts at another instant than its own (a midnight that is being caught up with) says
-- so in `app.now`.
create function infra.tenant_now(p_tenant_id uuid) returns timestamptz
language sql volatile as $$
  select coalesce(
    nullif(current_setting('app.now', true), '')::timestamptz,
    (select to_timestamp((infra.now_us() + t.clock_offset_us) / 1000000.0) from public.tenant t where t.id = p_tenant_id))
$$;

create function infra.no_id() returns uuid
language sql immutable as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;

-- The numbers follow the rows, whatever statement changes them. A row without worker_type was written by an older version of
-- the program and counts from its next change on.
create function infra.count_statuses() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into compliance_delta (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
    select tenant_id, course_id, coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()), status, count(*)
    from new_rows where worker_type is not null group by 1, 2, 3, 4, 5, 6;
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

create function infra.count_people() returns trigger
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
    insert into compliance_delta (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
    select tenant_id, infra.no_id(), coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()), coalesce(worst, 'NONE'), sum(n)
    from (
      select tenant_id, department_id, worker_type, contractor_id, worst, 1 as n from new_rows
      union all
      select tenant_id, department_id, worker_type, contractor_id, worst, -1 from old_rows
    ) moved
    group by 1, 2, 3, 4, 5, 6
    having sum(n) <> 0;
    insert into compliance_person_history (tenant_id, person_id, changed_at, in_scope, department_id, worker_type, contractor_id)
    select i.tenant_id, i.person_id, n.at, true, i.department_id, i.worker_type, i.contractor_id
    from new_rows i
    join old_rows o on o.tenant_id = i.tenant_id and o.person_id = i.person_id
    cross join (select infra.tenant_now((select tenant_id from new_rows limit 1)) as at) n
    where (i.department_id, i.worker_type, i.contractor_id) is distinct from (o.department_id, o.worker_type, o.contractor_id);
  end if;
  return null;
end $$;

create trigger count_inserted after insert on compliance_person
  referencing new table as new_rows for each statement execute function infra.count_people();
create trigger count_updated after update on compliance_person
  referencing old table as old_rows new table as new_rows for each statement execute function infra.count_people();
create trigger count_deleted after delete on compliance_person
  referencing old table as old_rows for each statement execute function infra.count_people();

-- The people of the matrix follow the people of the organisation.
create function infra.follow_people() returns trigger
language plpgsql as $$
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

-- What stands already; the owner's own policies would hide it. Rows of before this migration start their history here.
alter table tenant no force row level security;
alter table person no force row level security;
alter table compliance_status no force row level security;
alter table compliance_person no force row level security;
alter table compliance_delta no force row level security;
alter table compliance_history no force row level security;
alter table compliance_person_history no force row level security;
update compliance_status s
set department_id = p.department_id, worker_type = p.worker_type, contractor_id = p.contractor_id, look_on = s.next_change_on
from person p
where p.tenant_id = s.tenant_id and p.id = s.person_id;
insert into compliance_delta (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
select tenant_id, course_id, coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()), status, count(*)
from compliance_status group by 1, 2, 3, 4, 5, 6;
insert into compliance_history (tenant_id, person_id, course_id, changed_at, status, basis, in_grace, next_status, next_change_on)
select s.tenant_id, s.person_id, s.course_id, now() + t.clock_offset_us * interval '1 microsecond', s.status, s.basis, s.in_grace,
  s.next_status, s.next_change_on
from compliance_status s join tenant t on t.id = s.tenant_id;
do $$
declare one uuid;
begin
  for one in select id from tenant loop
    insert into compliance_person (tenant_id, person_id, full_name_norm, department_id, worker_type, contractor_id, worst)
    select p.tenant_id, p.id, p.full_name_norm, p.department_id, p.worker_type, p.contractor_id, (
      select s.status from compliance_status s where s.tenant_id = p.tenant_id and s.person_id = p.id
      order by array_position(array['OVERDUE', 'PENDING', 'IN_PROGRESS', 'EXPIRING_SOON', 'COMPLIANT'], s.status) limit 1)
    from person p where p.tenant_id = one and p.state in ('invited', 'active');
  end loop;
end $$;
alter table tenant force row level security;
alter table person force row level security;
alter table compliance_status force row level security;
alter table compliance_person force row level security;
alter table compliance_delta force row level security;
alter table compliance_history force row level security;
alter table compliance_person_history force row level security;

create trigger count_inserted after insert on compliance_status
  referencing new table as new_rows for each statement execute function infra.count_statuses();
create trigger count_updated after update on compliance_status
  referencing old table as old_rows new table as new_rows for each statement execute function infra.count_statuses();
create trigger count_deleted after delete on compliance_status
  referencing old table as old_rows for each statement execute function infra.count_statuses();
create trigger follow_inserted after insert on person
  referencing new table as new_rows for each statement execute function infra.follow_people();
create trigger follow_updated after update on person
  referencing old table as old_rows new table as new_rows for each statement execute function infra.follow_people();

-- The planner's statistics of what a large batch has filled at once: of tables that have grown by half since they were made.
create function infra.analyze_compliance() returns void
language plpgsql security definer set search_path = public as $$
declare one regclass;
begin
  for one in
    select c.oid
    from pg_class c
    where c.oid = any ('{compliance_person, compliance_status, enrollment, enrollment_source, rule_match, group_member}'::regclass[])
      and pg_relation_size(c.oid) > 1.5 * c.relpages * current_setting('block_size')::integer
  loop
    execute format('analyze (skip_locked) %s', one);
  end loop;
end $$;

-- The people of the matrix are filled with the people.
create or replace function infra.analyze_people() returns void
language plpgsql security definer set search_path = public as $$ begin analyze (skip_locked) person, compliance_person; end $$;
