-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.count_people()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
