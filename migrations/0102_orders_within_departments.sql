-- Orders about many people by administrators of some departments (docs/decisions/0072): a worker does what is left of them within the
-- departments of who has ordered, as they are then. `of_departments` outlives the administrator's account: nobody's departments are none.
alter table bulk_operation add column of_departments boolean not null default false;
grant execute on function infra.departments_of_administrator(uuid) to muster_app, muster_worker;

-- Where the role is there, it sees orders of its administrator, and of their people those that it sees. Where it comes later,
-- infra.limit_to_departments() says so.
create procedure infra.limit_orders()
language plpgsql as $$
begin
  call infra.limit_table('bulk_operation',
    'of_departments and ordered_by = (select current_setting(''app.administrator'')::uuid)');
  call infra.limit_table('bulk_person',
    'exists (select from person p where p.tenant_id = bulk_person.tenant_id and p.id = bulk_person.person_id)');
end $$;
do $$ begin
  if exists (select from pg_roles where rolname = 'muster_limited') then call infra.limit_orders(); end if;
end $$;
