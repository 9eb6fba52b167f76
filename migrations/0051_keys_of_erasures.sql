-- By what an erasure still searches is sealed too: that version of SECRET_KEY is needed until it ends (docs/decisions/0038, 0039).
grant select (terms) on person_erasure to muster_auth;

CREATE OR REPLACE FUNCTION infra.key_versions_in_use()
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  with recursive peppers(version) as (
    select min(pepper_version)::int from client_secret where revoked_at is null
    union all
    select (select min(s.pepper_version)::int from client_secret s where s.revoked_at is null and s.pepper_version > p.version)
    from peppers p where p.version is not null
  ), mails(version) as (
    select min(infra.key_version(body)) from mail where infra.key_version(body) is not null
    union all
    select (select min(infra.key_version(m.body)) from mail m where infra.key_version(m.body) > p.version)
    from mails p where p.version is not null
  ), secrets(version) as (
    select min(infra.key_version(secret)) from webhook_subscription where secret is not null
    union all
    select (
      select min(infra.key_version(w.secret)) from webhook_subscription w
      where w.secret is not null and infra.key_version(w.secret) > p.version)
    from secrets p where p.version is not null
  ), previous_secrets(version) as (
    select min(infra.key_version(previous_secret)) from webhook_subscription where previous_secret is not null
    union all
    select (
      select min(infra.key_version(w.previous_secret)) from webhook_subscription w
      where w.previous_secret is not null and infra.key_version(w.previous_secret) > p.version)
    from previous_secrets p where p.version is not null
  ), second_factors(version) as (
    select min(infra.key_version(totp_secret)) from credential where totp_secret is not null
    union all
    select (
      select min(infra.key_version(c.totp_secret)) from credential c
      where c.totp_secret is not null and infra.key_version(c.totp_secret) > p.version)
    from second_factors p where p.version is not null
  ), erasures(version) as (
    select distinct infra.key_version(terms) from person_erasure where completed_at is null
  ), chains(version) as (
    select s.key_version
    from tenant t
    cross join lateral (select a.key_version from audit_seal a where a.tenant_id = t.id order by a.seq desc limit 1) s
  )
  select version from (
    select version from peppers union select version from mails union select version from secrets
    union select version from previous_secrets union select version from second_factors union select version from erasures union select version from chains
    union select infra.key_version(audit_key) from infra.secret_key where audit_key is not null
  ) v
  where version is not null
  order by version
$function$;

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
$function$;

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
  select tenant_id from person_erasure where completed_at is null and infra.key_version(terms) = any (p_versions)
$function$;
