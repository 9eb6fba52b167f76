-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.audit_chain_ends_of(p_tenants uuid[])
 RETURNS TABLE(tenant_id uuid, seq bigint, hash bytea, audit_xid xid8)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select t.id, s.seq, s.hash, s.audit_xid
  from unnest(p_tenants) t(id)
  cross join lateral (
    select s.seq, s.hash, s.audit_xid from audit_seal s where s.tenant_id = t.id order by s.seq desc limit 1
  ) s
$function$
