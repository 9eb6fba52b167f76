-- Members that an identity provider has named before their users: they join when the users come. `value` is as it was sent: the
-- id that a user has here, or the one by which the provider knows them.
create table scim_waiting_member (
  tenant_id uuid not null,
  group_id uuid not null,
  value text not null check (char_length(value) between 1 and 255),
  since timestamptz not null,
  primary key (tenant_id, group_id, value),
  foreign key (tenant_id, group_id) references person_group (tenant_id, id)
);
create index scim_waiting_member_value on scim_waiting_member (tenant_id, value);
call infra.isolate('scim_waiting_member');
