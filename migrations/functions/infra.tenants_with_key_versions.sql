-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.tenants_with_key_versions(p_versions integer[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select tenant_id from client_secret where revoked_at is null and pepper_version = any (p_versions::smallint[])
  union
  select tenant_id from webhook_subscription where secret is not null and infra.key_version(secret) = any (p_versions)
  union
  select tenant_id from webhook_subscription
  where previous_secret is not null and infra.key_version(previous_secret) = any (p_versions)
  union
  select tenant_id from mail where infra.key_version(body) is not null and infra.key_version(body) = any (p_versions)
  union
  select tenant_id from credential where totp_secret is not null and infra.key_version(totp_secret) = any (p_versions)
  union
  select tenant_id from identity_provider where infra.key_version(secret) = any (p_versions)
  union
  select tenant_id from person_erasure where completed_at is null and infra.key_version(terms) = any (p_versions)
$function$
