-- Work on many people that one administrator has ordered (docs/decisions/0065): who is selected, how far the worker is, and what became
-- of each person.
create table bulk_operation (
  tenant_id uuid not null references tenant,
  id uuid not null,
  course_id uuid not null,
  -- null: by the course.
  due_date date,
  -- { person_ids } or { filter }. Once it is finished, what was searched for is taken out of the filter.
  selection jsonb not null check (jsonb_typeof(selection) = 'object'),
  ordered_by uuid not null,
  ordered_by_name text not null,
  ordered_at timestamptz not null,
  -- People whose ids are not below it came after the order.
  before_id uuid not null,
  -- The last person who was done.
  after_id uuid,
  people_total integer not null check (people_total >= 0),
  people_done integer not null default 0 check (people_done >= 0),
  counts jsonb not null default '{}' check (jsonb_typeof(counts) = 'object'),
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, course_id) references course (tenant_id, id)
);
create index bulk_operation_course on bulk_operation (tenant_id, course_id);
call infra.isolate('bulk_operation');

create table bulk_person (
  tenant_id uuid not null,
  operation_id uuid not null,
  person_id uuid not null,
  outcome text not null,
  done_at timestamptz not null,
  primary key (tenant_id, operation_id, person_id),
  foreign key (tenant_id, operation_id) references bulk_operation (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id)
);
create index bulk_person_of on bulk_person (tenant_id, person_id);
call infra.isolate('bulk_person');
