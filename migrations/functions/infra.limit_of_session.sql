-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.limit_of_session(p_token_hash bytea)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select coalesce((
    select json_agg(json_build_object('id', d.id, 'name', d.name) order by d.name_norm, d.id)
    from administrator_department l
    join department d on d.tenant_id = l.tenant_id and d.id = l.department_id
    where l.tenant_id = a.tenant_id and l.administrator_id = a.id
  ), '[]')
  from panel_session s
  join administrator a on a.tenant_id = s.tenant_id and a.id = s.administrator_id
  where s.token_hash = p_token_hash and a.of_departments
$function$
