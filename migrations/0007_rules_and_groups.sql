-- Who must be trained in what without anybody assigning it: rules on what is known of a person, and groups.

create table rule (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  name_norm text not null,
  active boolean not null default true,
  conditions jsonb not null check (jsonb_typeof(conditions) = 'object' and conditions <> '{}'),
  due_days integer check (due_days between 0 and 3650),
  count_valid_certificates boolean not null default true,
  look_back_days integer check (look_back_days between 0 and 36500),
  on_leave text not null default 'cancel' check (on_leave in ('cancel', 'keep')),
  version integer not null default 1 check (version >= 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name_norm)
);
call infra.isolate('rule');

create table rule_course (
  tenant_id uuid not null,
  rule_id uuid not null,
  course_id uuid not null,
  primary key (tenant_id, rule_id, course_id),
  foreign key (tenant_id, rule_id) references rule (tenant_id, id),
  foreign key (tenant_id, course_id) references course (tenant_id, id)
);
create index rule_course_course on rule_course (tenant_id, course_id);
call infra.isolate('rule_course');

-- What a rule said, version by version: append-only.
create table rule_version (
  tenant_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  definition jsonb not null,
  since timestamptz not null,
  primary key (tenant_id, rule_id, version),
  foreign key (tenant_id, rule_id) references rule (tenant_id, id)
);
call infra.isolate('rule_version');
revoke update, delete on rule_version from muster_app, muster_worker;

-- Whom a rule applies to now, and which of its courses were asked for: what the rule asks for since then differs from these.
create table rule_match (
  tenant_id uuid not null,
  rule_id uuid not null,
  person_id uuid not null,
  course_ids uuid[] not null,
  since timestamptz not null,
  primary key (tenant_id, rule_id, person_id),
  foreign key (tenant_id, rule_id) references rule (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id)
);
create index rule_match_person on rule_match (tenant_id, person_id);
call infra.isolate('rule_match');

-- A dynamic group has conditions like a rule; a manual one is kept by people; a `scim` one by the identity provider.
create table person_group (
  tenant_id uuid not null references tenant,
  id uuid not null,
  code text not null check (char_length(code) between 1 and 64),
  code_norm text not null,
  name text not null check (char_length(name) between 1 and 200),
  name_norm text not null,
  kind text not null check (kind in ('manual', 'dynamic', 'scim')),
  conditions jsonb check (jsonb_typeof(conditions) = 'object' and conditions <> '{}'),
  due_days integer check (due_days between 0 and 3650),
  on_leave text not null default 'cancel' check (on_leave in ('cancel', 'keep')),
  version integer not null default 1 check (version >= 1),
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code_norm),
  check ((kind = 'dynamic') = (conditions is not null))
);
call infra.isolate('person_group');

create table group_course (
  tenant_id uuid not null,
  group_id uuid not null,
  course_id uuid not null,
  primary key (tenant_id, group_id, course_id),
  foreign key (tenant_id, group_id) references person_group (tenant_id, id),
  foreign key (tenant_id, course_id) references course (tenant_id, id)
);
create index group_course_course on group_course (tenant_id, course_id);
call infra.isolate('group_course');

-- `course_ids`: which of the group's courses were asked for, as of a rule's match.
create table group_member (
  tenant_id uuid not null,
  id uuid not null,
  group_id uuid not null,
  person_id uuid not null,
  course_ids uuid[] not null default '{}',
  joined_at timestamptz not null,
  left_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references person_group (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id)
);
create unique index group_member_open on group_member (tenant_id, group_id, person_id) where left_at is null;
create index group_member_person on group_member (tenant_id, person_id) where left_at is null;
call infra.isolate('group_member');

-- What an administrator must hear of: an assignment or a renewal that could not be made. `wishes`, for what each rule or group
-- asked, are tried again daily.
create table alert (
  tenant_id uuid not null references tenant,
  id uuid not null,
  kind text not null check (kind in ('assignment_blocked', 'renewal_blocked')),
  person_id uuid not null,
  course_id uuid not null,
  reason text not null check (char_length(reason) between 1 and 100),
  wishes jsonb not null default '[]' check (jsonb_typeof(wishes) = 'array'),
  raised_at timestamptz not null,
  resolved_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  foreign key (tenant_id, course_id) references course (tenant_id, id)
);
create unique index alert_open on alert (tenant_id, person_id, course_id, kind) where resolved_at is null;
call infra.isolate('alert');
