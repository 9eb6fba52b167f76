-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.sealed_sample(p_version integer, OUT purpose text, OUT about uuid, OUT sealed bytea)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  (select 'webhook-secret', id, secret from webhook_subscription
    where secret is not null and infra.key_version(secret) = p_version limit 1)
  union all
  (select 'second-factor', account_id, totp_secret from credential
    where totp_secret is not null and infra.key_version(totp_secret) = p_version limit 1)
  union all
  (select 'identity-provider', id, secret from identity_provider where infra.key_version(secret) = p_version limit 1)
  union all
  (select 'mail', id, body from mail where infra.key_version(body) is not null and infra.key_version(body) = p_version limit 1)
  limit 1
$function$
