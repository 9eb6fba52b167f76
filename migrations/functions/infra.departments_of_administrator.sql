-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.departments_of_administrator(p_administrator_id uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
$function$
