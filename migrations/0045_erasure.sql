-- The erasure of people's data (docs/decisions/0039).

-- Who was erased has no names. What stands met the narrower condition, so nothing needs to be looked at.
alter table person
  drop constraint platform_fields;
alter table person
  add constraint platform_fields check (
    managed_by = 'scim' or scim_deleted_at is not null or state = 'anonymized'
    or (employee_no is not null and first_name is not null and last_name is not null)) not valid;

-- One row a person whose data were, or are being, erased. `terms`: by what logs are searched, sealed; null once that is done.
-- `step` and `place`: where the search has come to. `erased`: how much of each kind.
create table person_erasure (
  tenant_id uuid not null,
  person_id uuid not null,
  requested_at timestamptz not null,
  requested_us bigint not null default infra.now_us(),
  terms bytea,
  step text,
  place text,
  erased jsonb not null default '{}' check (jsonb_typeof(erased) = 'object'),
  completed_at timestamptz,
  primary key (tenant_id, person_id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  check ((terms is null) = (completed_at is not null))
);
call infra.isolate('person_erasure');
revoke delete on person_erasure from muster_app, muster_worker;
revoke insert on person_erasure from muster_worker;
create index person_erasure_unfinished on person_erasure (requested_us) where completed_at is null;

-- Organisations with an erasure that began before an instant and has not ended.
create policy unfinished on person_erasure for select to muster_auth using (true);
grant select (tenant_id, requested_us, completed_at) on person_erasure to muster_auth;
create function infra.tenants_with_unfinished_erasures(p_before_us bigint) returns setof uuid
language sql stable security definer set search_path = public as $$
  select distinct tenant_id from person_erasure where completed_at is null and requested_us < p_before_us
$$;
alter function infra.tenants_with_unfinished_erasures(bigint) owner to muster_auth;

-- Rows of the audit log whose actor's name was erased: a digest over the seal before, the seal, and the row without the name.
create table audit_erasure (
  tenant_id uuid not null references tenant,
  audit_id uuid not null,
  key_version integer not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (tenant_id, audit_id)
);
call infra.isolate('audit_erasure');
revoke insert, update, delete on audit_erasure from muster_app;
revoke update, delete on audit_erasure from muster_worker;

-- The worker erases these, and nothing else, of rows that otherwise only come and go.
grant update (personal, actor_name) on audit_log to muster_worker;
grant update (path, refused) on request_log to muster_worker;
-- What learners did is found by who did it. Writes wait while the index is made.
-- squawk-ignore require-concurrent-index-creation
create index audit_log_learner on audit_log (tenant_id, actor_id) where actor_type = 'person';

-- Whatever erases a person's data takes along what other tables keep of them alone. Evidence files, sessions and passwords go by
-- triggers of their own.
create function infra.erase_kept_of_person() returns trigger
language plpgsql as $$
begin
  delete from scim_resource where tenant_id = new.tenant_id and id = new.id;
  delete from scim_email where tenant_id = new.tenant_id and person_id = new.id;
  delete from scim_waiting_member where tenant_id = new.tenant_id and value in (new.id::text, old.external_id, old.login);
  delete from unmatched_value where tenant_id = new.tenant_id and person_id = new.id;
  update exemption set reason = '(erased)' where tenant_id = new.tenant_id and person_id = new.id;
  update certificate
  set revoke_reason = '(erased)', updated_at = greatest(now(), updated_at)
  where tenant_id = new.tenant_id and person_id = new.id and revoked_at is not null;
  update enrollment
  set source_ref = json_build_object('type', 'person', 'id', new.id, 'name', new.login)
  where tenant_id = new.tenant_id and person_id = new.id and source_ref->>'id' = new.id::text;
  return null;
end $$;
create trigger erase_kept after update of state on person for each row
  when (new.state = 'anonymized' and new.state is distinct from old.state)
  execute function infra.erase_kept_of_person();
