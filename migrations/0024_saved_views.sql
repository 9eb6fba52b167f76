-- Filters of a list under a name, each administrator's own.
create table saved_view (
  tenant_id uuid not null references tenant,
  id uuid not null,
  administrator_id uuid not null,
  list text not null check (char_length(list) between 1 and 40),
  name text not null check (char_length(name) between 1 and 200),
  name_norm text not null,
  filters jsonb not null,
  saved_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, administrator_id, list, name_norm),
  foreign key (tenant_id, administrator_id) references administrator (tenant_id, id) on delete cascade
);
call infra.isolate('saved_view');
