-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.note_client()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  perform infra.add_due('webhooks.deliver', b.tenant_id, b.id, infra.now_us())
  from webhook_subscription b
  where b.tenant_id = new.tenant_id and b.client_id = new.id;
  return null;
end $function$
