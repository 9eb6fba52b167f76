-- Learners in content packages (docs/decisions/0080): their tries, what each item has said, and in which browser they are.
create table content_registration (
  tenant_id uuid not null references tenant,
  id uuid not null,
  enrollment_id uuid not null,
  -- Counted by the enrollment.
  number integer not null check (number >= 1),
  package_id uuid not null,
  version integer not null,
  began_at timestamptz not null,
  -- The launch whose commits count; null: erased.
  launch_id uuid,
  launched_us bigint,
  result text check (result in ('passed', 'failed', 'not_counted')),
  score integer check (score between 0 and 100),
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, enrollment_id, number),
  foreign key (tenant_id, enrollment_id) references enrollment (tenant_id, id),
  foreign key (tenant_id, package_id) references content_package (tenant_id, id),
  check ((result is null) = (ended_at is null))
);
create index content_registration_package on content_registration (tenant_id, package_id, version);
call infra.isolate('content_registration');

create table content_item_state (
  tenant_id uuid not null,
  registration_id uuid not null,
  -- As the package calls it.
  item text not null check (char_length(item) between 1 and 255),
  -- Elements of the standard's data model and their values.
  elements jsonb not null,
  status text not null check (status in ('passed', 'failed', 'completed', 'incomplete')),
  score integer check (score between 0 and 100),
  -- Said by the item itself, or by the player when it was left.
  ended boolean not null,
  -- The launch and opening that the last commit belongs to; the time of that opening is not in the time before.
  launch_id uuid not null,
  seq integer not null check (seq >= 1),
  opening integer not null check (opening >= 1),
  before_s integer not null check (before_s >= 0),
  opening_s integer not null check (opening_s >= 0),
  updated_at timestamptz not null,
  primary key (tenant_id, registration_id, item),
  foreign key (tenant_id, registration_id) references content_registration (tenant_id, id) on delete cascade
);
call infra.isolate('content_item_state');
