-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.key_versions_in_use()
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  with recursive peppers(version) as (
    select min(pepper_version)::int from client_secret where revoked_at is null and pepper_version > 0
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
  ), providers(version) as (
    select min(infra.key_version(secret)) from identity_provider
    union all
    select (select min(infra.key_version(i.secret)) from identity_provider i where infra.key_version(i.secret) > p.version)
    from providers p where p.version is not null
  ), chains(version) as (
    select s.key_version
    from tenant t
    cross join lateral (select a.key_version from audit_seal a where a.tenant_id = t.id order by a.seq desc limit 1) s
  )
  select version from (
    select version from peppers union select version from mails union select version from secrets
    union select version from previous_secrets union select version from second_factors union select version from erasures union select version from providers
    union select version from chains
    union select infra.key_version(audit_key) from infra.secret_key where audit_key is not null
  ) v
  where version is not null
  order by version
$function$
