-- Scopes of results from elsewhere and of the gate (docs/decisions/0067). What stands met the narrower condition, so nothing needs to
-- be looked at; old code passes over a scope that it does not know.
alter table client drop constraint client_scopes_check;
alter table client add constraint client_scopes_check check (
  scopes <@ array['users:read', 'users:write', 'enrollments:write', 'compliance:read', 'webhooks:manage', 'scim',
    'structure:read', 'structure:write', 'attempts:write', 'gate:read']) not valid;

-- Which attempt a client has reported under an id of its own: the promise behind EXTERNAL_ID_REUSED, and behind answering a repeated
-- report without counting it again. Both hashes are SHA-256, of the id and of what was reported: an id that a sender has
-- made of somebody's number or name is not kept.
create table attempt_report (
  tenant_id uuid not null references tenant,
  client_id uuid not null,
  external_id_hash bytea not null,
  request_hash bytea not null,
  enrollment_id uuid not null,
  attempt_number integer not null,
  reported_at timestamptz not null,
  primary key (tenant_id, client_id, external_id_hash),
  foreign key (tenant_id, client_id) references client (tenant_id, id),
  foreign key (tenant_id, enrollment_id, attempt_number) references attempt (tenant_id, enrollment_id, number)
);
create index attempt_report_of on attempt_report (tenant_id, enrollment_id, attempt_number);
call infra.isolate('attempt_report');
-- As the attempt itself: written once, and nothing of it is ever removed.
revoke update, delete on attempt_report from muster_app, muster_worker;
