-- A store of learning records by xAPI 1.0.3 (docs/decisions/0079): statements, their attachments, and documents.
alter table client drop constraint client_scopes_check;
-- What stands met the narrower condition, so nothing needs to be looked at; old code passes over a scope that it does not know.
alter table client add constraint client_scopes_check check (
  scopes <@ array['users:read', 'users:write', 'enrollments:write', 'compliance:read', 'webhooks:manage', 'scim',
    'structure:read', 'structure:write', 'attempts:write', 'gate:read', 'xapi:read', 'xapi:write']) not valid;

create table xapi_statement (
  tenant_id uuid not null references tenant,
  id uuid not null,
  -- Whom it is about; null: a group.
  person_id uuid,
  -- Milliseconds since 1970 on the infrastructure's clock, and the place within what was sent at once: the order of statements.
  stored_ms bigint not null check (stored_ms >= 0),
  place smallint not null check (place >= 0),
  statement jsonb not null,
  -- Of what it says: the same id with other content is refused.
  digest bytea not null check (octet_length(digest) = 32),
  -- Hashes of what it can be found by.
  keys bigint[] not null,
  -- The statement that it refers to, and those that that one refers to.
  refs uuid[],
  registration uuid,
  -- That it is a voiding statement, and that it was voided.
  voids boolean not null default false,
  voided boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id)
);
create index xapi_statement_order on xapi_statement (tenant_id, stored_ms, place, id);
create index xapi_statement_person on xapi_statement (tenant_id, person_id, stored_ms);
create index xapi_statement_registration on xapi_statement (tenant_id, registration, stored_ms) where registration is not null;
create index xapi_statement_keys on xapi_statement using gin (keys);
create index xapi_statement_refers on xapi_statement (tenant_id, stored_ms) where refs is not null;
create index xapi_statement_refs on xapi_statement using gin (refs) where refs is not null;
call infra.isolate('xapi_statement');

create table xapi_attachment (
  tenant_id uuid not null,
  statement_id uuid not null,
  -- SHA-256 in hex, by which a statement names it.
  sha2 text not null check (sha2 ~ '^[0-9a-f]{64}$'),
  content_type text not null check (char_length(content_type) between 1 and 255),
  bytes bytea not null check (octet_length(bytes) <= 1048576),
  primary key (tenant_id, statement_id, sha2),
  foreign key (tenant_id, statement_id) references xapi_statement (tenant_id, id) on delete cascade
);
call infra.isolate('xapi_attachment');

-- State, and profiles of activities and of agents.
create table xapi_document (
  tenant_id uuid not null references tenant,
  -- SHA-256 of what it belongs to and is called, and of what it belongs to.
  key bytea not null check (octet_length(key) = 32),
  list_key bytea not null check (octet_length(list_key) = 32),
  kind text not null check (kind in ('state', 'activity_profile', 'agent_profile')),
  document_id text not null check (char_length(document_id) between 1 and 1000),
  activity text check (char_length(activity) <= 2000),
  -- Whose it is; null: of an activity.
  person_id uuid,
  registration uuid,
  content_type text not null check (char_length(content_type) between 1 and 255),
  bytes bytea not null check (octet_length(bytes) <= 262144),
  -- SHA-1 in hex, as the standard's ETag.
  etag text not null check (etag ~ '^[0-9a-f]{40}$'),
  updated_ms bigint not null,
  primary key (tenant_id, key),
  foreign key (tenant_id, person_id) references person (tenant_id, id)
);
create index xapi_document_list on xapi_document (tenant_id, list_key, updated_ms);
create index xapi_document_person on xapi_document (tenant_id, person_id) where person_id is not null;
call infra.isolate('xapi_document');
