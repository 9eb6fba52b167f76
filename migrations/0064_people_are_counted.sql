-- How many people an organisation has, by where they belong and by the state of their accounts: totals of lists are sums over these
-- numbers, whose cost does not grow with the people (docs/decisions/0053). As in 0008, changes are appended, so that two transactions
-- never wait for one counter; a job adds them up. The numbers are the sums over both tables; ids of all zeros mean none.
create table person_count (
  tenant_id uuid not null references tenant,
  department_id uuid not null,
  worker_type text not null,
  contractor_id uuid not null,
  state text not null,
  people integer not null,
  primary key (tenant_id, department_id, worker_type, contractor_id, state)
) with (fillfactor = 70);
call infra.isolate('person_count');

create table person_delta (
  tenant_id uuid not null,
  id bigint generated always as identity,
  department_id uuid not null,
  worker_type text not null,
  contractor_id uuid not null,
  state text not null,
  people integer not null,
  primary key (tenant_id, id)
);
call infra.isolate('person_delta');
create policy fold on person_delta for select to muster_auth using (true);
grant select (tenant_id) on person_delta to muster_auth;

-- The numbers follow the rows, whatever statement changes them. Nobody is ever deleted but with the organisation.
create function infra.count_accounts() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into person_delta (tenant_id, department_id, worker_type, contractor_id, state, people)
    select tenant_id, coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()), state, count(*)
    from new_rows group by 1, 2, 3, 4, 5;
  else
    insert into person_delta (tenant_id, department_id, worker_type, contractor_id, state, people)
    select tenant_id, coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()), state, sum(n)
    from (
      select tenant_id, department_id, worker_type, contractor_id, state, 1 as n from new_rows
      union all
      select tenant_id, department_id, worker_type, contractor_id, state, -1 from old_rows
    ) moved
    group by 1, 2, 3, 4, 5
    having sum(n) <> 0;
  end if;
  return null;
end $$;

-- From here to the end of this migration nobody writes people, so that none is counted twice or not at all.
create trigger count_inserted after insert on person
  referencing new table as new_rows for each statement execute function infra.count_accounts();
create trigger count_updated after update on person
  referencing old table as old_rows new table as new_rows for each statement execute function infra.count_accounts();

-- Who is there already, organisation by organisation: the owner sees the rows of the one that is named. Readers of people do not wait.
do $$
declare
  organisations uuid[];
  organisation uuid;
begin
  perform set_config('role', 'muster_auth', true);
  organisations := array(select id from tenant);
  perform set_config('role', 'muster_owner', true);
  foreach organisation in array organisations loop
    perform set_config('app.tenant', organisation::text, true);
    insert into person_count (tenant_id, department_id, worker_type, contractor_id, state, people)
    select tenant_id, coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()), state, count(*)
    from person where tenant_id = organisation group by 1, 2, 3, 4, 5;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

-- Organisations whose numbers have something to be added up.
create or replace function infra.tenants_with_compliance_deltas() returns setof uuid
language sql stable security definer set search_path = public as $$
  select tenant_id from compliance_delta union select tenant_id from person_delta
$$;
