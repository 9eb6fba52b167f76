-- Openings of the AUs of cmi5 packages (docs/decisions/0079): what an AU has said in each, by which the next statement is judged.
create table content_session (
  tenant_id uuid not null,
  id uuid not null,
  registration_id uuid not null,
  -- As the package calls it.
  item text not null check (char_length(item) between 1 and 255),
  launch_id uuid not null,
  -- On the infrastructure's clock: when it began, and when its last statement came.
  began_us bigint not null,
  said_us bigint not null,
  -- The token was given.
  fetched boolean not null default false,
  initialized boolean not null default false,
  completed boolean not null default false,
  -- passed or failed.
  judged boolean not null default false,
  terminated boolean not null default false,
  abandoned boolean not null default false,
  statements integer not null default 0 check (statements >= 0),
  documents integer not null default 0 check (documents >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, registration_id) references content_registration (tenant_id, id) on delete cascade
);
create index content_session_registration on content_session (tenant_id, registration_id);
call infra.isolate('content_session');
