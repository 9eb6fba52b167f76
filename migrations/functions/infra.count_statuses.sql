-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.count_statuses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
