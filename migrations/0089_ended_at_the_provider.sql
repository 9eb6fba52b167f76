-- Sessions that end with the identity provider's (docs/decisions/0069).

-- SHA-256 of the issuer and its name of the session (`sid`) that a session here began with; null: it said none.
alter table panel_session add column provider_sid bytea;
grant select (provider_sid) on panel_session to muster_app, muster_worker;

-- Logout tokens that were used, by the SHA-256 of their `jti`, for as long as they could be used again.
create table identity_logout (
  tenant_id uuid not null references tenant,
  jti_hash bytea not null check (octet_length(jti_hash) = 32),
  expires_us bigint not null,
  primary key (tenant_id, jti_hash)
);
create index identity_logout_end on identity_logout (tenant_id, expires_us);
call infra.isolate('identity_logout');

-- The provider's secret is sealed as the others are: a start with another key is noticed by it, too.
create or replace function infra.sealed_sample(p_version integer, out purpose text, out about uuid, out sealed bytea) returns setof record
language sql stable security definer set search_path = public as $$
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
$$;
