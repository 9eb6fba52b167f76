-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.note_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  perform infra.add_due('webhooks.deliver', new.tenant_id, new.subscription_id, greatest(new.held_until_us, infra.now_us()));
  return null;
end $function$
