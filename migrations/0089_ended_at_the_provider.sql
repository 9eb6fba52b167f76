-- Sessions that end with the identity provider's (docs/decisions/0069).

-- SHA-256 of the issuer and its name of the session (`sid`) that a session here began with; null: it said none.
alter table panel_session add column provider_sid bytea;

-- Logout tokens that were used, by the SHA-256 of their `jti`, for as long as they could be used again.
create table identity_logout (
  tenant_id uuid not null references tenant,
  jti_hash bytea not null check (octet_length(jti_hash) = 32),
  expires_us bigint not null,
  primary key (tenant_id, jti_hash)
);
create index identity_logout_end on identity_logout (tenant_id, expires_us);
call infra.isolate('identity_logout');
