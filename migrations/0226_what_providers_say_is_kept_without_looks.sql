-- Code that keeps what a provider has said of a person or a group has inserted them, or holds them, in the same transaction. People and groups are deleted
-- with all of an organisation only, and `muster backup verify` finds what refers to none (docs/decisions/0109). Each look locked its row once more.
-- Locks are taken in the order of requests: one that has inserted its person and this migration would wait for each other.
-- old code survives: the locks are held for milliseconds, in which only the catalogue changes; dropping a key takes them anyway.
lock table person, person_group, scim_resource, scim_email in access exclusive mode;
alter table scim_resource
  drop constraint scim_resource_tenant_id_person_id_fkey,
  drop constraint scim_resource_tenant_id_group_id_fkey;
alter table scim_email
  drop constraint scim_email_tenant_id_person_id_fkey;
