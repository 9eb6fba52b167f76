-- Evidence packs (docs/decisions/0076): what was ordered, how far its worker is, and the archive in small rows.
create table evidence_pack (
  tenant_id uuid not null references tenant,
  id uuid not null,
  -- In the order in which they stand in the pack.
  person_ids uuid[] not null,
  course_ids uuid[] not null,
  -- null: from the beginning.
  period_from date,
  as_of timestamptz not null,
  language text not null,
  ordered_by uuid not null,
  ordered_by_name text not null,
  ordered_at timestamptz not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'ready', 'failed', 'cancelled', 'removed')),
  failure text check (failure in ('too_large')),
  -- The run that may write; another one has taken its place once this differs.
  run_id uuid,
  people_done integer not null default 0 check (people_done >= 0),
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  sha256 bytea check (octet_length(sha256) = 32),
  -- On the infrastructure's clock, as is the end of the file's life.
  finished_at timestamptz,
  expires_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index evidence_pack_of on evidence_pack using gin (person_ids) where status in ('queued', 'running', 'ready');
call infra.isolate('evidence_pack');

create table evidence_pack_chunk (
  tenant_id uuid not null,
  pack_id uuid not null,
  number integer not null check (number >= 0),
  bytes bytea not null,
  primary key (tenant_id, pack_id, number),
  foreign key (tenant_id, pack_id) references evidence_pack (tenant_id, id)
);
-- What is packed is compressed already.
alter table evidence_pack_chunk alter column bytes set storage external;
call infra.isolate('evidence_pack_chunk');
