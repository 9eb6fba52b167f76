-- Merges of departments and companies with many people: the people go over in parts, in the background (docs/decisions/0053). A row
-- stays as the record of what went over; one that has not finished keeps both ends as they are.
create table place_merge (
  tenant_id uuid not null references tenant,
  id uuid not null,
  kind text not null check (kind in ('department', 'contractor')),
  from_id uuid not null,
  into_id uuid not null,
  people_total integer not null check (people_total >= 0),
  people_done integer not null default 0 check (people_done >= 0),
  -- What went over at once: { departments, rules, groups, aliases }.
  moved jsonb not null check (jsonb_typeof(moved) = 'object'),
  started_at timestamptz not null,
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (from_id <> into_id)
);
create unique index place_merge_of on place_merge (tenant_id, from_id) where finished_at is null;
create index place_merge_into on place_merge (tenant_id, into_id) where finished_at is null;
call infra.isolate('place_merge');
