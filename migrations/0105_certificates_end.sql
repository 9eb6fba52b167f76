-- A SAML provider's metadata is read again each day, and administrators are told before its certificates end (docs/decisions/0073).

-- When the provider is looked at again; null: never.
alter table identity_provider add column look_us bigint;

-- Found with the domains of the organisation, whose day it shares.
create trigger identity_provider_noted after insert or update of look_us on identity_provider
for each row when (new.look_us is not null) execute function infra.note_domains();
