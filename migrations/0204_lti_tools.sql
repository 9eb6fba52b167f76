-- Tools of LTI 1.3 (docs/decisions/0093): those that an organisation has registered, whom they know, what they have said of whom, and launches
-- that are on their way.
create table lti_tool (
  tenant_id uuid not null references tenant,
  -- The client id at our side.
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  name_norm text not null,
  login_url text not null,
  launch_url text not null,
  redirect_urls text[] not null check (cardinality(redirect_urls) between 1 and 10),
  -- Where its public keys are read, or the keys themselves.
  jwks_url text,
  public_keys jsonb,
  sends_name boolean not null,
  sends_email boolean not null,
  -- Counts changes of its keys: access tokens of before end with them.
  key_version integer not null default 1 check (key_version >= 1),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  primary key (tenant_id, id),
  check ((jwks_url is null) <> (public_keys is null))
);
create unique index lti_tool_name on lti_tool (tenant_id, name_norm) where removed_at is null;
call infra.isolate('lti_tool');

-- By what a tool knows a person: a random id of this tool alone.
create table lti_subject (
  tenant_id uuid not null,
  tool_id uuid not null,
  subject uuid not null,
  person_id uuid not null,
  primary key (tenant_id, tool_id, subject),
  unique (tenant_id, tool_id, person_id),
  foreign key (tenant_id, tool_id) references lti_tool (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id)
);
create index lti_subject_person on lti_subject (tenant_id, person_id);
call infra.isolate('lti_subject');

-- A tool as an item of a run: that it was launched, and the newest score that it has sent.
create table course_run_tool (
  tenant_id uuid not null,
  run_id uuid not null,
  item_id uuid not null,
  tool_id uuid not null,
  -- null: erased.
  subject uuid,
  launched_us bigint not null,
  -- As the tool says: none that is not later is taken.
  scored_at timestamptz,
  score_given double precision check (score_given >= 0),
  score_maximum double precision check (score_maximum > 0),
  activity_progress text check (activity_progress in ('Initialized', 'Started', 'InProgress', 'Submitted', 'Completed')),
  grading_progress text check (grading_progress in ('FullyGraded', 'Pending', 'PendingManual', 'Failed', 'NotReady')),
  primary key (tenant_id, run_id, item_id),
  foreign key (tenant_id, run_id) references course_run (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tool_id) references lti_tool (tenant_id, id),
  foreign key (tenant_id, tool_id, subject) references lti_subject (tenant_id, tool_id, subject),
  check ((score_given is null) = (score_maximum is null))
);
create index course_run_tool_item on course_run_tool (tenant_id, tool_id, item_id, subject);
create index course_run_tool_subject on course_run_tool (tenant_id, tool_id, subject);
call infra.isolate('course_run_tool');

-- Browsers on their way to a tool, by what the tool is told to come back with.
create table lti_launch (
  tenant_id uuid not null,
  hint_hash bytea not null check (octet_length(hint_hash) = 32),
  id uuid not null,
  tool_id uuid not null,
  session_id uuid not null,
  person_id uuid not null,
  run_id uuid not null,
  item_id uuid not null,
  expires_us bigint not null,
  primary key (tenant_id, hint_hash),
  foreign key (tenant_id, tool_id) references lti_tool (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id),
  foreign key (tenant_id, run_id) references course_run (tenant_id, id) on delete cascade
);
create index lti_launch_late on lti_launch (tenant_id, expires_us);
create index lti_launch_tool on lti_launch (tenant_id, tool_id);
create index lti_launch_person on lti_launch (tenant_id, person_id);
create index lti_launch_run on lti_launch (tenant_id, run_id);
call infra.isolate('lti_launch');

-- Assertions by which tools have asked for access tokens: each is used once.
create table lti_used_assertion (
  tenant_id uuid not null,
  tool_id uuid not null,
  jti_hash bytea not null check (octet_length(jti_hash) = 32),
  expires_us bigint not null,
  primary key (tenant_id, tool_id, jti_hash),
  foreign key (tenant_id, tool_id) references lti_tool (tenant_id, id)
);
create index lti_used_assertion_late on lti_used_assertion (tenant_id, expires_us);
call infra.isolate('lti_used_assertion');

-- The keys with which the organisation signs launches. Nothing is lost with one: another one is made where it cannot be opened any more.
create table lti_key (
  tenant_id uuid not null references tenant,
  -- The thumbprint of the public half (RFC 7638).
  kid text not null,
  private_key bytea not null,
  public_jwk jsonb not null,
  made_us bigint not null,
  primary key (tenant_id, kid)
);
call infra.isolate('lti_key');
