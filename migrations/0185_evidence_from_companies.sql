-- Links by which contractors' companies hand in evidence for their own people, and what was handed in (docs/decisions/0087).
create table evidence_link (
  tenant_id uuid not null references tenant,
  id uuid not null,
  contractor_id uuid not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  created_by uuid not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, contractor_id) references contractor (tenant_id, id)
);
create unique index evidence_link_token on evidence_link (tenant_id, token_hash);
create index evidence_link_of_contractor on evidence_link (tenant_id, contractor_id, created_at);
call infra.isolate('evidence_link');

create table submission (
  tenant_id uuid not null references tenant,
  id uuid not null,
  link_id uuid not null,
  person_id uuid not null,
  enrollment_id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes integer not null check (size_bytes between 1 and 5242880),
  sha256 bytea not null check (octet_length(sha256) = 32),
  completed_on date not null,
  submitted_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused')),
  -- Why it was refused; the company reads it.
  reason text check (char_length(reason) between 1 and 300),
  decided_at timestamptz,
  decided_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, link_id) references evidence_link (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  foreign key (tenant_id, enrollment_id) references enrollment (tenant_id, id),
  constraint submission_decided check ((state = 'waiting') = (decided_at is null) and (state = 'refused') = (reason is not null))
);
create unique index submission_waiting on submission (tenant_id, enrollment_id) where state = 'waiting';
create index submission_of_enrollment on submission (tenant_id, enrollment_id);
create index submission_of_person on submission (tenant_id, person_id);
create index submission_of_link on submission (tenant_id, link_id, submitted_at);
create index submission_by_state on submission (tenant_id, state, submitted_at, id);
call infra.isolate('submission');

create table submission_chunk (
  tenant_id uuid not null references tenant,
  submission_id uuid not null,
  number integer not null,
  bytes bytea not null check (octet_length(bytes) between 1 and 49152),
  primary key (tenant_id, submission_id, number),
  foreign key (tenant_id, submission_id) references submission (tenant_id, id) on delete cascade
);
call infra.isolate('submission_chunk');

-- Whatever erases a person's data takes what was handed in along.
create function infra.erase_submissions_of_person() returns trigger
language plpgsql as $$
begin
  delete from submission where tenant_id = new.tenant_id and person_id = new.id;
  return null;
end $$;
create trigger erase_submissions after update of state on person for each row
  when (new.state = 'anonymized' and new.state is distinct from old.state)
  execute function infra.erase_submissions_of_person();
