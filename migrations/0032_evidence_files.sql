-- The document behind evidence from elsewhere, as it was uploaded. Its bytes stand in small rows, as those of imports.
create table evidence_file (
  tenant_id uuid not null,
  certificate_id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes integer not null check (size_bytes between 1 and 5242880),
  sha256 bytea not null check (octet_length(sha256) = 32),
  uploaded_at timestamptz not null,
  primary key (tenant_id, certificate_id),
  foreign key (tenant_id, certificate_id) references certificate (tenant_id, id)
);
call infra.isolate('evidence_file');

create table evidence_chunk (
  tenant_id uuid not null,
  certificate_id uuid not null,
  number integer not null,
  bytes bytea not null check (octet_length(bytes) between 1 and 49152),
  primary key (tenant_id, certificate_id, number),
  foreign key (tenant_id, certificate_id) references evidence_file (tenant_id, certificate_id) on delete cascade
);
call infra.isolate('evidence_chunk');

-- Whatever erases a person's data takes the documents along.
create function infra.erase_evidence_of_person() returns trigger
language plpgsql as $$
begin
  delete from evidence_file f
  using certificate t
  where f.tenant_id = new.tenant_id and t.tenant_id = f.tenant_id and t.id = f.certificate_id and t.person_id = new.id;
  return null;
end $$;
create trigger erase_evidence after update of state on person for each row
  when (new.state = 'anonymized' and new.state is distinct from old.state)
  execute function infra.erase_evidence_of_person();

-- How, where and when a course is held, and whom to ask: for learners.
alter table course add column instructions text check (char_length(instructions) between 1 and 2000);
