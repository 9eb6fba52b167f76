-- Whether who signs out here is sent to the OpenID provider to be signed out there, too (docs/decisions/0074).
alter table identity_provider add column sign_out_there boolean not null default false;
