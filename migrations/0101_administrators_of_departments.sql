-- Administrators of some departments (docs/decisions/0072). `of_departments` stays true when none of their departments is left: who is
-- limited and has no department sees nobody.
alter table administrator add column of_departments boolean not null default false;

create table administrator_department (
  tenant_id uuid not null,
  administrator_id uuid not null,
  department_id uuid not null,
  primary key (tenant_id, administrator_id, department_id),
  foreign key (tenant_id, administrator_id) references administrator (tenant_id, id) on delete cascade,
  foreign key (tenant_id, department_id) references department (tenant_id, id)
);
create index administrator_department_of on administrator_department (tenant_id, department_id);
call infra.isolate('administrator_department');
create policy authenticate on administrator_department for select to muster_auth using (true);
grant select on administrator_department to muster_auth;
create policy authenticate on department for select to muster_auth using (true);
grant select (tenant_id, id, parent_id, name, name_norm) on department to muster_auth;

-- What the administrator of a session is limited to: null for nothing, else the departments that were chosen, by name.
create function infra.limit_of_session(p_token_hash bytea) returns json
language sql stable security definer set search_path = public as $$
  select coalesce((
    select json_agg(json_build_object('id', d.id, 'name', d.name) order by d.name_norm, d.id)
    from administrator_department l
    join department d on d.tenant_id = l.tenant_id and d.id = l.department_id
    where l.tenant_id = a.tenant_id and l.administrator_id = a.id
  ), '[]')
  from panel_session s
  join administrator a on a.tenant_id = s.tenant_id and a.id = s.administrator_id
  where s.token_hash = p_token_hash and a.of_departments
$$;
alter function infra.limit_of_session(bytea) owner to muster_auth;

-- The departments of an administrator of the organisation that the transaction names, with all below them, as they are now.
create function infra.departments_of_administrator(p_administrator_id uuid) returns uuid[]
language sql stable security definer set search_path = public as $$
  with recursive below as (
    select l.department_id as id
    from administrator_department l
    where l.tenant_id = current_setting('app.tenant')::uuid and l.administrator_id = p_administrator_id
    union
    select d.id
    from below b
    join department d on d.tenant_id = current_setting('app.tenant')::uuid and d.parent_id = b.id
  )
  select coalesce(array_agg(id), '{}') from below
$$;
alter function infra.departments_of_administrator(uuid) owner to muster_auth;
revoke execute on function infra.departments_of_administrator(uuid) from public;

-- Lets muster_limited read a table of the organisation that the transaction names: the rows that meet the condition. It may lock rows where
-- `may_lock` says so, and changes none.
create procedure infra.limit_table(target regclass, condition text, may_lock boolean default false)
language plpgsql as $$
begin
  execute format('drop policy if exists departments on %s', target);
  execute format(
    'create policy departments on %s to muster_limited using (%I = (select current_setting(''app.tenant'')::uuid) and (%s)) with check (false)',
    target, case when target = 'tenant'::regclass then 'id' else 'tenant_id' end, condition);
  execute format('grant select on %s to muster_limited', target);
  -- PostgreSQL lets nobody lock a row who may update no column; the policy refuses every update.
  if may_lock then
    execute format('grant update (%I) on %s to muster_limited', case when target = 'tenant'::regclass then 'id' else 'tenant_id' end, target);
  end if;
end $$;

-- All that muster_limited may do, said in one place. A table that is not named here it cannot read. `muster migrate` calls it where the
-- role is there, which a login without the right to make roles has to be given (docs/operating/logins.md).
create procedure infra.limit_to_departments()
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
  foreach name in array array['compliance_person', 'person_count', 'person_delta', 'compliance_count', 'compliance_delta'] loop
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
