-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.it_administrators_without_password(p_code text)
 RETURNS TABLE(tenant_id uuid, tenant_code text, administrator_id uuid, email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select distinct on (t.code) a.tenant_id, t.code, a.id, a.email
  from administrator a
  join tenant t on t.id = a.tenant_id
  left join credential c on c.tenant_id = a.tenant_id and c.account_id = a.id
  where a.role = 'it_admin' and a.disabled_at is null and c.password_set_at is null and t.sandbox_of is null
    and (p_code is null or t.code = p_code)
  order by t.code, a.created_at, a.id
  limit 5
$function$
