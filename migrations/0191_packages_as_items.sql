-- Content packages as items of a course (docs/decisions/0081): the run and item that a registration belongs to; one without a row is of a course
-- whose only content is the package.
create table course_run_package (
  tenant_id uuid not null,
  registration_id uuid not null,
  run_id uuid not null,
  item_id uuid not null,
  primary key (tenant_id, registration_id),
  foreign key (tenant_id, registration_id) references content_registration (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references course_run (tenant_id, id) on delete cascade
);
create index course_run_package_run on course_run_package (tenant_id, run_id, item_id);
call infra.isolate('course_run_package');
