-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.count_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
