-- What guards answered without a network (docs/decisions/0082): sent when it is back, each once by its id, and then never changed.
create table gate_decision (
  tenant_id uuid not null references tenant,
  id uuid not null,
  person_id uuid not null,
  -- null: whatever is required of the person.
  course_code text check (char_length(course_code) between 1 and 64),
  allowed boolean not null,
  by_badge boolean not null,
  -- The guard has compared the name with a document, as the badge had been let in before.
  compared boolean not null,
  -- On the organisation's clock, as the phone knew it.
  decided_at timestamptz not null,
  received_at timestamptz not null,
  decided_by uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id)
);
create index gate_decision_of_person on gate_decision (tenant_id, person_id, decided_at);
create index gate_decision_latest on gate_decision (tenant_id, decided_at, id);
call infra.isolate('gate_decision');
