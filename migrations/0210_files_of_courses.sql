-- Files as items of a course (docs/decisions/0094): documents, videos and captions, each in small rows. A file belongs to one course.
create table course_file (
  tenant_id uuid not null references tenant,
  id uuid not null,
  course_id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  -- By its first bytes; null: they have not come yet.
  media_type text check (
    media_type in ('application/pdf', 'image/png', 'image/jpeg', 'video/mp4', 'video/webm', 'text/vtt')
  ),
  -- As announced; a file that is there has as many.
  size_bytes bigint not null check (size_bytes >= 1),
  -- On the infrastructure's clock.
  begun_us bigint not null,
  uploaded_by_name text not null,
  -- null: still arriving.
  uploaded_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, course_id) references course (tenant_id, id),
  check (uploaded_at is null or media_type is not null)
);
create index course_file_of_course on course_file (tenant_id, course_id, begun_us);
call infra.isolate('course_file');

create table course_file_chunk (
  tenant_id uuid not null,
  file_id uuid not null,
  number integer not null check (number >= 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 49152),
  primary key (tenant_id, file_id, number),
  foreign key (tenant_id, file_id) references course_file (tenant_id, id) on delete cascade
);
-- Documents, pictures and videos are compressed already.
alter table course_file_chunk alter column bytes set storage external;
call infra.isolate('course_file_chunk');
