create table course (
  tenant_id uuid not null references tenant,
  id uuid not null,
  code text not null check (char_length(code) between 1 and 64),
  code_norm text not null,
  title text not null check (char_length(title) between 1 and 255),
  title_norm text not null,
  type text not null check (type in ('course', 'learning_path')),
  languages text[] not null default '{}',
  active boolean not null default true,
  mandatory boolean not null default true,
  estimated_minutes integer check (estimated_minutes >= 0),
  recurrence text not null default 'none' check (recurrence in ('none', 'validity', 'cycle')),
  validity_value integer check (validity_value between 1 and 1200),
  validity_unit text check (validity_unit in ('day', 'week', 'month', 'year')),
  renewal_enabled boolean not null default false,
  renewal_lead_days integer check (renewal_lead_days between 0 and 3650),
  renewal_basis text check (renewal_basis in ('completion', 'expiry', 'fixed')),
  expiring_soon_days integer not null default 60 check (expiring_soon_days between 0 and 3650),
  grace_days integer not null default 0 check (grace_days between 0 and 3650),
  default_due_days integer check (default_due_days between 0 and 3650),
  attempts_allowed integer not null default 3 check (attempts_allowed between 1 and 100),
  pass_score integer check (pass_score between 0 and 100),
  content jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code_norm),
  check ((validity_value is null) = (validity_unit is null)),
  check (recurrence <> 'validity' or validity_value is not null)
);
call infra.isolate('course');

create table path_item (
  tenant_id uuid not null,
  path_id uuid not null,
  course_id uuid not null,
  position integer not null check (position >= 1),
  mandatory boolean not null default true,
  primary key (tenant_id, path_id, course_id),
  foreign key (tenant_id, path_id) references course (tenant_id, id),
  foreign key (tenant_id, course_id) references course (tenant_id, id),
  check (path_id <> course_id)
);
create index path_item_course on path_item (tenant_id, course_id);
call infra.isolate('path_item');

create table license (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  name_norm text not null,
  model text not null check (model in ('seats', 'unlimited')),
  seat_unit text not null default 'person' check (seat_unit in ('person', 'enrollment')),
  seats_total integer check (seats_total >= 0),
  seats_used integer not null default 0 check (seats_used >= 0),
  release text not null default 'unstarted' check (release in ('unstarted', 'always', 'never')),
  valid_from date,
  valid_until date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name_norm),
  check ((model = 'seats') = (seats_total is not null)),
  check (valid_from <= valid_until)
) with (fillfactor = 70);
call infra.isolate('license');

-- What a licence covers: courses, or learning paths (whose items it then covers as parts of the path only).
create table license_item (
  tenant_id uuid not null,
  license_id uuid not null,
  course_id uuid not null,
  primary key (tenant_id, license_id, course_id),
  foreign key (tenant_id, license_id) references license (tenant_id, id),
  foreign key (tenant_id, course_id) references course (tenant_id, id)
);
create index license_item_course on license_item (tenant_id, course_id);
call infra.isolate('license_item');

create table enrollment (
  tenant_id uuid not null references tenant,
  id uuid not null,
  person_id uuid not null,
  course_id uuid not null,
  cycle_year integer not null check (cycle_year between 1900 and 9999),
  cycle_seq integer not null default 1 check (cycle_seq >= 1),
  state text not null default 'assigned'
    check (state in ('assigned', 'in_progress', 'completed', 'failed', 'cancelled', 'withdrawn')),
  source text not null check (source in ('api', 'rule', 'group', 'admin', 'path', 'renewal', 'import')),
  source_ref json,
  mandatory boolean not null,
  requirement_active boolean not null default true,
  due_date date,
  assigned_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text
    check (cancel_reason in ('admin', 'department_changed', 'group_left', 'person_deactivated', 'course_retired', 'superseded', 'api')),
  progress_percent integer not null default 0 check (progress_percent between 0 and 100),
  score integer check (score between 0 and 100),
  passed boolean,
  attempts_used integer not null default 0 check (attempts_used >= 0),
  attempts_allowed integer not null check (attempts_allowed >= 1),
  renewal_of uuid,
  parent_enrollment_id uuid,
  license_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  foreign key (tenant_id, course_id) references course (tenant_id, id),
  foreign key (tenant_id, license_id) references license (tenant_id, id),
  foreign key (tenant_id, parent_enrollment_id) references enrollment (tenant_id, id),
  check ((state = 'cancelled') = (cancelled_at is not null))
);
-- The promise behind 409 ENROLLMENT_ALREADY_EXISTS.
create unique index enrollment_cycle on enrollment (tenant_id, person_id, course_id, cycle_year, cycle_seq)
  where state not in ('cancelled', 'withdrawn');
create index enrollment_pair on enrollment (tenant_id, person_id, course_id);
create index enrollment_course on enrollment (tenant_id, course_id);
create index enrollment_list on enrollment (tenant_id, created_at, id);
create index enrollment_changes on enrollment (tenant_id, updated_at, id);
create index enrollment_parent on enrollment (tenant_id, parent_enrollment_id) where parent_enrollment_id is not null;
call infra.isolate('enrollment');

-- A held seat of seat_unit `person` belongs to the person for the licence's term, of `enrollment` to one enrollment.
create table license_seat (
  tenant_id uuid not null,
  license_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  enrollment_id uuid,
  seat_unit text not null check (seat_unit in ('person', 'enrollment')),
  state text not null check (state in ('held', 'released')),
  taken_at timestamptz not null,
  released_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, license_id) references license (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  -- Checked at commit: the seat is taken before the enrollment that needs it is written.
  foreign key (tenant_id, enrollment_id) references enrollment (tenant_id, id) deferrable initially deferred
);
create index license_seat_held on license_seat (tenant_id, person_id) where state = 'held';
create unique index license_seat_person on license_seat (tenant_id, license_id, person_id)
  where state = 'held' and seat_unit = 'person';
create unique index license_seat_enrollment on license_seat (tenant_id, license_id, enrollment_id)
  where state = 'held' and seat_unit = 'enrollment';
call infra.isolate('license_seat');

-- The flag of a person for a course, kept in the transaction of each change; `next_status` holds from `next_change_on` on.
create table compliance_status (
  tenant_id uuid not null references tenant,
  person_id uuid not null,
  course_id uuid not null,
  status text not null check (status in ('COMPLIANT', 'EXPIRING_SOON', 'OVERDUE', 'IN_PROGRESS', 'PENDING')),
  basis text not null check (basis in ('enrollment', 'certificate', 'completion', 'exemption')),
  in_grace boolean not null default false,
  next_status text check (next_status in ('COMPLIANT', 'EXPIRING_SOON', 'OVERDUE', 'IN_PROGRESS', 'PENDING')),
  next_change_on date,
  computed_at timestamptz not null default now(),
  primary key (tenant_id, person_id, course_id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  foreign key (tenant_id, course_id) references course (tenant_id, id)
) with (fillfactor = 80);
create index compliance_status_due on compliance_status (tenant_id, next_change_on);
call infra.isolate('compliance_status');
