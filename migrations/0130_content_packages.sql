-- Content packages (docs/decisions/0080): what a course refers to, its versions, and the archive of each in small rows.
create table content_package (
  tenant_id uuid not null references tenant,
  id uuid not null,
  title text not null check (char_length(title) between 1 and 255),
  -- The version that new registrations take; null: the first one is still arriving.
  version integer check (version >= 1),
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
call infra.isolate('content_package');

create table content_version (
  tenant_id uuid not null,
  package_id uuid not null,
  number integer not null check (number >= 1),
  -- null: still arriving.
  standard text check (standard in ('scorm_1.2', 'scorm_2004', 'cmi5')),
  -- The table of contents, in its order.
  items jsonb,
  file_name text not null check (char_length(file_name) between 1 and 200),
  archive_bytes bigint not null default 0 check (archive_bytes >= 0),
  unpacked_bytes bigint not null default 0 check (unpacked_bytes >= 0),
  files integer not null default 0 check (files >= 0),
  sha256 bytea check (octet_length(sha256) = 32),
  -- On the infrastructure's clock.
  begun_us bigint not null,
  uploaded_by_name text not null,
  uploaded_at timestamptz not null,
  primary key (tenant_id, package_id, number),
  foreign key (tenant_id, package_id) references content_package (tenant_id, id) on delete cascade,
  check ((standard is null) = (items is null)),
  check ((standard is null) = (sha256 is null))
);
create index content_version_arriving on content_version (tenant_id, begun_us) where standard is null;
call infra.isolate('content_version');

create table content_chunk (
  tenant_id uuid not null,
  package_id uuid not null,
  version integer not null,
  number integer not null check (number >= 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 49152),
  primary key (tenant_id, package_id, version, number),
  foreign key (tenant_id, package_id, version) references content_version (tenant_id, package_id, number) on delete cascade
);
-- What is packed is compressed already.
alter table content_chunk alter column bytes set storage external;
call infra.isolate('content_chunk');

-- Where each file of an archive lies in it.
create table content_file (
  tenant_id uuid not null,
  package_id uuid not null,
  version integer not null,
  path text not null,
  begins_at bigint not null check (begins_at >= 0),
  packed_bytes bigint not null check (packed_bytes >= 0),
  size_bytes bigint not null check (size_bytes >= 0),
  deflated boolean not null,
  primary key (tenant_id, package_id, version, path),
  foreign key (tenant_id, package_id, version) references content_version (tenant_id, package_id, number) on delete cascade
);
call infra.isolate('content_file');
