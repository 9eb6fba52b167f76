-- Sign-in with the company's identity by OpenID Connect (docs/decisions/0066).

-- Through which provider an organisation signs in. `secret` is sealed: the client secret, or the private key (PKCS #8) of private_key_jwt,
-- whose public half is `public_jwk`. `version` counts changes of what a sign-in depends on: one that began before such a change is refused.
create table identity_provider (
  tenant_id uuid primary key references tenant,
  id uuid not null,
  issuer text not null check (char_length(issuer) between 1 and 500),
  client_id text not null check (char_length(client_id) between 1 and 300),
  authentication text not null check (authentication in ('client_secret_basic', 'private_key_jwt')),
  secret bytea not null,
  public_jwk jsonb,
  -- The claim that holds the externalId by which SCIM brought a person in; null: people are not found by it.
  external_id_claim text check (char_length(external_id_claim) between 1 and 100),
  state text not null check (state in ('draft', 'tested', 'on')),
  version integer not null default 1,
  tested_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((authentication = 'private_key_jwt') = (public_jwk is not null)),
  check (state = 'draft' or tested_at is not null)
);
create index identity_provider_key on identity_provider (infra.key_version(secret));
call infra.isolate('identity_provider');

-- Whose account a subject of an issuer is: one account a subject, one subject an account.
create table identity_link (
  tenant_id uuid not null references tenant,
  issuer text not null,
  subject text not null check (char_length(subject) between 1 and 255),
  administrator_id uuid,
  person_id uuid,
  account_id uuid not null generated always as (coalesce(administrator_id, person_id)) stored,
  linked_by text not null check (linked_by in ('external_id', 'email')),
  linked_at timestamptz not null,
  primary key (tenant_id, issuer, subject),
  unique (tenant_id, issuer, account_id),
  foreign key (tenant_id, administrator_id) references administrator (tenant_id, id) on delete cascade,
  foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
  check (num_nonnulls(administrator_id, person_id) = 1)
);
create index identity_link_administrator on identity_link (tenant_id, administrator_id) where administrator_id is not null;
create index identity_link_person on identity_link (tenant_id, person_id) where person_id is not null;
call infra.isolate('identity_link');

-- A browser that was sent to the provider and has not come back. The row goes when it does, so that no `state` works twice. What it keeps are
-- digests: nonce and code verifier are made of what the browser's cookie and its `state` hold.
create table identity_round_trip (
  tenant_id uuid not null references tenant,
  state_hash bytea not null check (octet_length(state_hash) = 32),
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  purpose text not null check (purpose in ('sign_in', 'test')),
  provider_version integer not null,
  -- Of a test: the session of the administrator who makes it.
  session_id uuid,
  next text not null check (char_length(next) between 1 and 1000),
  expires_us bigint not null,
  primary key (tenant_id, state_hash),
  check ((purpose = 'test') = (session_id is not null))
);
create index identity_round_trip_end on identity_round_trip (tenant_id, expires_us);
call infra.isolate('identity_round_trip');

-- The last sign-ins by the provider and what went wrong, for the administrator who mends it; the audit log has them for good.
create table identity_sign_in (
  tenant_id uuid not null references tenant,
  id uuid not null,
  at timestamptz not null,
  purpose text not null check (purpose in ('sign_in', 'test')),
  -- `OK`, or what it was refused for.
  outcome text not null check (char_length(outcome) between 1 and 60),
  -- What the provider said of a failure.
  said text check (char_length(said) <= 500),
  subject text check (char_length(subject) <= 255),
  administrator_id uuid,
  person_id uuid,
  request_id text,
  primary key (tenant_id, id),
  foreign key (tenant_id, administrator_id) references administrator (tenant_id, id) on delete cascade,
  foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
  check (num_nonnulls(administrator_id, person_id) <= 1)
);
create index identity_sign_in_administrator on identity_sign_in (tenant_id, administrator_id) where administrator_id is not null;
create index identity_sign_in_person on identity_sign_in (tenant_id, person_id) where person_id is not null;
call infra.isolate('identity_sign_in');

-- Who has become nobody is no subject's account.
create or replace function infra.end_sessions_of_person() returns trigger
language plpgsql as $$
begin
  delete from panel_session where tenant_id = new.tenant_id and account_id = new.id;
  delete from sign_in_link where tenant_id = new.tenant_id and account_id = new.id;
  if new.state = 'anonymized' then
    delete from credential where tenant_id = new.tenant_id and account_id = new.id;
    delete from identity_link where tenant_id = new.tenant_id and person_id = new.id;
    delete from identity_sign_in where tenant_id = new.tenant_id and person_id = new.id;
  end if;
  return null;
end $$;

-- The provider's secret is sealed with SECRET_KEY, as the others are.
grant select (tenant_id, id, secret) on identity_provider to muster_auth;
create policy keys on identity_provider for select to muster_auth using (true);

create or replace function infra.key_versions_in_use()
 returns setof integer
 language sql
 stable security definer
 set search_path to 'public'
as $$
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
$$;

create or replace function infra.key_use(p_versions integer[])
 returns table(kind text, version integer, count bigint)
 language sql
 stable security definer
 set search_path to 'public'
as $$
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
$$;

create or replace function infra.tenants_with_key_versions(p_versions integer[])
 returns setof uuid
 language sql
 stable security definer
 set search_path to 'public'
as $$
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
$$;
