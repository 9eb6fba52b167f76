-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.follow_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
