-- Badges for the gate (docs/decisions/0082): how long they are valid, and whose badges can still be in use.
create table gate_setting (
  tenant_id uuid primary key references tenant,
  badge_hours integer not null check (badge_hours between 1 and 168)
);
call infra.isolate('gate_setting');

-- One row for a person, however many badges: a phone at a gate is told of those that have ended before their time.
create table gate_badge_holder (
  tenant_id uuid not null references tenant,
  person_id uuid not null,
  -- The furthest end of a badge of theirs.
  badges_until timestamptz not null,
  -- What was issued at it or before counts no more; null: nothing was revoked.
  revoked_at timestamptz,
  primary key (tenant_id, person_id),
  foreign key (tenant_id, person_id) references person (tenant_id, id)
);
create index gate_badge_holder_until on gate_badge_holder (tenant_id, badges_until);
call infra.isolate('gate_badge_holder');
