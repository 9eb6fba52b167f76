-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.key_use(p_versions integer[])
 RETURNS TABLE(kind text, version integer, count bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select 'api_key', s.pepper_version::int, count(*)
  from client_secret s
  join client c on c.tenant_id = s.tenant_id and c.id = s.client_id
  cross join (select infra.now_us() as us) n
  where s.revoked_at is null and s.pepper_version = any (p_versions::smallint[]) and c.revoked_at is null
    and coalesce(extract(epoch from s.expires_at) * 1000000 > n.us, true)
    and coalesce(extract(epoch from c.expires_at) * 1000000 > n.us, true)
  group by 2
  union all
  select 'webhook_secret', infra.key_version(secret), count(*)
  from webhook_subscription
  where secret is not null and infra.key_version(secret) = any (p_versions)
  group by 2
  union all
  select 'previous_webhook_secret', infra.key_version(previous_secret), count(*)
  from webhook_subscription
  where previous_secret is not null and infra.key_version(previous_secret) = any (p_versions)
  group by 2
  union all
  select 'mail', infra.key_version(body), count(*)
  from mail
  where infra.key_version(body) is not null and infra.key_version(body) = any (p_versions)
  group by 2
  union all
  select 'second_factor', infra.key_version(totp_secret), count(*)
  from credential
  where totp_secret is not null and infra.key_version(totp_secret) = any (p_versions)
  group by 2
  union all
  select 'identity_provider', infra.key_version(secret), count(*)
  from identity_provider
  where infra.key_version(secret) = any (p_versions)
  group by 2
  union all
  select 'erasure', infra.key_version(terms), count(*)
  from person_erasure
  where completed_at is null and infra.key_version(terms) = any (p_versions)
  group by 2
  union all
  select 'audit_key', infra.key_version(audit_key), count(*)
  from infra.secret_key
  where infra.key_version(audit_key) = any (p_versions)
  group by 2
  union all
  select 'audit_chain', s.key_version, count(*)
  from tenant t
  cross join lateral (select a.key_version from audit_seal a where a.tenant_id = t.id order by a.seq desc limit 1) s
  where s.key_version = any (p_versions)
  group by 2
$function$
