-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.keep_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_user <> 'muster_worker' or current_setting('app.adds_moves', true) = 'on' then return null; end if;
  insert into compliance_delta (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
  select tenant_id, course_id, department_id, worker_type, contractor_id, before, -sum(people)
  from old_rows where before is not null group by 1, 2, 3, 4, 5, 6;
  insert into forecast_delta (tenant_id, day, course_id, what, entries)
  select tenant_id, day, course_id, what, sum(entries) from old_rows where day is not null group by 1, 2, 3, 4;
  return null;
end $function$
