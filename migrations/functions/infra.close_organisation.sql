-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.close_organisation(p_tenant_id uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from infra.sliding_window where key = any (array(select id::text from client where tenant_id = p_tenant_id));
  update client set revoked_at = coalesce(revoked_at, now()) where tenant_id = p_tenant_id;
  delete from client_secret where tenant_id = p_tenant_id;
  delete from panel_session where tenant_id = p_tenant_id;
  delete from sign_in_link where tenant_id = p_tenant_id;
  delete from credential where tenant_id = p_tenant_id;
  delete from passkey where tenant_id = p_tenant_id;
  delete from recovery_code where tenant_id = p_tenant_id;
$function$
