-- What the matrix of a large organisation said at the end of each day, in numbers: as_of adds up nobody (docs/decisions/0053). History
-- before that instant changes no more, so neither do they. Made in parts by a job behind each midnight; `people_after` is the last
-- person that was counted.
create table compliance_digest (
  tenant_id uuid not null references tenant,
  at timestamptz not null,
  people_after uuid,
  people_done integer not null default 0 check (people_done >= 0),
  finished_at timestamptz,
  primary key (tenant_id, at)
);
call infra.isolate('compliance_digest');

-- As compliance_count: `course_id` of all zeros is the worst flag over all courses, `NONE` where nothing is required.
create table compliance_digest_count (
  tenant_id uuid not null,
  at timestamptz not null,
  course_id uuid not null,
  worker_type text not null,
  status text not null,
  people integer not null check (people >= 0),
  primary key (tenant_id, at, course_id, worker_type, status),
  foreign key (tenant_id, at) references compliance_digest (tenant_id, at)
);
call infra.isolate('compliance_digest_count');
