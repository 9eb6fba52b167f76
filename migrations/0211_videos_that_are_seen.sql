-- How far a learner has watched a video that is an item of a course (docs/decisions/0094).
create table course_run_video (
  tenant_id uuid not null,
  run_id uuid not null,
  item_id uuid not null,
  -- Where to go on, and how long the video is, in seconds, as the browser says.
  position_s integer not null check (position_s between 0 and 86400),
  duration_s integer not null check (duration_s between 1 and 86400),
  -- What was seen: [[from, to], …] in seconds, in order and apart.
  seen jsonb not null,
  updated_at timestamptz not null,
  primary key (tenant_id, run_id, item_id),
  foreign key (tenant_id, run_id) references course_run (tenant_id, id) on delete cascade
);
call infra.isolate('course_run_video');
