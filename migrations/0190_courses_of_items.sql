-- Courses of items and the question bank (docs/decisions/0081).
create table question_category (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  name_norm text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name_norm)
);
call infra.isolate('question_category');

create table question (
  tenant_id uuid not null,
  id uuid not null,
  category_id uuid not null,
  text text not null check (char_length(text) between 1 and 2000),
  -- Texts, and the places of those that are right.
  options jsonb not null,
  correct jsonb not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, category_id) references question_category (tenant_id, id) on delete cascade
);
create index question_of_category on question (tenant_id, category_id, id);
call infra.isolate('question');

-- What a course consists of, in order; the version that new runs take stands in the content of the course.
create table course_item_list (
  tenant_id uuid not null references tenant,
  course_id uuid not null,
  version integer not null check (version >= 1),
  items jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, course_id, version),
  foreign key (tenant_id, course_id) references course (tenant_id, id)
);
call infra.isolate('course_item_list');

-- One try of a learner at a course of items.
create table course_run (
  tenant_id uuid not null references tenant,
  id uuid not null,
  enrollment_id uuid not null,
  -- Counted by the enrollment.
  number integer not null check (number >= 1),
  course_id uuid not null,
  version integer not null,
  began_at timestamptz not null,
  result text check (result in ('passed', 'failed')),
  score integer check (score between 0 and 100),
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, enrollment_id, number),
  foreign key (tenant_id, enrollment_id) references enrollment (tenant_id, id),
  foreign key (tenant_id, course_id, version) references course_item_list (tenant_id, course_id, version),
  check ((result is null) = (ended_at is null))
);
create index course_run_version on course_run (tenant_id, course_id, version);
call infra.isolate('course_run');

-- How an item of a run has ended; one that has no row is still to be done.
create table course_run_item (
  tenant_id uuid not null,
  run_id uuid not null,
  item_id uuid not null,
  state text not null check (state in ('done', 'failed')),
  score integer check (score between 0 and 100),
  ended_at timestamptz not null,
  primary key (tenant_id, run_id, item_id),
  foreign key (tenant_id, run_id) references course_run (tenant_id, id) on delete cascade
);
call infra.isolate('course_run_item');

-- One try at a quiz within a run: what was asked, as it was shown, and what was answered.
create table quiz_sitting (
  tenant_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  item_id uuid not null,
  number integer not null check (number >= 1),
  asked jsonb not null,
  -- Places of the chosen options, by the id of the question.
  answers jsonb not null,
  pass_percent integer not null check (pass_percent between 0 and 100),
  began_at timestamptz not null,
  score integer check (score between 0 and 100),
  handed_in_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, run_id, item_id, number),
  foreign key (tenant_id, run_id) references course_run (tenant_id, id) on delete cascade,
  check ((score is null) = (handed_in_at is null))
);
call infra.isolate('quiz_sitting');
