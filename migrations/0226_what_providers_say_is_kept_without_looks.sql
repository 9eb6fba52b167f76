-- Code that keeps what a provider has said of a person or a group has inserted them, or holds them, in the same transaction; a row of the sync log is
-- written for a client that was admitted. People, groups and clients are deleted with all of an organisation only, and `muster backup verify` finds what
-- refers to none (docs/decisions/0109). Each look locked its row once more, and those of a client's row by two transactions at once met there.
alter table scim_resource
  drop constraint scim_resource_tenant_id_person_id_fkey,
  drop constraint scim_resource_tenant_id_group_id_fkey;
alter table scim_email
  drop constraint scim_email_tenant_id_person_id_fkey;
alter table scim_exchange
  drop constraint scim_exchange_tenant_id_client_id_fkey;
