-- Sign-in with the company's identity by SAML 2.0 (docs/decisions/0073).

-- An organisation has one provider, of one protocol. With SAML `issuer` is the provider's entity id, `client_id` ours, and `secret` the private key
-- with which we sign requests and decrypt assertions; `saml` is what the provider's metadata says, and what the organisation wants.
alter table identity_provider
  add column protocol text not null default 'oidc',
  add column saml jsonb;
alter table identity_provider drop constraint identity_provider_authentication_check;
alter table identity_provider add constraint identity_provider_authentication_check check (
  authentication in ('client_secret_basic', 'private_key_jwt', 'signed_request')) not valid;
alter table identity_provider add constraint identity_provider_protocol_check check (protocol in ('oidc', 'saml')) not valid;
alter table identity_provider add constraint identity_provider_saml_check check (
  (protocol = 'saml') = (saml is not null) and (protocol = 'saml') = (authentication = 'signed_request')) not valid;

-- Assertions that were used, by the SHA-256 of issuer and id, for as long as they could be used again.
create table identity_assertion (
  tenant_id uuid not null references tenant,
  id_hash bytea not null check (octet_length(id_hash) = 32),
  expires_us bigint not null,
  primary key (tenant_id, id_hash)
);
create index identity_assertion_end on identity_assertion (tenant_id, expires_us);
call infra.isolate('identity_assertion');
