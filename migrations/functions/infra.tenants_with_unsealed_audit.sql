-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.tenants_with_unsealed_audit()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select t.id
  from (select infra.horizon() as horizon) h
  cross join tenant t
  left join lateral (
    select s.audit_xid, s.audit_id from audit_seal s where s.tenant_id = t.id order by s.seq desc limit 1
  ) s on true
  where exists (
    select
    from audit_log a
    where a.tenant_id = t.id
      and (a.xid, a.id) > (coalesce(s.audit_xid, '0'::xid8), coalesce(s.audit_id, '00000000-0000-0000-0000-000000000000'))
      and a.xid < h.horizon
  )
  order by 1
$function$
